"""Undoing what a line of the log says."""
