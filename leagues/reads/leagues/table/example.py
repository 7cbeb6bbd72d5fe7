"""An example with three invented nights, to explain a points scheme before the first night."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from math import ceil

from scoring.results import Number
from scoring.season import (
    BestScores,
    Finish,
    Scheme,
    SeasonEvent,
    SeasonNight,
    SeasonRow,
    season_table,
)

GUEST = "Gus"
NIGHTS = 3
# The players in finishing order with the points they earned. Cat and Ben miss one night each.
INVENTED = (
    (("Ann", 8), ("Ben", 7), ("Cat", 5), ("Dan", 4)),
    ((GUEST, 9), ("Ben", 7), ("Ann", 5), ("Dan", 3)),
    (("Cat", 9), ("Ann", 6), ("Dan", 5)),
)


@dataclass(frozen=True)
class ExampleScore:
    """The points of one night; ``total`` is None if the player was absent."""

    total: Number | None
    counts: bool = True


@dataclass(frozen=True)
class ExampleRow:
    row: SeasonRow[str]
    nights: tuple[ExampleScore, ...]


@dataclass(frozen=True)
class WorkedExample:
    """The table of an invented season of three nights."""

    rows: tuple[ExampleRow, ...]
    many: int
    of_season: int
    """The number of nights that count in the real season."""

    @property
    def numbers(self) -> range:
        return range(1, NIGHTS + 1)


def worked_example(scheme: Scheme, planned: int) -> WorkedExample:
    """Apply a scheme to three invented nights. Its numbers of nights are scaled down to three."""
    small = _for_three(scheme, max(NIGHTS, planned))
    rows = season_table(small, list(_example_nights()))
    return WorkedExample(
        tuple(ExampleRow(row, tuple(_example_scores(row))) for row in rows),
        small.counting.how_many(NIGHTS),
        scheme.counting.how_many(max(1, planned)),
    )


def _for_three(scheme: Scheme, planned: int) -> Scheme:
    def of_three(many: int) -> int:
        return ceil(Fraction(many * NIGHTS, planned))

    small = replace(scheme, minimum_nights=min(NIGHTS, of_three(scheme.minimum_nights)))
    if isinstance(scheme.counting, BestScores):
        small = replace(small, counting=_best_of_three(scheme.counting.number, planned))
    return small


def _best_of_three(many: int, planned: int) -> BestScores:
    """Scale "best of" down to three nights. One is dropped if the scheme drops any."""
    if many >= planned:
        return BestScores(NIGHTS)
    nearest = round(Fraction(many * NIGHTS, planned))
    return BestScores(min(NIGHTS - 1, max(1, nearest)))


def _example_nights() -> Iterator[SeasonNight[str]]:
    for number, order in enumerate(INVENTED, 1):
        finishes = tuple(
            Finish((name,), place, pool="1", points=points, twenties=points, games=4)
            for place, (name, points) in enumerate(order, 1)
        )
        event = SeasonEvent(str(number), finishes, guests=frozenset({GUEST}))
        yield SeasonNight(str(number), (event,))


def _example_scores(row: SeasonRow[str]) -> Iterator[ExampleScore]:
    by_night = {score.night: score for score in row.scores}
    for number in range(1, NIGHTS + 1):
        score = by_night.get(number)
        yield ExampleScore(score.total, score.counts) if score else ExampleScore(None)
