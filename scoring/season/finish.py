"""What an event leaves behind for the season: who finished where, and who met whom."""

from collections.abc import Hashable
from dataclasses import dataclass
from typing import Generic, TypeVar

from scoring.results import NO_GAME, Number, SatOut

P = TypeVar("P", bound=Hashable)


@dataclass(frozen=True, slots=True)
class Finish(Generic[P]):
    """One line of an event's final order: who, where, and in which group or afternoon pool.

    Who took part but was given no place is there for the attendance only; who played no
    games was not there. ``points`` are those earned in all games of the event, ``twenties``
    None where nobody wrote them down, and ``rounds`` how many these were shot in. What was
    ``sat_out`` is in ``points`` and ``games``, as the average that it counts as.
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
