"""The home venue of a team, a pair or a player, at the desk of its league."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from leagues.access.leagues import secretary_of_league
from leagues.access.roles import who
from leagues.actions.leagues.venues import set_venue
from leagues.forms import sent
from leagues.forms.leagues.venue import VenueForm
from leagues.models import Enrolment, Entry, League
from leagues.reads.leagues.venues import venue_entries
from leagues.views.attempt import Attempt
from leagues.views.desk.leagues.leagues import desk_league


@secretary_of_league
@require_http_methods(["GET", "HEAD", "POST"])
def league_venue(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    league = desk_league(slug)
    entry = next((each for each in venue_entries(league) if each.pk == pk), None)
    if entry is None:
        raise Http404
    form = VenueForm(sent(request), entry=entry)
    back = _page_of(league, entry)
    if request.method == "POST" and form.is_valid():
        venue = form.cleaned_data["venue"]
        with Attempt(form) as tried:
            set_venue(by=who(request), league=league, entry=entry, venue=venue)
        if tried.refused is None:
            messages.success(request, _("The home venue is saved."))
            return redirect(back)
    return TemplateResponse(
        request,
        "desk/leagues/venue.html",
        {"league": league, "entry": entry, "form": form, "back": back},
        status=422 if form.errors else 200,
    )


def _page_of(league: League, entry: Entry) -> str:
    """Its page at the desk: a team's own, else the membership of its first player."""
    if not entry.people:
        return reverse("desk-league-team", args=[league.slug, entry.pk])
    enrolled = league.enrolments.filter(
        player=entry.people[0], kind=Enrolment.Kind.MEMBER
    )
    here = enrolled.order_by("-pk").first()
    if here is None:
        return reverse("desk-league-people", args=[league.slug])
    return reverse("desk-league-enrolment", args=[league.slug, here.pk])
