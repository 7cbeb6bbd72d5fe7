"""Ticks of a chart: round numbers on the vertical axis, round dates on the horizontal one."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from math import ceil, floor, log10

STEPS_UP = 4  # gaps between numbers, at most
ROUND_STEPS = (1, 2, 5, 10, 20)
TINY = 1e-9  # tolerance for rounding errors of a division
DAYS = (1, 2, 7, 14)
MONTHS = (1, 2, 3, 6)
YEARS = (1, 2, 5, 10, 20, 50, 100, 1000)
MOST_DATES = 4  # dates that fit on a phone
MOST_YEARS = 6


@dataclass(frozen=True)
class RoundNumbers:
    """Round numbers from below the lowest value to above the highest."""

    numbers: tuple[float, ...]
    decimals: int


def round_numbers(low: float, high: float) -> RoundNumbers:
    span = (high - low) or abs(high) or 1
    power = 10.0 ** floor(log10(span / STEPS_UP))
    found = ((each * power, *_step_range(low, high, each * power)) for each in ROUND_STEPS)
    step, first, last = next(each for each in found if each[2] - each[1] <= STEPS_UP)
    decimals = max(0, -floor(log10(step) + TINY))
    return RoundNumbers(tuple(round(n * step, decimals) for n in range(first, last + 1)), decimals)


def _step_range(low: float, high: float, step: float) -> tuple[int, int]:
    """Return the first and last multiple of ``step``, from 0 to beyond both values."""
    first = floor(low / step + TINY)
    return first, max(ceil(high / step - TINY), first + 1)


@dataclass(frozen=True)
class RoundDates:
    """First days of years or months, or days in between; ``format`` is their date format."""

    days: tuple[date, ...]
    format: str


def round_dates(first: date, last: date) -> RoundDates:
    """Return at most ``MOST_DATES`` dates, at the smallest step that allows it."""
    span = (last - first).days
    for step in DAYS:
        if span < step * MOST_DATES:
            days = (first + timedelta(n) for n in range(0, span + 1, step))
            return RoundDates(tuple(days), "j M")
    for step in MONTHS:
        if len(months := tuple(_first_of_months(step, first, last))) <= MOST_DATES:
            return RoundDates(months, "M Y")
    return RoundDates(
        next(
            years
            for step in YEARS
            if len(years := tuple(_first_of_months(12 * step, first, last))) <= MOST_YEARS
        ),
        "Y",
    )


def _first_of_months(step: int, first: date, last: date) -> Iterator[date]:
    """Yield the first day of every ``step``th month, counted from the year 0."""
    month = 12 * first.year + first.month - 1 + (first.day > 1)
    month = step * ceil(month / step)
    while month <= 12 * last.year + last.month - 1:
        yield date(month // 12, month % 12 + 1, 1)
        month += step
