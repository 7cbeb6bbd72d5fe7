"""The season's table: who has how many tour points, and which scores they come from.

>>> from scoring.season.event import Finish
>>> from scoring.season.scheme import TOUR
>>> events = [
...     SeasonEvent(name, tuple(Finish((player,), n) for n, player in enumerate(order, 1)))
...     for name, order in (("May", ["Ann", "Ben"]), ("June", ["Ben", "Cy", "Ann"]))
... ]
>>> for row in season_table(TOUR, events):
...     print(row.place, row.player, row.tour_points, [str(s.total) for s in row.counted])
1 Ben 97 ['47', '50']
2 Ann 95 ['50', '45']
3 Cy 47 ['47']
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from math import inf
from operator import attrgetter
from typing import Any, Generic

from scoring.results import Number
from scoring.season.counting import counting
from scoring.season.event import P, Score, SeasonEvent, paid
from scoring.season.scheme import Scheme, SeasonTie


@dataclass(frozen=True, slots=True)
class SeasonRow(Generic[P]):
    """One player's season: every score in the order of the events, and what counts.

    ``decided_by`` is what set this row apart from others with the same tour points.
    """

    place: int
    player: P
    tour_points: Number
    scores: tuple[Score, ...]
    attendance: int = 0
    shared: bool = False
    decided_by: SeasonTie | None = None

    @property
    def counted(self) -> tuple[Score, ...]:
        return tuple(score for score in self.scores if score.counts)

    @property
    def dropped(self) -> tuple[Score, ...]:
        return tuple(score for score in self.scores if not score.counts)

    @property
    def lowest_counted(self) -> Number:
        """The score that a better one would push out, or add to."""
        return min((score.total for score in self.counted), default=0)


def season_table(
    scheme: Scheme,
    events: Sequence[SeasonEvent[P]],
    ratings: Mapping[P, float] | None = None,
) -> tuple[SeasonRow[P], ...]:
    """The table after these events, first place first.

    ``ratings`` are the final ones, for a scheme that asks them when players are level.
    """
    by_player: defaultdict[P, list[Score]] = defaultdict(list)
    for event in events:
        for player, score in paid(event, scheme).items():
            by_player[player].append(score)
    many = scheme.counting.how_many(len(events))
    rows = [_row(player, scores, many, scheme) for player, scores in by_player.items()]
    return tuple(_placed(rows, scheme.ties, ratings or {}))


def total(scores: Iterable[Number], many: int) -> Number:
    """What the best so many of these scores add up to."""
    return sum(sorted(scores, reverse=True)[:many])


def _row(player: P, scores: list[Score], many: int, scheme: Scheme) -> SeasonRow[P]:
    counts = counting([score.total for score in scores], many)
    marked = tuple(
        replace(score, counts=does) for score, does in zip(scores, counts, strict=True)
    )
    attendance = scheme.attendance * len(scores)
    counted = sum(score.total for score in marked if score.counts)
    return SeasonRow(0, player, counted + attendance, marked, attendance)


Key = tuple[Any, ...]


def _placed(
    rows: list[SeasonRow[P]], ties: tuple[SeasonTie, ...], ratings: Mapping[P, float]
) -> Iterable[SeasonRow[P]]:
    """Rows with their places. Who shares one stands in the order of the names."""

    def key(row: SeasonRow[P]) -> Key:
        return tuple(_VALUES[tie](row, ratings) for tie in ties)

    place = 1
    by_points = attrgetter("tour_points")
    in_order = sorted(rows, key=lambda row: str(row.player))
    in_order.sort(key=lambda row: (by_points(row), key(row)), reverse=True)
    for _, level in groupby(in_order, key=by_points):
        on_points = [(key(row), row) for row in level]
        keys = [k for k, _ in on_points]
        for k, row in on_points:
            yield replace(
                row,
                place=place + sum(other > k for other in keys),
                shared=keys.count(k) > 1,
                decided_by=_decided_by(k, keys, ties),
            )
        place += len(on_points)


def _decided_by(
    key: Key, keys: list[Key], ties: tuple[SeasonTie, ...]
) -> SeasonTie | None:
    """The last step that any of those level on points needed to be told from this one."""
    needed = [
        next(
            n
            for n, (mine, theirs) in enumerate(zip(key, other, strict=True))
            if mine != theirs
        )
        for other in keys
        if other != key
    ]
    return ties[max(needed)] if needed else None


def _medals(row: SeasonRow[P], _ratings: Mapping[P, float]) -> tuple[int, ...]:
    return tuple(sum(s.place == place for s in row.scores) for place in (1, 2, 3))


def _countback(row: SeasonRow[P], _ratings: Mapping[P, float]) -> tuple[Number, ...]:
    return tuple(sorted((score.total for score in row.counted), reverse=True))


_VALUES: Mapping[SeasonTie, Callable[[SeasonRow[Any], Mapping[Any, float]], Any]] = {
    SeasonTie.WINS: lambda row, _ratings: _medals(row, _ratings)[0],
    SeasonTie.MEDALS: _medals,
    SeasonTie.COUNTBACK: _countback,
    SeasonTie.RATING: lambda row, ratings: ratings.get(row.player, -inf),
}
