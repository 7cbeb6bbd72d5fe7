"""The one function that computes a table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from leagues.bridge.play import StagePlay, play_of, results_of
from leagues.bridge.results import FinishedMatch
from leagues.bridge.sources import Cuts, cuts_of
from leagues.models import Entry, Pool, Stage, Surface
from scoring.results import COUNTING, Ending, Result, WonOrLost
from scoring.standings import Row, rank
from scoring.tiebreaks import Chain, Prorate


@dataclass(frozen=True)
class Line:
    """One entry's line: the row as ranked, and what a page says beside it."""

    row: Row[int]
    entry: Entry
    won: int
    tied: int
    lost: int
    difference: int
    moved: int | None
    because: str
    cut: str


@dataclass(frozen=True)
class Table:
    """The table of one pool."""

    pool: Pool
    lines: tuple[Line, ...]
    is_final: bool
    shows_difference: bool

    @property
    def has_begun(self) -> bool:
        return any(line.row.games for line in self.lines)


def tables(stage: Stage, surface: Surface = Surface.WEB) -> tuple[Table, ...]:
    """The table of every pool of a stage, in a number of queries that never grows."""
    play = play_of(stage)
    entries = Entry.objects.named().in_bulk(play.everyone)
    cuts = cuts_of(stage, [len(pool) for pool in play.members.values()])
    return tuple(
        _table(play, pool, numbers, entries, surface, cuts)
        for pool, numbers in play.members.items()
    )


def _table(
    play: StagePlay,
    pool: Pool,
    numbers: Sequence[int],
    entries: dict[int, Entry],
    surface: Surface,
    cuts: Cuts,
) -> Table:
    matches = play.among(numbers)
    rows = play.rows(numbers)
    before = _places_before(numbers, matches, play.chain)
    mine = _by_entry(matches)
    return Table(
        pool=pool,
        lines=tuple(
            _line(
                row,
                entries[row.entry],
                mine.get(row.entry, []),
                moved=before[row.entry] - row.place if before else None,
                because=row.because(lambda number: entries[number].shown_on(surface)),
                cut=cuts.get(at, "") if at < len(rows) else "",
            )
            for at, row in enumerate(rows, start=1)
        ),
        is_final=play.is_final,
        shows_difference="difference" in play.chain,
    )


def _line(
    row: Row[int],
    entry: Entry,
    results: Sequence[Result[int]],
    *,
    moved: int | None,
    because: str,
    cut: str,
) -> Line:
    """Byes that pay nothing were not won; everything else that counts went somehow."""
    counted = [each for each in results if each.ending in COUNTING]
    went = Counter(each.went for each in counted if each.ending is not Ending.BYE)
    difference = sum((each.points or 0) - each.against for each in counted)
    return Line(
        row=row,
        entry=entry,
        won=went[WonOrLost.WON],
        tied=went[WonOrLost.TIED],
        lost=went[WonOrLost.LOST],
        difference=int(difference),
        moved=moved,
        because=because,
        cut=cut,
    )


def _places_before(
    numbers: Sequence[int], matches: Sequence[FinishedMatch], chain: Chain
) -> dict[int, int]:
    """Everybody's place before the last pairing round; nothing when it was the first."""
    last = max((match.when for match in matches), default=None)
    earlier = [match for match in matches if match.when != last]
    if not earlier:
        return {}
    rows = rank(numbers, results_of(earlier), chain, prorate_to=Prorate.NOT)
    return {row.entry: row.place for row in rows}


def _by_entry(matches: Iterable[FinishedMatch]) -> dict[int, list[Result[int]]]:
    mine: dict[int, list[Result[int]]] = {}
    for result in results_of(matches):
        mine.setdefault(result.entry, []).append(result)
    return mine
