"""Notify other processes of a change when the transaction commits.

SQLite needs no notice: its ``data_version`` changes by itself.
"""

from django.db import connection

CHANNEL = "twenties"
CLUB = "club"


def notify(what: str) -> None:
    """Notify other processes; ``what`` is advisory, and readers look at the rows."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_notify(%s, %s)", [CHANNEL, what])


def also_telling(sql: str, values: list[int], what: str) -> tuple[str, list[int | str]]:
    """Return the statement extended by a notification of ``what``; it still returns its rows."""
    if connection.vendor == "postgresql":
        return f"{sql}, pg_notify(%s, %s)", [*values, CHANNEL, what]
    return sql, [*values]
