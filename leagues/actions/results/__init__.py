"""Corrections of results, and their consequences."""
