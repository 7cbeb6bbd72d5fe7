"""Ties at the cut before a stage, from its current results."""

from leagues.models import Stage
from leagues.reads.advance.advancement import ties_between
from leagues.reads.advance.cut import TieAtCut
from leagues.reads.advance.stage_order import entries_in, read_stage


def ties_before(stage: Stage) -> tuple[TieAtCut, ...]:
    earlier = stage.event.stages.filter(number__lt=stage.number).last()
    if earlier is None:
        return ()
    return ties_between(stage, read_stage(earlier), entries_in(stage.event))
