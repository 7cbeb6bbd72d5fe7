"""In what order entries stand after a stage: in each pool, and all of them together.

The overall order compares everybody by the stage's chain, over adjusted scores: whoever had
fewer games counts as if they had as many as the others. Power pools are the exception: all
of pool A stand before all of pool B.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby

from leagues.bridge.bracket_play import BracketPlay, bracket_plays, has_bracket
from leagues.bridge.play import StagePlay, play_of
from leagues.models import Entry, Event, Stage
from leagues.stages.takes import Bands, Before, Everyone, KeepPools, takes_from
from scoring.standings import Row

Ladder = tuple[tuple[int, ...], ...]
"""Best first; entries that are level stand on one rung."""


@dataclass(frozen=True)
class Standing:
    """How a stage stands."""

    pools: tuple[Ladder, ...]
    overall: Ladder
    is_final: bool
    still_in: frozenset[int] = frozenset()
    """Whose place is open: they have not come to the end of their bracket."""


def flat(ladder: Ladder) -> tuple[int, ...]:
    return tuple(entry for rung in ladder for entry in rung)


def only(ladder: Ladder, entries: Collection[int]) -> Ladder:
    """The same order, of these entries alone."""
    rungs = (tuple(e for e in rung if e in entries) for rung in ladder)
    return tuple(rung for rung in rungs if rung)


def standing_of(stage: Stage) -> Standing:
    """Where everybody stands in a stage now, in a number of queries that never grows."""
    return _of_bracket(stage) if has_bracket(stage) else standing(play_of(stage))


def before(stage: Stage) -> Before[int]:
    """How things stand before a stage: whoever is not in any more has left the order.

    So the next in order moves up where somebody has withdrawn or does not come.
    """
    here = entries_in(stage.event)
    earlier = stage.event.stages.filter(number__lt=stage.number).last()
    if earlier is None or isinstance(takes_from(stage.source), Everyone):
        return Before(order=here)
    stands = standing_of(earlier)
    return Before(
        order=flat(only(stands.overall, here)),
        pools=tuple(flat(only(pool, here)) for pool in stands.pools),
    )


def entries_in(event: Event) -> tuple[int, ...]:
    """Who is in now, by seed."""
    active = event.entries.filter(state=Entry.State.ACTIVE)
    return tuple(active.in_order().values_list("pk", flat=True))


def rungs(rows: Iterable[Row[int]]) -> Ladder:
    return tuple(
        tuple(row.entry for row in level)
        for _, level in groupby(rows, key=lambda row: row.place)
    )


def standing(play: StagePlay) -> Standing:
    """Where everybody stands by what was read of a stage."""
    pools = tuple(rungs(play.rows(entries)) for entries in play.members.values())
    return Standing(pools, _overall(play, pools), play.is_final)


def _overall(play: StagePlay, pools: Sequence[Ladder]) -> Ladder:
    if len(pools) == 1:
        return pools[0]
    if has_ordered_pools(play.stage):
        return tuple(rung for pool in pools for rung in pool)
    return rungs(play.rows(play.everyone))


def has_ordered_pools(stage: Stage) -> bool:
    """Whether all of its first pool stand before all of its second."""
    return isinstance(takes_from(stage.source), Bands | KeepPools)


def _of_bracket(stage: Stage) -> Standing:
    plays = bracket_plays(stage)
    pools = tuple(_bracket_ladder(play) for play in plays)
    overall = tuple(rung for pool in pools for rung in pool)
    still_in = frozenset(e for play in plays for e in _still_in(play) if play.spots)
    return Standing(
        pools, overall, bool(plays) and all(p.is_over for p in plays), still_in
    )


def _still_in(play: BracketPlay) -> tuple[int, ...]:
    out = {entry for _, _, entry in play.places}
    return tuple(entry for entry in play.seeded if entry not in out)


def _bracket_ladder(play: BracketPlay) -> Ladder:
    """Those still in stand together above those who are out."""
    by_place = groupby(sorted(play.places), key=lambda each: each[0])
    over = tuple(
        tuple(sorted((entry for _, _, entry in level), key=play.seeded.index))
        for _, level in by_place
    )
    still_in = _still_in(play)
    return (still_in, *over) if still_in else over
