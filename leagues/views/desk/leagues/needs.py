"""Acts on a league's notices: similar names, and corrections of results."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from leagues.access.league_roles import secretary_of_league
from leagues.access.roles import get_visitor
from leagues.actions.leagues import dismissed_warnings
from leagues.models import Player
from leagues.views.attempt import Attempt
from leagues.views.desk.leagues.home import desk_league


@secretary_of_league
@require_POST
def tell_apart(request: HttpRequest, slug: str, pk: int, other: int) -> HttpResponse:
    league = desk_league(slug)
    people = Player.objects.filter(club=league.club_id)
    one, two = (get_object_or_404(people, pk=key) for key in (pk, other))
    if dismissed_warnings.tell_apart(by=get_visitor(request), league=league, player=one, other=two):
        text = _("%(name)s and %(other)s are kept as two people.")
        messages.success(request, text % {"name": one.name, "other": two.name})
    else:  # reveal only names that the league's page already shows
        messages.error(request, _("This has already been decided."))
    return redirect("desk-league", slug)


@secretary_of_league
@require_POST
def see_correction(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    league = desk_league(slug)
    with Attempt(request=request):
        dismissed_warnings.see_correction(by=get_visitor(request), league=league, correction=pk)
        messages.success(request, _("Marked as seen. It stays in the log."))
    return redirect("desk-league", slug)
