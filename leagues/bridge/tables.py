"""The one function that computes a table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import partial

from leagues.bridge.results import FinishedMatch, finished_matches
from leagues.bridge.sheets import chain_of
from leagues.bridge.sources import Cuts, cuts_of
from leagues.models import Entry, Match, Pool, PoolEntry, Stage, Surface
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
    members = _members(stage)
    entries = Entry.objects.named().in_bulk([e for es in members.values() for e in es])
    counting = _stages_that_count(stage)
    of_these = Match.objects.filter(pairing_round__stage__in=counting)
    matches = finished_matches(of_these.published().finished().score_lines())
    is_final = bool(matches) and not of_these.unfinished().exists()
    cuts = cuts_of(stage, len(members))
    tabulate = partial(_table, stage, entries, surface, cuts, is_final)
    return tuple(
        tabulate(pool, numbers, [m for m in matches if _concerns(m, set(numbers))])
        for pool, numbers in members.items()
    )


def _members(stage: Stage) -> dict[Pool, list[int]]:
    """Who is in which pool, by their order going in."""
    members: dict[Pool, list[int]] = {pool: [] for pool in stage.pools.all()}
    for place in PoolEntry.objects.filter(stage=stage).select_related("pool"):
        members[place.pool].append(place.entry_id)
    return members


def _stages_that_count(stage: Stage) -> list[Stage]:
    """This stage, and those before it whose points are carried over into it."""
    counting = [stage]
    if stage.carries_over:
        for before in stage.event.stages.filter(number__lt=stage.number).reverse():
            counting.append(before)
            if not before.carries_over:
                break
    return counting


def _concerns(match: FinishedMatch, entries: set[int]) -> bool:
    return any(result.entry in entries for result in match.results)


def _table(
    stage: Stage,
    entries: dict[int, Entry],
    surface: Surface,
    cuts: Cuts,
    is_final: bool,
    pool: Pool,
    numbers: Sequence[int],
    matches: Sequence[FinishedMatch],
) -> Table:
    chain = chain_of(stage)
    # While matches are missing, totals stand as they are: prorating would praise
    # whoever has a game in hand. Once all is played, unequal games are made equal.
    prorate = Prorate.TO_MOST_GAMES if is_final else Prorate.NOT
    rows = rank(numbers, _results(matches), chain, prorate_to=prorate)
    before = _places_before(numbers, matches, chain)
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
        is_final=is_final,
        shows_difference="difference" in chain,
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
    rows = rank(numbers, _results(earlier), chain, prorate_to=Prorate.NOT)
    return {row.entry: row.place for row in rows}


def _results(matches: Iterable[FinishedMatch]) -> list[Result[int]]:
    return [result for match in matches for result in match.results]


def _by_entry(matches: Iterable[FinishedMatch]) -> dict[int, list[Result[int]]]:
    mine: dict[int, list[Result[int]]] = {}
    for result in _results(matches):
        mine.setdefault(result.entry, []).append(result)
    return mine
