"""The dated matches of a league, which all belong to one event."""
