"""Reassign boards to planned matches when the event's boards change."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import groupby, islice
from operator import attrgetter
from random import Random
from typing import TypeAlias

from leagues.actions.push import tell_of_matches
from leagues.models import Board, Event, Match, PairingRound
from leagues.pairing.boards import Spot, assign_boards, bring_forward
from leagues.pairing.history import History
from leagues.pairing.pools import even_sizes
from leagues.pairing.seeds import roll_dice
from leagues.pairing.values import PairedRound as Drawn
from leagues.pairing.values import Pairing
from leagues.reads.draw.history import rounds_of

WasAt: TypeAlias = tuple[int, int | None, int]
"""A match's number, board number (or None) and wave, as kept in the log."""


def give_boards(event: Event, new: Collection[int] = ()) -> list[WasAt]:
    """Give a new board to each planned match whose board no longer belongs to the event.

    All others keep their boards; if there are too few, the moved matches play in a later wave.
    Matches of later waves move to free boards with a number in ``new``. The caller has locked
    the event. Returns the earlier places of the moved matches.
    """
    boards = list(event.boards.order_by("number"))
    known = {board.pk for board in boards}
    to_come = _to_come(event)
    before = [_place_of(match) for match in to_come]
    _seat_matches(event, [match for match in to_come if _needs_board(match, known)], boards)
    _bring_forward(event, to_come, boards, new)
    moved = [
        (match, was) for match, was in zip(to_come, before, strict=True) if _place_of(match) != was
    ]
    Match.objects.bulk_update([match for match, _was in moved], ["board", "wave"])
    tell_of_matches([match.pk for match, _was in moved])
    return [was for _match, was in moved]


def _place_of(match: Match) -> WasAt:
    return match.number, match.board.number if match.board else None, match.wave


def _bring_forward(
    event: Event, to_come: Sequence[Match], boards: Sequence[Board], new: Collection[int]
) -> None:
    """Move matches of later waves to new boards, round by round; begun matches keep theirs."""
    by_number = {board.number: board for board in boards}
    others: defaultdict[int, list[Spot]] = defaultdict(list)
    begun = event.matches.exclude(state=Match.State.PLANNED).exclude(board=None)
    spots = begun.values_list("pairing_round", "wave", "board__number")
    for pairing_round, wave, board in spots:
        others[pairing_round].append((wave, board))
    for pairing_round, of_one in groupby(to_come, attrgetter("pairing_round_id")):
        theirs = {m: (m.wave, m.board.number) for m in of_one if m.board}
        moved = bring_forward([*theirs.values()], others[pairing_round], new)
        for match, (wave, board) in zip(theirs, moved, strict=True):
            match.board, match.wave = by_number[board], wave


def take_to(event: Event, before: Iterable[WasAt]) -> None:
    """Move matches that haven't begun back to their earlier boards and waves."""
    boards = {board.number: board for board in event.boards.all()}
    for number, board, wave in before:
        event.matches.filter(number=number, state=Match.State.PLANNED).update(
            board=boards.get(board) if board else None, wave=wave
        )


def _to_come(event: Event) -> list[Match]:
    matches = event.matches.filter(state=Match.State.PLANNED)
    return list(
        matches.select_related("board", "pairing_round__stage")
        .prefetch_related("sides__entries")
        .order_by("pairing_round_id", "wave", "number")
    )


def _needs_board(match: Match, boards: Collection[int]) -> bool:
    """True if a match has to be given a board: the key of its board isn't in ``boards``.

    A match without a board needs one too, unless a queue will assign it.
    """
    if match.board_id is None:
        return not match.pairing_round.stage.is_queue
    return match.board_id not in boards


def _seat_matches(event: Event, lost: Sequence[Match], boards: Sequence[Board]) -> None:
    """Assign boards to these matches, round by round; in a queue or without boards, set None."""
    history = History(each.as_played() for each in rounds_of(event) if each.has_begun)
    dice = roll_dice(event.rng_seed, f"boards.{event.revision}")
    for pairing_round, of_one in groupby(lost, attrgetter("pairing_round")):
        theirs = list(of_one)
        for match in theirs:
            match.board = None
        if boards and not pairing_round.stage.is_queue:
            _seat_round(pairing_round, theirs, boards, history, dice)


def _seat_round(
    pairing_round: PairingRound,
    lost: Sequence[Match],
    boards: Sequence[Board],
    history: History[int],
    dice: Random,
) -> None:
    waiting, wave = list(lost), 1
    stay = pairing_round.matches.exclude(pk__in=[match.pk for match in lost])
    taken = set(stay.unfinished().values_list("wave", "board"))
    by_number = {board.number: board for board in boards}
    while waiting:
        free = [board.number for board in boards if (wave, board.pk) not in taken]
        now, waiting = waiting[: len(free)], waiting[len(free) :]
        for matches, theirs in _side_by_side(now, free, is_all=not waiting):
            together = Drawn(tuple(map(_as_pairing, matches)))
            seated = assign_boards(together, theirs, history, dice).pairings
            for match, pairing in zip(matches, seated, strict=True):
                match.board, match.wave = by_number[pairing.board or 0], wave
        wave += 1


def _side_by_side(
    now: Sequence[Match], free: Sequence[int], *, is_all: bool
) -> Iterator[tuple[list[Match], Sequence[int]]]:
    """Groups of matches with their boards: each pool side by side if all matches have a board."""
    if not is_all:
        if now:
            yield list(now), free
        return
    boards = iter(free)
    pools = [list(of) for _pool, of in groupby(sorted(now, key=_pool_key), _pool_key)]
    more = even_sizes(len(free) - len(now), len(pools))
    for matches, spare in zip(pools, more, strict=True):
        yield matches, list(islice(boards, len(matches) + spare))


def _pool_key(match: Match) -> int:
    return match.pool_id or 0


def _as_pairing(match: Match) -> Pairing[int]:
    sides = [[entry.pk for entry in side.entry_list] for side in match.sides.all()]
    return Pairing.between(*(entry for side in sides for entry in side))
