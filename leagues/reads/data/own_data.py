"""Export everything the site has stored about one player, as JSON for that player.

The rows are those that name the player, in the format of ``leagues/files/club_tables.py``.
"""

from collections.abc import Iterator
from datetime import datetime
from typing import Any

from allauth.account.models import EmailAddress
from django.db.models import ForeignKey, Q, QuerySet

from leagues.files.club_tables import TABLES, RowKind, to_json
from leagues.files.table_file import Cell
from leagues.models import Entry, Guardian, Membership, Player, User
from leagues.reads.data.people_tables import player_matches_table

FORMAT, VERSION = "twenties-player", 1
OF_AN_ACCOUNT = (EmailAddress, Membership)


def own_data(player: Player) -> dict[str, Any]:
    table = player_matches_table(player)
    keys = {player.pk, *player.merged.values_list("pk", flat=True)}
    return {
        "format": FORMAT,
        "version": VERSION,
        "rows": {
            kind.path: rows
            for kind in TABLES
            if (rows := list(_row_data(kind, keys, player.user_id)))
        },
        "links": [
            {name: to_json(value) for name, value in link.items()}
            for link in player.links.values("made_at", "used_at", "revoked_at")
        ],
        "matches": [
            dict(zip(table.columns, map(_on_a_clock, row), strict=True)) for row in table.rows
        ],
    }


def _on_a_clock(cell: Cell) -> Any:
    return f"{cell:%Y-%m-%d %H:%M}" if isinstance(cell, datetime) else cell


def _row_data(kind: RowKind, keys: set[int], user: int | None) -> Iterator[dict[str, Any]]:
    columns = {each.attname: each.name for each in kind.columns}
    for row in _find_rows(kind, keys, user).order_by("pk").values(*columns):
        yield {name: to_json(row[column]) for column, name in columns.items()}


def _find_rows(kind: RowKind, keys: set[int], user: int | None) -> QuerySet[Any]:
    rows: QuerySet[Any] = kind.model._base_manager.all()
    if kind.model is Player:
        return rows.filter(pk__in=keys)
    if kind.model is Entry:
        return rows.filter(players__in=keys).distinct()
    if kind.model is User:
        return rows.filter(pk=user)
    if kind.model in OF_AN_ACCOUNT:
        return rows.filter(user=user) if user else rows.none()
    if kind.model is Guardian:
        return rows.filter(Q(player__in=keys) | Q(user=user))
    named = [f"{each}__in" for each in naming_a_player(kind)]
    if not named:
        return rows.none()
    any_of = Q()
    for each in named:
        any_of |= Q(**{each: keys})
    return rows.filter(any_of).distinct()


def naming_a_player(kind: RowKind) -> list[str]:
    """The names of the fields that refer to players, except ``merged_into``."""
    fields = [*kind.columns, *kind.lists]
    return [
        each.name
        for each in fields
        if each.related_model is Player
        and (not isinstance(each, ForeignKey) or each.name != "merged_into")
    ]
