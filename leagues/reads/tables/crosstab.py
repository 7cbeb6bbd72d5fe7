"""The matches of a pool as a grid: each row's points against each column."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from leagues.models import Entry, Pool, Stage
from leagues.reads.tables.results import FinishedMatch
from leagues.reads.tables.scored import Scored
from leagues.reads.tables.stage_results import counting_matches, finished_in
from leagues.reads.tables.tables import Table
from scoring.results import COUNTING, Number, WonOrLost
from scoring.standings import Row

LARGEST = 24  # entries in a pool; a larger grid would be unreadable
FORMATS = (Stage.Format.ROUND_ROBIN, Stage.Format.OUTSIDERS)


@dataclass(frozen=True)
class Met:
    """An entry's points against another in one match."""

    match: int
    points: Number
    against: Number
    went: WonOrLost | None


@dataclass(frozen=True)
class GridLine:
    row: Row[int]
    entry: Entry
    points: Scored
    cells: tuple[tuple[Met, ...] | None, ...]
    """The matches against each column in turn; empty if there are none, None for itself."""


@dataclass(frozen=True)
class Grid:
    pool: Pool
    lines: tuple[GridLine, ...]


def has_grid(tables: Sequence[Table]) -> bool:
    """Whether the stage with these tables can be shown as a grid."""
    return bool(tables) and all(
        table.pool.stage.format in FORMATS and 1 < len(table.lines) <= LARGEST for table in tables
    )


def grids_of(stage: Stage, tables: Sequence[Table]) -> tuple[Grid, ...]:
    """A grid for every pool of the stage, in the order of its table."""
    matches = counting_matches(stage)
    met = _meetings_of(finished_in(matches, stage.event), dict(matches.values_list("pk", "number")))
    return tuple(_build_grid(table, met) for table in tables)


Meetings = Mapping[tuple[int, int], list[Met]]


def _meetings_of(matches: Iterable[FinishedMatch], numbers: Mapping[int, int]) -> Meetings:
    """The counting results by entry and opponent. Heats of three have no single opponent."""
    met: dict[tuple[int, int], list[Met]] = {}
    for match in matches:
        for result in match.results:
            if result.ending in COUNTING and len(result.opponents) == 1:
                met.setdefault((result.entry, result.opponents[0]), []).append(
                    Met(numbers[match.match], result.points or 0, result.against, result.went)
                )
    return met


def _build_grid(table: Table, met: Meetings) -> Grid:
    order = [line.entry.pk for line in table.lines]
    return Grid(
        table.pool,
        tuple(
            GridLine(
                line.row,
                line.entry,
                line.points,
                tuple(
                    None if other == line.entry.pk else tuple(met.get((line.entry.pk, other), ()))
                    for other in order
                ),
            )
            for line in table.lines
        ),
    )
