"""Times follow what happens: nobody sets them by hand on a day that runs."""

from __future__ import annotations

from django.utils import timezone

from leagues.models import Event, PairingRound
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
