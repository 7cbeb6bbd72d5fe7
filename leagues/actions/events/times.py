"""Update the planned times of rounds to what actually happens on the day."""

from django.utils import timezone

from leagues.access.roles import Who
from leagues.actions.events.boards import give_boards, take_to
from leagues.actions.undo_rows import event_of
from leagues.models import Action, Event, PairingRound
from leagues.reads.play.round_times import times_of


def set_times(event: Event) -> None:
    """Set the start time of each drawn pairing round; delays move the later ones.

    Part of another act, which has locked the event and writes the log line.
    """
    moved = []
    for pairing_round, begins in times_of(event, timezone.now()):
        if pairing_round.starts_at != begins:
            pairing_round.starts_at = begins
            moved.append(pairing_round)
    PairingRound.objects.bulk_update(moved, ["starts_at"])


def matches_follow(_by: Who, action: Action) -> None:
    """When a change of boards is undone, move planned matches back to their earlier boards."""
    event = event_of(action)
    take_to(event, action.details["moved"])
    give_boards(event)
    set_times(event)
