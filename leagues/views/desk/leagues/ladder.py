"""A ladder at the desk: whoever runs it enters a challenge for two people."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from leagues.access.leagues import secretary_of_league
from leagues.access.roles import who
from leagues.actions.leagues.ladder import challenge
from leagues.forms import sent
from leagues.forms.leagues.challenge import TwoOnLadderForm
from leagues.models import League, Surface
from leagues.reads.leagues.ladder import ladder_of
from leagues.views.attempt import Attempt
from leagues.views.desk.leagues.leagues import desk_league
from leagues.views.once import made_once


@secretary_of_league
@require_http_methods(["GET", "HEAD", "POST"])
@made_once
def desk_challenge(request: HttpRequest, slug: str) -> HttpResponse:
    """Who challenges whom; what the rules refuse is said beside it."""
    league = desk_league(slug)
    if league.kind != League.Kind.LADDER:
        raise Http404
    form = TwoOnLadderForm(sent(request), stands=ladder_of(league))
    if request.method == "POST" and form.is_valid():
        two = form.cleaned_data
        with Attempt(form) as tried:
            challenge(
                by=who(request), league=league, entry=two["entry"], other=two["other"]
            )
        if tried.refused is None:
            said = {name: two[name].shown_on(Surface.DESK) for name in two}
            messages.success(request, _("%(entry)s has challenged %(other)s.") % said)
            return redirect("desk-league", slug)
    return TemplateResponse(
        request,
        "desk/leagues/challenge.html",
        {"league": league, "form": form},
        status=422 if form.errors else 200,
    )
