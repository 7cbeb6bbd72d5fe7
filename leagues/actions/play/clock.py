"""The clock of a pairing round. It runs towards a moment, or holds what is left."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Any

from django.utils import timezone

from leagues.access.roles import Who
from leagues.actions.act import Line, act
from leagues.models import PairingRound

MOST = 240  # minutes


def start_clock(*, by: Who, pairing_round: PairingRound, minutes: int) -> None:
    """Give the round so many minutes from now."""
    with _clock_act(by, pairing_round, "start_clock", minutes=minutes) as line:
        line.on.clock_minutes = minutes
        line.on.clock_ends_at = timezone.now() + timedelta(minutes=minutes)
        line.on.clock_left = None


def pause_clock(*, by: Who, pairing_round: PairingRound) -> None:
    with _clock_act(by, pairing_round, "pause_clock") as line:
        clock = line.on
        if clock.clock_ends_at is None:
            line.drop()
            return
        left = clock.clock_ends_at - timezone.now()
        clock.clock_left = max(0, round(left.total_seconds()))
        clock.clock_ends_at = None
        line.say(seconds_left=clock.clock_left)


def resume_clock(*, by: Who, pairing_round: PairingRound) -> None:
    with _clock_act(by, pairing_round, "resume_clock") as line:
        clock = line.on
        if clock.clock_left is None:
            line.drop()
            return
        clock.clock_ends_at = timezone.now() + timedelta(seconds=clock.clock_left)
        clock.clock_left = None
        line.say(ends_at=clock.clock_ends_at)


def add_minute(*, by: Who, pairing_round: PairingRound) -> None:
    """One minute more, whether the clock runs or not. Time that is up begins anew."""
    with _clock_act(by, pairing_round, "add_minute") as line:
        clock = line.on
        if clock.clock_ends_at is not None:
            running = max(clock.clock_ends_at, timezone.now())
            clock.clock_ends_at = running + timedelta(minutes=1)
        elif clock.clock_left is not None:
            clock.clock_left += 60
        else:
            line.drop()


def stop_clock(*, by: Who, pairing_round: PairingRound) -> None:
    """Take the clock off every screen."""
    with _clock_act(by, pairing_round, "stop_clock") as line:
        clock = line.on
        if clock.clock_ends_at is None and clock.clock_left is None:
            line.drop()
            return
        clock.clock_ends_at = clock.clock_left = None


@contextmanager
def _clock_act(
    by: Who, pairing_round: PairingRound, verb: str, **said: Any
) -> Iterator[Line[PairingRound]]:
    """The round as it is now, so that two desks pressing at once add two minutes; how its
    clock stood is kept, so that it can be brought back."""
    with act(by, pairing_round, verb, **said) as line:
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
