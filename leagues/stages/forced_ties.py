"""Force a tie at a cut, for a rehearsal in which none happens by chance.

The cards of some matches before the cut are changed, so that an entry on one side of the cut
gets the points and the 20s of an entry on the other side.

>>> rounds = ({"points": [2, 0], "twenties": [3, 1]}, {"points": [2, 0], "twenties": [2, 2]})
>>> card = CardToCome(7, (("Ann",), ("Ben",)), rounds)
>>> card.made(1)
(0, 3)
>>> changed = card.with_made(1, (3, 4), discs=8)
>>> [each["points"] for each in changed.rounds], changed.made(1)
([[0, 2], [1, 1]], (3, 4))
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import Any, Generic

from leagues.pairing.values import E

REACH = 3  # places from the line on either side
Made = tuple[int, int]
"""Points and 20s of a side."""


@dataclass(frozen=True)
class CardToCome(Generic[E]):
    """The planned result of a match: its rounds are points with their 20s."""

    match: int
    sides: tuple[tuple[E, ...], ...]
    rounds: tuple[dict[str, Any], ...]

    def made(self, seat: int) -> Made:
        return (
            sum(each["points"][seat] for each in self.rounds),
            sum(each["twenties"][seat] for each in self.rounds),
        )

    def seat_of(self, entry: E) -> int | None:
        """Return the seat of an entry, or None if it is not in this match."""
        seats = (seat for seat, side in enumerate(self.sides) if entry in side)
        return next(seats, None)

    def with_made(self, seat: int, made: Made, discs: int) -> CardToCome[E] | None:
        """Return the match with these totals for that side, or None if they are impossible."""
        points, twenties = made
        count = len(self.rounds)
        if not (0 <= points <= 2 * count and 0 <= twenties <= discs * count):
            return None
        rounds = []
        for number, each in enumerate(self.rounds):
            mine = min(2, points)
            points -= mine
            shot = twenties // (count - number)
            twenties -= shot
            theirs = _opponent_twenties(each["twenties"][1 - seat], mine, shot)
            rounds.append(
                {
                    "points": _in_order(seat, mine, 2 - mine),
                    "twenties": _in_order(seat, shot, theirs),
                }
            )
        return replace(self, rounds=tuple(rounds))

    def level(self) -> CardToCome[E]:
        """Return the match with the same points and 20s on both sides."""
        rounds = []
        for number, each in enumerate(self.rounds):
            is_odd_one = number == len(self.rounds) - 1 and not number % 2
            won = 1 if is_odd_one else 2 * (number % 2)
            shot = min(each["twenties"])
            rounds.append({"points": [won, 2 - won], "twenties": [shot, shot]})
        return replace(self, rounds=tuple(rounds))


def _opponent_twenties(twenties: int, mine: int, shot: int) -> int:
    """Return 20s for the other side; the winner of a round has at least as many as the loser."""
    if mine == 1:
        return twenties
    return min(twenties, shot) if mine else max(twenties, shot)


def _in_order(seat: int, mine: int, theirs: int) -> list[int]:
    return [theirs, mine] if seat else [mine, theirs]


@dataclass(frozen=True)
class LineToLevel(Generic[E]):
    """The order at a cut as all planned results would leave it: ``end`` entries go on."""

    cards: Sequence[CardToCome[E]]
    order: Sequence[E]
    end: int
    made: Mapping[E, Made]
    discs: int

    def changes(self) -> Iterator[tuple[CardToCome[E], ...]]:
        """Yield sets of cards that tie an entry above the cut with one below it.

        They tie on points, on 20s, and on their match against each other if it is still to come.
        Opponents on these cards change place too, so the caller checks the table again.
        """
        above = reversed(self.order[max(0, self.end - REACH) : self.end])
        below = self.order[self.end : self.end + REACH]
        for one, other in product(above, below):
            meet = next(
                (c for c in self.cards if None not in (c.seat_of(one), c.seat_of(other))), None
            )
            between = (meet, meet.level()) if meet else None
            for moves, stays in ((other, one), (one, other)):
                yield from self._moved(moves, stays, between)

    def _moved(
        self, moves: E, stays: E, between: tuple[CardToCome[E], CardToCome[E]] | None
    ) -> Iterator[tuple[CardToCome[E], ...]]:
        mine, theirs = self._totals(moves, between), self._totals(stays, between)
        for card in reversed(self.cards):
            seat = card.seat_of(moves)
            if seat is None or card.seat_of(stays) is not None:
                continue
            points, twenties = card.made(seat)
            wanted = points + theirs[0] - mine[0], twenties + theirs[1] - mine[1]
            changed = card.with_made(seat, wanted, self.discs)
            if changed:
                yield (changed, between[1]) if between else (changed,)

    def _totals(self, entry: E, between: tuple[CardToCome[E], CardToCome[E]] | None) -> Made:
        points, twenties = self.made[entry]
        if between is None:
            return points, twenties
        was, now = (card.made(card.seat_of(entry) or 0) for card in between)
        return points + now[0] - was[0], twenties + now[1] - was[1]

    def with_one_more(self) -> Iterator[tuple[CardToCome[E], ...]]:
        """Yield the same with one more changed match of other entries: opponents' results split
        ties too.
        """
        for changed in self.changes():
            for card in self.cards:
                if card.match in {each.match for each in changed}:
                    continue
                points, twenties = card.made(0)
                for other in range(2 * len(card.rounds) + 1):
                    more = card.with_made(0, (other, twenties), self.discs)
                    if more and other != points:
                        yield (*changed, more)
