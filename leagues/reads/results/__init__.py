"""Corrections, and what follows from them."""
