"""A year of a club once more, earlier: what a generator plays in a minute, copied in a second.

Rows keep their shape and their order. Times move back, newcomers are people of their own, and
what the log says in words still names the entries of the year that was copied.
"""

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

from django.apps import apps
from django.db import connection, models

from leagues.models import Event, League, Player, Season, SummedEvent

APART = 10**7  # between the keys of two years
ROOTS = {"Event", "League", "Player", "Season"}
FOLLOWS = {"SummedEvent", "EventSum", "PairSum", "DaySum"}  # made again from the rest
SHARED = {"Club", "Board", "User", "Team", "Screen", "Membership"}


def copy_year(season: Season, back: int, days: int, newcomers: list[int]) -> None:
    """The events of a season once more, so many times so many days earlier."""
    SummedEvent.objects.all().delete()
    ago = timedelta(days=days * back)
    earlier = Season.objects.create(
        club=season.club,
        name=f"Year of {season.starts_on - ago}",
        starts_on=season.starts_on - ago,
        ends_on=season.ends_on - ago,
    )
    people = copy_people(newcomers)
    with connection.cursor() as cursor:
        for model, which in owned(season):
            columns = [field for field in model._meta.concrete_fields if field.column]
            values = [_moved(field, back, ago, earlier.pk, people) for field in columns]
            names = ", ".join(f'"{field.column}"' for field in columns)
            table = model._meta.db_table
            cursor.execute(
                f'INSERT INTO "{table}" ({names})'
                f' SELECT {", ".join(values)} FROM "{table}" WHERE {which}'
            )


def copy_people(newcomers: list[int]) -> dict[int, int]:
    new = [Player.objects.get(pk=pk) for pk in newcomers]
    for each in new:
        first, last = each.name.split(" ", 1)
        each.name = f"{first[::-1].title()} {last}"
        each.pk = None
        each._state.adding = True
    return dict(zip(newcomers, (p.pk for p in Player.objects.bulk_create(new)), strict=True))


def owned(season: Season) -> Iterator[tuple[type[models.Model], str]]:
    """Each table with rows that belong to an event or a league of the season, and which rows."""
    of_season = f"season_id = {season.pk}"
    which: dict[type[models.Model], str] = {League: of_season, Event: of_season}
    yield from which.items()
    models_left = [
        model
        for model in apps.get_app_config("leagues").get_models(include_auto_created=True)
        if model.__name__ not in ROOTS | FOLLOWS
    ]
    is_found = True
    while is_found:
        is_found = False
        for model in list(models_left):
            if parent := _parent(model, which):
                table = parent.related_model._meta.db_table
                inside = which[parent.related_model]
                which[model] = f'"{parent.column}" IN (SELECT id FROM "{table}" WHERE {inside})'
                models_left.remove(model)
                is_found = True
                yield model, which[model]


def _parent(model: type[models.Model], which: dict[Any, str]) -> Any:
    for field in model._meta.concrete_fields:
        leads = (field.many_to_one or field.one_to_one) and field.related_model in which
        if leads and (field.related_model is Event or not field.null):
            return field
    return None


def _moved(field: Any, back: int, ago: timedelta, season: int, people: dict[int, int]) -> str:
    column, apart = f'"{field.column}"', back * APART
    if field.primary_key:
        return f"{column} + {apart}"
    if isinstance(field, models.ForeignKey):
        if field.related_model is Season:
            return str(season)
        if field.related_model is Player:
            cases = " ".join(f"WHEN {old} THEN {new}" for old, new in people.items())
            return f"CASE {column} {cases} ELSE {column} END"
        is_shared = field.related_model.__name__ in SHARED
        return column if is_shared else f"{column} + {apart}"
    return _moved_value(field, column, back, ago)


def _moved_value(field: Any, column: str, back: int, ago: timedelta) -> str:
    if isinstance(field, models.DateTimeField):
        return f"datetime({column}, '-{ago.days} days')"
    if isinstance(field, models.DateField):
        return f"date({column}, '-{ago.days} days')"
    if isinstance(field, models.UUIDField) and field.unique:
        return "lower(hex(randomblob(16)))"
    if isinstance(field, models.SlugField) and field.unique:
        return f"{column} || '-back-{back}'"
    return column
