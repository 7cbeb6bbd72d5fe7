"""Leagues: what each night left, and the season's table that follows from it."""
