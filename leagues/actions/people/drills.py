"""Writing down what somebody shot alone, and taking it out again."""

from __future__ import annotations

from leagues.access.roles import Who
from leagues.actions.act import act
from leagues.models import Player, ShotDrill


def note_drill(
    *, by: Who, player: Player, twenties: int, shots: int, seconds: int | None = None
) -> ShotDrill:
    """It is theirs alone: no table, no rating and no record comes of it."""
    with act(by, player.club, "note_drill", name=player.name) as line:
        drill = ShotDrill.objects.create(
            player=player, twenties=twenties, shots=shots, seconds=seconds
        )
        line.keep_new(ShotDrill.objects.filter(pk=drill.pk))
        line.say(made=twenties, shots=shots)
    return drill


def remove_drill(*, by: Who, drill: ShotDrill) -> None:
    """It was no drill, or was counted wrongly."""
    with act(by, drill.player.club, "remove_drill", name=drill.player.name) as line:
        gone = ShotDrill.objects.filter(pk=drill.pk)
        line.keep(gone)
        line.say(made=drill.twenties, shots=drill.shots)
        if not gone.delete()[0]:
            line.drop()
