"""The one function that computes a table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from leagues.bridge.standing.needs import Needs, needs_of
from leagues.bridge.standing.play import StagePlay, play_of, results_of
from leagues.bridge.standing.results import FinishedMatch
from leagues.bridge.standing.sources import Cuts, cuts_of
from leagues.models import Entry, Pool, Stage, Surface
from scoring.results import COUNTING, Ending, Number, Result, WonOrLost
from scoring.standings import Row, rank
from scoring.tiebreaks import Chain, Prorate
from scoring.tiebreaks.chains import steps_of
from scoring.tiebreaks.steps import Scope, Step


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
    needs: str
    cut: str
    lead: tuple[Number | None, ...] = ()
    """What is looked at before the points, where the chain does."""
    more: tuple[Number | None, ...] = ()
    """The tie-breaks that have no column of their own."""

    @property
    def went(self) -> str:
        """How often won, tied and lost, as a page writes it."""
        return f"{self.won}–{self.tied}–{self.lost}"


@dataclass(frozen=True)
class Table:
    """The table of one pool."""

    pool: Pool
    lines: tuple[Line, ...]
    is_final: bool
    shows_difference: bool
    lead: tuple[str, ...] = ()
    more: tuple[str, ...] = ()

    @property
    def columns(self) -> int:
        """How many stand beside the place."""
        return 5 + self.shows_difference + len(self.lead) + len(self.more)

    @property
    def has_begun(self) -> bool:
        return any(line.row.games for line in self.lines)


def tables(
    stage: Stage, surface: Surface = Surface.WEB, *, with_needs: bool = False
) -> tuple[Table, ...]:
    """The table of every pool of a stage, in a number of queries that never grows.

    What everybody still needs takes longer than all the rest: a page asks for it.
    """
    play = play_of(stage)
    entries = Entry.objects.named().in_bulk(play.everyone)
    cuts = cuts_of(stage, [len(pool) for pool in play.members.values()])
    rows = {pool: play.rows(numbers) for pool, numbers in play.members.items()}
    made = {row.entry: row.points for of_pool in rows.values() for row in of_pool}
    needs = needs_of(play, made) if with_needs else {}
    return tuple(
        _table(play, pool, rows[pool], entries, surface, cuts, needs)
        for pool in play.members
    )


def _table(
    play: StagePlay,
    pool: Pool,
    rows: Sequence[Row[int]],
    entries: dict[int, Entry],
    surface: Surface,
    cuts: Cuts,
    needs: Needs,
) -> Table:
    numbers = play.members[pool]
    matches = play.among(numbers)
    before = _places_before(numbers, matches, play.chain)
    mine = _by_entry(matches)
    steps = own_steps(play.chain)
    said = play.measured(numbers) if steps else {}
    ahead = [step for step in steps if step.name == play.chain[0]]
    behind = [step for step in steps if step not in ahead]
    return Table(
        pool=pool,
        lines=tuple(
            _line(
                row,
                entries[row.entry],
                mine.get(row.entry, []),
                moved=before[row.entry] - row.place if before else None,
                because=row.because(lambda number: entries[number].shown_on(surface)),
                needs=needs.get(row.entry, ""),
                cut=cuts.get(at, "") if at < len(rows) else "",
                lead=tuple(said[step.name][row.entry] for step in ahead),
                more=tuple(said[step.name][row.entry] for step in behind),
            )
            for at, row in enumerate(rows, start=1)
        ),
        lead=tuple(step.label for step in ahead),
        more=tuple(step.label for step in behind),
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
    needs: str,
    cut: str,
    lead: tuple[Number | None, ...],
    more: tuple[Number | None, ...],
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
        needs=needs,
        cut=cut,
        lead=lead,
        more=more,
    )


HAVE_A_COLUMN = frozenset({"points", "points-for", "twenties", "difference"})
UNSHOWN = HAVE_A_COLUMN | {"fewer-games"}


def own_steps(chain: Chain) -> list[Step]:
    """The steps of a chain that say a number of everybody, and have no column yet."""
    return [
        step
        for step in steps_of(chain)
        if step.scope is Scope.OWN and step.name not in UNSHOWN
    ]


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
