"""Who plays the next season, and where."""
