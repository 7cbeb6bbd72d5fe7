"""Boards: nobody stays on a board while that can be avoided, and everybody sees many.

Each round is one assignment: first the fewest entries that stay where they just sat, then
the fewest visits again, a third visit counting more than two seconds. With fewer boards than
matches the round is played in waves, and whoever has waited most is in the first.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random

from leagues.pairing.history import History
from leagues.pairing.matching import Edge, assign
from leagues.pairing.values import E, Pairing, PairingRound

CHOICES = 40  # boards each match may choose from in a large hall
WORK = 5_000  # matches seated in looking for the best boards of a whole draw


def assign_boards(
    pairing_round: PairingRound[E],
    boards: Sequence[int],
    history: History[E],
    dice: Random,
) -> PairingRound[E]:
    """Give each match a board and a wave. The matches keep their order."""
    matches = list(pairing_round.pairings)
    waiting = sorted(range(len(matches)), key=lambda _: dice.random())
    waiting.sort(key=lambda at: -max(history.waited[e] for e in matches[at].entries))
    for wave, start in enumerate(range(0, len(matches), len(boards)), 1):
        now = waiting[start : start + len(boards)]
        chosen = _seats([matches[at] for at in now], boards, history, dice)
        for at, board in zip(now, chosen, strict=True):
            matches[at] = replace(matches[at], board=board, wave=wave)
    return replace(pairing_round, pairings=tuple(matches))


def assign_all(
    rounds: Sequence[PairingRound[E]],
    boards: Sequence[int],
    history: History[E],
    dice: Random,
) -> tuple[PairingRound[E], ...]:
    """Boards for a whole draw: the best of a few attempts."""
    matches = sum(len(pairing_round.pairings) for pairing_round in rounds)
    best: tuple[tuple[int, int], list[PairingRound[E]]] | None = None
    for _ in range(1 + WORK // max(1, matches)):
        before, seated = history, list[PairingRound[E]]()
        for pairing_round in rounds:
            seated.append(assign_boards(pairing_round, boards, before, dice))
            before = before.then(seated[-1])
        found = (stays(seated, history), repeats(seated, history))
        if best is None or found < best[0]:
            best = found, seated
        if best[0] == (0, 0):
            break
    return tuple(best[1]) if best else ()


def stays(rounds: Sequence[PairingRound[E]], history: History[E]) -> int:
    """How often somebody sits twice in a row on one board."""
    count = 0
    for pairing_round in rounds:
        for pairing in pairing_round.pairings:
            count += sum(
                history.last_board.get(e) == pairing.board for e in pairing.entries
            )
        history = history.then(pairing_round)
    return count


def repeats(rounds: Sequence[PairingRound[E]], history: History[E]) -> int:
    """How often somebody sits on a board they have sat on before."""
    visits = history.then(*rounds).boards
    before = sum(
        count - 1 for seen in history.boards.values() for count in seen.values()
    )
    return (
        sum(count - 1 for seen in visits.values() for count in seen.values()) - before
    )


def _seats(
    matches: Sequence[Pairing[E]],
    boards: Sequence[int],
    history: History[E],
    dice: Random,
) -> list[int]:
    """A board for each match of one wave. Taking the next in a circle always works out."""
    order = sorted(boards)
    dice.shuffle(order)
    choices = min(CHOICES, len(order))
    edges: list[Edge] = [
        (row, at % len(order), _cost(match, order[at % len(order)], history))
        for row, match in enumerate(matches)
        for at in range(row, row + choices)
    ]
    return [order[at] for at in assign(len(matches), len(order), edges, dice) or ()]


def _cost(match: Pairing[E], board: int, history: History[E]) -> tuple[int, int]:
    stay = sum(history.last_board.get(entry) == board for entry in match.entries)
    seen = [
        history.boards[e][board] if e in history.boards else 0 for e in match.entries
    ]
    return stay, sum(visits * visits + visits for visits in seen)
