"""The probability of each place in a table, by simulating the remaining matches many times.

In each run every entry is as strong as its rating allows, the same through all its matches.
A match is rounds of 2/1/0, as in ``scoring.ratings``. Rounds that are not drawn yet pair
neighbours in the table who have not met. Only points count: tied entries share their places,
because tie-breaks are not simulated.

>>> from scoring.ratings import Rating
>>> ann, ben = Rating(30, 3), Rating(22, 3)
>>> field = [Contender("Ann", 10, ann), Contender("Ben", 12, ben), Contender("Cy", 2, ben)]
>>> to_come = StillToPlay((("Ann", "Ben"),))
>>> found = place_chances(field, to_come, match_rounds=4, dice=Random(1), runs=400)
>>> [(entry, round(float(each.first), 1)) for entry, each in found.items()]
[('Ann', 0.7), ('Ben', 0.3), ('Cy', 0.0)]
"""

from bisect import bisect
from collections import Counter
from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import accumulate
from math import exp, lcm, sqrt
from random import Random
from typing import Generic

from leagues.pairing.values import E, Pairs
from scoring.ratings import CLUB_SCALE, Rating, chances_of_leads
from scoring.results import Number

LEVELS = 200  # shares of the points are looked up in steps of 0.005
SCALE = sqrt(2) * CLUB_SCALE.beta  # luck of both sides of a match


@dataclass(frozen=True, slots=True)
class Contender(Generic[E]):
    """An entry with its points and its strength."""

    entry: E
    points: Number
    rating: Rating


@dataclass(frozen=True, slots=True)
class StillToPlay(Generic[E]):
    """The drawn matches, and the number of rounds that will be drawn from the table."""

    drawn: Sequence[tuple[E, E]] = ()
    rounds: int = 0
    met: Pairs[E] = frozenset()
    rested: AbstractSet[E] = frozenset()
    bye_points: int = 0
    gone: AbstractSet[E] = frozenset()
    """Entries that no later round pairs."""


@dataclass(frozen=True, slots=True)
class PlaceChances:
    """The share of the runs in which an entry finished in each place, first place first."""

    places: tuple[Fraction, ...]

    @property
    def first(self) -> Fraction:
        return self.places[0]

    def within(self, cut: int) -> Fraction:
        """Return the probability of one of the first ``cut`` places."""
        return sum(self.places[:cut], Fraction())


def place_chances(
    field: Sequence[Contender[E]],
    to_play: StillToPlay[E],
    match_rounds: int,
    dice: Random,
    runs: int,
) -> dict[E, PlaceChances]:
    """Simulate a number of runs and return the probability of each place for each entry."""
    if runs < 1:
        raise ValueError("chances are counted over one run or more")
    stage = _Stage(field, to_play, match_rounds, dice)
    shared: list[Counter[tuple[int, int]]] = [Counter() for _ in field]
    for _ in range(runs):
        for start, level in _tied_groups(stage.played_out()):
            span = (start, start + len(level))
            for at in level:
                shared[at][span] += 1
    return {
        contender.entry: PlaceChances(_by_place(shared[at], len(field), runs))
        for at, contender in enumerate(field)
    }


class _Stage(Generic[E]):
    """A stage with entries as numbers and points as integers, so that runs are quick."""

    def __init__(
        self,
        field: Sequence[Contender[E]],
        to_play: StillToPlay[E],
        match_rounds: int,
        dice: Random,
    ) -> None:
        at = {contender.entry: number for number, contender in enumerate(field)}
        strangers = [e for pair in to_play.drawn for e in pair if e not in at]
        if strangers:
            raise ValueError(f"{strangers[0]} has a match left and is not in the field")
        self.dice = dice
        self.unit = lcm(*(contender.points.denominator for contender in field))
        self.points = [int(contender.points * self.unit) for contender in field]
        self.ratings = [(c.rating.mu, c.rating.sigma) for c in field]
        self.drawn = [(at[a], at[b]) for a, b in to_play.drawn]
        self.rounds = to_play.rounds
        self.worth = 2 * match_rounds * self.unit
        self.made = points_made(match_rounds)
        self.bye_points = to_play.bye_points * self.unit
        self.rested = {at[entry] for entry in to_play.rested if entry in at}
        self.staying = [n for e, n in at.items() if e not in to_play.gone]
        known = [sorted(at[e] for e in pair if e in at) for pair in to_play.met]
        self.met = {(two[0], two[1]) for two in known if len(two) == 2}
        self.met.update((min(pair), max(pair)) for pair in self.drawn)

    def played_out(self) -> list[int]:
        """Return the points of all entries at the end of one run."""
        points = self.points.copy()
        gauss = self.dice.gauss
        strength = [gauss(mu, sigma) for mu, sigma in self.ratings]
        self._play(self.drawn, points, strength)
        if self.rounds:
            met, rested, staying = self.met.copy(), self.rested.copy(), self.staying
            self.dice.shuffle(staying)
            for _ in range(self.rounds):
                table = sorted(staying, key=points.__getitem__, reverse=True)
                pairs = self._next_round(table, points, met, rested)
                self._play(pairs, points, strength)
        return points

    def _play(
        self, pairs: Sequence[tuple[int, int]], points: list[int], strength: Sequence[float]
    ) -> None:
        random, made, unit, worth = self.dice.random, self.made, self.unit, self.worth
        for a, b in pairs:
            share = 1 / (1 + exp((strength[b] - strength[a]) / SCALE))
            mine = bisect(made[round(LEVELS * share)], random()) * unit
            points[a] += mine
            points[b] += worth - mine

    def _next_round(
        self, table: list[int], points: list[int], met: set[tuple[int, int]], rested: set[int]
    ) -> list[tuple[int, int]]:
        """Pair neighbours in the table, tied entries in random order; the last pairs can be rematches."""
        if len(table) % 2:
            out = next((at for at in reversed(table) if at not in rested), table[-1])
            table.remove(out)
            rested.add(out)
            points[out] += self.bye_points
        pairs = []
        while table:
            one = table.pop(0)
            for where, other in enumerate(table):  # noqa: B007
                pair = (one, other) if one < other else (other, one)
                if pair not in met:
                    break
            else:
                where, other = 0, table[0]
                pair = (one, other) if one < other else (other, one)
            del table[where]
            met.add(pair)
            pairs.append(pair)
        return pairs


@lru_cache(maxsize=16)
def points_made(rounds: int) -> tuple[tuple[float, ...], ...]:
    """Return for each expected share the cumulative probability of 0, 1, 2 … points in ``rounds``.

    The last number is left out: it is 1, and adding up may end just below it.
    """
    return tuple(
        tuple(
            accumulate(
                chance
                for lead, chance in sorted(chances_of_leads(level / LEVELS, rounds).items())
                if lead < rounds
            )
        )
        for level in range(LEVELS + 1)
    )


def _tied_groups(points: Sequence[int]) -> list[tuple[int, list[int]]]:
    """Yield each group of tied entries, with the number of entries ahead of it."""
    order = sorted(range(len(points)), key=points.__getitem__, reverse=True)
    found: list[tuple[int, list[int]]] = []
    last = None
    for place, at in enumerate(order):
        if points[at] == last:
            found[-1][1].append(at)
        else:
            found.append((place, [at]))
            last = points[at]
    return found


def _by_place(shared: Counter[tuple[int, int]], places: int, runs: int) -> tuple[Fraction, ...]:
    unit = lcm(*{end - start for start, end in shared})
    found = [0] * places
    for (start, end), times in shared.items():
        part = times * (unit // (end - start))
        for place in range(start, end):
            found[place] += part
    return tuple(Fraction(parts, unit * runs) for parts in found)
