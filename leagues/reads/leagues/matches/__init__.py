"""The dated matches of a league: weeks, open matches, players who left."""
