"""Which phone scores for a side just now, so that two on one side see each other.

Nothing is refused for it: whatever a second phone says is kept, as the same side's word.
"""

from dataclasses import dataclass
from datetime import timedelta
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from leagues.access.passes import WayIn
from leagues.actions.act import lock_match
from leagues.models import Match, ScoringPhone

NOTED_AFTER = timedelta(seconds=30)


@dataclass(frozen=True)
class Phone:
    """With what somebody reports: the way they came, for which side, on which device."""

    way: str
    seat: int | None
    device: UUID | None = None

    @property
    def looks_from(self) -> int | None:
        """The side whose numbers its page shows first; a tablet shows the order of seats."""
        return None if self.way == WayIn.KIOSK else self.seat


def assign_phone(
    *, match: Match, phone: Phone, phones: list[ScoringPhone], take: bool = False
) -> None:
    """This phone scores for the side, unless another one does; ``take`` takes over.

    A part of an act: whoever calls it has locked the match, and read its phones.
    """
    seat, device = phone.seat, phone.device
    if seat is None or device is None:
        return
    now = timezone.now()
    assigned = next((each for each in phones if each.seat == seat), None)
    if assigned is None:
        assigned = ScoringPhone(match=match, seat=seat, device=device, seen_at=now)
        phones.append(assigned)
    elif assigned.device == device and assigned.seen_at >= now - NOTED_AFTER:
        return
    elif take or assigned.device == device or assigned.is_away:
        assigned.device, assigned.seen_at = device, now
    else:
        return
    assigned.save()


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
    match, _event = lock_match(match)
    assign_phone(match=match, phone=phone, phones=list(match.phones.all()), take=True)
