"""The secret address of a player's calendar."""

from django.db.models import F
from django.utils import timezone
from django.utils.translation import gettext_lazy as later

from leagues.access.roles import Who
from leagues.actions.act import act
from leagues.actions.verb import Verb
from leagues.models import CalendarAddress, Player


def offer_calendar(*, by: Who, player: Player) -> None:
    """Give a player's calendar an address; after a revocation, a new one."""
    with act(by, player.club, OFFER_CALENDAR, **_facts_of(player)) as line:
        address, is_new = CalendarAddress.objects.get_or_create(player=player)
        closed = CalendarAddress.objects.filter(pk=address.pk, revoked_at__isnull=False)
        is_open = closed.update(revoked_at=None, number=F("number") + 1, made_at=timezone.now())
        if not (is_new or is_open):
            line.drop()


OFFER_CALENDAR = Verb(
    "offer_calendar",
    later("Created a calendar address for %(name)s."),
    later("Revoke the address on the player’s page."),
)


def revoke_calendar(*, by: Who, player: Player) -> None:
    """Revoke the address of a player's calendar."""
    with act(by, player.club, REVOKE_CALENDAR, **_facts_of(player)) as line:
        if not close_calendar(player):
            line.drop()


REVOKE_CALENDAR = Verb(
    "revoke_calendar",
    later("Revoked the calendar address of %(name)s."),
    later("A revoked address can’t be used again. Create a new one."),
)


def close_calendar(player: Player) -> bool:
    here = CalendarAddress.objects.filter(player=player, revoked_at=None)
    return bool(here.update(revoked_at=timezone.now()))


def _facts_of(player: Player) -> dict[str, object]:
    return {"player": player.pk, "name": player.name}
