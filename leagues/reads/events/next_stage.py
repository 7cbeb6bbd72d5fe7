"""Which stage of an event comes next, and which nobody has opened yet."""

from leagues.models import Event, Match, PairingRound, Stage
from leagues.stages.ways import way_from


def unopened_stages(event: Event) -> list[Stage]:
    """The stages to come of an event that has begun its first; none of one that has not."""
    stages = list(event.stages.all())
    if not any(stage.opened_at for stage in stages):
        return []
    return [stage for stage in stages if not stage.opened_at]


def next_stage(event: Event) -> tuple[Stage, Stage] | None:
    """The stage that is over and the one to open after it, or nothing while one is played."""
    coming = unopened_stages(event)
    if not coming:
        return None
    before = event.stages.filter(number__lt=coming[0].number).last()
    return (before, coming[0]) if before and _is_played(before) else None


def _is_played(stage: Stage) -> bool:
    matches = Match.objects.filter(pairing_round__stage=stage)
    return (
        matches.exists()
        and not matches.unfinished().exists()
        and not has_rounds_to_come(stage)
    )


def has_rounds_to_come(stage: Stage) -> bool:
    """Whether a stage drawn round by round still has some to draw."""
    way = way_from(stage.format, stage.options)
    if way.drawn_ahead or way.rounds is None:
        return False
    drawn = stage.pairing_rounds.filter(
        state=PairingRound.State.PUBLISHED, is_play_off=False
    )
    return drawn.count() < way.rounds
