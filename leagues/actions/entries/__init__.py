"""Entries: lists, pairs, check-in, seeds, the waiting list, registration."""
