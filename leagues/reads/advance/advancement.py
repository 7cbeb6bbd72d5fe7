"""Advancement from one stage to the next: the entries of each pool, and ties at the cut."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from string import ascii_uppercase

from leagues.models import Entry, Match, Stage
from leagues.pairing.seeds import roll_dice
from leagues.reads.advance.bracket_changes import Contradiction, contradictions_in
from leagues.reads.advance.cut import TieAtCut, cuts_made_by, ties_at, ties_on_podium
from leagues.reads.advance.seats_due import SeatsDue, seats_due
from leagues.reads.advance.snapshot import EventSnapshot, ForAPlace, SettlementLine
from leagues.reads.advance.stage_order import (
    Ladder,
    StageReading,
    StageStanding,
    coming_into,
    flatten,
    has_ordered_pools,
    keep_entries,
)
from leagues.reads.tables.scored import Scored, points_of, twenties_of
from leagues.reads.tables.stage_results import StagePlay
from leagues.say import say
from leagues.stages.entry_sources import (
    Bands,
    Before,
    Everyone,
    KeepPools,
    Top,
    TopOfPools,
    source_from,
)
from scoring.results import Number
from scoring.standings import Comparison, Row
from scoring.tiebreaks.steps import Scope


@dataclass(frozen=True)
class TiedOn:
    """A tie-break step that left entries tied, with their shared value or a text."""

    label: str
    value: Number | None
    text: str


@dataclass(frozen=True)
class Tie:
    """Tied entries with the cut between them, and the steps that did not separate them."""

    entries: tuple[Entry, ...]
    at: TieAtCut
    pool: str
    level_on: tuple[TiedOn, ...]
    first: int
    """The first of their places in the table, which also counts entries that left."""

    @property
    def last(self) -> int:
        return self.first + len(self.entries) - 1

    @property
    def tags(self) -> str:
        """The entry ids as text, to identify the tie in a form."""
        return "-".join(str(entry.pk) for entry in self.entries)


@dataclass(frozen=True)
class Going:
    """An entry that advances into a pool, with its place and sums before."""

    entry: Entry
    place: int
    points: Scored | None
    twenties: Scored | None


@dataclass(frozen=True)
class GoingPool:
    name: str
    going: tuple[Going, ...]


@dataclass(frozen=True)
class Passage:
    """The advancement from one stage into the next one."""

    earlier: Stage
    later: Stage
    to_play: int
    drawn: int
    """How many matches the earlier stage has so far, without byes."""
    is_played: bool
    ties: tuple[Tie, ...]
    pools: tuple[GoingPool, ...]
    next_up: tuple[Going, ...]
    not_here: tuple[Entry, ...]
    settlements: tuple[SettlementLine, ...]
    play_offs: tuple[ForAPlace, ...]
    carries_over: bool
    from_entry_list: bool
    by_place: bool
    """True if everyone advances and the best go to the first of several pools."""
    may_move_up: bool
    """True if another entry could replace a no-show."""
    is_open: bool
    seats_due: SeatsDue | None
    """Seats that differ from the current table while no match has begun, or None."""

    @property
    def places(self) -> int:
        """The number of entries that advance."""
        return sum(len(pool.going) for pool in self.pools)

    @property
    def over(self) -> int:
        return self.drawn - self.to_play

    @property
    def is_done(self) -> bool:
        """Whether the later stage is open and nothing about its entries is left to do."""
        left = self.ties or self.play_offs or self.seats_due
        return self.is_open and not left

    @property
    def can_open(self) -> bool:
        return self.is_played and not self.ties and not self.is_open


NEXT_UP = 3


def ties_between(
    stage: Stage, earlier: StageReading, here: Collection[int]
) -> tuple[TieAtCut, ...]:
    """The ties that must be settled before the next stage can take its entries."""
    takes = source_from(stage.source)
    if isinstance(takes, Everyone) or earlier.play is None:
        return ()
    if not (earlier.play.matches or earlier.play.is_final):
        return ()  # before the first result all entries are tied
    return ties_at(cuts_made_by(takes, _of_those_in(earlier.standing, here)))


def _of_those_in(standing: StageStanding, here: Collection[int]) -> StageStanding:
    pools = tuple(keep_entries(pool, here) for pool in standing.pools)
    return StageStanding(pools, keep_entries(standing.overall, here), standing.is_final)


def passages_of(whole: EventSnapshot) -> tuple[Passage, ...]:
    """The advancement between all stages. In a finished event, stages never opened are left out."""
    found = (_build_passage(whole, earlier, later) for earlier, later in pairwise(whole.stages))
    return tuple(each for each in found if each.is_open or not whole.is_over)


def _build_passage(whole: EventSnapshot, before: StageReading, after: StageReading) -> Passage:
    earlier, later = before.stage, after.stage
    takes, standing = source_from(later.source), before.standing
    named, play = whole.named, before.play
    rows = _rows_by_entry(play) if play else {}
    coming = coming_into(later, before, whole.here)
    due = _would_fill(later, coming)
    filled = [pool for pool in after.pools if pool] or due
    ladders = (standing.overall,) if isinstance(takes, Top) else standing.pools
    places = {e: n for ladder in ladders for e, n in _places_by_entry(ladder).items()}
    to_play, drawn = whole.drawn.get(earlier.pk, (0, 0))

    def going(entries: Iterable[int]) -> tuple[Going, ...]:
        return tuple(_going_entry(named[e], places.get(e, 0), rows.get(e)) for e in entries)

    seated = {entry for pool in filled for entry in pool}
    left = [entry for entry in coming.order if entry not in seated]
    nothing_counts = whole.is_over and not before.has_results
    ties = () if nothing_counts else ties_between(later, before, whole.here)
    is_played = standing.is_final and not to_play
    may_change = is_played and not ties and later.pk not in whole.begun
    is_for_all = isinstance(takes, Everyone)
    return Passage(
        earlier=earlier,
        later=later,
        to_play=to_play,
        drawn=drawn,
        is_played=is_played,
        ties=tuple(_describe_tie(tie, named, before) for tie in ties),
        pools=tuple(
            GoingPool(name, going(entries))
            for name, entries in zip(_pool_letters(filled), filled, strict=True)
        ),
        next_up=going(left[:NEXT_UP] if isinstance(takes, Top) else ()),
        not_here=tuple(named[e] for e in _gave_way(later, before, whole, filled, due)),
        settlements=whole.settled_in(earlier),
        play_offs=whole.play_offs_in(earlier),
        carries_over=later.carries_over,
        from_entry_list=is_for_all,
        by_place=isinstance(takes, Bands) and len(filled) > 1,
        may_move_up=bool(left)
        and isinstance(takes, Top | TopOfPools | KeepPools)
        and not (later.pk in whole.begun and after.standing.is_final),
        is_open=later.opened_at is not None or bool(after.pools),
        seats_due=seats_due(filled, due, named) if may_change and not is_for_all else None,
    )


def _gave_way(
    later: Stage,
    before: StageReading,
    whole: EventSnapshot,
    filled: Sequence[Sequence[int]],
    due: Sequence[Sequence[int]],
) -> Iterator[int]:
    """Yield inactive entries that would hold a seat that another entry has now."""
    if isinstance(source_from(later.source), Everyone):
        return
    here, seated = frozenset(whole.here), {e for pool in filled for e in pool}
    gone = [e for e in flatten(before.standing.overall) if e not in here | seated]
    for entry in gone:
        with_them = _would_fill(later, before.standing.order_among(here | {entry}))
        for pool, now in zip(with_them, due, strict=False):
            if entry in pool and not {*now} <= {*pool}:
                yield entry


def _would_fill(later: Stage, coming: Before[int]) -> list[tuple[int, ...]]:
    """The pools that the next stage would have if it were drawn now."""
    if not coming.order:
        return []
    dice = roll_dice(later.event.rng_seed, f"{later.number}.0.1")
    filled = source_from(later.source).fill(coming, dice=dice)
    return [tuple(entries) for entries in filled]


def _pool_letters(pools: Sequence[object]) -> Sequence[str]:
    return ascii_uppercase[: len(pools)] if len(pools) > 1 else [""] * len(pools)


def _rows_by_entry(play: StagePlay) -> dict[int, Row[int]]:
    """The table row of each entry. Ordered pools are not compared with each other."""
    ordered = has_ordered_pools(play.stage)
    compared = play.members.values() if ordered else [play.everyone]
    return {row.entry: row for entries in compared for row in play.rows(entries)}


def _places_by_entry(ladder: Ladder) -> dict[int, int]:
    places: dict[int, int] = {}
    for rung in ladder:
        places |= dict.fromkeys(rung, len(places) + 1)
    return places


def _going_entry(entry: Entry, place: int, row: Row[int] | None) -> Going:
    if row is None:
        return Going(entry, place, None, None)
    return Going(entry, place, points_of(row), twenties_of(row))


def _describe_tie(tie: TieAtCut, named: Mapping[int, Entry], before: StageReading) -> Tie:
    entries = tuple(named[entry] for entry in tie.entries)
    play, standing = before.play, before.standing
    ladder = standing.overall if tie.pool is None else standing.pools[tie.pool]
    first = _places_by_entry(ladder)[tie.entries[0]]
    if play is None:
        return Tie(entries, tie, "", (), first)
    pools = list(play.members)
    if tie.pool is None or len(pools) == 1:
        return Tie(entries, tie, "", _tied_on(tie, play, play.everyone), first)
    pool = pools[tie.pool]
    level = _tied_on(tie, play, play.members[pool])
    return Tie(entries, tie, str(pool), level, first)


def _tied_on(tie: TieAtCut, play: StagePlay, among: Sequence[int]) -> tuple[TiedOn, ...]:
    """The tie-break steps that left the entries tied. Totals are left out if no game was played."""
    row = next(row for row in play.rows(among) if row.entry == tie.entries[0])
    return tuple(
        _put_to(asked)
        for asked in row.steps
        if not asked.splits
        and (not asked.skipped if asked.step.scope is Scope.GIVEN else row.games)
    )


def _put_to(asked: Comparison[int]) -> TiedOn:
    label = say(asked.step.label)
    if asked.skipped:
        return TiedOn(label, None, say(asked.skipped.why.value))
    value = asked.values[0]
    if isinstance(value, tuple):
        return TiedOn(label, None, " ".join(map(str, value)))
    return TiedOn(label, value, "")


@dataclass(frozen=True)
class BeforePodium:
    """What has to be settled before an event has a podium."""

    stage: Stage | None
    ties: tuple[Tie, ...]
    contradictions: tuple[Contradiction, ...]
    settlements: tuple[SettlementLine, ...]
    play_offs: tuple[ForAPlace, ...]


def find_unsettled(whole: EventSnapshot) -> BeforePodium:
    """Find what is unsettled in the last stage, and contradictions in any bracket."""
    clashes = tuple(
        each
        for each in contradictions_in(p for s in whole.stages for p in s.brackets)
        if not _ended_with_the_event(whole, each.match)
    )
    if not whole.stages:
        return BeforePodium(None, (), (), (), ())
    last = whole.stages[-1]
    ties = _ties_at_the_top(last, whole.named)
    return BeforePodium(
        last.stage, ties, clashes, whole.settled_in(last.stage), whole.play_offs_in(last.stage)
    )


def _ended_with_the_event(whole: EventSnapshot, match: Match) -> bool:
    return whole.is_over and match.ending == Match.Ending.ANNULLED


def _ties_at_the_top(last: StageReading, named: Mapping[int, Entry]) -> tuple[Tie, ...]:
    """The ties among the first three places, once the last table is final."""
    keeps = isinstance(source_from(last.stage.source), Bands | KeepPools)
    if last.play is None or not last.standing.is_final or keeps:
        return ()
    if not last.has_results:
        return ()  # all matches were annulled, so there is no podium to settle
    ties = ties_on_podium(last.standing.overall)
    return tuple(_describe_tie(tie, named, last) for tie in ties)
