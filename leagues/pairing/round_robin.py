"""Everyone meets everyone: the circle, one or two legs.

With an odd number one entry sits out each round, each once a leg. First shots differ by at
most one over a leg, and the second leg turns every match round.

>>> from leagues.pairing.seeds import roll_dice
>>> rounds = round_robin(["Ann", "Ben", "Cas"], roll_dice("spring"))
>>> len(rounds), [len(r.pairings) for r in rounds]
(3, [1, 1, 1])
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from itertools import combinations
from random import Random

from leagues.pairing.first_shots import settle_draw
from leagues.pairing.history import History, Nights
from leagues.pairing.matching import least_cost
from leagues.pairing.values import Bye, E, PairedRound, Pairing, Why
from scoring.sides import BySeat, Seat

EVERYONE = Why("you meet {them} because everyone plays everyone here")
AGAIN = Why("you meet {them} again because everyone meets more than once here")
ODD_ONE_OUT = Why("you have a bye because the number is odd; everyone has one in turn")
RESTS = Why("you have a bye because not everyone can play in this game")


def circle_rounds(size: int) -> list[list[tuple[int, int]]]:
    """Return the rounds of a circle with an even number of chairs: one stays, the others move
    on.
    """
    chairs = list(range(size))
    rounds = []
    for _ in range(size - 1):
        half = size // 2
        facing = zip(chairs[:half], chairs[half:][::-1], strict=True)
        rounds.append([(min(two), max(two)) for two in facing])
        chairs.insert(1, chairs.pop())
    return rounds


def seat_circle(order: Sequence[E], why: Why) -> list[PairedRound[E]]:
    """Seat the entries on the circle; with an odd number, the entry at the empty chair sits out."""
    rounds = []
    for facing in circle_rounds(len(order) + len(order) % 2):
        pairings = [
            Pairing.between(order[one], order[other], why=why)
            for one, other in facing
            if other < len(order)
        ]
        byes = [Bye(order[one], ODD_ONE_OUT) for one, other in facing if other == len(order)]
        rounds.append(PairedRound(tuple(pairings), tuple(byes)))
    return rounds


def round_robin(
    entries: Collection[E], dice: Random, legs: int = 1, nights: Nights[E] | None = None
) -> tuple[PairedRound[E], ...]:
    """Everyone against everyone, once in each leg; every second leg turns the first shots.

    With ``nights``, entries that met least on them meet first, because a night may end before
    all rounds are played.
    """
    order = sorted(entries)
    dice.shuffle(order)
    if nights and nights.met:
        order = _least_met_facing(order, nights, dice)
    rounds = seat_circle(order, EVERYONE)
    dice.shuffle(rounds)
    if nights:
        rounds.sort(key=lambda each: nights.met_in([each]))
    leg = settle_draw(rounds, History(), dice)
    later = (_next_leg(r, turn=number % 2) for number in range(1, legs) for r in leg)
    return (*leg, *later)


def home_first(rounds: Iterable[PairedRound[E]]) -> tuple[PairedRound[E], ...]:
    """Return the same matches with the side that shoots first as side A, which is at home.

    First shots are spread evenly and swapped in the second leg, so home matches are too.
    """
    return tuple(replace(each, pairings=tuple(map(_home_first, each.pairings))) for each in rounds)


def _home_first(pairing: Pairing[E]) -> Pairing[E]:
    if pairing.first is Seat.A:
        return pairing
    away, home = pairing.sides
    return replace(pairing, sides=BySeat(home, away), first=Seat.A)


def _least_met_facing(order: Sequence[E], nights: Nights[E], dice: Random) -> list[E]:
    """Return an order in which the first round of the circle pairs entries that have met least."""
    size = len(order) + len(order) % 2
    edges = [
        (a, b, (nights.meetings(order[a], order[b]) if b < len(order) else 0,))
        for a, b in combinations(range(size), 2)
    ]
    facing = least_cost(size, edges, dice) or []
    facing.sort(key=lambda two: two[1] < len(order))  # the empty chair is the last one
    seats = [one for one, _other in facing] + [other for _one, other in facing[::-1]]
    return [order[at] for at in seats if at < len(order)]


def _next_leg(pairing_round: PairedRound[E], turn: int) -> PairedRound[E]:
    return replace(
        pairing_round,
        pairings=tuple(
            replace(p, first=Seat(p.first ^ turn), why=AGAIN) for p in pairing_round.pairings
        ),
    )
