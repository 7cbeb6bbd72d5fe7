"""Sums over results, each with the number of games it was made in.

>>> from scoring.results import match_results
>>> from scoring.sides import BySeat
>>> ann, ben = match_results(BySeat("Ann", "Ben"), points=BySeat(5, 3), twenties=BySeat(6, None))
>>> sum_points([ann, ann]), match_points([ann, ann]), sum_twenties([ben])
((10, 2), (4, 2), None)
"""

from collections.abc import Callable, Sequence
from operator import attrgetter
from typing import Any

from scoring.results import Ending, Number, Result, WonOrLost

Results = Sequence[Result[Any]]

Total = tuple[Number, int]
"""A sum, and the number of games it was made in."""

Sum = Callable[[Results], Total]

Measure = Callable[[Results], Total | None]
"""Sums results; None if a value that belongs to the sum was not recorded."""

PLAYED, FORFEIT = Ending.PLAYED, Ending.FORFEIT
WON, TIED = WonOrLost.WON, WonOrLost.TIED

_points: Callable[[Result[Any]], Number] = attrgetter("points")
_against: Callable[[Result[Any]], Number] = attrgetter("against")


def sum_points(results: Results) -> Total:
    return sum(map(_points, results)), len(results)


def sum_difference(results: Results) -> Total:
    """Return the points made minus the points of the opponents."""
    return sum(map(_points, results)) - sum(map(_against, results)), len(results)


def sum_twenties(results: Results) -> Total | None:
    """Sum the 20s. Only played matches have 20s, so byes and walkovers don't change the average.

    An entry that has only byes and walkovers has shot at nothing: None, not 0.
    """
    shot = [result.twenties for result in results if result.ending is PLAYED]
    known = [number for number in shot if number is not None]
    if len(known) < len(shot) or (results and not shot):
        return None
    return sum(known), len(known)


def sum_wins(results: Results) -> Total:
    return sum(result.went is WON for result in results), _count_decided(results)


def sum_ties(results: Results) -> Total:
    return sum(result.went is TIED for result in results), _count_decided(results)


def match_points(results: Results) -> Total:
    """Return 2 for a match won, 1 for a tie."""
    return 2 * sum_wins(results)[0] + sum_ties(results)[0], _count_decided(results)


def match_points_3(results: Results) -> Total:
    """Return 3 for a match won, 1 for a tie."""
    return 3 * sum_wins(results)[0] + sum_ties(results)[0], _count_decided(results)


def _count_decided(results: Results) -> int:
    """Count the games that were won, lost or tied: those that are averaged are left out."""
    return sum(not result.is_averaged for result in results)


def count_forfeits(results: Results) -> int:
    return sum(result.ending is FORFEIT for result in results)


def count_games(results: Results) -> int:
    """Count the matches that were really played."""
    return sum(result.ending is PLAYED for result in results)
