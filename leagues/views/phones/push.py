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

from leagues.access.roles import for_anyone
from leagues.access.throttle import NEW_PUSH_ADDRESSES, PUSH_REQUESTS
from leagues.actions.push import follow_player, is_subscribed, subscribe_own, unsubscribe
from leagues.models import Player
from leagues.push import Address, BadAddress
from leagues.push.subscription_offer import SubscriptionOffer

LONGEST = 4000  # bytes of a request


@for_anyone
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
@for_anyone
@require_POST
def change_subscription(request: HttpRequest) -> HttpResponse:
    """Subscribe, unsubscribe or check a browser.

    CSRF-exempt: the rights come from the signed offer in the page and from the browser's
    secret push address, not from a cookie.
    """
    if not settings.PUSH:
        raise Http404
    if not PUSH_REQUESTS.admits(request):
        return refusal_json(_("Too many requests at once. Wait a minute, then try again."), 429)
    try:
        offer, address, on = read_offer(request)
        player = Player.objects.present().get(pk=offer.player)
    except (NotAsked, Player.DoesNotExist):
        return refusal_json(_("This page is out of date. Nothing was changed."))
    except BadAddress as why:
        return refusal_json(str(why))
    if on is True:
        if not NEW_PUSH_ADDRESSES.admits(request):
            return refusal_json(_("Too many requests at once. Try again in an hour."), 429)
        tell = subscribe_own if offer.is_own else follow_player
        tell(address=address, player=player)
    elif on is False:
        unsubscribe(endpoint=address.endpoint, player=player, is_own=offer.is_own)
    subscribed = is_subscribed(endpoint=address.endpoint, player=player, is_own=offer.is_own)
    return JsonResponse({"on": subscribed})


class NotAsked(Exception):
    """The request doesn't come from a page of this site."""


def read_offer(request: HttpRequest) -> tuple[SubscriptionOffer, Address, bool | None]:
    """Return the offer, the browser's address, and True to start, False to stop, None to check."""
    data = parse_body(request)
    offer = SubscriptionOffer.opened(data.get("for"))
    if offer is None:
        raise NotAsked
    address = Address.given(data.get("address"))
    address.check(settings.PUSH_SERVICES)
    return offer, address, data.get("on")


def parse_body(request: HttpRequest) -> dict[str, Any]:
    try:
        too_long = int(request.headers.get("Content-Length") or 0) > LONGEST
        data = {} if too_long else json.loads(request.body)
    except (ValueError, RecursionError) as trouble:
        raise NotAsked from trouble
    if not isinstance(data, dict):
        raise NotAsked
    return data


def refusal_json(why: str, status: int = 400) -> HttpResponse:
    return JsonResponse({"error": why}, status=status)
