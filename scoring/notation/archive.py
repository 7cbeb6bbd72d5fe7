"""The archive: two sheets, Results and Matches, in which results of events are published.

A file may hold both or one of them. Sheets are recognised by their columns, not by their
names. CSV is read here; the sheets of a workbook come as rows of text (``archive_of``).
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from scoring.notation import archive_cards as cards
from scoring.notation import archive_lines as standings
from scoring.notation.archive_cards import COLUMNS, FIRST, HAMMER, MOST_ROUNDS
from scoring.notation.archive_lines import ArchiveLine
from scoring.notation.record import UNKNOWN, MatchRecord, NotationError, Recorded
from scoring.notation.sheets import Cell, Grid, header_of, read_csv, rows_of, write_csv
from scoring.sides import Seat

CATEGORIES = {1: "Singles", 2: "Doubles"}

RESULTS, MATCHES = "Results", "Matches"


@dataclass(frozen=True)
class Archive:
    """The content of the two sheets, and what is odd about it."""

    lines: tuple[ArchiveLine, ...] = ()
    matches: tuple[MatchRecord, ...] = ()
    notices: tuple[str, ...] = ()

    @property
    def recorded(self) -> Recorded:
        return Recorded(self.matches, self.notices)


def read_archive_csv(*sources: str) -> Archive:
    """Read the archive sheets from one or two CSV files, in any order."""
    return archive_of(read_csv(source) for source in sources)


def write_archive_csv(archive: Archive) -> dict[str, str]:
    """Return the two CSV files by name."""
    return {f"{name}.csv": write_csv(rows) for name, rows in archive_sheets(archive).items()}


def archive_of(grids: Iterable[Grid]) -> Archive:
    """Return the archive in these sheets; sheets with other columns are skipped."""
    lines: list[ArchiveLine] = []
    matches: list[MatchRecord] = []
    notices: list[str] = []
    found = False
    for grid in grids:
        header = header_of(grid)
        if "Pts/20s" in header:
            _require_columns(MATCHES, header, cards.NEEDED)
            recorded = cards.read_cards(rows_of(grid))
            matches += recorded.matches
            notices += recorded.notices
        elif "Classification" in header:
            _require_columns(RESULTS, header, standings.NEEDED)
            for row in rows_of(grid):
                lines.append(standings.read_line(row))
                notices += standings.odd_line(row.number, lines[-1])
        else:
            continue
        found = True
    if not found:
        raise NotationError(
            "no sheet of the archive is in it: Matches has a column Pts/20s, "
            "Results a column Classification"
        )
    return Archive(tuple(lines), tuple(matches), (*notices, *_odd_divisions(lines, matches)))


def _require_columns(sheet: str, header: Sequence[str], needed: Iterable[str]) -> None:
    for column in needed:
        if column not in header:
            raise NotationError(f"the sheet {sheet} has no column {column}")


def _odd_divisions(lines: Iterable[ArchiveLine], matches: Iterable[MatchRecord]) -> Iterator[str]:
    named = [line.division for line in lines]
    named += [record.context.division for record in matches if record.context]
    for division in dict.fromkeys(named):
        if division is not None and division.count("-") != 1:
            yield f"the division {division!r} should have exactly one hyphen"


def archive_sheets(archive: Archive) -> Mapping[str, list[Sequence[Cell]]]:
    """Return the rows of the two sheets, each with its header first."""
    more_lines = standings.extra_columns(archive.lines)
    more_cards = extra_columns(archive.matches)
    return {
        RESULTS: [(*standings.COLUMNS, *more_lines), *standings.line_rows(archive.lines)],
        MATCHES: [(*cards.COLUMNS, *more_cards), *card_rows(archive.matches)],
    }


def card_rows(records: Sequence[MatchRecord]) -> Iterator[list[Cell]]:
    """Yield the rows below the header: four rows a match, two if no 20s were recorded."""
    extra = extra_columns(records)
    for n, record in enumerate(records, 1):
        slot = _slot_cells(record, f"match {n}")
        for seat in UNKNOWN.seats:
            card = record.sides[seat].extra
            more = [card.get(column) for column in extra]
            players = [
                card.get("Position") or _seat_position(record, seat),
                record.names[seat],
                record.names[1 - seat],
                _shooting_order(record, seat),
                card.get("Comment"),
            ]
            for kind, total, rounds in _tally_rows(record, seat):
                yield [*slot, *players, kind, total, *rounds, *more]


def extra_columns(records: Sequence[MatchRecord]) -> list[str]:
    """Return the unknown columns that were kept from the cards."""
    columns = {
        column: None
        for record in records
        for seated in record.sides
        for column, value in seated.extra.items()
        if column not in COLUMNS and isinstance(value, str)
    }
    return list(columns)


def _slot_cells(record: MatchRecord, where: str) -> list[Cell]:
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


def _shooting_order(record: MatchRecord, seat: Seat) -> str | None:
    opening = record.rounds[0].first if record.rounds else None
    if opening is None:
        return None
    return FIRST if opening is seat else HAMMER


def _seat_position(record: MatchRecord, seat: Seat) -> str | None:
    """The archive's position of a side: 1 for the side that shoots first, 3 for the other."""
    return {FIRST: "1", HAMMER: "3", None: None}[_shooting_order(record, seat)]


def _tally_rows(record: MatchRecord, seat: Seat) -> Iterator[tuple[str, Cell, list[Cell]]]:
    points: list[Cell] = [played.points[seat] for played in record.rounds]
    twenties: list[Cell] = [played.twenties[seat] for played in record.rounds]
    empty: list[Cell] = [None] * (MOST_ROUNDS - len(record.rounds))
    yield "Pts", record.points[seat], points + empty
    if record.twenties[seat] is not None or any(made is not None for made in twenties):
        yield "20s", record.twenties[seat], twenties + empty
