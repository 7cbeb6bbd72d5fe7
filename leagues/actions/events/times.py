"""Times follow what happens: nobody sets them by hand on a day that runs."""

from django.utils import timezone

from leagues.access.roles import Who
from leagues.actions.events.boards import give_boards, take_to
from leagues.actions.undoable import event_of
from leagues.models import Action, Event, PairingRound
from leagues.reads.play.times import times_of


def set_times(event: Event) -> None:
    """Say again of each drawn pairing round when it begins: what runs late moves the rest.

    It follows from an act of somebody, who has locked the event and moves its revision.
    """
    moved = []
    for pairing_round, begins in times_of(event, timezone.now()):
        if pairing_round.starts_at != begins:
            pairing_round.starts_at = begins
            moved.append(pairing_round)
    PairingRound.objects.bulk_update(moved, ["starts_at"])


def matches_follow(_by: Who, action: Action) -> None:
    """Take matches to come back to the boards they had before these were changed."""
    event = event_of(action)
    take_to(event, action.said["moved"])
    give_boards(event)
    set_times(event)
