"""Leagues as organisers set them up and change them."""
