"""Screens on the wall, embeds, and the overlay for video streams."""
