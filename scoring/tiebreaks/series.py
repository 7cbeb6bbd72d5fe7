"""Series of games between the same two entries: what they pay in addition to the games.

Every two entries meet a fixed number of times, and the better combined margin earns one
point more:

>>> from scoring.results import match_results
>>> from scoring.sides import BySeat
>>> both = BySeat("Ann", "Ben")
>>> games = [*match_results(both, BySeat(100, 45)), *match_results(both, BySeat(40, 85))]
>>> [of_ann] = series_of([game for game in games if game.entry == "Ann"], 2)
>>> of_ann.margin, of_ann.bonus
(10, 1)
>>> series_points(2)([game for game in games if game.entry == "Ben"])
(2, 2)
"""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from scoring.results import Ending, Number, Result
from scoring.tiebreaks.measures import Results, Sum, Total, match_points

BONUS = 1
GAMES = (2, 3, 4)
"""The numbers of games that a series may have."""


@dataclass(frozen=True, slots=True)
class SeriesStand:
    """The games of one entry against the same opponents, and the bonus they pay.

    ``bonus`` is None as long as games are missing.
    """

    opponents: tuple[Any, ...]
    games: tuple[Result[Any], ...]
    margin: Number
    bonus: Number | None


def series_of(results: Results, games: int) -> list[SeriesStand]:
    """Return the series of one entry, in the order of their first games."""
    by_opponents: dict[tuple[Any, ...], list[Result[Any]]] = defaultdict(list)
    for result in results:
        if result.points is not None and result.opponents:
            by_opponents[result.opponents].append(result)
    return [_series_stand(met, games) for met in by_opponents.values()]


def _series_stand(met: Sequence[Result[Any]], games: int) -> SeriesStand:
    margin = sum((each.points or 0) - each.against for each in met)
    complete = sum(not _is_double_forfeit(each) for each in met) >= games
    bonus = _bonus_for(margin) if complete else None
    return SeriesStand(met[0].opponents, tuple(met), margin, bonus)


def _bonus_for(margin: Number) -> Number:
    if margin == 0:
        return Fraction(BONUS, 2)
    return BONUS if margin > 0 else 0


def _is_double_forfeit(result: Result[Any]) -> bool:
    """True if both sides forfeited: it is no game of a series, and gives no half of a bonus."""
    return result.ending is Ending.FORFEIT and not result.against


def series_points(games: int) -> Sum:
    """Return a measure: 2 for a game won, 1 for a tie, and the bonus of each complete series."""

    def add_up(results: Results) -> Total:
        paid, of = match_points(results)
        bonus = sum(each.bonus or 0 for each in series_of(results, games))
        return paid + bonus, of

    return add_up
