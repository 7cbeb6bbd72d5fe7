"""The sort order of names: without capitals and accents, the same on SQLite and PostgreSQL."""

import unicodedata
from collections.abc import Iterator
from typing import Any

from django.db import models
from django.db.backends.signals import connection_created
from django.db.models import Func

LATIN = (range(0xC0, 0x250), range(0x1E00, 0x1F00))
"""The ranges of Unicode with accented Latin letters."""
OTHERS = {"ß": "s", "æ": "a", "œ": "o", "ø": "o", "đ": "d", "ð": "d", "ł": "l"}
"""Letters that Unicode does not decompose, each with the letters it is sorted as."""
SQLITE_FUNCTION = "plain_name"


def _plain_letters() -> Iterator[tuple[str, str]]:
    for letter in (chr(code) for codes in LATIN for code in codes):
        small = letter.lower()
        plain = OTHERS.get(small, unicodedata.normalize("NFD", small)[0])
        if plain != letter and plain.isascii():
            yield letter, plain


PLAIN = dict(_plain_letters())
TABLE = str.maketrans(PLAIN)


def plain_name(name: str | None) -> str | None:
    """Return the form of a name that lists are sorted by.

    >>> plain_name("José Álvarez Łuk")
    'jose alvarez luk'
    """
    return None if name is None else name.translate(TABLE).lower()


class PlainName(Func):
    """``plain_name`` of a column, computed by the database."""

    arity = 1
    output_field = models.CharField()

    def as_sqlite(self, compiler: Any, connection: Any, **extra: Any) -> Any:
        return self.as_sql(compiler, connection, function=SQLITE_FUNCTION, **extra)

    def as_postgresql(self, compiler: Any, connection: Any, **extra: Any) -> Any:
        accented, plain = "".join(PLAIN), "".join(PLAIN.values())
        template = f"lower(translate(%(expressions)s, '{accented}', '{plain}'))"
        return self.as_sql(compiler, connection, template=template, **extra)


def _add_function(connection: Any, **kwargs: Any) -> None:
    if connection.vendor == "sqlite":
        connection.connection.create_function(SQLITE_FUNCTION, 1, plain_name, deterministic=True)


connection_created.connect(_add_function, dispatch_uid=SQLITE_FUNCTION)
