"""The proposed start of a new event."""

from datetime import datetime

import pytest

from leagues.forms.events.events import next_start


@pytest.mark.parametrize(
    ("now", "starts"),
    [
        ("2026-11-18 18:59", "2026-11-18 19:00"),
        ("2026-11-18 19:00", "2026-11-18 19:00"),
        ("2026-11-18 19:01", "2026-11-18 19:30"),
        ("2026-11-18 20:59", "2026-11-18 21:00"),
        ("2026-11-18 21:00", "2026-11-19 19:00"),
        ("2026-11-18 23:30", "2026-11-19 19:00"),
    ],
)
def test_an_evening_begins_at_seven_or_soon(now: str, starts: str) -> None:
    assert next_start(datetime.fromisoformat(now), in_the_evening=True) == datetime.fromisoformat(
        starts
    )


@pytest.mark.parametrize(
    ("now", "starts"),
    [
        ("2026-11-16 08:00", "2026-11-21 09:30"),  # a Monday
        ("2026-11-21 09:30", "2026-11-21 09:30"),
        ("2026-11-21 13:59", "2026-11-21 14:00"),
        ("2026-11-21 14:00", "2026-11-28 09:30"),
        ("2026-11-22 10:00", "2026-11-28 09:30"),
    ],
)
def test_a_day_begins_on_saturday_at_half_past_nine(now: str, starts: str) -> None:
    assert next_start(datetime.fromisoformat(now), in_the_evening=False) == datetime.fromisoformat(
        starts
    )
