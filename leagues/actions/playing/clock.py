"""The clock of a pairing round. It runs towards a moment, or holds what is left."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.db import transaction
from django.utils import timezone

from leagues.access import Who
from leagues.actions.log import record
from leagues.models import Event, PairingRound

MOST = 240  # minutes


@transaction.atomic
def start_clock(*, by: Who, pairing_round: PairingRound, minutes: int) -> None:
    """Give the round so many minutes from now."""
    clock = _locked(pairing_round)
    before = _reads(clock)
    clock.clock_minutes = minutes
    clock.clock_ends_at = timezone.now() + timedelta(minutes=minutes)
    clock.clock_left = None
    _keep(by, clock, before, "start_clock", minutes=minutes)


@transaction.atomic
def pause_clock(*, by: Who, pairing_round: PairingRound) -> None:
    clock = _locked(pairing_round)
    before = _reads(clock)
    if clock.clock_ends_at is None:
        return
    left = clock.clock_ends_at - timezone.now()
    clock.clock_left = max(0, round(left.total_seconds()))
    clock.clock_ends_at = None
    _keep(by, clock, before, "pause_clock", seconds_left=clock.clock_left)


@transaction.atomic
def resume_clock(*, by: Who, pairing_round: PairingRound) -> None:
    clock = _locked(pairing_round)
    before = _reads(clock)
    if clock.clock_left is None:
        return
    clock.clock_ends_at = timezone.now() + timedelta(seconds=clock.clock_left)
    clock.clock_left = None
    _keep(by, clock, before, "resume_clock", ends_at=clock.clock_ends_at)


@transaction.atomic
def add_minute(*, by: Who, pairing_round: PairingRound) -> None:
    """One minute more, whether the clock runs or not. Time that is up begins anew."""
    clock = _locked(pairing_round)
    before = _reads(clock)
    if clock.clock_ends_at is not None:
        running = max(clock.clock_ends_at, timezone.now())
        clock.clock_ends_at = running + timedelta(minutes=1)
    elif clock.clock_left is not None:
        clock.clock_left += 60
    else:
        return
    _keep(by, clock, before, "add_minute")


@transaction.atomic
def stop_clock(*, by: Who, pairing_round: PairingRound) -> None:
    """Take the clock off every screen."""
    clock = _locked(pairing_round)
    before = _reads(clock)
    if clock.clock_ends_at is None and clock.clock_left is None:
        return
    clock.clock_ends_at = clock.clock_left = None
    _keep(by, clock, before, "stop_clock")


def _locked(pairing_round: PairingRound) -> PairingRound:
    """As it is now, so that two desks pressing at once add two minutes."""
    Event.objects.select_for_update().get(pk=pairing_round.stage.event_id)
    return PairingRound.objects.select_related("stage__event__club").get(
        pk=pairing_round.pk
    )


def _reads(clock: PairingRound) -> dict[str, Any]:
    """How the clock stands, so that it can be brought back."""
    return {
        "minutes": clock.clock_minutes,
        "ends_at": clock.clock_ends_at,
        "left": clock.clock_left,
    }


def _keep(
    by: Who, clock: PairingRound, before: dict[str, Any], verb: str, **said: Any
) -> None:
    clock.save(update_fields=["clock_minutes", "clock_ends_at", "clock_left"])
    event = clock.stage.event
    event.touch()
    record(
        by=by,
        verb=verb,
        club=event.club,
        event=event,
        stage=clock.stage.name,
        number=clock.number,
        before=before,
        **said,
    )
