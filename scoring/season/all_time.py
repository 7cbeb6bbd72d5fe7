"""The all-time table of a club: finished seasons added up, with titles and places.

>>> seasons = [[SeasonPlace("Ann", 1, nights=9)], [SeasonPlace("Ann", 2), SeasonPlace("Ben", 1)]]
>>> [(row.place, row.player, row.titles, row.seasons) for row in all_time_table(seasons)]
[(1, 'Ann', 1, 2), (2, 'Ben', 1, 1)]
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from operator import attrgetter
from typing import Generic

from scoring.season.finish import P

PODIUM = 3


@dataclass(frozen=True, slots=True)
class SeasonPlace(Generic[P]):
    """The final place of one player in one season; ``is_top`` in its highest division."""

    player: P
    place: int
    nights: int = 0
    is_top: bool = True


@dataclass(frozen=True, slots=True)
class AllTimeRow(Generic[P]):
    """First, second and third places in the highest division, and how much a player played."""

    place: int
    player: P
    podium: tuple[int, ...]
    seasons: int
    nights: int
    shared: bool = False

    @property
    def titles(self) -> int:
        return self.podium[0]


def all_time_table(seasons: Iterable[Sequence[SeasonPlace[P]]]) -> tuple[AllTimeRow[P], ...]:
    """Return the rows: more titles first, then more second and third places, seasons and nights.

    Points are not added up, since seasons differ in what they pay. A player who is in a season
    twice, once under another name, is counted once, with the better place.
    """
    played: dict[P, list[SeasonPlace[P]]] = {}
    for season in seasons:
        for player, best in _best_by_player(season).items():
            played.setdefault(player, []).append(best)
    rows = sorted(
        (_to_row(player, own) for player, own in played.items()), key=_worth, reverse=True
    )
    return tuple(_place_rows(rows))


def _best_by_player(season: Sequence[SeasonPlace[P]]) -> dict[P, SeasonPlace[P]]:
    found: dict[P, SeasonPlace[P]] = {}
    for each in sorted(season, key=lambda each: (not each.is_top, each.place)):
        before = found.get(each.player)
        nights = each.nights + before.nights if before else each.nights
        found[each.player] = replace(before, nights=nights) if before else each
    return found


def _to_row(player: P, own: Sequence[SeasonPlace[P]]) -> AllTimeRow[P]:
    top = [each.place for each in own if each.is_top]
    return AllTimeRow(
        0,
        player,
        tuple(top.count(place) for place in range(1, PODIUM + 1)),
        len(own),
        sum(each.nights for each in own),
    )


_worth = attrgetter("podium", "seasons", "nights")


def _place_rows(rows: Sequence[AllTimeRow[P]]) -> Iterator[AllTimeRow[P]]:
    place = 1
    for _, group in groupby(rows, key=_worth):
        level = list(group)
        yield from (replace(row, place=place, shared=len(level) > 1) for row in level)
        place += len(level)
