"""2026. október 9., péntek; in short 2026. okt. 9., pén."""

from leagues.formats import dates


def _written(weekday: str, month: str, year: str) -> str:
    month = "N" if month == "M" else month  # with its full stop, and small
    return f"{year and 'Y.'} {month} j.{weekday and f', {weekday}'}"


globals().update(dates(_written, "Y. {month}"))
