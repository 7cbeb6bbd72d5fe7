"""What plays rehearsals on: one thread of each process, beside those that answer.

Each step locks the rehearsal's row and reads what comes next, so two servers play no step twice,
and after a restart another thread goes on.
"""

import time
from threading import Event

from django.utils import timezone

from leagues.access.languages import speak_for_club
from leagues.actions.outgoing import BackgroundThread
from leagues.actions.rehearsal.play import play_step
from leagues.models import Rehearsal

A_TURN = 1.0  # seconds for one rehearsal, then the next
LETS_OTHERS_WRITE = 0.005  # seconds between two steps
LOOKS_AGAIN = 0.5  # seconds
NEVER = Event()


def start_playing() -> None:
    """Where a rehearsal is to be played on and this process is not at it yet."""
    if Rehearsal.objects.playing().exists():
        THREAD.start()


def play_due() -> None:
    """Play every rehearsal as far as its clock has come, until all are over or stopped."""
    with speak_for_club():
        while playing := list(Rehearsal.objects.playing()):
            for rehearsal in playing:
                _play_a_turn(rehearsal)
            if all(rehearsal.speed for rehearsal in playing):
                NEVER.wait(LOOKS_AGAIN)


def _play_a_turn(rehearsal: Rehearsal) -> None:
    until = minute_now(rehearsal)
    turn_ends = time.monotonic() + A_TURN
    while time.monotonic() < turn_ends and play_step(rehearsal.pk, until):
        NEVER.wait(LETS_OTHERS_WRITE)


def minute_now(rehearsal: Rehearsal) -> float | None:
    """How far its clock has come by now; nothing where it is played at once."""
    if not rehearsal.speed:
        return None
    seconds = (timezone.now() - rehearsal.clock_set_at).total_seconds()
    return rehearsal.clock_from + seconds * rehearsal.speed


THREAD = BackgroundThread("rehearsal", play_due)
