"""Places in a league with dated matches, and the changes in them."""

from collections.abc import Mapping
from typing import TypeAlias

from leagues.models import Event, League
from leagues.reads.leagues.kinds.ladder import ladder_of
from leagues.reads.results.what_if import read_draws, state_of_event

LeaguePlaces: TypeAlias = Mapping[tuple[str, int], int]
"""Places by name of the table and key of the entry."""


def league_places(event: Event) -> LeaguePlaces:
    """Places in the league of dated matches that uses this event; empty if none does."""
    league = League.objects.filter(event=event).select_related("club").first()
    if league is None:
        return {}
    if league.of_kind.is_ladder:
        order = ladder_of(league).ladder.order
        return {("", entry): place for place, entry in enumerate(order, 1)}
    tables = state_of_event(read_draws(event)).tables
    return {(table.name, entry): place for table in tables for entry, place in table.places.items()}


def moved_since(before: LeaguePlaces, event: Event) -> list[list[int]]:
    """The entry, old place and new place of each entry that has moved."""
    if not before:
        return []
    now = league_places(event)
    return [
        [entry, before[table, entry], place]
        for (table, entry), place in now.items()
        if before.get((table, entry), place) != place
    ]
