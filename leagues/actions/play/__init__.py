"""The day at the boards: calls, cards, clock, endings."""
