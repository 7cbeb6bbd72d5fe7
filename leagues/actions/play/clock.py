"""The clock of a pairing round. It has an end time while it runs, or the seconds left."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as later
from django.utils.translation import ngettext

from leagues.access.roles import Who
from leagues.actions.act import Line, act, refuse_finished_event
from leagues.actions.undo_rows import nothing_since, put_back
from leagues.actions.verb import Verb
from leagues.models import Action, PairingRound
from leagues.reads.log.facts import LogFacts

MOST = 240  # minutes


def start_clock(*, by: Who, pairing_round: PairingRound, minutes: int) -> None:
    """Start the clock of a round at this number of minutes."""
    with _clock_act(by, pairing_round, START_CLOCK, minutes=minutes) as line:
        refuse_finished_event(line.event)
        line.on.clock_minutes = minutes
        line.on.clock_ends_at = timezone.now() + timedelta(minutes=minutes)
        line.on.clock_left = None


CLOCKS = ("start_clock", "pause_clock", "resume_clock", "add_minute", "stop_clock")


def _last_turn(action: Action) -> None:
    data = action.details
    nothing_since(action, CLOCKS, number=data["number"], stage=data["stage"])


def _preview_undo_clock(action: Action) -> str:
    before = action.details["before"]
    if before["ends_at"]:
        return _("The clock will run as if it hadn’t been changed.")
    if before["left"] is not None:
        minutes, seconds = divmod(before["left"], 60)
        return _("The clock will be paused at %(left)s.") % {"left": f"{minutes}:{seconds:02}"}
    return _("The clock will be removed from every screen.")


CLOCK = put_back(_preview_undo_clock, _last_turn, since=later("This round no longer exists."))


def _describe_start(facts: LogFacts) -> str:
    return ngettext(
        "Started the clock of %(stage)s at %(minutes)s minute.",
        "Started the clock of %(stage)s at %(minutes)s minutes.",
        facts["details"].get("minutes", 0),
    )


START_CLOCK = Verb("start_clock", _describe_start, CLOCK)


def pause_clock(*, by: Who, pairing_round: PairingRound) -> None:
    with _clock_act(by, pairing_round, PAUSE_CLOCK) as line:
        clock = line.on
        if clock.clock_ends_at is None:
            line.drop()
            return
        left = clock.clock_ends_at - timezone.now()
        clock.clock_left = max(0, round(left.total_seconds()))
        clock.clock_ends_at = None
        line.say(seconds_left=clock.clock_left)


PAUSE_CLOCK = Verb("pause_clock", later("Paused the clock of %(stage)s."), CLOCK)


def resume_clock(*, by: Who, pairing_round: PairingRound) -> None:
    with _clock_act(by, pairing_round, RESUME_CLOCK) as line:
        clock = line.on
        if clock.clock_left is None:
            line.drop()
            return
        clock.clock_ends_at = timezone.now() + timedelta(seconds=clock.clock_left)
        clock.clock_left = None
        line.say(ends_at=clock.clock_ends_at)


RESUME_CLOCK = Verb("resume_clock", later("Resumed the clock of %(stage)s."), CLOCK)


def add_minute(*, by: Who, pairing_round: PairingRound) -> None:
    """Add a minute to a running or paused clock. An expired clock starts again at one minute."""
    with _clock_act(by, pairing_round, ADD_MINUTE) as line:
        clock = line.on
        if clock.clock_ends_at is not None:
            running = max(clock.clock_ends_at, timezone.now())
            clock.clock_ends_at = running + timedelta(minutes=1)
        elif clock.clock_left is not None:
            clock.clock_left += 60
        else:
            line.drop()


ADD_MINUTE = Verb("add_minute", later("Added a minute to the clock of %(stage)s."), CLOCK)


def stop_clock(*, by: Who, pairing_round: PairingRound) -> None:
    """Remove the clock from every screen."""
    with _clock_act(by, pairing_round, STOP_CLOCK) as line:
        clock = line.on
        if clock.clock_ends_at is None and clock.clock_left is None:
            line.drop()
            return
        clock.clock_ends_at = clock.clock_left = None


STOP_CLOCK = Verb("stop_clock", later("Removed the clock of %(stage)s."), CLOCK)


@contextmanager
def _clock_act(
    by: Who, pairing_round: PairingRound, verb: Verb, **facts: Any
) -> Iterator[Line[PairingRound]]:
    """Run an act on a locked round's clock, and log its earlier state for undo.

    Under the lock, two desks that add a minute at the same time add two.
    """
    with act(by, pairing_round, verb, **facts) as line:
        clock = line.on
        line.keep(PairingRound.objects.filter(pk=clock.pk))
        line.say(
            stage=clock.stage.name,
            number=clock.number,
            before={
                "minutes": clock.clock_minutes,
                "ends_at": clock.clock_ends_at,
                "left": clock.clock_left,
            },
        )
        yield line
        clock.save(update_fields=["clock_minutes", "clock_ends_at", "clock_left"])
