"""The end of a season: finals, closing, and the next season."""
