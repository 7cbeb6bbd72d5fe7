"""Template tags of a player's own pages."""

from datetime import datetime
from typing import Any

from django import template
from django.conf import settings
from django.template import Context
from django.templatetags.static import static
from django.urls import reverse
from django.utils import timezone
from django.utils.safestring import SafeString

from leagues.access.roles import get_visitor
from leagues.models import Event, Player, Surface
from leagues.push import public_key
from leagues.push.subscription_offer import SubscriptionOffer
from leagues.reads.club.page import icon_key
from leagues.templatetags.public import clock, moment

register = template.Library()


@register.inclusion_tag("phones/push/_ask.html", takes_context=True)
def tell_me(context: Context, player: Player, *, own: bool = False) -> dict[str, Any]:
    """Offer notifications about a player in this browser, if the site sends any."""
    return {
        "is_on": settings.PUSH,
        "signed": SubscriptionOffer(player.pk, own).signed(),
        "key": public_key(settings.PUSH_KEY),
        "name": player.shown_on(Surface.WEB),
        "is_own": own,
        "guide": own_url(context, "own_home_screen") if own else "",
    }


@register.simple_tag(takes_context=True)
def own_url(context: Context, name: str, *args: object) -> str:
    """Return the address of one of the player's pages, by the same link or account as this page."""
    token = context.get("token")
    return reverse(name, args=[token, *args] if token else args)


@register.inclusion_tag("_app_links.html", takes_context=True)
def app_links(context: Context) -> dict[str, str]:
    """Link the icon for Home Screens, and the manifest: the page's own if it is an own page.

    ``resolver_match`` is missing where no address was found.
    """
    request, club = context.get("request"), context.get("club")
    here = getattr(request, "resolver_match", None)
    token = here.kwargs.get("token") if here else None
    is_own = here is not None and here.route.startswith("me/")
    if request and is_own and not token:
        is_own = get_visitor(request).player is not None
    return {
        "own": reverse("own_manifest", args=[token] if token else []) if is_own else "",
        "icon": reverse("club-icon", args=[icon_key(club), "180"])
        if club and (club.logo or club.colour)
        else static("icons/mark-180.png"),
    }


@register.simple_tag
def when(event: Event, at: datetime) -> SafeString:
    """Return the time of day, with its date when that is not today, by the event's clock."""
    today = timezone.localdate(timezone=event.tzinfo)
    if timezone.localdate(at, timezone=event.tzinfo) == today:
        return clock(event, at)
    return moment(event, at)
