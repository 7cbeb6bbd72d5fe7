"""Which phone scores for a side just now, so that two on one side see each other.

Nothing is refused for it: whatever a second phone says is kept, as the same side's word.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from leagues.actions.playing.score import lock_match
from leagues.models import Match, ScoringPhone

NOTED_AFTER = timedelta(seconds=30)


@dataclass(frozen=True)
class Phone:
    """With what somebody reports: the way they came, for which side, on which device."""

    way: str
    seat: int | None
    device: UUID | None = None


def hold(
    *, match: Match, phone: Phone, phones: list[ScoringPhone], take: bool = False
) -> None:
    """This phone scores for the side, unless another one does; ``take`` takes over.

    A part of an act: whoever calls it has locked the match, and read its phones.
    """
    seat, device = phone.seat, phone.device
    if seat is None or device is None:
        return
    now = timezone.now()
    held = next((each for each in phones if each.seat == seat), None)
    if held is None:
        held = ScoringPhone(match=match, seat=seat, device=device, seen_at=now)
        phones.append(held)
    elif held.device == device and held.seen_at >= now - NOTED_AFTER:
        return
    elif take or held.device == device or held.is_away:
        held.device, held.seen_at = device, now
    else:
        return
    held.save()


def note_seen(*, match: Match, seat: int | None, device: UUID | None) -> None:
    """The phone is still there, noted twice a minute: looking should rarely write."""
    if seat is None or device is None:
        return
    now = timezone.now()
    ScoringPhone.objects.filter(
        match=match, seat=seat, device=device, seen_at__lt=now - NOTED_AFTER
    ).update(seen_at=now)


@transaction.atomic
def take_over(*, match: Match, phone: Phone) -> None:
    """Whoever holds this phone scores for the side from now on."""
    _event, match = lock_match(match)
    hold(match=match, phone=phone, phones=list(match.phones.all()), take=True)
