"""Parse dates as people write them, in numbers or with the name of a month.

>>> day_of("5.3.2019", DayOrder.DAY_FIRST), day_of("Mar 5, 2019", DayOrder.DAY_FIRST)
(datetime.date(2019, 3, 5), datetime.date(2019, 3, 5))
>>> day_of("Di, 5. März 19", DayOrder.DAY_FIRST), day_of("43529", DayOrder.DAY_FIRST)
(datetime.date(2019, 3, 5), datetime.date(2019, 3, 5))
"""

import re
import unicodedata
from collections.abc import Iterable
from datetime import date, timedelta
from enum import StrEnum

DAY_ZERO = date(1899, 12, 30)
"""Day 0 of spreadsheets. It allows for their 29 February 1900, which didn't exist."""
SERIALS = range(20_000, 80_000)  # 1954 to 2119
EARLIEST = 1876  # year of the oldest known crokinole board
A_CENTURY = 100
MONTHS = (
    "jan ene",
    "feb fev fevr",
    "mar maar mrt maer marc mars marz",
    "apr avr abr",
    "may mai mei maj mayo",
    "jun juin",
    "jul juil",
    "aug aout ago",
    "sep sept set szep",
    "oct okt",
    "nov",
    "dec dez dic dez",
)
MONTH_OF = {word: n for n, words in enumerate(MONTHS, 1) for word in words.split()}
SHORTEST, LONGEST = 3, 4  # letters that identify a month
TUESDAYS = frozenset({"mardi", "martes"})  # begin like March


class DayOrder(StrEnum):
    """The order of day and month in dates such as 5/3/2019."""

    DAY_FIRST = "day_first"
    MONTH_FIRST = "month_first"


IN_NUMBERS = re.compile(r"(\d{1,4})\s?[-/. ]\s?(\d{1,2})\s?[-/. ]\s?(\d{1,4})\b")


def day_of(text: str, order: DayOrder) -> date | None:
    """Return the date in a cell. None if there is none."""
    if text.isdecimal():
        known = len(text) == 5 and int(text) in SERIALS
        return DAY_ZERO + timedelta(days=int(text)) if known else None
    if found := IN_NUMBERS.search(text):
        one, two, three = found.groups()
        if len(one) > 2:
            return _make_day(one, two, three)
        if order is DayOrder.MONTH_FIRST:
            one, two = two, one
        return _make_day(three, two, one)
    return _with_month(text)


def _with_month(text: str) -> date | None:
    words = re.findall(r"[a-z]+|\d+", fold_accents(text))
    months = [month for word in words if (month := _month_of(word))]
    numbers = [word for word in words if word.isdecimal()]
    if len(months) != 1 or len(numbers) < 2:
        return None
    day, year = numbers[:2] if len(numbers[0]) <= 2 else numbers[1::-1]
    return _make_day(year, str(months[0]), day)


def _month_of(word: str) -> int | None:
    if word in TUESDAYS:
        return None
    return MONTH_OF.get(word[:LONGEST]) or MONTH_OF.get(word[:SHORTEST])


def _make_day(year: str, month: str, day: str) -> date | None:
    number = int(year)
    if len(year) <= 2:
        number += 2000
    try:
        found = date(number, int(month), int(day))
    except ValueError:
        return None
    return found if found.year >= EARLIEST else None


def order_in(cells: Iterable[str]) -> DayOrder | None:
    """Return the order of the dates in a column. None if no date shows it."""
    for cell in cells:
        if found := IN_NUMBERS.search(cell):
            one, two, _three = found.groups()
            if len(one) > 2:
                continue
            if int(one) > 12:
                return DayOrder.DAY_FIRST
            if int(two) > 12:
                return DayOrder.MONTH_FIRST
            if "." in found[0]:  # with points, the day always comes first
                return DayOrder.DAY_FIRST
    return None


def fold_accents(text: str) -> str:
    """Return text in lower case without accents."""
    apart = unicodedata.normalize("NFKD", text.casefold())
    return "".join(c for c in apart if not unicodedata.combining(c))
