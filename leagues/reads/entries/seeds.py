"""Orders going in: by rating, by the season's table, by lot."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from random import Random

from leagues.reads.people.ratings import rating_of_entry
from scoring.ratings import Rating
from scoring.results import Number


@dataclass(frozen=True)
class Seedling:
    """An entry before it is seeded: who stands behind it."""

    entry: int
    players: tuple[int, ...]


def by_rating(entries: Sequence[Seedling], ratings: Mapping[int, Rating]) -> tuple[int, ...]:
    """The strongest first; whoever was never rated comes last, as they stood before.

    >>> ratings = {1: Rating(20, 3), 2: Rating(30, 3)}
    >>> by_rating([Seedling(7, (9,)), Seedling(8, (1,)), Seedling(9, (2,))], ratings)
    (9, 8, 7)
    """

    def strength(entry: Seedling) -> float | None:
        rating = rating_of_entry(entry.players, ratings)
        return None if rating is None else rating.mu

    return _best_first(entries, strength)


def by_season(entries: Sequence[Seedling], tour_points: Mapping[int, Number]) -> tuple[int, ...]:
    """Most tour points first, those of partners added up; who has none comes last.

    >>> by_season([Seedling(7, (9,)), Seedling(8, (1, 2)), Seedling(9, (3,))],
    ...           {1: 10, 2: 20, 3: 25})
    (8, 9, 7)
    """

    def points(entry: Seedling) -> Number | None:
        made = [tour_points[p] for p in entry.players if p in tour_points]
        return sum(made) if made else None

    return _best_first(entries, points)


def by_lot(entries: Sequence[Seedling], dice: Random) -> tuple[int, ...]:
    """An order nobody chose; the same dice give the same one."""
    order = sorted(entry.entry for entry in entries)
    dice.shuffle(order)
    return tuple(order)


def _best_first(
    entries: Sequence[Seedling], value: Callable[[Seedling], Number | float | None]
) -> tuple[int, ...]:
    values = {entry.entry: value(entry) for entry in entries}
    known = [entry.entry for entry in entries if values[entry.entry] is not None]
    known.sort(key=lambda entry: -(values[entry] or 0))
    return (*known, *(e.entry for e in entries if values[e.entry] is None))
