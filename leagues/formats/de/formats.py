"""Freitag, 9. Oktober 2026."""

from leagues.formats import dates


def _written(weekday: str, month: str, year: str) -> str:
    return f"{weekday and f'{weekday},'} j. {month} {year}"


globals().update(dates(_written))
