"""Compute the tables of a stage. Nothing else computes a table."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial

from leagues.models import Entry, Event, Pool, Stage, Surface
from leagues.reads.entries.clubs import clubs_of
from leagues.reads.tables.clubs import ranks_clubs
from leagues.reads.tables.entry_sources import cut_lines
from leagues.reads.tables.needs import Needs, needs_of
from leagues.reads.tables.results import FinishedMatch
from leagues.reads.tables.scored import Scored, points_of, twenties_of
from leagues.reads.tables.series import SeriesSum, games_a_series, series_sum
from leagues.reads.tables.stage_results import StagePlay, play_of, results_of
from leagues.say import say
from scoring.results import COUNTING, Ending, Number, Result, WonOrLost
from scoring.standings import Row
from scoring.text import Text
from scoring.tiebreaks import Chain
from scoring.tiebreaks.chains import steps_of
from scoring.tiebreaks.steps import Scope, Step

FORM = 5  # matches


@dataclass(frozen=True)
class TableLine:
    """An entry's line in a table: its row, and what a page shows next to it."""

    row: Row[int]
    entry: Entry
    won: int
    tied: int
    lost: int
    difference: Number
    moved: int | None
    why: Callable[[], Text] = field(compare=False, repr=False)
    """Computes the reason for the place; only called if a page shows it."""
    needs: str
    cut: str
    lead: tuple[Scored, ...] = ()
    """Numbers that are compared before points, if the chain starts with them."""
    more: tuple[Scored, ...] = ()
    """The numbers of tie-breaks that the table has no fixed column for."""
    shot: str = ""
    """The 20s of each try, in a shoot-out stage."""
    club: str = ""
    """The entry's club, if clubs are ranked too."""
    series: SeriesSum | None = None
    """The entry's series, if series of games pay a bonus; otherwise None."""
    form: tuple[WonOrLost, ...] = ()
    """The results of the last few matches, latest last."""
    crosses: int = 0
    """1 if the entry would go up to the next group at the period's end, -1 if down."""
    left_out: int = 0
    """How many rows above it a portion of the table leaves out."""

    @property
    def because(self) -> str:
        return say(self.why())

    @property
    def points(self) -> Scored:
        return points_of(self.row)

    @property
    def twenties(self) -> Scored:
        return twenties_of(self.row)

    @property
    def first_counted(self) -> Number:
        """The number that is compared first: points, or the first step of the chain."""
        lead = self.lead[0].counted if self.lead else None
        return self.row.points if lead is None else lead

    @property
    def is_adjusted(self) -> bool:
        """Whether any number is projected to more games than were played."""
        numbers = (self.points, self.twenties, *self.lead, *self.more)
        return bool(self.row.sat_out.games) or any(number.is_adjusted for number in numbers)

    @property
    def went(self) -> str:
        """Matches won, tied and lost, as text."""
        return f"{self.won}–{self.tied}–{self.lost}"


@dataclass(frozen=True)
class Table:
    """The table of one pool."""

    pool: Pool
    lines: tuple[TableLine, ...]
    is_final: bool
    shows_difference: bool
    lead: tuple[str, ...] = ()
    more: tuple[str, ...] = ()
    is_of_series: bool = False
    shown: tuple[TableLine, ...] | None = None
    """The rows of a portion; None if all are shown, with their reasons."""

    @property
    def rows(self) -> tuple[TableLine, ...]:
        """The rows that a page shows."""
        return self.lines if self.shown is None else self.shown

    @property
    def is_portion(self) -> bool:
        return self.shown is not None

    @property
    def columns(self) -> int:
        """The number of columns besides the place."""
        more = self.shows_difference + self.is_of_series
        return 5 + more + len(self.lead) + len(self.more)

    @property
    def is_adjusted(self) -> bool:
        """Whether any number in the table is projected to more games than were played."""
        return any(line.is_adjusted for line in self.lines)

    @property
    def is_shot(self) -> bool:
        """Whether the table is that of a shoot-out, with 20s but no matches."""
        return any(line.shot for line in self.lines)

    @property
    def has_begun(self) -> bool:
        return any(line.row.games for line in self.lines)


def tables_of(
    stage: Stage, surface: Surface = Surface.WEB, *, with_needs: bool = False
) -> tuple[Table, ...]:
    """The table of every pool of a stage, in a constant number of queries.

    ``with_needs`` adds what each entry still needs, which takes longer than all the rest.
    """
    play = play_of(stage)
    entries = Entry.objects.named().in_bulk(play.everyone)
    rows = {pool: play.rows(numbers) for pool, numbers in play.members.items()}
    cuts = cut_lines(play, list(rows.values()))
    made = {row.entry: row.points for of_pool in rows.values() for row in of_pool}
    needs = needs_of(play, made) if with_needs else {}
    mine = Entry.objects.filter(event=stage.event_id)
    clubs = clubs_of(mine) if ranks_clubs(stage) else {}
    return tuple(
        _build_table(play, pool, rows[pool], entries, surface, cuts, needs, clubs)
        for pool in play.members
    )


def _build_table(
    play: StagePlay,
    pool: Pool,
    rows: Sequence[Row[int]],
    entries: dict[int, Entry],
    surface: Surface,
    cuts: Mapping[int, str],
    needs: Needs,
    clubs: Mapping[int, str],
) -> Table:
    numbers = play.members[pool]
    matches = play.among(numbers)
    is_over = play.stage.event.state == Event.State.FINISHED
    before = {} if is_over else _places_before(play, numbers, matches)
    mine = _by_entry(matches)
    steps = own_steps(play.chain)
    by_step = _scored_steps(play, numbers) if steps else {}
    ahead = [step for step in steps if step.name == play.chain[0]]
    behind = [step for step in steps if step not in ahead]
    games = games_a_series(play.chain)

    def name(entry: int) -> str:
        return entries[entry].shown_on(surface)

    return Table(
        pool=pool,
        lines=tuple(
            _build_line(
                row,
                entries[row.entry],
                mine.get(row.entry, []),
                moved=before[row.entry] - row.place if before else None,
                why=partial(row.because, name),
                needs=needs.get(row.entry, ""),
                cut=cuts.get(row.entry, ""),
                lead=tuple(by_step[step.name][row.entry] for step in ahead),
                more=tuple(by_step[step.name][row.entry] for step in behind),
                shot=shots_in(play, row.entry),
                club=clubs.get(row.entry, ""),
                series=series_sum(mine.get(row.entry, []), games, name) if games else None,
            )
            for row in rows
        ),
        lead=tuple(say(step.label) for step in ahead),
        more=tuple(say(step.label) for step in behind),
        is_final=play.is_final,
        shows_difference="difference" in play.chain,
        is_of_series=bool(games),
    )


def _build_line(
    row: Row[int],
    entry: Entry,
    results: Sequence[Result[int]],
    *,
    moved: int | None,
    why: Callable[[], Text],
    needs: str,
    cut: str,
    lead: tuple[Scored, ...],
    more: tuple[Scored, ...],
    shot: str,
    club: str,
    series: SeriesSum | None,
) -> TableLine:
    """Build a line. A bye is neither won nor lost, whatever it pays."""
    counted = [each for each in results if each.ending in COUNTING]
    decided = [each.went for each in counted if each.ending is not Ending.BYE]
    went = Counter(decided)
    difference = sum((each.points or 0) - each.against for each in counted)
    return TableLine(
        row=row,
        entry=entry,
        won=went[WonOrLost.WON],
        tied=went[WonOrLost.TIED],
        lost=went[WonOrLost.LOST],
        difference=int(difference) if difference.denominator == 1 else difference,
        moved=moved,
        why=why,
        needs=needs,
        cut=cut,
        lead=lead,
        more=more,
        shot=shot,
        club=club,
        series=series,
        form=tuple(each for each in decided if each is not None)[-FORM:],
    )


def shots_in(play: StagePlay, entry: int) -> str:
    """An entry's 20s in a stage without matches: "7", or "7 1" after a sudden-death shot.

    A later shoot-out among all entries is a correction; one among a few is sudden death.
    """
    if play.stage.format != Stage.Format.SHOOT_OUT:
        return ""
    held = play.settled.shoot_outs
    sizes = ((len(each.twenties), n) for n, each in enumerate(held))
    _size, last = max(sizes, default=(0, 0))
    tries = (each.twenties.get(entry, ()) for each in held[last:])
    return ", ".join(" ".join(map(str, made)) for made in tries if made)


HAVE_A_COLUMN = frozenset({"points", "points-for", "twenties", "difference"})
UNSHOWN = HAVE_A_COLUMN | {"fewer-games"}


def own_steps(chain: Chain) -> list[Step]:
    """The chain's steps that give every entry a number and have no fixed column."""
    return [
        step for step in steps_of(chain) if step.scope is Scope.OWN and step.name not in UNSHOWN
    ]


TOTALS = frozenset({"match-points", "match-points-3", "wins", "ties"})
"""Steps that count an entry's results; the others depend on opponents, so they are not scored."""


def _scored_steps(play: StagePlay, numbers: Sequence[int]) -> Mapping[str, Mapping[int, Scored]]:
    """The number of each step and entry, as scored and as compared."""
    counted = play.measured(numbers)
    is_scored = not TOTALS.isdisjoint(counted)
    made = play.scored(numbers) if is_scored else counted
    return {
        step: {
            entry: Scored(made[step][entry] if step in TOTALS else value, value)
            for entry, value in of_step.items()
        }
        for step, of_step in counted.items()
    }


def _places_before(
    play: StagePlay, numbers: Sequence[int], matches: Sequence[FinishedMatch]
) -> dict[int, int]:
    """The places before the last pairing round; empty if there was only one."""
    last = max((match.when for match in matches), default=None)
    earlier = [match for match in matches if match.when != last]
    if not earlier:
        return {}
    rows = play.rows_after(numbers, earlier)
    return {row.entry: row.place for row in rows}


def _by_entry(matches: Iterable[FinishedMatch]) -> dict[int, list[Result[int]]]:
    mine: dict[int, list[Result[int]]] = {}
    for result in results_of(matches):
        mine.setdefault(result.entry, []).append(result)
    return mine
