"""Template tags of a player's own pages."""

from datetime import datetime
from typing import Any

from django import template
from django.conf import settings
from django.template import Context
from django.urls import reverse
from django.utils import timezone
from django.utils.safestring import SafeString

from leagues.models import Event, Player, Surface
from leagues.push import public_key
from leagues.push.subscription_offer import SubscriptionOffer
from leagues.templatetags.public import clock, moment

register = template.Library()


@register.inclusion_tag("phones/push/_ask.html")
def tell_me(player: Player, *, own: bool = False) -> dict[str, Any]:
    """Offer notifications about a player in this browser, if the site sends any."""
    return {
        "is_on": settings.PUSH,
        "signed": SubscriptionOffer(player.pk, own).signed(),
        "key": public_key(settings.PUSH_KEY),
        "name": player.shown_on(Surface.WEB),
        "is_own": own,
    }


@register.simple_tag(takes_context=True)
def own_url(context: Context, name: str, *args: object) -> str:
    """Return the address of one of the player's pages, by the same link or account as this page."""
    token = context.get("token")
    return reverse(name, args=[token, *args] if token else args)


@register.simple_tag
def when(event: Event, at: datetime) -> SafeString:
    """Return the time of day, with its date when that is not today, by the event's clock."""
    today = timezone.localdate(timezone=event.tzinfo)
    if timezone.localdate(at, timezone=event.tzinfo) == today:
        return clock(event, at)
    return moment(event, at)
