"""Three or four at a board, each for themselves, with opponents spread evenly.

>>> board_sizes(11, 4), board_sizes(10, 3), board_sizes(5, 4)
([4, 4, 3], [4, 3, 3], [4])
>>> board_sizes(13, 3, allowed=(3,))
[3, 3, 3, 3]
"""

from collections import Counter
from collections.abc import Collection, Sequence
from itertools import product
from random import Random

from leagues.pairing.first_shots import settle_draw
from leagues.pairing.history import History
from leagues.pairing.seating import EFFORT, Seating, choose_rests, singles_relations
from leagues.pairing.values import Bye, E, NoPairing, PairedRound, Pairing, Why
from scoring.text import Text

SPREAD = Why("you meet {them} because this spreads opponents most evenly over these games")
RESTS = Why("you have a bye this game; everyone has one in turn")


EITHER = (3, 4)
AT_A_SMALL_BOARD = 3


def board_sizes(
    entries: int, wanted: int, boards: int | None = None, allowed: Collection[int] = EITHER
) -> list[int]:
    """Return boards of four and three: fewest byes first, then the most boards of the wanted
    size.
    """
    fours, threes = max(
        (
            (fours, threes)
            for fours, threes in product(range(entries // 4 + 1), range(entries // 3 + 1))
            if 4 * fours + 3 * threes <= entries
            if (not fours or 4 in allowed) and (not threes or 3 in allowed)
            if boards is None or fours + threes <= boards
        ),
        key=lambda both: (4 * both[0] + 3 * both[1], both[0 if wanted == 4 else 1]),
    )
    return [4] * fours + [3] * threes


def many_sided(
    entries: Collection[E],
    rounds: int,
    dice: Random,
    wanted: int = 4,
    history: History[E] | None = None,
    boards: int | None = None,
    effort: int = EFFORT,
    allowed: Collection[int] = EITHER,
) -> tuple[PairedRound[E], ...]:
    """Draw rounds at boards of the wanted size, three or four, and of the other if allowed.

    A rule sheet for a fixed number of sides allows boards of that size only.
    """
    history = history or History()
    order = sorted(entries)
    sizes = board_sizes(len(order), wanted, boards, allowed)
    if not sizes:
        raise NoPairing(Text("a board needs three"))
    resting = choose_rests(order, rounds, len(order) - sum(sizes), history, dice)
    seats = _least_at_threes(order, resting, sizes, history, dice)
    seating = Seating(seats, [(size, singles_relations(size)) for size in sizes], history)
    seating.improve(dice, effort)
    drawn = [_seat_round(now, out, sizes) for now, out in zip(seating.rounds, resting, strict=True)]
    return settle_draw(drawn, history, dice)


def _least_at_threes(
    order: Sequence[E],
    resting: Sequence[Sequence[E]],
    sizes: Sequence[int],
    history: History[E],
    dice: Random,
) -> list[list[E]]:
    """Order the players of each round, so that boards of three get entries least often at one.

    Boards of three are the last seats. They pay more per entry, so these turns differ by at
    most one.
    """
    times = Counter(
        entry
        for played in history.rounds
        for pairing in played.pairings
        if len(pairing.sides) == AT_A_SMALL_BOARD
        for entry in pairing.entries
    )
    mixed = len(set(sizes)) > 1
    at_threes = sizes.count(AT_A_SMALL_BOARD) * AT_A_SMALL_BOARD if mixed else 0
    rounds = []
    for out in resting:
        here = [entry for entry in order if entry not in out]
        dice.shuffle(here)
        if mixed:
            here.sort(key=lambda entry: -times[entry])
            times.update(here[len(here) - at_threes :])
        rounds.append(here)
    return rounds


def _seat_round(seats: Sequence[E], resting: Sequence[E], sizes: Sequence[int]) -> PairedRound[E]:
    pairings, start = [], 0
    for size in sizes:
        pairings.append(Pairing.between(*seats[start : start + size], why=SPREAD))
        start += size
    return PairedRound(tuple(pairings), tuple(Bye(entry, RESTS) for entry in resting))
