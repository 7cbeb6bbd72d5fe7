"""The Matches sheet of the archive: two cards a match, each with a row of points and one of 20s.

Both players hand in a card, and the two become one record. If they disagree, each side keeps
the numbers on its card, and a notice reports it.
"""

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator
from dataclasses import dataclass, field
from itertools import zip_longest

from scoring.notation.doubts import find_doubts
from scoring.notation.fields import read_name
from scoring.notation.record import (
    Context,
    Extra,
    MatchRecord,
    NotationError,
    Recorded,
    RoundRecord,
    SideRecord,
    side_of,
)
from scoring.notation.sheets import SheetLine
from scoring.results import Number
from scoring.sides import BySeat, Seat

MOST_ROUNDS = 20
ROUNDS = tuple(f"Round{n}" for n in range(1, MOST_ROUNDS + 1))
SLOT = (*("Date", "Tournament", "Division", "Category"), *("Stage", "Pool", "StageGame", "Board"))
PLAYERS = ("Position", "Player", "Opponent", "First/Hammer", "Comment")
COLUMNS = (*SLOT, *PLAYERS, "Pts/20s", "Total", *ROUNDS)
NEEDED = ("Player", "Opponent", "Pts/20s", "Total")

FIRST, HAMMER = "First", "Hammer"
BOARD = SLOT.index("Board")


@dataclass
class _Tally:
    """One row of a card: its total as written, and its rounds."""

    total: Number | None
    rounds: list[int | None]


@dataclass
class _Card:
    """One side's card of a match."""

    row: int
    slot: tuple[str, ...]
    player: str
    opponent: str
    tallies: dict[str, _Tally] = field(default_factory=dict)
    first: bool | None = None
    extra: Extra = field(default_factory=dict)

    @property
    def pair(self) -> frozenset[str]:
        return frozenset((self.player, self.opponent))

    def tally(self, kind: str) -> _Tally:
        return self.tallies.get(kind) or _Tally(None, [])


def read_cards(lines: Iterable[SheetLine]) -> Recorded:
    """Read the matches of the sheet, in the order of their first card."""
    cards = list(_join_rows(lines))
    same_board, alone = _pair_cards(cards, lambda card: (card.slot, card.pair))
    same_game, alone = _pair_cards(alone, lambda card: (card.slot[:BOARD], card.pair))
    found = [*same_board, *same_game, *((card, None) for card in alone)]
    found.sort(key=lambda pair: pair[0].row)
    records = [_to_record(card, other) for card, other in found]
    odd = [
        f"{_describe_place(card)}: {sentence}"
        for (card, other), record in zip(found, records, strict=True)
        for sentence in (*_odd_cards(card, other), *find_doubts(record))
    ]
    return Recorded(tuple(records), tuple(odd))


def _join_rows(lines: Iterable[SheetLine]) -> Iterable[_Card]:
    """Join each row of points and its row of 20s to a card."""
    cards: dict[Hashable, list[_Card]] = defaultdict(list)
    for line in lines:
        slot = tuple(line.text(column) or "" for column in SLOT)
        player, opponent = _read_name(line, "Player"), _read_name(line, "Opponent")
        if player == opponent:
            raise NotationError(f"row {line.number}: {player} cannot play {opponent}")
        kind = line.take("Pts/20s", str.lower)
        if kind not in ("pts", "20s"):
            raise NotationError(f"row {line.number}: Pts/20s must be Pts or 20s")
        known = cards[slot, player, opponent]
        card = next((each for each in known if kind not in each.tallies), None)
        if card is None:
            card = _Card(line.number, slot, player, opponent)
            known.append(card)
        order = line.text("First/Hammer")
        card.first = card.first if order is None else order.title() == FIRST
        card.tallies[kind] = _read_tally(line)
        card.extra = {**line.cells, **card.extra}
    return sorted((card for same in cards.values() for card in same), key=lambda card: card.row)


def _read_name(line: SheetLine, column: str) -> str:
    found = line.take(column, read_name)
    if found is None:
        raise NotationError(f"row {line.number}: {column} is missing")
    return found


def _read_tally(line: SheetLine) -> _Tally:
    total = line.exact("Total")
    rounds = [line.whole(column) for column in ROUNDS]
    while rounds and rounds[-1] is None:
        rounds.pop()
    return _Tally(total, rounds)


def _pair_cards(
    cards: Iterable[_Card], key: Callable[[_Card], Hashable]
) -> tuple[list[tuple[_Card, _Card | None]], list[_Card]]:
    """Pair cards of two opponents that have the same key, first come first; return unpaired ones
    too.
    """
    waiting: dict[Hashable, list[_Card]] = defaultdict(list)
    found: list[tuple[_Card, _Card | None]] = []
    for card in cards:
        others = waiting[key(card)]
        other = next((each for each in others if each.player == card.opponent), None)
        if other is None:
            others.append(card)
        else:
            others.remove(other)
            found.append((other, card))
    return found, [card for alone in waiting.values() for card in alone]


def _to_record(card: _Card, other: _Card | None) -> MatchRecord:
    theirs = other or _Card(card.row, card.slot, card.opponent, card.player)
    points, twenties = _both_tallies(card, theirs, "pts"), _both_tallies(card, theirs, "20s")
    rounds: Iterable[tuple[int | None, ...]] = zip_longest(
        *(tally.rounds for tally in (*points, *twenties))
    )
    if other is None:
        rounds = ((a, _opponent_points(a), *more) for a, _, *more in rounds)
    opening = _opening_seat(card, other)
    return MatchRecord(
        sides=BySeat(_to_side(card), _to_side(theirs)),
        rounds=tuple(
            RoundRecord(BySeat(a, b), None, BySeat(*made), _first_in_round(opening, n))
            for n, (a, b, *made) in enumerate(rounds)
        ),
        recorded_points=points.map(lambda tally: tally.total),
        recorded_twenties=twenties.map(lambda tally: _to_whole(card, tally.total)),
        played=SheetLine(card.row, {"Date": card.slot[0]}).day("Date") if card.slot[0] else None,
        context=_to_context(card),
    )


def _both_tallies(card: _Card, other: _Card, kind: str) -> BySeat[_Tally]:
    return BySeat(card.tally(kind), other.tally(kind))


def _opponent_points(points: int | None) -> int | None:
    """The opponent's points in a round, as every round pays two points."""
    return 2 - points if points in (0, 1, 2) else None


def _to_whole(card: _Card, total: Number | None) -> int | None:
    if total is None or isinstance(total, int):
        return total
    raise NotationError(f"row {card.row}: a number of 20s must be a whole number")


def _opening_seat(card: _Card, other: _Card | None) -> Seat | None:
    """Return who shot first in round 1; None if unknown or if the cards contradict each other."""
    opening_seats = {each.first if each is card else not each.first
            for each in (card, other) if each and each.first is not None}  # fmt: skip
    return (Seat.A if opening_seats.pop() else Seat.B) if len(opening_seats) == 1 else None


def _first_in_round(opening: Seat | None, rounds: int) -> Seat | None:
    """Return who shot first in round ``rounds``, counted from 0: the first shot alternates."""
    return None if opening is None else Seat((opening + rounds) % 2)


def _to_side(card: _Card) -> SideRecord:
    return SideRecord(side_of(*card.player.split("/")).players, card.extra)


def _to_context(card: _Card) -> Context:
    _, event, division, category, stage, pool, game, board = (cell or None for cell in card.slot)
    return Context(
        event=event,
        division=division,
        category=category,
        stage=stage,
        pool=pool,
        game=game,
        board=board,
    )


def _describe_place(card: _Card) -> str:
    slot = dict(zip(SLOT, card.slot, strict=True))
    game = f"game {slot['StageGame']}, " if slot["StageGame"] else ""
    return f"row {card.row}, {game}{card.player} against {card.opponent}"


def _odd_cards(card: _Card, other: _Card | None) -> Iterator[str]:
    if other is None:
        yield f"only the card of {card.player} is there"
        return
    if card.slot != other.slot:
        yield f"the cards name boards {card.slot[BOARD]} and {other.slot[BOARD]}"
    if card.first is not None and card.first == other.first:
        yield f"both cards say {FIRST if card.first else HAMMER}"
