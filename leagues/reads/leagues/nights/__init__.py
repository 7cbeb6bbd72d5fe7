"""Nights of a league as its page lists them, and the recap of one."""
