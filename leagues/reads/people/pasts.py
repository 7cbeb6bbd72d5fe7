"""What somebody's past follows from, so that it is told anew only when it differs.

A hall sends a result a second, and hardly any of them says something new of one player. What
is in the tables is what it was while their version stands; of the other events only this
player's own part counts. Names belong to the club: its log says when one may have changed.
"""

from dataclasses import dataclass
from datetime import date
from typing import Any

from leagues.models import DaySum, EntryPlayer, Event, EventSum, Player
from leagues.reads.people.kept_sums import Sums
from leagues.reads.people.results import PlayedMatch

Row = tuple[Any, ...]


@dataclass(frozen=True)
class Past:
    """Two that are equal are told in the same words."""

    player: int
    version: int
    """Of the tables, which hold the days before ``since`` and all but these ``events``."""
    since: date | None
    events: tuple[Row, ...]
    last_line: int
    """Of the club's own log."""
    entries: tuple[Row, ...]
    evenings: tuple[Row, ...]
    sums: tuple[Row, ...]
    played: tuple[PlayedMatch, ...]


def past_of(player: Player, sums: Sums) -> Past:
    """In three small questions."""
    events = Event.objects.filter(pk__in=sums.events).order_by("pk")
    entries = EntryPlayer.objects.filter(player=player, event__in=sums.events)
    lines = player.club.log.filter(event=None).order_by("-pk")
    evenings = (sums.days[day].get(player.pk) for day in sorted(sums.days))
    return Past(
        player=player.pk,
        version=sums.version,
        since=sums.since,
        events=tuple(
            events.values_list(
                *("pk", "name", "slug", "starts_at", "zone"), *("visibility", "binned_at")
            )
        ),
        last_line=lines.values_list("pk", flat=True).first() or 0,
        entries=tuple(entries.order_by("entry").values_list("event", "entry")),
        evenings=tuple(_values(row) for row in evenings if row),
        sums=tuple(_values(row) for row in sums.of_player(player.pk)),
        played=tuple(sums.played_by(player.pk)),
    )


def _values(row: DaySum | EventSum) -> Row:
    fields = row._meta.concrete_fields
    return tuple(getattr(row, field.attname) for field in fields)
