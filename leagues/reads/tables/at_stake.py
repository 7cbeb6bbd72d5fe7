"""The lines through a stage's tables that matter: the cut, or the podium."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import singledispatch
from itertools import accumulate

from leagues.models import Stage
from leagues.stages.entry_sources import Bands, KeepPools, Source, Top, TopOfPools, source_from
from scoring.tiebreaks.chains import Chain, steps_of

PODIUM = 3
Lines = frozenset[int]
NO_LINE: Lines = frozenset()
STEPS: Lines = frozenset(range(1, PODIUM + 1))


@dataclass(frozen=True)
class AtStake:
    """The places below which a line runs: in each pool, and in the overall order."""

    in_pools: Lines = NO_LINE
    overall: Lines = NO_LINE


def at_stake_in(stage: Stage, chain: Chain, sizes: Sequence[int]) -> AtStake:
    """The lines through a stage with pools of these sizes; none if no tie-break uses them."""
    if not any(step.at_stake_only for step in steps_of(chain)):
        return AtStake()
    later = stage.event.stages.filter(number__gt=stage.number).first()
    return lines_of(source_from(later.source), sizes) if later else AtStake(STEPS, STEPS)


@singledispatch
def lines_of(takes: Source, sizes: Sequence[int]) -> AtStake:
    """The lines for entries going on by this source; none if everyone goes on."""
    return AtStake()


@lines_of.register
def _of_top(takes: Top, sizes: Sequence[int]) -> AtStake:
    return AtStake(overall=frozenset({takes.go_on}))


@lines_of.register
def _of_bands(takes: Bands, sizes: Sequence[int]) -> AtStake:
    return AtStake(overall=frozenset(list(accumulate(takes.sizes(sizes)))[:-1]))


@lines_of.register(TopOfPools)
@lines_of.register(KeepPools)
def _of_each_pool(takes: TopOfPools | KeepPools, sizes: Sequence[int]) -> AtStake:
    return AtStake(in_pools=frozenset({takes.go_on}))
