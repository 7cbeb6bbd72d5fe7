"""Matches at times the players choose: a number in every period, against any opponent.

>>> rules = OwnTimeRules(games=2, weeks=2)
>>> season = OwnTime(rules, date(2026, 10, 5), (MetOn("Ann", "Ben", date(2026, 10, 6)),))
>>> season.owes("Ann", date(2026, 10, 14)), season.owes("Cy", date(2026, 10, 14))
(1, 2)
>>> season.opponents("Ann", ("Ann", "Ben", "Cy"))
('Cy', 'Ben')
"""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from itertools import combinations
from typing import Generic

from leagues.pairing.matching import pair_some
from leagues.pairing.seeds import roll_dice
from leagues.pairing.values import E
from leagues.stages.pairing_way import check_between
from scoring.text import Text


@dataclass(frozen=True)
class OwnTimeRules:
    """Matches per period, weeks of a period, and how often two may meet in a season."""

    games: int = 2
    weeks: int = 2
    times: int = 2

    def __post_init__(self) -> None:
        check_between(1, 14, self.games, Text("matches per period"))
        check_between(1, 8, self.weeks, Text("weeks per period"))
        check_between(1, 20, self.times, Text("how often the same two meet"))


@dataclass(frozen=True)
class MetOn(Generic[E]):
    """A meeting of two entries, and its day."""

    entry: E
    other: E
    on: date

    @property
    def both(self) -> frozenset[E]:
        return frozenset((self.entry, self.other))


@dataclass(frozen=True)
class OwnTime(Generic[E]):
    """A season from its ``first`` day, and the meetings so far.

    Matches not played in a period are not carried over to the next.
    """

    rules: OwnTimeRules
    first: date
    met: tuple[MetOn[E], ...] = ()

    def period(self, day: date) -> tuple[date, date]:
        """Return the first and last day of the period of a day; days before the season are in
        the first.
        """
        length = timedelta(weeks=self.rules.weeks)
        begins = self.first + max(0, (day - self.first) // length) * length
        return begins, begins + length - timedelta(1)

    def played(self, entry: E, day: date) -> int:
        """Return how many matches an entry has played in the period that contains ``day``."""
        here = self.period(day)
        return sum(entry in m.both and self.period(m.on) == here for m in self.met)

    def owes(self, entry: E, day: date) -> int:
        return max(0, self.rules.games - self.played(entry, day))

    def times(self, entry: E, other: E) -> int:
        """Return how often two entries have met this season."""
        return sum(meeting.both == {entry, other} for meeting in self.met)

    def opponents(self, entry: E, division: Collection[E]) -> tuple[E, ...]:
        """Suggest opponents: those met least first, and of these those met longest ago."""

        def last_met(other: E) -> date:
            days = [m.on for m in self.met if m.both == {entry, other}]
            return max(days, default=date.min)

        return tuple(
            sorted(
                (other for other in division if self._may_meet(entry, other)),
                key=lambda other: (self.times(entry, other), last_met(other), other),
            )
        )

    def games_tonight(
        self, here: Collection[E], divisions: Sequence[Collection[E]], day: date
    ) -> tuple[tuple[E, E], ...]:
        """Return pairs that can play now.

        They are as many as possible of the entries that still owe a match, with the fewest repeated
        meetings among such solutions.
        """
        owing = sorted(entry for entry in here if self.owes(entry, day))
        edges = [
            (a, b, (0, self.times(one, other)))
            for (a, one), (b, other) in combinations(enumerate(owing), 2)
            if self._may_meet(one, other) and _share_division(one, other, divisions)
        ]
        alone = [(1, 0)] * len(owing)  # a higher cost than any number of meetings
        pairs = pair_some(len(owing), edges, alone, roll_dice("tonight"))
        return tuple((owing[a], owing[b]) for a, b in pairs)

    def _may_meet(self, entry: E, other: E) -> bool:
        return entry != other and self.times(entry, other) < self.rules.times

    def unplayed(self, entries: Collection[E], day: date) -> Iterator[tuple[E, int]]:
        """Return how many matches each entry owes in the period of a day, the most first."""
        owed = [(entry, self.owes(entry, day)) for entry in sorted(entries)]
        yield from sorted((each for each in owed if each[1]), key=lambda each: -each[1])


def _share_division(one: E, other: E, divisions: Sequence[Collection[E]]) -> bool:
    return any(one in division and other in division for division in divisions)
