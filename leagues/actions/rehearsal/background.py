"""The thread of each process that plays rehearsals, apart from those that serve requests.

Each step locks the rehearsal's row and reads what is next, so two servers never play the same
step, and after a restart another thread continues.
"""

import time
from threading import Event

from django.utils import timezone

from leagues.access.languages import speak_for_club
from leagues.actions.outgoing_queue import BackgroundThread
from leagues.actions.rehearsal.play import play_step
from leagues.models import Rehearsal

A_TURN = 1.0  # seconds of each rehearsal before the next has its turn
LETS_OTHERS_WRITE = 0.005  # seconds between two steps
LOOKS_AGAIN = 0.5  # seconds between checks for due steps
NEVER = Event()


def start_playing() -> None:
    """Start this process's thread if a rehearsal is in progress."""
    if Rehearsal.objects.playing().exists():
        THREAD.start()


def play_due() -> None:
    """Play every rehearsal up to its clock, until all are finished or stopped."""
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
    """The current minute of a rehearsal's clock; None if it is played without a clock."""
    if not rehearsal.speed:
        return None
    seconds = (timezone.now() - rehearsal.clock_set_at).total_seconds()
    return rehearsal.clock_from + seconds * rehearsal.speed


THREAD = BackgroundThread("rehearsal", play_due)
