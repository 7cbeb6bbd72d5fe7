"""Matches in play: calls to boards, cards, clocks and endings."""
