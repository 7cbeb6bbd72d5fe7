"""Boxes, ladders, series and teams: what only some kinds of league have."""
