"""Screens on the wall and announcements."""
