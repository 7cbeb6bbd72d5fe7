"""Finished matches from the view of one entry, and byes, walkovers and withdrawals.

A played match becomes one result for each entry that played it:

>>> from scoring.sides import BySeat
>>> ann, ben = match_results(BySeat("Ann", "Ben"), points=BySeat(5, 3), twenties=BySeat(6, 4))
>>> ann.points, ann.against, ann.twenties, ann.went
(5, 3, 6, <WonOrLost.WON: 'won'>)
>>> ben.opponents
('Ann',)

Partners who are redrawn every pairing round share a side and both get its points:

>>> sides = BySeat(("Ann", "Ben"), ("Cy", "Di"))
>>> [(r.entry, r.partners, r.points) for r in played_together(sides, BySeat(2, 6))][0]
('Ann', ('Ben',), 2)
"""

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from fractions import Fraction
from itertools import chain
from typing import Generic, TypeVar

from scoring.sides import BySeat, Seat

E = TypeVar("E", bound=Hashable)

Number = int | Fraction


class Ending(Enum):
    """How a match ended. Each of the seven endings affects the table in another way.

    ============ ===== ================= ========= ==== ===================
    ending       game  points            met       20s  forfeits
    ============ ===== ================= ========= ==== ===================
    played       yes   as played         yes       yes  no
    bye          if it as the event says no one    no   no
                 pays  or averaged
    walkover     yes   as the event says yes       no   no
    forfeit      yes   as the event says yes       no   counts as one
    withdrawn    no    none              no        no   no
    annulled     no    none, whatever    no        no   no
                       was played
    not recorded no    none are known    no        no   no
    ============ ===== ================= ========= ==== ===================
    """

    PLAYED = "played"
    BYE = "bye"
    WALKOVER = "walkover"  # won because the other side did not play
    FORFEIT = "forfeit"  # lost without playing
    WITHDRAWN = "withdrawn"  # never played, because a side had left the event
    ANNULLED = "annulled"  # struck out: it doesn't count
    NOT_RECORDED = "not_recorded"  # played, but the result is unknown

    def __str__(self) -> str:
        return self.value.replace("_", " ")


# A tuple: a set would call the hash of each member, which ``Enum`` has in Python.
COUNTING = Ending.PLAYED, Ending.BYE, Ending.WALKOVER, Ending.FORFEIT


class WonOrLost(Enum):
    """How a match ended for one entry."""

    WON = "won"
    TIED = "tied"
    LOST = "lost"


# Names of the module, because looking up the member of an Enum takes four times as long.
PLAYED = Ending.PLAYED
WON, TIED, LOST = WonOrLost


@dataclass(frozen=True, slots=True)
class Result(Generic[E]):
    """One finished match, from the view of one entry.

    ``points`` is None when the match counts for nothing: a bye that pays nothing, or a match that
    was withdrawn, annulled or not recorded. ``twenties`` is None when they were not recorded.
    ``went`` is None for a match without a win, tie or loss.
    """

    entry: E
    opponents: tuple[E, ...] = ()
    points: Number | None = None
    against: Number = 0
    twenties: int | None = None
    went: WonOrLost | None = None
    ending: Ending = Ending.PLAYED
    partners: tuple[E, ...] = ()
    stage: int = 0
    """The stage's number: totals are projected stage by stage. A single stage needs none."""

    @property
    def is_averaged(self) -> bool:
        """True for a game sat out that counts as an average: points, but no win."""
        return self.ending is Ending.BYE and self.points is not None and self.went is None

    def __post_init__(self) -> None:
        if self.entry in self.opponents:
            raise ValueError(f"{self.entry} cannot play against themselves")
        if self.points is None and self.ending in COUNTING and self.ending is not Ending.BYE:
            raise ValueError(f"a match that was {self.ending} has points")
        if self.points is not None and self.ending not in COUNTING:
            raise ValueError(f"a match that was {self.ending} gives no points")
        if self.twenties is not None and self.ending is not Ending.PLAYED:
            raise ValueError(f"no 20s are shot in a match that was {self.ending}")


def match_results(
    entries: BySeat[E],
    points: BySeat[Number],
    twenties: BySeat[int | None] | None = None,
    winner: Seat | None = None,
) -> tuple[Result[E], ...]:
    """Return the results of a match with one entry on each side.

    The winner is the side with the most points, unless ``winner`` gives another: a best of three
    or a shoot-out may be won with fewer.
    """
    return played_together(entries.map(lambda entry: (entry,)), points, twenties, winner)


def played_together(
    sides: Sequence[tuple[E, ...]],
    points: Sequence[Number],
    twenties: Sequence[int | None] | None = None,
    winner: int | None = None,
    stage: int = 0,
) -> tuple[Result[E], ...]:
    """Return the results of a match whose sides may be shared by several entries.

    Everyone on a side gets all the points and 20s of that side. Against three or four sides,
    ``against`` is the sum of the points of the others.
    """
    if len(points) != len(sides):
        raise ValueError(f"{len(sides)} sides cannot share {len(points)} sets of points")
    most, together = max(points), sum(points)
    ahead = [made == most if winner is None else at == winner for at, made in enumerate(points)]
    best = WON if ahead.count(True) == 1 else TIED
    recorded = twenties or (None,) * len(points)
    of_each = zip(sides, _others(sides), points, recorded, ahead, strict=True)
    return tuple(
        [
            Result(
                entry,
                opponents,
                made,
                together - made,
                shot,
                best if is_ahead else LOST,
                PLAYED,
                _without_entry(entry, side) if len(side) > 1 else (),
                stage,
            )
            for side, opponents, made, shot, is_ahead in of_each
            for entry in side
        ]
    )


def _others(sides: Sequence[tuple[E, ...]]) -> Sequence[tuple[E, ...]]:
    """Return the opponents of each side."""
    if len(sides) == 2:
        return sides[::-1]
    return [tuple(chain(*sides[:at], *sides[at + 1 :])) for at in range(len(sides))]


def _without_entry(entry: E, side: tuple[E, ...]) -> tuple[E, ...]:
    return tuple(other for other in side if other != entry)


def bye_result(entry: E, points: Number | None = None, stage: int = 0) -> Result[E]:
    """Return the result of a pairing round without an opponent.

    In a pool it pays nothing and is no game, so totals are prorated. If it pays points, as in
    most Swiss events, it is a game won.
    """
    went = None if points is None else WonOrLost.WON
    return Result(entry, points=points, went=went, ending=Ending.BYE, stage=stage)


def sat_out(entry: E, own: Iterable[Result[E]], field: Iterable[Result[E]]) -> Result[E]:
    """Return a game sat out, worth the exact average of the entry's ``own`` played games.

    If the entry has played none, it is worth the average of the ``field``. It is no win and has
    no 20s. Before any game was played, it counts for nothing.

    >>> games = match_results(BySeat("Ann", "Ben"), points=BySeat(5, 3))
    >>> games += match_results(BySeat("Ann", "Cy"), points=BySeat(6, 2))
    >>> sat_out("Ann", games[::2], games).points, sat_out("Di", [], games).points
    (Fraction(11, 2), Fraction(4, 1))
    >>> sat_out("Di", [], []) == Result("Di", ending=Ending.BYE)
    True
    """
    averaged = [each for each in own if each.ending is Ending.PLAYED]
    averaged = averaged or [each for each in field if each.ending is Ending.PLAYED]
    if not averaged:
        return Result(entry, ending=Ending.BYE)
    games = len(averaged)
    return Result(
        entry,
        points=Fraction(sum(each.points or 0 for each in averaged), games),
        against=Fraction(sum(each.against for each in averaged), games),
        ending=Ending.BYE,
    )


@dataclass(frozen=True, slots=True)
class SatOut:
    """The number of games that count as an average, and the points they count as together."""

    games: int = 0
    points: Number = 0


NO_GAME = SatOut()


def sat_out_in(results: Iterable[Result[E]]) -> SatOut:
    averaged = [each.points or 0 for each in results if each.is_averaged]
    return SatOut(len(averaged), sum(averaged))


def walkover_results(winner: E, loser: E, points: BySeat[Number]) -> tuple[Result[E], ...]:
    """Return the results of a match won because the other side didn't play; points winner first."""
    return (
        Result(winner, (loser,), points.a, points.b, None, WonOrLost.WON, Ending.WALKOVER),
        Result(loser, (winner,), points.b, points.a, None, WonOrLost.LOST, Ending.FORFEIT),
    )


def uncounted_results(entries: BySeat[E], ending: Ending) -> tuple[Result[E], ...]:
    """Return a match that doesn't count: withdrawn, annulled or not recorded."""
    return tuple(
        Result(entry, entries.others(seat), ending=ending) for seat, entry in entries.items()
    )


def annul_entry(results: Iterable[Result[E]], entry: E) -> list[Result[E]]:
    """Return the same results with every match of one entry struck out for everyone."""
    return [
        _struck_out(result) if entry in (result.entry, *result.opponents) else result
        for result in results
    ]


def _struck_out(result: Result[E]) -> Result[E]:
    return replace(result, points=None, against=0, twenties=None, went=None, ending=Ending.ANNULLED)
