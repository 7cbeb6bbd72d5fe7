"""The dated matches of a league: one event carries them all."""
