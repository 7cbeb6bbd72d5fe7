"""Doubles with partners redrawn every round.

For 4k and 4k + 1 players up to 41 a whist design makes each two players partners in one round
and opponents in two. With ``Spare.ALONE`` it also serves 4k + 3 players: in turn each plays alone
against two. Otherwise, and when players come and go, a bounded search balances partners,
opponents and byes.
"""

from collections import Counter
from collections.abc import Collection, Sequence
from enum import Enum
from random import Random

from leagues.pairing.first_shots import settle_draw
from leagues.pairing.history import History, Nights
from leagues.pairing.seating import (
    EFFORT,
    PAIRS_AT_A_BOARD,
    TWO_AGAINST_ONE,
    Seating,
    choose_rests,
    in_turn,
)
from leagues.pairing.values import Bye, E, NoPairing, PairedRound, Pairing, Why
from leagues.pairing.whist import BASES, Four, seven_rounds, whist_rounds
from scoring.sides import BySeat
from scoring.text import Text

DESIGN = Why(
    "you play with {partner} against {them} because tonight everyone partners everyone once and plays everyone twice"
)
SEVENS = Why(
    "you play with {partner} against {them} because everyone partners everyone in eleven games"
)
ALONE = Why("you meet {them} in a match of one against two; everyone is the one once")
ALONE_IN_TURN = Why("you meet {them} in a match of one against two; all take turns as the one")
NEW_PARTNER = Why("you play with {partner} against {them} and haven’t been partners before")
OLD_PARTNER = Why(
    "you play with {partner} against {them}, partners again because this shares partners out best"
)
RESTS = Why("you have a bye this game; no one has two byes more than anyone else")


class Spare(Enum):
    """What three players do who are left over when the others sit in fours."""

    REST = "all three rest"
    ALONE = "they play, one against two"


def everyone_partners_everyone(
    entries: Collection[E],
    dice: Random,
    spare: Spare = Spare.REST,
    nights: Nights[E] | None = None,
    effort: int = EFFORT,
) -> tuple[PairedRound[E], ...]:
    """Draw the rounds in which everyone partners everyone.

    With a design each two are partners exactly once (of seven players, one pair twice). Otherwise
    it is the least number of rounds, with the best balance that the search finds.
    """
    order = sorted(entries)
    dice.shuffle(order)
    chairs = _count_chairs(len(order), spare)
    if chairs in BASES:
        design, why = whist_rounds(chairs), DESIGN
    elif chairs == 7:
        design, why = seven_rounds(), SEVENS
    else:
        history = History[E](nights=nights)
        needed = _rounds_needed(len(order))
        return draw_rotating(order, needed, dice, history, effort=effort)
    rounds = [_by_design(fours, order, why) for fours in design]
    dice.shuffle(rounds)
    return settle_draw(rounds, History(), dice)


def draw_rotating(
    entries: Collection[E],
    rounds: int,
    dice: Random,
    history: History[E] | None = None,
    boards: int | None = None,
    effort: int = EFFORT,
    spare: Spare = Spare.REST,
) -> tuple[PairedRound[E], ...]:
    """Draw a number of rounds with the best balance that the search finds, given the
    ``history``.
    """
    history = history or History()
    order = sorted(entries)
    fours, threes = rotating_boards(len(order), boards, spare)
    if not fours + threes:
        raise NoPairing(Text("doubles need four players and a board"))
    resting = choose_rests(order, rounds, len(order) - 4 * fours - 3 * threes, history, dice)
    alone = in_turn(_times_alone(order, history), rounds * threes, 1, dice)
    seats = [[entry for entry in order if entry not in out] for out in resting]
    for at_boards in seats:
        dice.shuffle(at_boards)
    for at_boards, [one] in zip(seats, alone, strict=False):
        at_boards.remove(one)
        at_boards.append(one)
    tables = [(4, PAIRS_AT_A_BOARD)] * fours + [(3, TWO_AGAINST_ONE)] * threes
    seating = Seating(seats, tables, history)
    seating.improve(dice, effort)
    drawn: list[PairedRound[E]] = []
    for now, out in zip(seating.rounds, resting, strict=True):
        drawn.append(_seat_round(now, out, history.then(*drawn)))
    return settle_draw(drawn, history, dice)


def rotating_boards(players: int, boards: int | None, spare: Spare) -> tuple[int, int]:
    """Return how many boards play two against two, and how many (0 or 1) one against two.

    >>> rotating_boards(11, None, Spare.ALONE), rotating_boards(11, 2, Spare.ALONE)
    ((2, 1), (2, 0))
    """
    at_most = players if boards is None else boards
    fours = min(players // 4, at_most)
    three_play = spare is Spare.ALONE and players - 4 * fours == 3
    return fours, int(three_play and at_most > fours)


def _times_alone(entries: Sequence[E], history: History[E]) -> dict[E, int]:
    alone = Counter(
        side[0]
        for played in history.rounds
        for pairing in played.pairings
        for side in pairing.sides
        if len(side) == 1
    )
    return {entry: alone[entry] for entry in entries}


def _count_chairs(players: int, spare: Spare) -> int:
    """Return the seats of a design; with one empty chair, if three left over play one against
    two.
    """
    return players + (players % 4 == 3 and spare is Spare.ALONE)


def matches_of_everyone(players: int, spare: Spare = Spare.REST) -> tuple[int, ...]:
    """Return the number of matches in each round of ``everyone_partners_everyone``.

    >>> len(matches_of_everyone(10)), sum(matches_of_everyone(10))
    (12, 24)
    """
    chairs = _count_chairs(players, spare)
    if chairs in BASES:
        return (chairs // 4,) * (chairs - 1 + chairs % 2)
    if chairs == 7:
        return (1,) * len(seven_rounds())
    return (players // 4,) * _rounds_needed(players) if players > 3 else ()


def _rounds_needed(players: int) -> int:
    """Return a lower bound of the rounds in which each two players can be partners."""
    a_round = 2 * (players // 4) or 1
    return -(-players * (players - 1) // 2 // a_round)


def _by_design(fours: Sequence[Four], order: Sequence[E], design: Why) -> PairedRound[E]:
    """Return one round of a design. A number beyond the entries is an empty chair.

    The partner of an empty chair plays alone.
    """
    pairings = []
    for four in fours:
        one, other = (
            tuple(order[n] for n in side if n < len(order)) for side in (four[:2], four[2:])
        )
        why = design if len(one) == len(other) else ALONE
        pairings.append(Pairing(BySeat(one, other), why=why))
    playing = {entry for pairing in pairings for entry in pairing.entries}
    byes = tuple(Bye(entry, RESTS) for entry in order if entry not in playing)
    return PairedRound(tuple(pairings), byes)


def _seat_round(seats: Sequence[E], resting: Sequence[E], history: History[E]) -> PairedRound[E]:
    pairings = []
    for at in range(0, len(seats), 4):
        one, two, *others = seats[at : at + 4]
        again = history.partnered[one][two]
        if len(others) == 1:
            why = ALONE_IN_TURN
        else:
            left, right = others
            again = again or history.partnered[left][right]
            why = OLD_PARTNER if again else NEW_PARTNER
        pairings.append(Pairing(BySeat((one, two), tuple(others)), why=why))
    return PairedRound(tuple(pairings), tuple(Bye(entry, RESTS) for entry in resting))
