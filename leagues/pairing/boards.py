"""Assign boards, so that entries change boards each round and see many.

If every entry can have a board that is new to it, it gets one, from the front of the hall.
Otherwise each round is a least-cost assignment: fewest entries that keep the board they just
sat at, then fewest repeated visits, a third visit counting more than two second ones. With
fewer boards than matches a round is played in waves; entries that waited most play first.
"""

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import replace
from random import Random
from typing import TypeAlias

from leagues.pairing.history import BoardsSeen
from leagues.pairing.matching import Edge, assign_columns
from leagues.pairing.values import E, PairedRound, Pairing

CHOICES = 40  # boards each match may choose from in a large hall
Spot: TypeAlias = tuple[int, int]
"""A wave and a board."""
WORK = 3_000  # matches assigned in total while searching for the best boards of a whole draw


def assign_boards(
    pairing_round: PairedRound[E],
    boards: Sequence[int],
    history: BoardsSeen[E],
    dice: Random,
    *,
    from_the_first: bool = True,
) -> PairedRound[E]:
    """Give each match a board and a wave. The matches keep their order.

    With ``from_the_first``, surplus boards stay free at the end of the hall while the others
    are new to every entry. Without it any board may stay free, which can suit later rounds.
    """
    matches = list(pairing_round.pairings)
    waiting = sorted(range(len(matches)), key=lambda _: dice.random())
    waiting.sort(key=lambda at: -max(history.waited[e] for e in matches[at].entries))
    for wave, start in enumerate(range(0, len(matches), len(boards)), 1):
        now = waiting[start : start + len(boards)]
        together = [matches[at] for at in now]
        chosen = _find_boards(together, boards, history, dice, from_the_first)
        for at, board in zip(now, chosen, strict=True):
            matches[at] = replace(matches[at], board=board, wave=wave)
    return replace(pairing_round, pairings=tuple(matches))


def bring_forward(
    waiting: Sequence[Spot], others: Collection[Spot], new: Collection[int]
) -> list[Spot]:
    """The spots (wave, board) of ``waiting`` matches after ``new`` boards were added.

    Each match of a later wave takes the earliest free spot and frees the one it had. Spots of
    ``others`` are not reassigned.

    >>> bring_forward([(1, 1), (1, 2), (2, 1), (3, 1)], [], new=[3])
    [(1, 1), (1, 2), (1, 3), (2, 1)]
    """
    spots = list(waiting)
    waves = max((wave for wave, _board in spots), default=1)
    taken = {*spots, *others}
    free = {(wave, board) for wave in range(1, waves) for board in new} - taken
    for at in sorted(range(len(spots)), key=spots.__getitem__):
        earliest = min(free, default=spots[at])
        if earliest[0] < spots[at][0]:
            free.remove(earliest)
            free.add(spots[at])
            spots[at] = earliest
    return spots


def assign_all(
    rounds: Sequence[PairedRound[E]], boards: Sequence[int], history: BoardsSeen[E], dice: Random
) -> tuple[PairedRound[E], ...]:
    """Assign the boards of a whole draw: the best of a few attempts, because the best
    boards of one round can be worse for the next. A single round needs one attempt."""
    if len(rounds) == 1:
        return (assign_boards(rounds[0], boards, history, dice),)
    matches = sum(len(pairing_round.pairings) for pairing_round in rounds)
    least = 0, _least_repeats(rounds, boards, history)
    best: tuple[tuple[int, int], list[PairedRound[E]]] | None = None
    for attempt in range(1 + WORK // max(1, matches)):
        before, seated = history.boards_seen(), list[PairedRound[E]]()
        for each in rounds:
            in_order = not attempt % 2
            seated.append(assign_boards(each, boards, before, dice, from_the_first=in_order))
            before.seat(seated[-1])
        found = (count_stays(seated, history), count_repeats(seated, history))
        if best is None or found < best[0]:
            best = found, seated
        if best[0] == least:
            break
    return tuple(best[1]) if best else ()


def _least_repeats(
    rounds: Sequence[PairedRound[E]], boards: Sequence[int], history: BoardsSeen[E]
) -> int:
    """A lower bound of ``count_repeats``: matches of each entry beyond the boards new to it."""
    games = Counter(entry for r in rounds for pairing in r.pairings for entry in pairing.entries)
    new = {e: len({*boards}.difference(history.boards.get(e, ()))) for e in games}
    return sum(max(0, games[entry] - new[entry]) for entry in games)


def count_stays(rounds: Sequence[PairedRound[E]], history: BoardsSeen[E]) -> int:
    """Count how often an entry sits at the same board twice in a row."""
    count, before = 0, history.boards_seen()
    for pairing_round in rounds:
        for pairing in pairing_round.pairings:
            count += sum(before.last_board.get(e) == pairing.board for e in pairing.entries)
        before.seat(pairing_round)
    return count


def count_repeats(rounds: Sequence[PairedRound[E]], history: BoardsSeen[E]) -> int:
    """Count how often an entry sits at a board it has sat at before."""
    after = history.boards_seen()
    for pairing_round in rounds:
        after.seat(pairing_round)
    return _came_back(after) - _came_back(history)


def _came_back(history: BoardsSeen[E]) -> int:
    return sum(count - 1 for seen in history.boards.values() for count in seen.values())


def _find_boards(
    matches: Sequence[Pairing[E]],
    boards: Sequence[int],
    history: BoardsSeen[E],
    dice: Random,
    from_the_first: bool,
) -> list[int]:
    """Return a board for each match of one wave: new to both sides if found, otherwise by
    ``assign_columns``.
    """
    order = sorted(boards)
    spare = frozenset(order[len(matches) :] if from_the_first else ())
    dice.shuffle(order)
    in_use = [board for board in order if board not in spare]
    if new := _all_new(matches, in_use, history) or _all_new(matches, order, history):
        return new
    choices = min(CHOICES, len(order))
    edges: list[Edge] = [
        (row, at % len(order), _board_cost(match, order[at % len(order)], history))
        for row, match in enumerate(matches)
        for at in range(row, row + choices)
    ]
    return [order[at] for at in assign_columns(len(matches), len(order), edges, dice) or ()]


def _all_new(
    matches: Sequence[Pairing[E]], boards: Sequence[int], history: BoardsSeen[E]
) -> list[int]:
    """Return a board new to both sides for each match, or an empty list if a short search finds
    none.

    Each match takes the first free board. If none is new to it, a match that can move to
    another board makes room.
    """
    seen = [{b for e in m.entries for b in history.boards.get(e, ())} for m in matches]
    free, at = list(boards), dict[int, int]()

    def seat(row: int) -> bool:
        board = next((board for board in free if board not in seen[row]), None)
        if board is not None:
            free.remove(board)
            at[row] = board
        return board is not None

    def seat_for_another(row: int) -> bool:
        for other, board in list(at.items()):
            if board not in seen[row] and seat(other):
                at[row] = board
                return True
        return False

    if all(seat(row) or seat_for_another(row) for row in range(len(matches))):
        return [at[row] for row in range(len(matches))]
    return []


def _board_cost(match: Pairing[E], board: int, history: BoardsSeen[E]) -> tuple[int, int]:
    stay = again = 0
    for entry in match.entries:
        visits = history.boards[entry][board] if entry in history.boards else 0
        again += visits * visits + visits
        stay += history.last_board.get(entry) == board
    return stay, again
