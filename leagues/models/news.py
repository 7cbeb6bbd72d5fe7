"""Telling whoever watches that something changed. It goes out when the transaction commits.

SQLite needs no telling: its ``data_version`` moves by itself.
"""

from django.db import connection

CHANNEL = "twenties"
CLUB = "club"


def tell(what: str) -> None:
    """``what`` is only a hint; whoever gets it reads what stands."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_notify(%s, %s)", [CHANNEL, what])


def also_telling(sql: str, values: list[int], what: str) -> tuple[str, list[int | str]]:
    """A statement that ends with what it returns, and tells as well."""
    if connection.vendor == "postgresql":
        return f"{sql}, pg_notify(%s, %s)", [*values, CHANNEL, what]
    return sql, [*values]
