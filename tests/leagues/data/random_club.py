"""A club of random rows: every model, every column, arbitrary values."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta
from random import Random
from typing import Any
from uuid import UUID

from django.db import DatabaseError, models, transaction

from leagues.files.club_tables import TABLES, RowKind

TRIES = 25  # rows of each kind to try; some break a constraint
LETTERS = "abcXYZ áß–'\"\\/<&=+-@{}\u2028日本🥏"
DAY_ZERO = datetime(2026, 1, 1, tzinfo=UTC)


def make_random_club(seed: int) -> None:
    dice = Random(seed)
    for table in TABLES:
        while not table.model._base_manager.exists():
            for _ in range(TRIES):
                try_row(table, dice)


def try_row(table: RowKind, dice: Random) -> None:
    """Try to save a random row; skip it if the database refuses it."""
    values = {each.attname: random_value(each, dice) for each in table.columns}
    row = table.model(**values)
    try:
        with transaction.atomic():
            table.model._base_manager.bulk_create([row])
            for field in table.lists:
                others = list(field.related_model._base_manager.all())
                some = dice.sample(others, dice.randint(0, min(3, len(others))))
                getattr(row, field.name).set(some)
    except DatabaseError:
        pass


def random_value(field: models.Field[Any, Any], dice: Random) -> Any:
    if field.primary_key and not field.is_relation:
        return None
    if field.null and dice.random() < 0.3:
        return None
    if field.is_relation:
        keys = list(field.related_model._base_manager.values_list("pk", flat=True))  # type: ignore[union-attr]
        return dice.choice(keys) if keys else None
    if field.name == "is_home":
        return True
    if field.choices:
        return dice.choice([key for key, _label in field.flatchoices])
    return of_kind(field, dice)


def of_kind(  # noqa: C901 (one case for each kind of column)
    field: models.Field[Any, Any], dice: Random
) -> Any:
    moment = DAY_ZERO + timedelta(microseconds=dice.randrange(10**14))
    match field:
        case models.BinaryField():
            return dice.randbytes(dice.randrange(40))
        case models.JSONField():
            return json_value(dice, 3)
        case models.BooleanField():
            return dice.random() < 0.5
        case models.DateTimeField():
            return moment
        case models.DateField():
            return date(2026, 1, 1) + timedelta(days=dice.randrange(900))
        case models.TimeField():
            return time(dice.randrange(24), dice.randrange(60))
        case models.UUIDField():
            return UUID(int=dice.getrandbits(128))
        case models.FloatField():
            return dice.uniform(-50, 50)
        case models.IntegerField():
            return dice.randrange(4)
        case models.EmailField():
            return f"p{dice.randrange(10**9)}@example.org"
        case models.SlugField():
            return f"s-{dice.randrange(10**9)}"
    if field.name == "zone":
        return "America/Toronto"
    return random_words(dice)[: field.max_length]


def random_words(dice: Random) -> str:
    return "".join(dice.choice(LETTERS) for _ in range(dice.randint(1, 12)))


def json_value(dice: Random, depth: int) -> Any:
    kind = dice.randrange(8 if depth else 6)
    if kind == 6:
        return [json_value(dice, depth - 1) for _ in range(dice.randrange(4))]
    if kind == 7:
        return {random_words(dice): json_value(dice, depth - 1) for _ in range(dice.randrange(4))}
    plain = (
        dice.randrange(-(10**9), 10**9),
        dice.random() * 10 ** dice.randint(-12, 18),
        random_words(dice),
        True,
        -0.0,
        "",
    )
    return plain[kind]
