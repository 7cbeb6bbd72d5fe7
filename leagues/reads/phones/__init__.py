"""Data for phones: the match at a board, its reports, and the player's day."""
