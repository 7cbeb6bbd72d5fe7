"""From one stage to the next: who goes where, and which ties matter on the way."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from string import ascii_uppercase

from leagues.bridge.following.seats_due import SeatsDue, seats_due
from leagues.bridge.following.whole import ForAPlace, Whole
from leagues.bridge.knockout.bracket_changes import Contradiction, contradictions
from leagues.bridge.standing.cut import TieAtCut, cuts_made_by, ties_at, ties_on_podium
from leagues.bridge.standing.order import (
    Ladder,
    Reading,
    Standing,
    coming_into,
    entries_in,
    flat,
    only,
    read,
)
from leagues.bridge.standing.play import StagePlay
from leagues.models import Entry, Settlement, Stage
from leagues.pairing.seeds import roll
from leagues.stages.takes import (
    Bands,
    Before,
    Everyone,
    KeepPools,
    Top,
    TopOfPools,
    takes_from,
)
from scoring.results import Number
from scoring.standings import Comparison, Row


@dataclass(frozen=True)
class LevelOn:
    """A step that did not part a tie: what they all had, or why it said nothing."""

    label: str
    value: Number | None
    said: str


@dataclass(frozen=True)
class Tie:
    """Level entries with the line between them, and what could not part them."""

    entries: tuple[Entry, ...]
    at: TieAtCut
    pool: str
    level_on: tuple[LevelOn, ...]

    @property
    def tags(self) -> str:
        """Which tie this is, for a form that settles it."""
        return "-".join(str(entry.pk) for entry in self.entries)


@dataclass(frozen=True)
class Going:
    """An entry on its way into a pool: where it stands, and on how much."""

    entry: Entry
    place: int
    points: Number | None
    twenties: Number | None


@dataclass(frozen=True)
class GoingPool:
    name: str
    going: tuple[Going, ...]


@dataclass(frozen=True)
class Passage:
    """The way from one stage into the one after it."""

    earlier: Stage
    later: Stage
    to_play: int
    is_played: bool
    ties: tuple[Tie, ...]
    pools: tuple[GoingPool, ...]
    next_up: tuple[Going, ...]
    not_here: tuple[Entry, ...]
    settlements: tuple[Settlement, ...]
    play_offs: tuple[ForAPlace, ...]
    carries_over: bool
    from_entry_list: bool
    by_place: bool
    """Everybody goes on, the best into the first of several pools."""
    may_move_up: bool
    """Somebody is left who could take the place of a no-show."""
    is_open: bool
    seats_due: SeatsDue | None
    """Where others are seated than the table would seat now, and nobody has begun."""

    @property
    def can_open(self) -> bool:
        return self.is_played and not self.ties and not self.is_open


NEXT_UP = 3


def ties_before(stage: Stage) -> tuple[TieAtCut, ...]:
    """The ties that have to be settled before a stage can take its entries."""
    earlier = stage.event.stages.filter(number__lt=stage.number).last()
    if earlier is None or isinstance(takes_from(stage.source), Everyone):
        return ()
    return ties_between(stage, read(earlier), entries_in(stage.event))


def ties_between(
    stage: Stage, earlier: Reading, here: Collection[int]
) -> tuple[TieAtCut, ...]:
    """The same, where the stage before has been read already."""
    takes = takes_from(stage.source)
    if isinstance(takes, Everyone) or earlier.play is None:
        return ()
    if not (earlier.play.matches or earlier.play.is_final):
        return ()  # all are level before anybody has played
    return ties_at(cuts_made_by(takes, _of_those_in(earlier.standing, here)))


def _of_those_in(stands: Standing, here: Collection[int]) -> Standing:
    pools = tuple(only(pool, here) for pool in stands.pools)
    return Standing(pools, only(stands.overall, here), stands.is_final)


def passages(whole: Whole) -> tuple[Passage, ...]:
    return tuple(
        _passage(whole, earlier, later) for earlier, later in pairwise(whole.stages)
    )


def _passage(whole: Whole, before: Reading, after: Reading) -> Passage:
    earlier, later = before.stage, after.stage
    takes, stands = takes_from(later.source), before.standing
    named, play = whole.named, before.play
    rows = _overall_rows(play) if play else {}
    coming = coming_into(later, before, whole.here)
    due = _would_fill(later, coming)
    filled = [pool for pool in after.pools if pool] or due
    places = _places(stands.overall)
    to_play = whole.to_play.get(earlier.pk, 0)

    def going(entries: Iterable[int]) -> tuple[Going, ...]:
        return tuple(_going(named[e], places.get(e, 0), rows.get(e)) for e in entries)

    seated = {entry for pool in filled for entry in pool}
    left = [entry for entry in coming.order if entry not in seated]
    ties = ties_between(later, before, whole.here)
    here = frozenset(whole.here)
    is_played = stands.is_final and not to_play
    may_change = is_played and not ties and later.pk not in whole.begun
    is_for_all = isinstance(takes, Everyone)
    return Passage(
        earlier=earlier,
        later=later,
        to_play=to_play,
        is_played=is_played,
        ties=tuple(_shown(tie, named, play) for tie in ties),
        pools=tuple(
            GoingPool(name, going(entries))
            for name, entries in zip(_letters(filled), filled, strict=True)
        ),
        next_up=going(left[:NEXT_UP] if isinstance(takes, Top) else ()),
        not_here=tuple(named[e] for e in flat(stands.overall) if e not in here),
        settlements=whole.settled_in(earlier),
        play_offs=whole.play_offs_in(earlier),
        carries_over=later.carries_over,
        from_entry_list=is_for_all,
        by_place=isinstance(takes, Bands) and len(filled) > 1,
        may_move_up=bool(left) and isinstance(takes, Top | TopOfPools | KeepPools),
        is_open=later.opened_at is not None or bool(after.pools),
        seats_due=seats_due(filled, due, named)
        if may_change and not is_for_all
        else None,
    )


def _would_fill(later: Stage, coming: Before[int]) -> list[tuple[int, ...]]:
    """The pools as they would be seated now."""
    if not coming.order:
        return []
    dice = roll(later.event.rng_seed, f"{later.number}.0.1")
    filled = takes_from(later.source).fill(coming, dice=dice)
    return [tuple(entries) for entries in filled]


def _letters(pools: Sequence[object]) -> Sequence[str]:
    return ascii_uppercase[: len(pools)] if len(pools) > 1 else [""] * len(pools)


def _overall_rows(play: StagePlay) -> dict[int, Row[int]]:
    return {row.entry: row for row in play.rows(play.everyone)}


def _places(ladder: Ladder) -> dict[int, int]:
    places: dict[int, int] = {}
    for rung in ladder:
        places |= dict.fromkeys(rung, len(places) + 1)
    return places


def _going(entry: Entry, place: int, row: Row[int] | None) -> Going:
    if row is None:
        return Going(entry, place, None, None)
    return Going(entry, place, row.points, row.twenties)


def _shown(tie: TieAtCut, named: Mapping[int, Entry], play: StagePlay | None) -> Tie:
    entries = tuple(named[entry] for entry in tie.entries)
    if play is None:
        return Tie(entries, tie, "", ())
    pools = list(play.members)
    if tie.pool is None or len(pools) == 1:
        return Tie(entries, tie, "", _level_on(tie, play, play.everyone))
    pool = pools[tie.pool]
    return Tie(entries, tie, str(pool), _level_on(tie, play, play.members[pool]))


def _level_on(
    tie: TieAtCut, play: StagePlay, among: Sequence[int]
) -> tuple[LevelOn, ...]:
    """The steps that were put to them and did not part them."""
    row = next(row for row in play.rows(among) if row.entry == tie.entries[0])
    return tuple(_put_to(step) for step in row.steps if not step.splits)


def _put_to(asked: Comparison[int]) -> LevelOn:
    label = asked.step.label
    if asked.skipped:
        return LevelOn(label, None, asked.skipped.why.value)
    value = asked.values[0]
    if isinstance(value, tuple):
        return LevelOn(label, None, " ".join(map(str, value)))
    return LevelOn(label, value, "")


@dataclass(frozen=True)
class Ending:
    """What stands between an event and its podium."""

    stage: Stage | None
    ties: tuple[Tie, ...]
    contradictions: tuple[Contradiction, ...]
    to_play: int
    settlements: tuple[Settlement, ...]
    play_offs: tuple[ForAPlace, ...]


def ending(whole: Whole) -> Ending:
    """What is left to do in the last stage, and what does not fit in any bracket."""
    clashes = contradictions(play for each in whole.stages for play in each.brackets)
    to_play = sum(whole.to_play.values())
    if not whole.stages:
        return Ending(None, (), (), to_play, (), ())
    last = whole.stages[-1]
    ties = _ties_at_the_top(last, whole.named)
    return Ending(
        last.stage,
        ties,
        clashes,
        to_play,
        whole.settled_in(last.stage),
        whole.play_offs_in(last.stage),
    )


def _ties_at_the_top(last: Reading, named: Mapping[int, Entry]) -> tuple[Tie, ...]:
    """Level among the first three, once a table is played out."""
    keeps = isinstance(takes_from(last.stage.source), Bands | KeepPools)
    if last.play is None or not last.standing.is_final or keeps:
        return ()
    ties = ties_on_podium(last.standing.overall)
    return tuple(_shown(tie, named, last.play) for tie in ties)
