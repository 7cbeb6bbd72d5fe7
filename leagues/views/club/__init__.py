"""The first visit to a new site."""
