"""The nights of a season, the enrolments of members, and points adjusted by hand.

>>> away = Enrolled("Ann", first=2, last=4)
>>> [away.on(number) for number in range(1, 6)]
[False, True, True, True, False]
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import Generic

from scoring.results import Number
from scoring.season.event import SeasonEvent
from scoring.season.finish import P


class NightState(Enum):
    """Whether a night can still pay, has paid, or is cancelled."""

    TO_COME = "to come"
    OVER = "over"
    CANCELLED = "cancelled"


@dataclass(frozen=True)
class SeasonNight(Generic[P]):
    """One column of the table: a night, with one event or several.

    * The score of a night that ``always_counts`` is counted in addition to the best scores.
    * ``excused`` are members who cancelled in time, ``hosts`` members who ran the night.
    * ``seated`` are players of a night that is under way, with or without a result so far.
    * ``most`` is the most that a coming night can pay one player. None leaves it to the
      scheme's table; a night with another table, or with several events that one player
      may enter, needs it. ``most_of`` is the same for single players on a night that is under
      way: the points they have, and those they still play for.
    """

    name: str
    events: tuple[SeasonEvent[P], ...] = ()
    state: NightState = NightState.OVER
    always_counts: bool = False
    excused: frozenset[P] = frozenset()
    hosts: frozenset[P] = frozenset()
    seated: frozenset[P] = frozenset()
    most: Number | None = None
    most_of: Mapping[P, Number] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Enrolled(Generic[P]):
    """A member of the league, from one night to another; all other players are guests.

    A player who leaves and comes back is enrolled twice, and plays in the later division.
    """

    player: P
    division: str | None = None
    first: int = 1
    last: int | None = None

    def __post_init__(self) -> None:
        if self.first < 1 or (self.last is not None and self.last < self.first):
            raise ValueError(f"nobody is enrolled from {self.first} to {self.last}")

    def on(self, night: int) -> bool:
        return self.first <= night and (self.last is None or night <= self.last)


@dataclass(frozen=True, slots=True)
class PointsAdjusted(Generic[P]):
    """Points given or taken by hand, with the reason."""

    player: P
    points: Number
    reason: str


def nights_of(nights: Iterable[SeasonNight[P] | SeasonEvent[P]]) -> tuple[SeasonNight[P], ...]:
    """Return the season as nights; an event that is given alone becomes a night."""
    return tuple(
        night if isinstance(night, SeasonNight) else SeasonNight(night.name, (night,))
        for night in nights
    )


def as_of(nights: Sequence[SeasonNight[P]], number: int) -> list[SeasonNight[P]]:
    """Return the season as it was after this night: later nights are still to come."""
    later = (replace(night, state=NightState.TO_COME) for night in nights[number:])
    return [*nights[:number], *later]


def how_many_count(nights: Sequence[SeasonNight[P]]) -> tuple[int, int]:
    """Of the nights that share a limit, return how many are planned and how many were cancelled."""
    limited = [night.state for night in nights if not night.always_counts]
    cancelled = limited.count(NightState.CANCELLED)
    return len(limited) - cancelled, cancelled
