"""Screens on the wall, and the overlay of a stream."""
