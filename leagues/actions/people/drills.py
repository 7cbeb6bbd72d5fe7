"""Record and remove a player's solo 20s drills."""

from django.utils.translation import gettext_lazy as later

from leagues.access.roles import Who
from leagues.actions.act import act
from leagues.actions.undo_rows import put_back
from leagues.actions.verb import Verb
from leagues.models import Player, ShotDrill


def note_drill(
    *, by: Who, player: Player, twenties: int, shots: int, seconds: int | None = None
) -> ShotDrill:
    """Record a drill, which only the player sees: it counts in no table, rating or record."""
    with act(by, player.club, NOTE_DRILL, name=player.name) as line:
        drill = ShotDrill.objects.create(
            player=player, twenties=twenties, shots=shots, seconds=seconds
        )
        line.keep_new(ShotDrill.objects.filter(pk=drill.pk))
        line.say(made=twenties, shots=shots)
    return drill


NOTE_DRILL = Verb(
    "note_drill",
    later("Recorded a 20s drill of %(name)s: %(made)s of %(shots)s."),
    put_back(later("Removes this 20s drill of %(name)s.")),
)


def remove_drill(*, by: Who, drill: ShotDrill) -> None:
    """Remove a drill that was recorded wrongly."""
    with act(by, drill.player.club, REMOVE_DRILL, name=drill.player.name) as line:
        gone = ShotDrill.objects.filter(pk=drill.pk)
        line.keep(gone)
        line.say(made=drill.twenties, shots=drill.shots)
        if not gone.delete()[0]:
            line.drop()


REMOVE_DRILL = Verb(
    "remove_drill",
    later("Removed a 20s drill of %(name)s: %(made)s of %(shots)s."),
    put_back(later("Restores this 20s drill of %(name)s.")),
)
