"""The Matches sheet of the archive, written: the rows of both cards of every match."""

from collections.abc import Iterator, Sequence
from datetime import datetime

from scoring.notation.archive_cards import COLUMNS, FIRST, HAMMER, MOST_ROUNDS
from scoring.notation.record import UNKNOWN, MatchRecord, NotationError
from scoring.notation.sheets import Cell
from scoring.sides import Seat

CATEGORIES = {1: "Singles", 2: "Doubles"}


def card_rows(records: Sequence[MatchRecord]) -> Iterator[list[Cell]]:
    """The sheet below its header: four rows a match, two where no 20s were recorded."""
    extra = extra_columns(records)
    for n, record in enumerate(records, 1):
        slot = _slot(record, f"match {n}")
        for seat in UNKNOWN.seats:
            card = record.sides[seat].extra
            more = [card.get(column) for column in extra]
            players = [
                card.get("Position") or _position(record, seat),
                record.names[seat],
                record.names[1 - seat],
                _order(record, seat),
                card.get("Comment"),
            ]
            for kind, total, rounds in _tallies(record, seat):
                yield [*slot, *players, kind, total, *rounds, *more]


def extra_columns(records: Sequence[MatchRecord]) -> list[str]:
    """Columns we know nothing about, kept from the cards they stood on."""
    columns = {
        column: None
        for record in records
        for seated in record.sides
        for column, value in seated.extra.items()
        if column not in COLUMNS and isinstance(value, str)
    }
    return list(columns)


def _slot(record: MatchRecord, where: str) -> list[Cell]:
    context, size = record.context, len(record.sides.a.players)
    if len(record.sides) != 2 or context is None or record.played is None:
        raise NotationError(f"{where}: the archive needs two sides, a day and an event")
    if not context.event or (context.division or "").count("-") != 1:
        raise NotationError(
            f"{where}: the archive needs an event and a division with one hyphen, "
            "such as Competitive-Fingers"
        )
    if len(record.rounds) > MOST_ROUNDS:
        raise NotationError(f"{where}: the archive has room for {MOST_ROUNDS} rounds")
    played = record.played
    return [
        played.date() if isinstance(played, datetime) else played,
        context.event,
        context.division,
        context.category or CATEGORIES.get(size),
        context.stage,
        context.pool,
        context.game,
        context.board,
    ]


def _order(record: MatchRecord, seat: Seat) -> str | None:
    opening = record.rounds[0].first if record.rounds else None
    if opening is None:
        return None
    return FIRST if opening is seat else HAMMER


def _position(record: MatchRecord, seat: Seat) -> str | None:
    """The archive seats whoever shoots first in position 1, and the other in position 3."""
    return {FIRST: "1", HAMMER: "3", None: None}[_order(record, seat)]


def _tallies(record: MatchRecord, seat: Seat) -> Iterator[tuple[str, Cell, list[Cell]]]:
    points: list[Cell] = [played.points[seat] for played in record.rounds]
    twenties: list[Cell] = [played.twenties[seat] for played in record.rounds]
    empty: list[Cell] = [None] * (MOST_ROUNDS - len(record.rounds))
    yield "Pts", record.points[seat], points + empty
    if record.twenties[seat] is not None or any(made is not None for made in twenties):
        yield "20s", record.twenties[seat], twenties + empty
