"""A number in a table, as scored and as compared when numbers of games are unequal."""

from dataclasses import dataclass
from typing import Any

from scoring.results import Number
from scoring.standings import Row


@dataclass(frozen=True, slots=True)
class Scored:
    """A number made in ``games`` games, and what it counts as over the ``due`` games."""

    made: Number | None
    counted: Number | None
    games: int = 0
    due: int = 0

    @property
    def is_adjusted(self) -> bool:
        return self.made is not None and self.made != self.counted


def points_of(row: Row[Any]) -> Scored:
    return Scored(row.made.points, row.points, row.games, row.due)


def twenties_of(row: Row[Any]) -> Scored:
    return Scored(row.made.twenties, row.twenties, row.made.shot_in, row.due)
