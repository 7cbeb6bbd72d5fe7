"""Phones: access to a match, the page where rounds are entered, and players' own pages."""
