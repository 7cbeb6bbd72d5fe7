"""The phone that scores for a side at present, so that two phones on one side see each other.

No report is refused because of it: a second phone's reports are saved as the same side's.
"""

from dataclasses import dataclass
from datetime import timedelta
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from leagues.access.phone_passes import WayIn
from leagues.actions.act import lock_match
from leagues.models import Match, ScoringPhone

NOTED_AFTER = timedelta(seconds=30)


@dataclass(frozen=True)
class Phone:
    """The origin of a report: its way in, its seat (None for a scorer) and its device."""

    way: str
    seat: int | None
    device: UUID | None = None

    @property
    def looks_from(self) -> int | None:
        """The seat whose score its page shows first; None on a tablet, in the usual order."""
        return None if self.way == WayIn.KIOSK else self.seat


def assign_phone(
    *, match: Match, phone: Phone, phones: list[ScoringPhone], take: bool = False
) -> None:
    """Make this phone the side's scoring phone, unless another one is; ``take`` takes over.

    The calling act has locked the match and read its ``phones``.
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
    """Note that a phone is in use, at most twice a minute, because views should rarely write."""
    if seat is None or device is None:
        return
    now = timezone.now()
    ScoringPhone.objects.filter(
        match=match, seat=seat, device=device, seen_at__lt=now - NOTED_AFTER
    ).update(seen_at=now)


@transaction.atomic
def take_over(*, match: Match, phone: Phone) -> None:
    """Make this phone the side's scoring phone, in place of another one."""
    match, _event = lock_match(match)
    assign_phone(match=match, phone=phone, phones=list(match.phones.all()), take=True)
