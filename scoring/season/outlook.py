"""The points and places that players can still reach before the last events of a season.

>>> from scoring.season.scheme import TOUR
>>> from scoring.season.event import Finish
>>> order = ["Ann", "Ben", "Cy"]
>>> may = SeasonEvent("May", tuple(Finish((p,), n) for n, p in enumerate(order, 1)))
>>> for line in season_outlook(TOUR, [may], [Coming("June", Field(3))]):
...     print(line.row.player, line.row.tour_points, line.maximum, line.best_place)
Ann 50 100 1
Ben 47 97 1
Cy 45 95 1
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Generic

from scoring.results import Number
from scoring.season.event import SeasonEvent
from scoring.season.finish import P
from scoring.season.row import SeasonRow
from scoring.season.scheme import Scheme
from scoring.season.standings import season_table
from scoring.season.tables import Field, PlaceTable


@dataclass(frozen=True, slots=True)
class Coming:
    """An event still to be played, and its expected field."""

    name: str
    field: Field
    table: PlaceTable | None = None

    def pays(self, place: int, scheme: Scheme) -> Number:
        return (self.table or scheme.table).points(place, self.field)


@dataclass(frozen=True, slots=True)
class SeasonOutlook(Generic[P]):
    """A row of the table, the most points that player can still reach, and the place that gives.

    The best place is exact: the player wins every coming event and no one ahead plays again.
    Players tied on tour points are taken to share it.
    """

    row: SeasonRow[P]
    maximum: Number
    best_place: int


@dataclass(frozen=True, slots=True)
class Prospect:
    """What one place in the next event would bring: the new total, the gain, the place."""

    place: int
    pays: Number
    tour_points: Number
    gain: Number
    season_place: int


def season_outlook(
    scheme: Scheme,
    events: Sequence[SeasonEvent[P]],
    coming: Sequence[Coming],
    ratings: Mapping[P, float] | None = None,
) -> tuple[SeasonOutlook[P], ...]:
    """Return the scenario table before these last events, in the order of the table."""
    rows = season_table(scheme, events, ratings)
    wins = [event.pays(1, scheme) for event in coming]
    many = scheme.counting.how_many(len(events) + len(coming))
    resting = [_total_with(row, (), many, scheme) for row in rows]
    return tuple(
        SeasonOutlook(row, maximum, 1 + sum(other > maximum for other in resting))
        for row in rows
        for maximum in [_total_with(row, wins, many, scheme)]
    )


def prospects_of(
    scheme: Scheme, events: Sequence[SeasonEvent[P]], coming: Coming, player: P
) -> tuple[Prospect, ...]:
    """Return what the next event does for a player, for each place, if no one else gains points.

    A player who has not played this season starts from 0.
    """
    rows = {row.player: row for row in season_table(scheme, events)}
    mine = rows.pop(player, SeasonRow(0, player, 0, ()))
    many = scheme.counting.how_many(len(events) + 1)
    others = [_total_with(row, (), many, scheme) for row in rows.values()]
    before = _total_with(mine, (), many, scheme)

    def prospect(place: int) -> Prospect:
        pays = coming.pays(place, scheme)
        points = _total_with(mine, [pays], many, scheme)
        ahead = sum(other > points for other in others)
        return Prospect(place, pays, points, points - before, 1 + ahead)

    return tuple(prospect(place) for place in range(1, coming.field.entries + 1))


def _total_with(row: SeasonRow[P], more: Sequence[Number], many: int, scheme: Scheme) -> Number:
    """Return the tour points of this row with ``more`` scores, when the best ``many`` count."""
    so_far = row.parts
    scores = (*so_far.scores, *more)
    nights = so_far.nights + len(more)
    return replace(so_far, scores=scores, nights=nights).total(scheme, many)
