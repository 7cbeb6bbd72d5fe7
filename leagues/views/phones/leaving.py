"""A player asks to leave the club, or stays after all: by their link, or by their account."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.http import require_POST

from leagues.access.roles import personal_link, signed_in_only, who
from leagues.actions.people.former import ask_to_leave, stay_in_club
from leagues.models import PersonalLink, Player
from leagues.views.public.registration import themselves


@signed_in_only
@require_POST
def own_leaving(request: HttpRequest) -> HttpResponse:
    player = who(request).player
    if player is None:
        raise Http404
    _change(request, player)
    return redirect(f"{reverse('me')}#leave")


@personal_link
@require_POST
def own_leaving_by_link(
    request: HttpRequest, link: PersonalLink, token: str
) -> HttpResponse:
    _change(request, link.player)
    return redirect(f"{reverse('player_link', args=[token])}#leave")


def _change(request: HttpRequest, player: Player) -> None:
    change = stay_in_club if "stay" in request.POST else ask_to_leave
    change(by=themselves(request, player), player=player)
