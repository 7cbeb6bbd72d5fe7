"""Bonus points for series of games, with the details of each series."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from leagues.reads.tables.scored import Scored
from scoring.results import Number, Result
from scoring.tiebreaks import SERIES_OF, Chain
from scoring.tiebreaks.series import SeriesStand, series_of

GAMES_OF: Mapping[Any, int] = {chain[0]: games for games, chain in SERIES_OF.items()}


@dataclass(frozen=True)
class SeriesLine:
    """A series from one side's point of view."""

    against: str
    scores: tuple[tuple[Number, Number], ...]
    """The points of each game, this side's first."""
    margin: Number
    bonus: Number | None
    """None while games are missing."""
    games: int
    """The number of games in a complete series."""


@dataclass(frozen=True)
class SeriesSum:
    """All series of one entry."""

    lines: tuple[SeriesLine, ...]

    @property
    def bonus(self) -> Scored:
        paid = sum(line.bonus or 0 for line in self.lines)
        return Scored(paid, paid)


def games_a_series(chain: Chain) -> int:
    """The number of games in a series for which this chain pays a bonus; 0 if it pays none."""
    return GAMES_OF.get(chain[0], 0) if chain else 0


def series_sum(results: Sequence[Result[int]], games: int, name: Callable[[int], str]) -> SeriesSum:
    return SeriesSum(tuple(_series_line(each, games, name) for each in series_of(results, games)))


def _series_line(stand: SeriesStand, games: int, name: Callable[[int], str]) -> SeriesLine:
    return SeriesLine(
        ", ".join(map(name, stand.opponents)),
        tuple((game.points or 0, game.against) for game in stand.games),
        stand.margin,
        stand.bonus,
        games,
    )
