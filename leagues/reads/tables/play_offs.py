"""Play-offs: two entries play for a place, in a match that counts in no table.

>>> after_play_offs((1, 2, 3, 4), [(3, 2)])
(1, 3, 2, 4)
>>> after_play_offs((1, 2, 3, 4), [(2, 3)])
(1, 2, 3, 4)
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter
from typing import Any

from django.db.models import F

from leagues.models import Match, SideEntry, Stage


@dataclass(frozen=True)
class PlayOff:
    """A play-off between two entries, in the order of their seats."""

    stage: int
    match: int
    entries: tuple[int, ...]
    winner: int | None
    is_over: bool

    @property
    def loser(self) -> int | None:
        others = [entry for entry in self.entries if entry != self.winner]
        return others[0] if self.winner is not None else None


def play_offs_of(stages: Iterable[Stage]) -> tuple[PlayOff, ...]:
    """The play-offs of these stages, by match number, in one query."""
    seats = SideEntry.objects.filter(
        pairing_round__stage__in=list(stages), pairing_round__is_play_off=True
    ).order_by("side__match__number", "side__seat")
    lines = seats.values(
        "entry",
        stage=F("pairing_round__stage"),
        number=F("side__match__number"),
        state=F("side__match__state"),
        winner=F("side__match__winner"),
    )
    return tuple(_play_off(list(of_one)) for _, of_one in groupby(lines, itemgetter("number")))


def _play_off(lines: Sequence[Any]) -> PlayOff:
    entries = tuple(line["entry"] for line in lines)
    match = lines[0]
    is_over = match["state"] == Match.State.FINISHED
    won = is_over and match["winner"] is not None
    return PlayOff(
        stage=match["stage"],
        match=match["number"],
        entries=entries,
        winner=entries[match["winner"]] if won else None,
        is_over=is_over,
    )


def after_play_offs(order: Sequence[int], won: Iterable[tuple[int, int]]) -> tuple[int, ...]:
    """The order after play-offs: a winner who was below the loser swaps places with them."""
    entries = list(order)
    for winner, loser in won:
        if {winner, loser} <= set(entries):
            lower, higher = entries.index(winner), entries.index(loser)
            if lower > higher:
                entries[lower], entries[higher] = loser, winner
    return tuple(entries)
