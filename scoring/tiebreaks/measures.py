"""What can be added up over some results, with the number of games it was made in.

>>> from scoring.results import played
>>> from scoring.sides import BySeat
>>> ann, ben = played(BySeat("Ann", "Ben"), points=BySeat(5, 3), twenties=BySeat(6, None))
>>> points([ann, ann]), match_points([ann, ann]), twenties([ben])
((10, 2), (4, 2), None)
"""

from collections.abc import Callable, Sequence
from operator import attrgetter
from typing import Any

from scoring.results import Ending, Number, Result, WonOrLost

Results = Sequence[Result[Any]]

Total = tuple[Number, int]
"""What was added up, and over how many games."""

Sum = Callable[[Results], Total]

Measure = Callable[[Results], Total | None]
"""A sum, or None when something that belongs in it was not recorded."""

PLAYED, FORFEIT = Ending.PLAYED, Ending.FORFEIT
WON, TIED = WonOrLost.WON, WonOrLost.TIED

_points: Callable[[Result[Any]], Number] = attrgetter("points")
_against: Callable[[Result[Any]], Number] = attrgetter("against")


def points(results: Results) -> Total:
    return sum(map(_points, results)), len(results)


def difference(results: Results) -> Total:
    """Points made less points given away."""
    return sum(map(_points, results)) - sum(map(_against, results)), len(results)


def twenties(results: Results) -> Total | None:
    """Only matches that were played have 20s, so byes and walkovers move no average.

    Who has byes and walkovers alone has shot at nothing: that is not known, and not none.
    """
    shot = [result.twenties for result in results if result.ending is PLAYED]
    known = [number for number in shot if number is not None]
    if len(known) < len(shot) or (results and not shot):
        return None
    return sum(known), len(known)


def wins(results: Results) -> Total:
    return sum(result.went is WON for result in results), _decided(results)


def ties(results: Results) -> Total:
    return sum(result.went is TIED for result in results), _decided(results)


def match_points(results: Results) -> Total:
    """Two for a match won, one for a tie."""
    return 2 * wins(results)[0] + ties(results)[0], _decided(results)


def match_points_3(results: Results) -> Total:
    """Three for a match won, one for a tie."""
    return 3 * wins(results)[0] + ties(results)[0], _decided(results)


def _decided(results: Results) -> int:
    """The games that somebody won, lost or tied: none of those that are averaged."""
    return sum(not result.is_averaged for result in results)


def forfeits(results: Results) -> int:
    return sum(result.ending is FORFEIT for result in results)


def games(results: Results) -> int:
    """The matches that were really played."""
    return sum(result.ending is PLAYED for result in results)
