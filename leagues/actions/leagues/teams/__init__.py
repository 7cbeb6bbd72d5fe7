"""Leagues of club teams: opening one, its captains, line-ups and squads."""
