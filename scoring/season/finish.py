"""The results of an event that the season needs: final places, and who played against each
other.
"""

from collections.abc import Hashable
from dataclasses import dataclass
from typing import Generic, TypeVar

from scoring.results import NO_GAME, Number, SatOut

P = TypeVar("P", bound=Hashable)


@dataclass(frozen=True, slots=True)
class Finish(Generic[P]):
    """One line of an event's final order: players, place, and group or afternoon pool.

    A line without a place counts for attendance only; one with no games was not there.
    ``points`` are those made in all games of the event. ``twenties`` are None if they were not
    written down, and ``rounds`` is how many rounds they were shot in. ``sat_out`` is included
    in ``points`` and ``games``, as the average that it counts as.
    """

    players: tuple[P, ...]
    place: int | None = None
    pool: str | None = None
    points: Number | None = None
    twenties: int | None = None
    games: int | None = None
    rounds: int | None = None
    sat_out: SatOut = NO_GAME

    def __post_init__(self) -> None:
        if self.place is not None and self.place < 1:
            raise ValueError(f"places begin at 1, not {self.place}")
        if self.points is not None and self.points < 0:
            raise ValueError(f"nobody earns {self.points} points")


@dataclass(frozen=True, slots=True)
class Meeting(Generic[P]):
    """A match between two players of the season; without a winner it was a tie."""

    one: P
    other: P
    winner: P | None = None
