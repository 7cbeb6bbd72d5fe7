"""The data from which a player's story is built, so that it is rebuilt only when they differ.

During an event, a result arrives every second, and most of them don't concern this player.
Stored sums are the same while their version is. Of the other events, only this player's part
counts. When names may have changed, the club's log has a new line.
"""

from dataclasses import dataclass
from datetime import date
from typing import Any

from leagues.models import DaySum, EntryPlayer, Event, EventSum, Player
from leagues.reads.people.results import PlayedMatch
from leagues.reads.people.stored_sums import Sums

Row = tuple[Any, ...]


@dataclass(frozen=True)
class Past:
    """A cache key for a player's story. Equal keys give equal stories."""

    player: int
    version: int
    """The version of the stored sums (days before ``since``, and all events but ``events``)."""
    since: date | None
    events: tuple[Row, ...]
    last_line: int
    """The last line of the club's log that belongs to no event."""
    entries: tuple[Row, ...]
    evenings: tuple[Row, ...]
    sums: tuple[Row, ...]
    played: tuple[PlayedMatch, ...]


def past_of(player: Player, sums: Sums) -> Past:
    """The player's key, in three small queries."""
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
        evenings=tuple(_column_values(row) for row in evenings if row),
        sums=tuple(_column_values(row) for row in sums.of_player(player.pk)),
        played=tuple(sums.played_by(player.pk)),
    )


def _column_values(row: DaySum | EventSum) -> Row:
    fields = row._meta.concrete_fields
    return tuple(getattr(row, field.attname) for field in fields)
