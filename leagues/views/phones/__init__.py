"""Phones: the ways in, the page where a round is entered, a player's own pages."""
