"""Decide which matches are called next, and to which boards."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Waiting:
    """A match that waits to be called, with its entries and its assigned board."""

    match: int
    entries: frozenset[int]
    board: int | None = None
    may_move: bool = True

    def boards(self, free: Sequence[int]) -> Sequence[int]:
        """The free boards that the match can be called to, best first."""
        if self.board is not None and self.board in free:
            return [self.board]
        return free if self.may_move or self.board is None else []


def next_calls(
    waiting: Iterable[Waiting], playing: Collection[int], free: Iterable[int]
) -> Iterator[tuple[int, int]]:
    """Yield each match that can be called now, with its board, in queue order.

    No entry is called to two boards at once. A match is called to its assigned board if that is
    free. Otherwise it waits, or takes the first free board if it ``may_move``.

    >>> two = [Waiting(1, frozenset({10, 11})), Waiting(2, frozenset({10, 12}), board=7)]
    >>> list(next_calls(two, playing={11}, free=[6, 7]))
    [(2, 7)]
    """
    busy, left = set(playing), list(free)
    for each in waiting:
        boards = each.boards(left)
        if not boards or each.entries & busy:
            continue
        board = boards[0]
        left.remove(board)
        busy |= each.entries
        yield each.match, board
