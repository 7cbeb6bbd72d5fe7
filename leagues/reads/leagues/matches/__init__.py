"""Dated matches of a league: weeks, open matches, totals, and players who leave."""
