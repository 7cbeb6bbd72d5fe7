"""Access to a league's desk for its secretary or treasurer, by personal link."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from leagues.access.league_roles import may_keep_dues, may_run_league, open_desk
from leagues.access.roles import Who, personal_link
from leagues.models import League, PersonalLink


@personal_link
@require_POST
def open_league_desk(
    request: HttpRequest, link: PersonalLink, token: str, slug: str
) -> HttpResponse:
    """Open the league's desk for its secretary, or its dues for its treasurer."""
    league = get_object_or_404(League, slug=slug, club__is_home=True)
    player = Who(player=link.player)
    if not may_keep_dues(player, league):
        raise Http404
    open_desk(request, link)
    text = _("You can work on %(league)s in this browser until your link is revoked or renewed.")
    messages.success(request, text % {"league": league.name})
    runs_it = may_run_league(player, league)
    return redirect("desk-league" if runs_it else "desk-league-dues", slug)
