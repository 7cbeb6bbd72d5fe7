"""A league in words: its days, its kinds, and when its nights are."""

from __future__ import annotations

from datetime import date

from django.utils.formats import date_format


def day_in_words(day: date) -> str:
    """Monday 5 October"""
    return date_format(day, "l j F")
