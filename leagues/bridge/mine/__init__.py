"""A player's own day, and what their phone is told."""
