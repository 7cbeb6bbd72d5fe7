"""The archive: the two sheets, Results and Matches, in which results are handed down.

A file may hold both or one of them. Sheets are told apart by their columns, whatever they
are called. CSV is read here; the sheets of a workbook come as rows of text (``archive_of``).
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from scoring.notation import archive_cards as cards
from scoring.notation import archive_lines as standings
from scoring.notation.archive_card_rows import card_rows, extra_columns
from scoring.notation.archive_lines import ArchiveLine
from scoring.notation.record import MatchRecord, NotationError, Recorded
from scoring.notation.sheets import Cell, Grid, header_of, read_csv, rows_of, write_csv

RESULTS, MATCHES = "Results", "Matches"


@dataclass(frozen=True)
class Archive:
    """What the two sheets hold, and what is odd about it."""

    lines: tuple[ArchiveLine, ...] = ()
    matches: tuple[MatchRecord, ...] = ()
    notices: tuple[str, ...] = ()

    @property
    def recorded(self) -> Recorded:
        return Recorded(self.matches, self.notices)


def read_archive_csv(*sources: str) -> Archive:
    """The archive sheets of one or two CSV files, in any order."""
    return archive_of(read_csv(source) for source in sources)


def write_archive_csv(archive: Archive) -> dict[str, str]:
    """The two CSV files by name."""
    return {f"{name}.csv": write_csv(rows) for name, rows in archive_sheets(archive).items()}


def archive_of(grids: Iterable[Grid]) -> Archive:
    """The archive in these sheets; the ones that belong to something else are passed over."""
    lines: list[ArchiveLine] = []
    matches: list[MatchRecord] = []
    notices: list[str] = []
    found = False
    for grid in grids:
        header = header_of(grid)
        if "Pts/20s" in header:
            _need(MATCHES, header, cards.NEEDED)
            recorded = cards.read_cards(rows_of(grid))
            matches += recorded.matches
            notices += recorded.notices
        elif "Classification" in header:
            _need(RESULTS, header, standings.NEEDED)
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


def _need(sheet: str, header: Sequence[str], needed: Iterable[str]) -> None:
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
    """The rows of the two sheets, the first of each its heading."""
    more_lines = standings.extra_columns(archive.lines)
    more_cards = extra_columns(archive.matches)
    return {
        RESULTS: [(*standings.COLUMNS, *more_lines), *standings.line_rows(archive.lines)],
        MATCHES: [(*cards.COLUMNS, *more_cards), *card_rows(archive.matches)],
    }
