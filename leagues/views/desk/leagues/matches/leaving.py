"""Withdraw a player or team from a league of dated matches, with a preview."""

from collections.abc import Callable

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.template.response import TemplateResponse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from leagues.access.league_roles import secretary_of_league
from leagues.access.roles import get_visitor
from leagues.actions.leagues.table_previews import event_what_if
from leagues.actions.leagues.unplayed.leave import leave_league
from leagues.forms import sent_data
from leagues.forms.leagues.matches.desk_matches import LeaveForm
from leagues.models import Entry, Surface
from leagues.reads.leagues.matches.leaving import Leaver, leaver_of
from leagues.stages.leaving import Becomes, LeavingWay
from leagues.views.attempt import Attempt
from leagues.views.desk.leagues.matches.matches import match_league
from leagues.views.desk.results import names_in


@secretary_of_league
@require_http_methods(["GET", "HEAD", "POST"])
def league_leave(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Choose how open matches end, preview who moves, then confirm."""
    league = match_league(slug)
    assert league.event is not None
    entries = league.event.entries.named().exclude(state=Entry.State.WITHDRAWN)
    entry = get_object_or_404(entries, pk=pk)
    found = leaver_of(entry)
    initial = {"way": found.usual_way.value, "seen": found.mark}
    form = LeaveForm(sent_data(request), initial=initial)
    follows = list[str]()
    name = entry.shown_on(Surface.DESK)
    if request.method == "POST" and form.is_valid():
        way: LeavingWay = form.cleaned_data["way"]

        def leave() -> None:
            seen = form.cleaned_data["seen"]
            leave_league(by=get_visitor(request), league=league, entry=entry, way=way, seen=seen)

        with Attempt(form) as tried:
            if request.POST.get("shown") == way.value:
                leave()
                text = _("%(name)s has left the league.") % {"name": name}
                messages.success(request, text)
                return redirect("desk-league", slug)
            follows = preview_leaving(found, way, leave)
        if tried.refused is not None:
            form.see(found.mark)
    return TemplateResponse(
        request,
        "desk/leagues/matches/leave.html",
        {
            "league": league,
            "name": name,
            "found": found,
            "form": form,
            "follows": follows,
            "way": form.cleaned_data["way"].value if follows else "",
        },
    )


def preview_leaving(found: Leaver, way: LeavingWay, leave: Callable[[], None]) -> list[str]:
    """Return how many matches become what, and whose place changes, in words."""
    sums = found.sums(way)
    texts = {
        Becomes.ANNULLED: ngettext(
            "%(n)s match no longer counts.",
            "%(n)s matches no longer count.",
            sums[Becomes.ANNULLED],
        ),
        Becomes.FORFEITED: ngettext(
            "%(n)s match is awarded to the opponent.",
            "%(n)s matches are awarded to the opponents.",
            sums[Becomes.FORFEITED],
        ),
        Becomes.VOID: ngettext(
            "%(n)s match is void.", "%(n)s matches are void.", sums[Becomes.VOID]
        ),
    }
    sentences = [text % {"n": sums[each]} for each, text in texts.items() if sums[each]]
    event = found.entry.event
    follows = event_what_if(event, leave).sentences(names_in(event).__getitem__)
    return [*sentences, *follows] or [_("Nothing else changes.")]
