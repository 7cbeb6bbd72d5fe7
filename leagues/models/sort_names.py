"""The sort order of names: without capitals and accents, the same on SQLite and PostgreSQL."""

import re
import unicodedata
from collections.abc import Iterator
from typing import Any

from django.db import models
from django.db.backends.signals import connection_created
from django.db.models import Func, Value
from django.db.models.functions import Substr

from leagues.models.names import PARTICLES

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


LEADING_PARTICLES = rf"^(({'|'.join(map(re.escape, sorted(PARTICLES)))}) )+"


def surname_initial(surname: Any) -> PlainName:
    """``initial_of`` a column with surnames, computed by the database: "c" for de la Cruz."""
    gaps = (Value(LEADING_PARTICLES), Value(""), Value("i"))
    bare = Func(surname, *gaps, function="regexp_replace", output_field=models.CharField())
    return PlainName(Substr(bare, 1, 1))


def _replace_pattern(text: str | None, pattern: str, by: str, _flags: str) -> str | None:
    """PostgreSQL's ``regexp_replace`` of upper and lower case."""
    return None if text is None else re.sub(pattern, by, text, flags=re.IGNORECASE)


def _add_function(connection: Any, **kwargs: Any) -> None:
    if connection.vendor == "sqlite":
        create = connection.connection.create_function
        create(SQLITE_FUNCTION, 1, plain_name, deterministic=True)
        create("regexp_replace", 4, _replace_pattern, deterministic=True)


connection_created.connect(_add_function, dispatch_uid=SQLITE_FUNCTION)
