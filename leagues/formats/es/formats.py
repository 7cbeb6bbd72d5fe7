"""viernes 9 de octubre de 2026; in short vie 9 oct 2026."""

from leagues.formats import dates

OF = r"\d\e"


def _written(weekday: str, month: str, year: str) -> str:
    if month == "M":
        return f"{weekday} j M {year}"
    return f"{weekday} j {OF} F {year and f'{OF} Y'}"


globals().update(dates(_written, f"{{month}} {OF} Y"))
