"""A player's calendar: the file for calendar programs, and its secret address."""

from hashlib import blake2b
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.cache import get_conditional_response
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from leagues.access.calendar_address import calendar_owner, calendar_secret, open_address
from leagues.access.languages import speak_to
from leagues.access.roles import PageOwner, for_anyone, keep_secret, own_page, wrong_link
from leagues.actions.people.calendar_address import offer_calendar, revoke_calendar
from leagues.models import Player, Surface
from leagues.reads.phones.own_dates import own_dates
from leagues.views.attempt import Attempt
from leagues.views.public.calendars import as_calendar, site_of


@for_anyone
@require_safe
def own_calendar(request: HttpRequest, pk: int, secret: str) -> HttpResponseBase:
    player = calendar_owner(pk, secret)
    if player is None:
        return wrong_link(request)
    with speak_to(player):  # for any program that fetches it
        name = _("%(name)s at %(club)s") % {
            "name": player.shown_on(Surface.FILE),
            "club": player.club.name,
        }
        items = own_dates(player, site_of(request), timezone.now())
        answer = keep_secret(as_calendar(name, items))
    answer["Cache-Control"] = "private, no-cache"  # programs revalidate it with the ETag
    answer["ETag"] = f'W/"{blake2b(answer.content, digest_size=9).hexdigest()}"'
    found = get_conditional_response(request, answer["ETag"], None, answer)
    assert found is not None
    return found


def own_calendar_facts(player: Player) -> dict[str, Any]:
    """Return the template context of the calendar's address."""
    address = open_address(player)
    if address is None:
        return {"calendar": ""}
    secret = calendar_secret(address)
    return {"calendar": reverse("own_calendar", args=[player.pk, secret])}


@own_page
@require_POST
def own_calendar_address(request: HttpRequest, owner: PageOwner) -> HttpResponse:
    with Attempt(request=request):
        if "revoke" in request.POST:
            revoke_calendar(by=owner.by, player=owner.player)
            messages.success(request, _("Your calendar’s address no longer works."))
        else:
            offer_calendar(by=owner.by, player=owner.player)
    return redirect(f"{owner.home}#calendar")
