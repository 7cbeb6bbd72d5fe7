"""Corrections, and what is done about what followed."""
