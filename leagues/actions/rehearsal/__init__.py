"""Rehearse an event: play a copy of it before its day."""
