"""Leagues of club teams: captains, line-ups and squads."""
