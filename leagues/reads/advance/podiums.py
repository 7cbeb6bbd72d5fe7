"""The podiums of many finished events, for pages that list a year of them.

They are cached with the event's revision: two queries if nothing changed. If an event has changed
since, its podiums are computed again. If storing them fails, pages show the same.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, TypeAlias

from leagues.models import Entry, Event, EventPodium, FinalRow, Player, Surface
from leagues.reads.advance.finals import STEPS, FinalPlace, podium_of
from leagues.reads.stored_rows import store_rows
from leagues.reads.tables.clubs import ClubTable, club_standings
from leagues.reads.tables.scored import Scored


@dataclass(frozen=True)
class ClubName:
    """A club, which a podium names as it does an entry."""

    name: str

    def __str__(self) -> str:
        return self.name

    def shown_on(self, _surface: Surface) -> str:
        return self.name


Winner: TypeAlias = Entry | FinalRow | Player | ClubName


@dataclass(frozen=True)
class PodiumStep:
    """A place on a podium, and the points or the result that it was won with, if they are shown.

    ``last`` is the end of the span if several share the place.
    """

    place: int
    last: int
    entry: Winner
    points: Scored | None = None
    result: str = ""

    @property
    def shared(self) -> bool:
        return self.last > self.place


def steps_of(placed: Iterable[tuple[int, Winner, Scored | None]]) -> tuple[PodiumStep, ...]:
    """The steps of a podium from all who have a place on it, with their points."""
    lines = list(placed)
    many = Counter(place for place, _entry, _points in lines)
    return tuple(
        PodiumStep(place, place + many[place] - 1, entry, points) for place, entry, points in lines
    )


@dataclass(frozen=True)
class Podiums:
    """The first three players of an event, and the first three clubs if clubs win it."""

    players: tuple[FinalPlace, ...]
    clubs: tuple[PodiumStep, ...] = ()

    @property
    def each(self) -> list[Sequence[FinalPlace | PodiumStep]]:
        """The podium of the clubs, if there is one, before that of the players."""
        return [podium for podium in (self.clubs, self.players) if podium]


def podium_of_clubs(table: ClubTable) -> tuple[PodiumStep, ...]:
    return steps_of(
        (line.row.place, ClubName(line.name), line.points)
        for line in table.lines
        if line.row.place <= STEPS
    )


def podiums_of(events: Sequence[Event]) -> dict[int, Podiums]:
    """The podiums of each event, by event id. All events must be finished."""
    kept = EventPodium.objects.in_bulk([event.pk for event in events])
    changed = []
    for event in events:
        if event.pk not in kept or kept[event.pk].revision != event.revision:
            kept[event.pk] = _podium_at(event)
            changed.append(kept[event.pk])
    store_rows(changed)
    placed = {entry for each in kept.values() for *_, entry in each.places}
    entries = Entry.objects.named().in_bulk(placed)
    return {
        pk: Podiums(
            tuple(
                FinalPlace(place, entries[entry], last)
                for place, last, entry in each.places
                if entry in entries
            ),
            tuple(
                PodiumStep(
                    place, last, ClubName(name), Scored(Fraction(made), Fraction(counted), *games)
                )
                for place, last, name, made, counted, *games in each.clubs
            ),
        )
        for pk, each in kept.items()
    }


def _podium_at(event: Event) -> EventPodium:
    places = [[each.place, each.last, each.entry.pk] for each in podium_of(event)]
    return EventPodium(
        event=event, revision=event.revision, places=places, clubs=_clubs_first_in(event)
    )


def _clubs_first_in(event: Event) -> list[list[Any]]:
    """The first three clubs by the last stage, to be stored with exact points. A league's nights
    are won by players.
    """
    last = event.stages.order_by("number").last() if event.night_id is None else None
    table = club_standings(last) if last else None
    return [
        [
            each.place,
            each.last,
            str(each.entry),
            str(won.made),
            str(won.counted),
            won.games,
            won.due,
        ]
        for each in (podium_of_clubs(table) if table else ())
        if (won := each.points)
    ]
