"""Why another round is owed, and what decided: terms that games and matches share."""

from dataclasses import dataclass
from enum import StrEnum

from scoring.sides import BySeat, Seat

Points = BySeat[int]


class Owed(StrEnum):
    """Why one more round is played."""

    NORMAL = "normal"
    DECIDING = "deciding"
    EXTRA = "extra"
    SHOOT_OUT = "shoot-out"
    SUDDEN_DEATH = "sudden-death"


class Decided(StrEnum):
    """What decided a game or a match."""

    POINTS = "points"
    TARGET = "target"
    LEAD = "lead"
    GAMES = "games"
    DECIDING_ROUND = "deciding-round"
    EXTRA_ROUNDS = "extra-rounds"
    SHOOT_OUT = "shoot-out"
    SUDDEN_DEATH = "sudden-death"
    LEVEL = "level"


@dataclass(frozen=True)
class Outcome:
    """The winner, None for a tie, and what decided it."""

    winner: Seat | None
    decided_by: Decided
