"""Exports and imports of files."""
