"""From one stage to the next: who goes where, and which ties matter on the way."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from string import ascii_uppercase

from leagues.bridge.bracket_changes import Contradiction, contradictions
from leagues.bridge.bracket_play import bracket_plays, has_bracket
from leagues.bridge.cut import TieAtCut, cuts_made_by, ties_at, ties_on_podium
from leagues.bridge.order import (
    Ladder,
    Standing,
    before,
    entries_in,
    flat,
    only,
    standing_of,
)
from leagues.bridge.play import StagePlay, play_of
from leagues.models import Entry, Event, Match, PoolEntry, Settlement, Stage
from leagues.pairing.seeds import roll
from leagues.stages.takes import (
    Bands,
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
    carries_over: bool
    from_entry_list: bool
    may_move_up: bool
    """Somebody is left who could take the place of a no-show."""

    @property
    def is_open(self) -> bool:
        return self.later.opened_at is not None or self.later.pools.exists()

    @property
    def can_open(self) -> bool:
        return self.is_played and not self.ties and not self.is_open


NEXT_UP = 3


def ties_before(stage: Stage) -> tuple[TieAtCut, ...]:
    """The ties that have to be settled before a stage can take its entries."""
    earlier = stage.event.stages.filter(number__lt=stage.number).last()
    takes = takes_from(stage.source)
    if earlier is None or isinstance(takes, Everyone) or has_bracket(earlier):
        return ()
    stands = _of_those_in(standing_of(earlier), entries_in(stage.event))
    return ties_at(cuts_made_by(takes, stands))


def _of_those_in(stands: Standing, here: Collection[int]) -> Standing:
    pools = tuple(only(pool, here) for pool in stands.pools)
    return Standing(pools, only(stands.overall, here), stands.is_final)


def passages(event: Event) -> tuple[Passage, ...]:
    stages = list(event.stages.all())
    return tuple(_passage(earlier, later) for earlier, later in pairwise(stages))


def _passage(earlier: Stage, later: Stage) -> Passage:
    takes = takes_from(later.source)
    here = entries_in(later.event)
    stands = standing_of(earlier)
    play = None if has_bracket(earlier) else play_of(earlier)
    rows = _overall_rows(play) if play else {}
    filled = _filled(later)
    entered = flat(stands.overall)
    named = Entry.objects.named().in_bulk({*entered, *here, *flat(tuple(filled))})
    places = _places(stands.overall)
    to_play = Match.objects.filter(pairing_round__stage=earlier).unfinished().count()

    def going(entries: Iterable[int]) -> tuple[Going, ...]:
        return tuple(_going(named[e], places.get(e, 0), rows.get(e)) for e in entries)

    seated = {entry for pool in filled for entry in pool}
    left = [entry for entry in before(later).order if entry not in seated]
    return Passage(
        earlier=earlier,
        later=later,
        to_play=to_play,
        is_played=stands.is_final and not to_play,
        ties=tuple(_shown(tie, named, play) for tie in ties_before(later)),
        pools=tuple(
            GoingPool(name, going(entries))
            for name, entries in zip(_letters(filled), filled, strict=True)
        ),
        next_up=going(left[:NEXT_UP] if isinstance(takes, Top) else ()),
        not_here=tuple(named[e] for e in entered if e not in here),
        settlements=tuple(earlier.settlements.filter(withdrawn_at=None)),
        carries_over=later.carries_over,
        from_entry_list=isinstance(takes, Everyone),
        may_move_up=bool(left) and isinstance(takes, Top | TopOfPools | KeepPools),
    )


def _filled(later: Stage) -> list[tuple[int, ...]]:
    """The pools as they are seated, or as they would be."""
    seated: dict[int, list[int]] = {}
    for place in PoolEntry.objects.filter(stage=later).order_by("pool__number", "seed"):
        seated.setdefault(place.pool_id, []).append(place.entry_id)
    if seated:
        return [tuple(entries) for entries in seated.values()]
    stands = before(later)
    if not stands.order:
        return []
    dice = roll(later.event.rng_seed, f"{later.number}.0.1")
    filled = takes_from(later.source).fill(stands, dice=dice)
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


def _shown(tie: TieAtCut, named: dict[int, Entry], play: StagePlay | None) -> Tie:
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


def ending(event: Event) -> Ending:
    """What is left to do in the last stage, and what does not fit in any bracket."""
    stages = list(event.stages.all())
    clashes = contradictions(
        play for stage in stages if has_bracket(stage) for play in bracket_plays(stage)
    )
    to_play = event.matches.unfinished().count()
    if not stages:
        return Ending(None, (), (), to_play, ())
    last = stages[-1]
    settled = tuple(last.settlements.filter(withdrawn_at=None))
    return Ending(last, _ties_at_the_top(last), clashes, to_play, settled)


def _ties_at_the_top(last: Stage) -> tuple[Tie, ...]:
    """Level among the first three, once a table is played out."""
    if has_bracket(last):
        return ()
    play = play_of(last)
    stands = standing_of(last)
    if not stands.is_final or isinstance(takes_from(last.source), Bands | KeepPools):
        return ()
    named = Entry.objects.named().in_bulk(flat(stands.overall))
    return tuple(_shown(t, named, play) for t in ties_on_podium(stands.overall))
