"""Helpers for imported rows: bulk inserts, and a time of day where only the date is known."""

from collections.abc import Sequence
from datetime import UTC, date, datetime, time
from typing import TypeVar
from zoneinfo import ZoneInfo

from django.db import models

T = TypeVar("T", bound=models.Model)

AT_ONCE = 500
NOON = time(12)
"""The time of imported matches, which have only a date: noon is on that date in every zone."""


def create_rows(rows: Sequence[T]) -> list[T]:
    if not rows:
        return []
    made: list[T] = type(rows[0])._base_manager.bulk_create(rows, batch_size=AT_ONCE)
    return made


def noon_of(day: date, zone: ZoneInfo) -> datetime:
    return datetime.combine(day, NOON, zone).astimezone(UTC)
