"""A player says whether they play the coming season: by their link, or by their account."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from leagues.access.roles import personal_link, signed_in_only, who
from leagues.actions.leagues.next_season import answer_season
from leagues.models import League, PersonalLink, Player, SeasonAnswer
from leagues.reads.leagues.next_season import is_asked
from leagues.views.attempt import Attempt
from leagues.views.public.registration import themselves


@signed_in_only
@require_POST
def own_season(request: HttpRequest, slug: str) -> HttpResponse:
    player = who(request).player
    if player is None:
        raise Http404
    _answer(request, slug, player)
    return redirect("me")


@personal_link
@require_POST
def own_season_by_link(
    request: HttpRequest, link: PersonalLink, token: str, slug: str
) -> HttpResponse:
    _answer(request, slug, link.player)
    return redirect("player_link", token)


def _answer(request: HttpRequest, slug: str, player: Player) -> None:
    found = League.objects.select_related("before")
    league = get_object_or_404(found, slug=slug, club=player.club_id)
    says = request.POST.get("says", "")
    if not is_asked(league, player) or says not in SeasonAnswer.Says.values:
        raise Http404
    with Attempt(request=request) as tried:
        answer_season(
            by=themselves(request, player),
            league=league,
            player=player,
            says=SeasonAnswer.Says(says),
        )
    if tried.refused is None:
        text = (
            _("You’re playing in %(name)s.")
            if says == "in"
            else _("You’re not playing in %(name)s.")
        )
        messages.success(request, text % {"name": league.name})
