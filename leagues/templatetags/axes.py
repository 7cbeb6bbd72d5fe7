"""Ticks of a chart: round numbers up its side, round dates along its foot."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from math import ceil, floor, log10

STEPS_UP = 4  # gaps between numbers, at most
ROUND_STEPS = (1, 2, 5, 10, 20)
TINY = 1e-9  # what a division of such numbers may be off
DAYS = (1, 2, 7, 14)
MONTHS = (1, 2, 3, 6)
YEARS = (1, 2, 5, 10, 20, 50, 100, 1000)
MOST_DATES = 4  # that a phone has room for
MOST_YEARS = 6


@dataclass(frozen=True)
class RoundNumbers:
    """Round numbers from below the lowest value to above the highest."""

    numbers: tuple[float, ...]
    decimals: int


def round_numbers(low: float, high: float) -> RoundNumbers:
    span = (high - low) or abs(high) or 1
    power = 10.0 ** floor(log10(span / STEPS_UP))
    found = ((each * power, *_steps(low, high, each * power)) for each in ROUND_STEPS)
    step, first, last = next(each for each in found if each[2] - each[1] <= STEPS_UP)
    decimals = max(0, -floor(log10(step) + TINY))
    return RoundNumbers(tuple(round(n * step, decimals) for n in range(first, last + 1)), decimals)


def _steps(low: float, high: float, step: float) -> tuple[int, int]:
    """Steps of ``step`` from nought to below the lowest value and above the highest."""
    first = floor(low / step + TINY)
    return first, max(ceil(high / step - TINY), first + 1)


@dataclass(frozen=True)
class RoundDates:
    """First days of years or months, or days in between; ``format`` writes them."""

    days: tuple[date, ...]
    format: str


def round_dates(first: date, last: date) -> RoundDates:
    """As many as there is room for: by the smallest step that has so few."""
    span = (last - first).days
    for step in DAYS:
        if span < step * MOST_DATES:
            days = (first + timedelta(n) for n in range(0, span + 1, step))
            return RoundDates(tuple(days), "j M")
    for step in MONTHS:
        if len(months := tuple(_months(step, first, last))) <= MOST_DATES:
            return RoundDates(months, "M Y")
    return RoundDates(
        next(
            years
            for step in YEARS
            if len(years := tuple(_months(12 * step, first, last))) <= MOST_YEARS
        ),
        "Y",
    )


def _months(step: int, first: date, last: date) -> Iterator[date]:
    """The first day of every ``months``th month, counted from the year nought."""
    month = 12 * first.year + first.month - 1 + (first.day > 1)
    month = step * ceil(month / step)
    while month <= 12 * last.year + last.month - 1:
        yield date(month // 12, month % 12 + 1, 1)
        month += step
