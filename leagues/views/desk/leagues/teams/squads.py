"""Changes of a team's squad during the season."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.template.response import TemplateResponse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST

from leagues.access.league_roles import secretary_of_league
from leagues.access.roles import get_visitor
from leagues.actions.leagues.teams.squads import join_squad, leave_squad
from leagues.forms import sent_data
from leagues.forms.leagues.teams.squad import JoinSquadForm
from leagues.models import Entry, Surface
from leagues.reads.leagues.kinds.teams import members_of
from leagues.views.attempt import Attempt
from leagues.views.desk.leagues.home import next_night
from leagues.views.desk.leagues.teams.teams import team_at, team_league


@secretary_of_league
@require_http_methods(["GET", "HEAD", "POST"])
def squad_join(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Add a player to the squad from a week on, optionally as a replacement."""
    league = team_league(slug)
    team = team_at(league, pk)
    own = [each.entry for each in members_of(league) if each.team == team.team_id]
    night = next_night(league, timezone.now())
    form = JoinSquadForm(sent_data(request), league=league, squad=own, initial={"first": night})
    if request.method == "POST" and form.is_valid():
        with Attempt(form) as tried:
            join_squad(
                by=get_visitor(request),
                league=league,
                team=team,
                player=form.player,
                first=form.cleaned_data["first"],
                instead=form.replaced,
            )
        if tried.refused is None:
            values = {"name": form.player.name, "team": team.name}
            messages.success(request, _("%(name)s plays for %(team)s.") % values)
            return redirect("desk-league-team", slug, pk)
    return TemplateResponse(
        request,
        "desk/leagues/teams/squad_join.html",
        {"league": league, "team": team, "form": form},
    )


@secretary_of_league
@require_POST
def squad_leave(request: HttpRequest, slug: str, pk: int, entry: int) -> HttpResponse:
    """Remove a player from the squad."""
    league = team_league(slug)
    team = team_at(league, pk)
    squad = Entry.objects.named().filter(event=league.event_id, team=team.team_id)
    leaves = get_object_or_404(squad.exclude(pk=team.pk), pk=entry)
    with Attempt(request=request) as tried:
        opened = leave_squad(by=get_visitor(request), league=league, entry=leaves)
    if tried.refused is None:
        values = {"name": leaves.shown_on(Surface.DESK), "n": len(opened)}
        text = _("%(name)s left.") % values
        if opened:
            text = ngettext(
                "%(name)s left. %(n)s line-up needs to be named again.",
                "%(name)s left. %(n)s line-ups need to be named again.",
                len(opened),
            )
        messages.success(request, text % values)
    return redirect("desk-league-team", slug, pk)
