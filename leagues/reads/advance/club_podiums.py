"""The first three clubs of finished events that clubs win."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from django.db.models import Q

from leagues.models import Event, Stage, Surface
from leagues.reads.advance.finals import STEPS
from leagues.reads.tables.clubs import ClubTable, club_standings
from leagues.reads.tables.scored import Scored
from leagues.reads.tolerant_rows import read_each


@dataclass(frozen=True)
class ClubPlace:
    """A club with its place, named on a podium as an entry is."""

    place: int
    last: int
    name: str
    points: Scored

    @property
    def entry(self) -> "ClubPlace":
        return self

    def shown_on(self, _surface: Surface) -> str:
        return self.name


def podium_of_clubs(table: ClubTable) -> tuple[ClubPlace, ...]:
    places = [line.row.place for line in table.lines]
    return tuple(
        ClubPlace(
            line.row.place,
            line.row.place + places.count(line.row.place) - 1,
            line.name,
            line.points,
        )
        for line in table.lines
        if line.row.place <= STEPS
    )


def club_podiums(events: Sequence[Event]) -> dict[int, tuple[ClubPlace, ...]]:
    """The podiums of clubs by event id, for the events whose last stage ranks clubs.

    A league's nights are won by players. Each event is read once at a revision.
    """
    apart = [event for event in events if event.night_id is None]
    ranked = _ranked_by_clubs(frozenset((event.pk, event.revision) for event in apart))
    found = [event for event in apart if event.pk in ranked]
    return dict(read_each(found, lambda event: (event.pk, _podium_at(event, event.revision))))


@lru_cache(maxsize=32)
def _ranked_by_clubs(events: frozenset[tuple[int, int]]) -> frozenset[int]:
    """The events of teams or with a stage that ranks clubs, of these with their revisions."""
    by_clubs = Q(format=Stage.Format.OUTSIDERS) | Q(event__sides=Event.Sides.TEAMS)
    stages = Stage.objects.filter(by_clubs, event__in=[pk for pk, _revision in events])
    return frozenset(stages.values_list("event", flat=True))


@lru_cache(maxsize=256)
def _podium_at(event: Event, revision: int) -> tuple[ClubPlace, ...]:
    """The revision is part of the cache key."""
    last = event.stages.order_by("number").last()
    table = club_standings(last) if last else None
    return podium_of_clubs(table) if table else ()


def forget_podiums() -> None:
    """Empty the caches, for tests that use a row's id and revision again."""
    _ranked_by_clubs.cache_clear()
    _podium_at.cache_clear()
