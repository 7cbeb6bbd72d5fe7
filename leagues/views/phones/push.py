"""Push subscriptions of browsers."""

import json
from typing import Any

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.template.response import TemplateResponse
from django.templatetags.static import static
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST, require_safe

from leagues.access.roles import anyone
from leagues.access.throttle import NEW_PUSH_ADDRESSES, PUSH_REQUESTS
from leagues.actions.push import follow_player, is_subscribed, stop_telling, tell_own
from leagues.models import Player
from leagues.push import Address, BadAddress
from leagues.push.subscription_offer import SubscriptionOffer

LONGEST = 4000  # bytes of a request


@anyone
@require_safe
def push_worker(request: HttpRequest) -> HttpResponse:
    """Serve the service worker that shows push messages while no page is open."""
    answer = TemplateResponse(
        request,
        "phones/push/worker.js",
        {"icon": static("icons/mark-192.png")},
        content_type="text/javascript; charset=utf-8",
    )
    answer["Cache-Control"] = "no-cache"
    return answer


@csrf_exempt
@anyone
@require_POST
def push(request: HttpRequest) -> HttpResponse:
    """Subscribe, unsubscribe or check a browser.

    CSRF-exempt: the rights come from the signed offer in the page and from the browser's
    secret push address, not from a cookie.
    """
    if not settings.PUSH:
        raise Http404
    if not PUSH_REQUESTS.admits(request):
        return refused(_("Too many requests at once. Wait a minute, then try again."), 429)
    try:
        offer, address, on = read(request)
        player = Player.objects.present().get(pk=offer.player)
    except (NotAsked, Player.DoesNotExist):
        return refused(_("This page is out of date. Nothing was changed."))
    except BadAddress as why:
        return refused(str(why))
    if on is True:
        if not NEW_PUSH_ADDRESSES.admits(request):
            return refused(_("Too many requests at once. Try again in an hour."), 429)
        tell = tell_own if offer.is_own else follow_player
        tell(address=address, player=player)
    elif on is False:
        stop_telling(endpoint=address.endpoint, player=player, is_own=offer.is_own)
    subscribed = is_subscribed(endpoint=address.endpoint, player=player, is_own=offer.is_own)
    return JsonResponse({"on": subscribed})


class NotAsked(Exception):
    """The request doesn't come from a page of this site."""


def read(request: HttpRequest) -> tuple[SubscriptionOffer, Address, bool | None]:
    """Return the offer, the browser's address, and True to start, False to stop, None to check."""
    said = parsed(request)
    offer = SubscriptionOffer.opened(said.get("for"))
    if offer is None:
        raise NotAsked
    address = Address.given(said.get("address"))
    address.check(settings.PUSH_SERVICES)
    return offer, address, said.get("on")


def parsed(request: HttpRequest) -> dict[str, Any]:
    try:
        too_long = int(request.headers.get("Content-Length") or 0) > LONGEST
        said = {} if too_long else json.loads(request.body)
    except (ValueError, RecursionError) as trouble:
        raise NotAsked from trouble
    if not isinstance(said, dict):
        raise NotAsked
    return said


def refused(why: str, status: int = 400) -> HttpResponse:
    return JsonResponse({"error": why}, status=status)
