"""Brackets: read, played, changed."""
