"""Leagues: the result of each night, and the season table made from them."""
