"""Whether this site is silent because it was restored, moved or copied."""

from dataclasses import dataclass

from django.conf import settings

from leagues.models import Club, Mail, PushAddress, WebhookDelivery
from leagues.models.outgoing import Outgoing


@dataclass(frozen=True)
class SilentSite:
    waiting: int
    """How many mails and webhook messages wait."""


def silent_site(club: Club | None) -> SilentSite | None:
    """Return what waits on a silent site; None if it may send, or has nothing to send with."""
    if club is None or not club.is_silent:
        return None
    waiting = sum(
        model._default_manager.filter(state=Outgoing.State.QUEUED).count()
        for model in (Mail, WebhookDelivery)
    )
    has_ways = settings.SENDS_EMAIL or club.tells_programs or PushAddress.objects.exists()
    return SilentSite(waiting) if waiting or has_ways else None
