"""Seeding orders: by rating, by the season's table, or by lot."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from random import Random

from leagues.reads.people.ratings import rating_of_entry
from scoring.ratings import Rating
from scoring.results import Number


@dataclass(frozen=True)
class Seedling:
    """An entry to be seeded, with its players."""

    entry: int
    players: tuple[int, ...]


def by_rating(entries: Sequence[Seedling], ratings: Mapping[int, Rating]) -> tuple[int, ...]:
    """Entries by rating, strongest first. Unrated ones come last, in the given order.

    >>> ratings = {1: Rating(20, 3), 2: Rating(30, 3)}
    >>> by_rating([Seedling(7, (9,)), Seedling(8, (1,)), Seedling(9, (2,))], ratings)
    (9, 8, 7)
    """

    def strength(entry: Seedling) -> float | None:
        rating = rating_of_entry(entry.players, ratings)
        return None if rating is None else rating.mu

    return _best_first(entries, strength)


def by_season(entries: Sequence[Seedling], tour_points: Mapping[int, Number]) -> tuple[int, ...]:
    """Entries by their players' tour points, most first. Entries without points come last.

    >>> by_season([Seedling(7, (9,)), Seedling(8, (1, 2)), Seedling(9, (3,))],
    ...           {1: 10, 2: 20, 3: 25})
    (8, 9, 7)
    """

    def points(entry: Seedling) -> Number | None:
        made = [tour_points[p] for p in entry.players if p in tour_points]
        return sum(made) if made else None

    return _best_first(entries, points)


def by_lot(entries: Sequence[Seedling], dice: Random) -> tuple[int, ...]:
    """Entries in random order. The same ``dice`` give the same order."""
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
