"""Importing files into the site."""
