"""A player's answer whether they play the next season."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from leagues.access.roles import PageOwner, own_page
from leagues.actions.leagues.season.next_season import answer_season
from leagues.models import League, SeasonAnswer
from leagues.reads.leagues.next_season.answers import is_asked
from leagues.views.attempt import Attempt


@own_page
@require_POST
def own_season(request: HttpRequest, owner: PageOwner, slug: str) -> HttpResponse:
    player = owner.player
    found = League.objects.select_related("before")
    league = get_object_or_404(found, slug=slug, club=player.club_id)
    answer = request.POST.get("answer", "")
    if not is_asked(league, player) or answer not in SeasonAnswer.Reply.values:
        raise Http404
    with Attempt(request=request) as tried:
        answer_season(by=owner.by, league=league, player=player, answer=SeasonAnswer.Reply(answer))
    if tried.refused is None:
        text = (
            _("You’re playing in %(name)s.")
            if answer == "in"
            else _("You’re not playing in %(name)s.")
        )
        messages.success(request, text % {"name": league.name})
    return redirect(owner.home)
