"""The nights of a season, who is enrolled for which of them, and points given by hand.

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
    """Whether a night can still pay, has paid, or never will."""

    TO_COME = "to come"
    OVER = "over"
    CANCELLED = "cancelled"


@dataclass(frozen=True)
class SeasonNight(Generic[P]):
    """One column of the table: a night, with an event or several.

    * The score of a night that ``always_counts`` takes no other score's place.
    * ``excused`` are members who said in time that they could not come, ``hosts`` those who
      ran it.
    * ``most`` is the most that a night to come can pay one player. Without it the scheme's
      table says so; a night with a table of its own, or with several events that one
      player may enter, needs it. ``most_of`` says it of single players on a night that is
      on: what they have, and what they have left to play for.
    """

    name: str
    events: tuple[SeasonEvent[P], ...] = ()
    state: NightState = NightState.OVER
    always_counts: bool = False
    excused: frozenset[P] = frozenset()
    hosts: frozenset[P] = frozenset()
    most: Number | None = None
    most_of: Mapping[P, Number] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Enrolled(Generic[P]):
    """A member of the league, from one night to another; everybody else is a guest.

    Who leaves and comes back is enrolled twice, and plays in the division of the later one.
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
    """Points given or taken by hand, and why."""

    player: P
    points: Number
    reason: str


def nights_of(nights: Iterable[SeasonNight[P] | SeasonEvent[P]]) -> tuple[SeasonNight[P], ...]:
    """The season as nights; an event that stands alone is a night of its own."""
    return tuple(
        night if isinstance(night, SeasonNight) else SeasonNight(night.name, (night,))
        for night in nights
    )


def as_of(nights: Sequence[SeasonNight[P]], number: int) -> list[SeasonNight[P]]:
    """The season as it was after this night: whatever comes later was to come."""
    later = (replace(night, state=NightState.TO_COME) for night in nights[number:])
    return [*nights[:number], *later]


def how_many_count(nights: Sequence[SeasonNight[P]]) -> tuple[int, int]:
    """Of the nights that share a limit: how many are planned, and how many were cancelled."""
    limited = [night.state for night in nights if not night.always_counts]
    cancelled = limited.count(NightState.CANCELLED)
    return len(limited) - cancelled, cancelled
