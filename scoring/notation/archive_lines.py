"""The Results sheet of the archive: one line for each place of a player in a table."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date

from scoring.notation.record import Extra, NotationError
from scoring.notation.sheets import Cell, SheetLine
from scoring.results import Number

COLUMNS = (
    *("Classification", "Date", "Tournament", "League", "Division", "Category"),
    *("Stage", "Pool", "Player", "Games", "Pts", "20s", "Rank", "Team", "Comment"),
)
NEEDED = ("Classification", "Player")

CLASSIFICATIONS = ("Scores", "Rank", "Final Rank", "League Standings")
INCOMPLETE = "-Incomplete"


@dataclass(frozen=True)
class ArchiveLine:
    """One line of the Results sheet."""

    classification: str
    entry: str
    played: date | None = None
    event: str | None = None
    league: str | None = None
    division: str | None = None
    category: str | None = None
    stage: str | None = None
    pool: str | None = None
    games: Number | None = None
    points: Number | None = None
    twenties: Number | None = None
    place: Number | None = None
    team: str | None = None
    comment: str | None = None
    extra: Extra = field(default_factory=dict)


def read_line(line: SheetLine) -> ArchiveLine:
    return ArchiveLine(
        classification=line.text("Classification") or "",
        entry=line.text("Player") or "",
        played=line.day("Date"),
        event=line.text("Tournament"),
        league=line.text("League"),
        division=line.text("Division"),
        category=line.text("Category"),
        stage=line.text("Stage"),
        pool=line.text("Pool"),
        games=line.exact("Games"),
        points=line.exact("Pts"),
        twenties=line.exact("20s"),
        place=line.exact("Rank"),
        team=line.text("Team"),
        comment=line.text("Comment"),
        extra=line.cells,
    )


def odd_line(number: int, line: ArchiveLine) -> Iterator[str]:
    """Yield what the archive's editors would question about a line."""
    if line.classification.removesuffix(INCOMPLETE) not in CLASSIFICATIONS:
        yield f"row {number}: no line is classified as {line.classification!r}"
    if not line.entry:
        yield f"row {number}: Player is missing"


def line_rows(lines: Sequence[ArchiveLine]) -> Iterator[list[Cell]]:
    """Yield the rows below the header."""
    extra = extra_columns(lines)
    for n, line in enumerate(lines, 1):
        if (line.division or "").count("-") != 1:
            raise NotationError(
                f"line {n}: the archive needs a division with one hyphen, "
                "such as Competitive-Fingers"
            )
        yield [
            line.classification, line.played, line.event, line.league, line.division,
            line.category, line.stage, line.pool, line.entry, line.games, line.points,
            line.twenties, line.place, line.team, line.comment,
            *(line.extra.get(column) for column in extra),
        ]  # fmt: skip


def extra_columns(lines: Iterable[ArchiveLine]) -> list[str]:
    return list({column: None for line in lines for column in line.extra})
