"""How each language writes the dates of our pages.

Templates and code say a date as English has it, ``date:"l j F Y"``, and Django looks for a format
of that name in the module of the reader's language (FORMAT_MODULE_PATH) before it takes it as it
stands. French and Dutch write dates in the order of English, so they have no module.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import product

Write = Callable[[str, str, str], str]
"""A date of the day of the week, the month and the year, of which the first and the last may be
empty: Django's letters in, Django's letters out."""

WEEKDAYS, MONTHS, YEARS, TIMES = (
    ("", "D", "l"),
    ("M", "F"),
    ("", "Y"),
    ("", "H:i", "H:i:s"),
)


def dates(write: Write, month_of_year: str = "{month} Y") -> dict[str, str]:
    """Every date that a page may ask for, by its English name.

    >>> dates(lambda weekday, month, year: f"{weekday} j. {month} {year}")["l j F Y, H:i"]
    'l j. F Y, H:i'
    """
    named = {f"{month} Y": month_of_year.format(month=month) for month in MONTHS}
    for weekday, month, year, time in product(WEEKDAYS, MONTHS, YEARS, TIMES):
        day = " ".join(filter(None, (weekday, "j", month, year)))
        written = " ".join(write(weekday, month, year).split())
        named[", ".join(filter(None, (day, time)))] = ", ".join(
            filter(None, (written, time))
        )
    return named
