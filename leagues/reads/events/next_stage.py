"""The current and next stage of an event."""

from collections.abc import Sequence

from leagues.models import Event, Match, PairingRound, Stage
from leagues.reads.events.shoot_outs import shoot_out_of
from leagues.stages.pairing_ways import way_from


def unopened_stages(stages: Sequence[Stage]) -> list[Stage]:
    """Stages that are not open yet; empty before the first stage opens."""
    if not any(stage.opened_at for stage in stages):
        return []
    return [stage for stage in stages if not stage.opened_at]


def next_stage(event: Event) -> tuple[Stage, Stage] | None:
    """The stage just played, and the next one to open; None if there is no such pair."""
    stages = list(event.stages.all())
    coming = unopened_stages(stages)
    before = [stage for stage in stages if coming and stage.number < coming[0].number]
    return (before[-1], coming[0]) if before and is_played(before[-1]) else None


def stage_at_hand(event: Event) -> Stage | None:
    """The stage to open next, else the last one opened, else the first; None without stages."""
    if following := next_stage(event):
        return following[1]
    stages = list(event.stages.all())
    opened = [stage for stage in stages if stage.opened_at]
    return next(iter([*opened[-1:], *stages]), None)


def is_played(stage: Stage) -> bool:
    """Whether every match is finished and no round is left to draw."""
    if stage.format == Stage.Format.SHOOT_OUT:
        return not shoot_out_of(stage).missing
    matches = Match.objects.filter(pairing_round__stage=stage).order_by()
    states = set(matches.values_list("state", flat=True).distinct())
    return states == {Match.State.FINISHED} and not has_rounds_to_come(stage)


def has_rounds_to_come(stage: Stage) -> bool:
    """Whether a stage that is drawn round by round has rounds left."""
    way = way_from(stage.format, stage.options)
    if way.drawn_ahead or way.rounds is None:
        return False
    drawn = stage.pairing_rounds.filter(state=PairingRound.State.PUBLISHED, is_play_off=False)
    return drawn.count() < way.rounds
