"""The podiums of many finished events, for pages that list a year of them.

They are cached with the event's revision: two queries if nothing changed. If an event has changed
since, its podiums are computed again. If storing them fails, pages show the same.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from leagues.models import Entry, Event, EventPodium, Surface
from leagues.reads.advance.finals import STEPS, FinalPlace, podium_of
from leagues.reads.stored_rows import store_rows
from leagues.reads.tables.clubs import ClubTable, club_standings
from leagues.reads.tables.scored import Scored


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


@dataclass(frozen=True)
class Podiums:
    """The first three players of an event, and the first three clubs if clubs win it."""

    players: tuple[FinalPlace, ...]
    clubs: tuple[ClubPlace, ...] = ()

    @property
    def each(self) -> list[Sequence[FinalPlace | ClubPlace]]:
        """The podium of the clubs, if there is one, before that of the players."""
        return [podium for podium in (self.clubs, self.players) if podium]


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
                ClubPlace(place, last, name, Scored(Fraction(made), Fraction(counted), *games))
                for place, last, name, made, counted, *games in each.clubs
            ),
        )
        for pk, each in kept.items()
    }


def _podium_at(event: Event) -> EventPodium:
    places = [[each.place, each.last, each.entry.pk] for each in podium_of(event)]
    clubs = [
        [
            each.place,
            each.last,
            each.name,
            str(each.points.made),
            str(each.points.counted),
            each.points.games,
            each.points.due,
        ]
        for each in _clubs_first_in(event)
    ]
    return EventPodium(event=event, revision=event.revision, places=places, clubs=clubs)


def _clubs_first_in(event: Event) -> tuple[ClubPlace, ...]:
    """The first three clubs by the last stage. A league's nights are won by players."""
    last = event.stages.order_by("number").last() if event.night_id is None else None
    table = club_standings(last) if last else None
    return podium_of_clubs(table) if table else ()
