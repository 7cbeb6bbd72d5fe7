"""An evening of an own-time league: start a game of two players who are here, or cancel it."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from leagues.access.league_roles import host_of_night
from leagues.access.roles import get_visitor
from leagues.actions.leagues.kinds.own_time import start_game
from leagues.actions.play.calls import put_back
from leagues.forms.leagues.nights.own_evening import EveningGameForm
from leagues.models import Match, Surface
from leagues.reads.leagues.attendance.own_evening import own_evening
from leagues.views.attempt import Attempt
from leagues.views.desk.leagues.nights._night import own_time
from leagues.views.desk.leagues.nights.tonight import own_time_night


@host_of_night
@require_POST
def start_pair(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Start a game of a suggested pair, or of any two players who are here."""
    night = own_time_night(slug, pk)
    evening = own_evening(night, timezone.now())
    form = EveningGameForm(request.POST, evening=evening)
    if form.is_valid():
        cleaned = form.cleaned_data
        with Attempt(form) as tried:
            start_game(by=get_visitor(request), league=night.league, **cleaned)
        if tried.refused is None:
            names = {
                "one": cleaned["entry"].shown_on(Surface.DESK),
                "other": cleaned["other"].shown_on(Surface.DESK),
                "board": cleaned["board"] and cleaned["board"].number,
            }
            text = (
                _("%(one)s and %(other)s are called to board %(board)s.")
                if cleaned["board"]
                else _("The match between %(one)s and %(other)s is arranged.")
            )
            messages.success(request, text % names)
            return redirect("desk-tonight", slug, pk)
    return own_time(request, night, status=422, form=form)


@host_of_night
@require_POST
def game_back(request: HttpRequest, slug: str, pk: int, number: int) -> HttpResponse:
    """Call off a game that has not begun; its match is open again."""
    night = own_time_night(slug, pk)
    match = get_object_or_404(
        Match, event=night.league.event_id, number=number, dated__isnull=False
    )
    put_back(by=get_visitor(request), match=match)
    return redirect("desk-tonight", slug, pk)
