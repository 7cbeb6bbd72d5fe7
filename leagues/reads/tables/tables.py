"""The one function that computes a table."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial

from leagues.models import Entry, Pool, Stage, Surface
from leagues.reads.entries.clubs import clubs_of
from leagues.reads.tables.clubs import ranks_clubs
from leagues.reads.tables.needs import Needs, needs_of
from leagues.reads.tables.results import FinishedMatch
from leagues.reads.tables.scored import Scored, points_of, twenties_of
from leagues.reads.tables.series import SeriesSum, games_a_series, series_sum
from leagues.reads.tables.sources import cut_lines
from leagues.reads.tables.stage_results import StagePlay, play_of, results_of
from leagues.say import say
from scoring.results import COUNTING, Ending, Number, Result, WonOrLost
from scoring.standings import Row
from scoring.text import Text
from scoring.tiebreaks import Chain, Prorate
from scoring.tiebreaks.chains import steps_of
from scoring.tiebreaks.steps import Scope, Step

FORM = 5  # matches


@dataclass(frozen=True)
class TableLine:
    """One entry's line: the row as ranked, and what a page says beside it."""

    row: Row[int]
    entry: Entry
    won: int
    tied: int
    lost: int
    difference: Number
    moved: int | None
    why: Callable[[], Text] = field(compare=False, repr=False)
    """Worked out when a page asks: most show no reason."""
    needs: str
    cut: str
    lead: tuple[Scored, ...] = ()
    """What is looked at before the points, where the chain does."""
    more: tuple[Scored, ...] = ()
    """The tie-breaks that have no column of their own."""
    shot: str = ""
    """The 20s of each try, in a stage where everybody shoots."""
    club: str = ""
    """For whom they play, where clubs are ranked too."""
    series: SeriesSum | None = None
    """Where games are played in series that pay something more."""
    form: tuple[WonOrLost, ...] = ()
    """How their last few matches went, the latest at the end."""

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
        """What places go by before anything else: points, unless the chain begins otherwise."""
        lead = self.lead[0].counted if self.lead else None
        return self.row.points if lead is None else lead

    @property
    def is_adjusted(self) -> bool:
        """Whether anything of it is compared over more games than it was made in."""
        numbers = (self.points, self.twenties, *self.lead, *self.more)
        return bool(self.row.sat_out.games) or any(number.is_adjusted for number in numbers)

    @property
    def went(self) -> str:
        """How often won, tied and lost, as a page writes it."""
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

    @property
    def columns(self) -> int:
        """How many stand beside the place."""
        more = self.shows_difference + self.is_of_series
        return 5 + more + len(self.lead) + len(self.more)

    @property
    def is_adjusted(self) -> bool:
        """Whether anybody's numbers are compared over more games than they were made in."""
        return any(line.is_adjusted for line in self.lines)

    @property
    def is_shot(self) -> bool:
        """Whether 20s that nobody made in a match are all there is to show."""
        return any(line.shot for line in self.lines)

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
    rows = {pool: play.rows(numbers) for pool, numbers in play.members.items()}
    cuts = cut_lines(stage, [[row.entry for row in of_pool] for of_pool in rows.values()])
    made = {row.entry: row.points for of_pool in rows.values() for row in of_pool}
    needs = needs_of(play, made) if with_needs else {}
    mine = Entry.objects.filter(event=stage.event_id)
    clubs = clubs_of(mine) if ranks_clubs(stage) else {}
    return tuple(
        _table(play, pool, rows[pool], entries, surface, cuts, needs, clubs)
        for pool in play.members
    )


def _table(
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
    before = _places_before(play, numbers, matches)
    mine = _by_entry(matches)
    steps = own_steps(play.chain)
    said = _scored(play, numbers) if steps else {}
    ahead = [step for step in steps if step.name == play.chain[0]]
    behind = [step for step in steps if step not in ahead]
    games = games_a_series(play.chain)

    def name(entry: int) -> str:
        return entries[entry].shown_on(surface)

    return Table(
        pool=pool,
        lines=tuple(
            _line(
                row,
                entries[row.entry],
                mine.get(row.entry, []),
                moved=before[row.entry] - row.place if before else None,
                why=partial(row.because, name),
                needs=needs.get(row.entry, ""),
                cut=cuts.get(row.entry, ""),
                lead=tuple(said[step.name][row.entry] for step in ahead),
                more=tuple(said[step.name][row.entry] for step in behind),
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


def _line(
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
    """A bye is neither won nor lost, whatever it pays."""
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
    """The 20s of an entry in a stage without matches: 7, or 7 1 after a sudden-death shot.

    A later shoot-out among all of them is a correction, one among a few is sudden death.
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
    """The steps of a chain that say a number of everybody, and have no column yet."""
    return [
        step for step in steps_of(chain) if step.scope is Scope.OWN and step.name not in UNSHOWN
    ]


TOTALS = frozenset({"match-points", "match-points-3", "wins", "ties"})
"""Steps that count what happened; the others weigh opponents, which nobody scored."""


def _scored(play: StagePlay, numbers: Sequence[int]) -> Mapping[str, Mapping[int, Scored]]:
    """What each step says of everybody, as it was scored and as it is compared."""
    counted, made = play.measured(numbers), play.measured(numbers, Prorate.NOT)
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
    """Everybody's place before the last pairing round; nothing when it was the first."""
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
