"""Format dates and times in the reader's language, by CLDR.

Templates and code name a style in Django's letters: ``"D j M, H:i"`` is short, ``"l j F Y"`` long.
English has two ways to write them, chosen by ``Region``.

>>> from datetime import datetime
>>> from django.utils.translation import override
>>> evening = datetime(2026, 12, 1, 19, 30)
>>> with override("fr"):
...     date_format(evening, "D j M, H:i")
'mar. 1er déc., 19:30'
>>> with override("en"):
...     set_region(Region.AMERICA)
...     date_format(evening, "D j M, H:i")
...     set_region(Region.BRITAIN)
...     date_format(evening, "D j M, H:i")
'Tue, Dec 1, 7:30\\xa0pm'
'Tue 1 Dec, 19:30'
"""

import re
from datetime import date, datetime, time
from enum import StrEnum
from functools import lru_cache

from asgiref.local import Local
from babel import Locale, UnknownLocaleError, localedata
from babel.dates import parse_pattern
from django.utils.formats import date_format as django_date_format
from django.utils.translation import get_language

STYLE = re.compile(
    r"(?P<weekday>[Dl])?,? ?(?P<day>j)? ?(?P<month>[MF])? ?(?P<year>Y)?,? ?(?P<time>H:i(:s)?)?"
)
CLDR = {"D": "E", "l": "EEEE", "M": "MMM", "F": "MMMM"}
# Parts of CLDR that the site doesn't read: half of 9 MB.
UNUSED = {
    *("unit_display_names", "unit_patterns", "compound_unit_patterns"),
    *("time_zones", "meta_zones", "zone_formats", "interval_formats", "date_fields"),
    *("currency_names", "currency_names_plural", "currency_unit_patterns", "currency_symbols"),
    *("compact_currency_formats", "compact_decimal_formats"),
}
YEAR = re.compile(r"^y\. |( 'de'|,)? y$")


class Region(StrEnum):
    """The region whose dates readers of English see; the value is CLDR's locale."""

    BRITAIN = "en_GB"  # Tue 1 Dec, 19:30
    AMERICA = "en_US"  # Tue, Dec 1, 7:30 pm; Canada too


_reader = Local()


def set_region(region: Region) -> None:
    """Set the region of English dates for this request."""
    _reader.region = region


def region_of_reader() -> Region:
    found: Region = getattr(_reader, "region", Region.BRITAIN)
    return found


def date_format(moment: date | time, style: str) -> str:
    """Format a date or time in one of our styles; other formats are Django's, as for machines."""
    if not style or not STYLE.fullmatch(style):
        return django_date_format(moment, style)  # type: ignore[arg-type]
    language, locale = get_language() or "en", reader_locale()
    if isinstance(moment, datetime):
        moment = moment.replace(tzinfo=None)  # already local
    pattern = _find_pattern(style, locale)
    if locale.territory == "GB":
        pattern = pattern.replace("E, d", "E d")
    if language == "fr" and getattr(moment, "day", 0) == 1:
        pattern = re.sub(r"\bd\b", "d'er'", pattern)
    if " a" in pattern:
        half = "am" if moment.hour < 12 else "pm"  # type: ignore[union-attr]
        pattern = pattern.replace(" a", f"\N{NO-BREAK SPACE}'{half}'")
    return parse_pattern(pattern).apply(moment, locale)


def reader_locale() -> Locale:
    """Return the locale of the reader's language; Britain's for a language CLDR doesn't know."""
    language = get_language() or "en"
    return _locale_named(region_of_reader() if language == "en" else language)


@lru_cache
def _locale_named(name: str) -> Locale:
    try:
        found = Locale.parse(name)
    except (UnknownLocaleError, ValueError):
        found = Locale.parse(Region.BRITAIN)
    for each in ("root", "en", "en_001", found.language, str(found)):  # Babel keeps each
        kept = localedata.load(each)
        for unused in UNUSED:
            kept.pop(unused, None)
    return found


@lru_cache(maxsize=256)
def _find_pattern(style: str, locale: Locale) -> str:
    asked = STYLE.fullmatch(style)
    assert asked
    day = _day_skeleton(asked["weekday"], asked["day"], asked["month"], asked["year"], locale)
    if not asked["time"]:
        return day
    letters = "ms" if asked["time"].endswith("s") else "m"
    hours = "h" if locale.time_formats["short"].pattern.endswith("a") else "H"
    clock = _find_skeleton(hours + letters, locale)
    if not asked["month"]:
        return ", ".join(filter(None, (day, clock))) if "," in style else f"{day} {clock}".strip()
    joined: str = locale.datetime_formats["medium"]
    return joined.format(clock, day)


def _day_skeleton(
    weekday: str | None, day: str | None, month: str | None, year: str | None, locale: Locale
) -> str:
    if not month:
        return " ".join(filter(None, (CLDR[weekday] if weekday else "", day and "d")))
    if not day and not year:
        return CLDR[month].replace("M", "L")
    if not day:
        return _find_skeleton(f"y{CLDR[month]}", locale)
    if month == "F" and (weekday or year):
        size = "full" if weekday else "long"
        written = locale.date_formats[size].pattern
        if weekday == "D":
            written = written.replace("EEEE", "E")
        return written if year else YEAR.sub("", written)
    return _find_skeleton(f"{(year and 'y') or ''}{CLDR[month]}{(weekday and 'E') or ''}d", locale)


def _find_skeleton(name: str, locale: Locale) -> str:
    pattern: str = locale.datetime_skeletons[name].pattern
    return pattern
