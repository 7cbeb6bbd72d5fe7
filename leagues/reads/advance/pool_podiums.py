"""The podium of each pool that plays to its own end, with its final."""

from collections.abc import Iterator
from dataclasses import dataclass

from leagues.models import Match, Pool
from leagues.pairing.bracket import Seeded
from leagues.reads.advance.bracket_play import BracketPlay
from leagues.reads.advance.finals import STEPS, FinalPlace, compose_pools
from leagues.reads.advance.snapshot import EventSnapshot
from leagues.reads.advance.stage_order import Ladder, StageReading
from leagues.stages.entry_sources import KeepPools, source_from


@dataclass(frozen=True)
class PoolPodium:
    """The first three places of a pool, and its final or None."""

    pool: Pool
    places: tuple[FinalPlace, ...]
    final: Match | None


def pool_podiums(whole: EventSnapshot) -> tuple[PoolPodium, ...]:
    """The podiums of a finished event, by pool, without queries beyond the snapshot."""
    if not any(each.has_results for each in whole.stages):
        return ()
    stages = [
        (source_from(each.stage.source), each.standing)
        for each in whole.stages
        if each.standing.overall
    ]
    ladders = compose_pools(stages)
    pools = _pools_playing_on(whole.stages)
    last = whole.stages[-1].brackets
    decided = {play.pool.name: _final_match(play) for play in last if play.shape.slots}
    return tuple(
        PoolPodium(pool, tuple(_first_places(ladder, whole)), decided.get(pool.name))
        for pool, ladder in zip(pools, ladders, strict=False)
    )


def _pools_playing_on(stages: tuple[StageReading, ...]) -> tuple[Pool, ...]:
    """The pools that play to the end. A pool that continues keeps its first name."""
    found: tuple[Pool, ...] = ()
    for each in stages:
        here = (
            tuple(each.play.members)
            if each.play is not None
            else tuple(bracket.pool for bracket in each.brackets)
        )
        plays_on = isinstance(source_from(each.stage.source), KeepPools)
        if here and not (plays_on and len(found) >= len(here)):
            found = here
    return found


def _first_places(ladder: Ladder, whole: EventSnapshot) -> Iterator[FinalPlace]:
    placed = 0
    for rung in ladder:
        first = placed + 1
        if first > STEPS:
            return
        placed += len(rung)
        for entry in rung:
            yield FinalPlace(first, whole.named[entry], placed)


def _final_match(play: BracketPlay) -> Match | None:
    """The match that decided first place, or None. Of two finals, the last one needed."""
    source = play.shape.places[0][0]
    while not isinstance(source, Seeded):
        if source.slot in play.matches:
            return play.matches[source.slot]
        source = play.shape.by_key[source.slot].sources[0]
    return None
