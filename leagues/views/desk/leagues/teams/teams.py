"""The teams of a league: squads, line-ups and captains' links."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from leagues.access.captain_links import captain_secret
from leagues.access.league_roles import secretary_of_league
from leagues.access.roles import get_visitor
from leagues.actions.leagues.teams.captains import offer_captain_link, revoke_captain_link
from leagues.models import CaptainLink, Entry, League
from leagues.reads.leagues.kinds.teams import SquadRegister, teams_of
from leagues.reads.leagues.matches.meetings import team_rows
from leagues.reads.leagues.venues import has_home_sides
from leagues.views.attempt import Attempt
from leagues.views.desk.leagues.home import desk_league
from leagues.views.public.qr_codes import to_share
from leagues.views.team_line_ups import team_page


def team_league(slug: str) -> League:
    """Return the league, or answer 404 if it has no teams."""
    league = desk_league(slug)
    if not league.of_kind.has_teams:
        raise Http404
    return league


def team_at(league: League, pk: int) -> Entry:
    team = next((each for each in teams_of(league) if each.pk == pk), None)
    if team is None:
        raise Http404
    return team


@secretary_of_league
@require_safe
def league_teams(request: HttpRequest, slug: str) -> HttpResponse:
    """List the teams with their place, next meeting and squad, and if the captain has a link."""
    league = team_league(slug)
    context = {"league": league, "teams": team_rows(league, timezone.now())}
    return TemplateResponse(request, "desk/leagues/teams/teams.html", context)


@secretary_of_league
@require_http_methods(["GET", "HEAD", "POST"])
def league_team(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Name the line-ups of a team in place of its captain."""
    league = team_league(slug)
    team = team_at(league, pk)
    answer = team_page(request, league, team, get_visitor(request), "desk/leagues/teams/team.html")
    if not isinstance(answer, TemplateResponse):
        return answer
    assert answer.context_data is not None
    register = SquadRegister(league)
    answer.context_data["squad"] = [
        {"entry": each.entry, "first": register.first_day(each)}
        for each in register.members
        if each.team == (team.team_id or 0)
    ]
    answer.context_data["has_home"] = has_home_sides(league)
    link = CaptainLink.objects.filter(entry=team, is_open=True).first()
    if link:
        path = reverse("captain", args=[link.pk, captain_secret(link)])
        answer.context_data["link"] = to_share(request, path)
    return answer


@secretary_of_league
@require_POST
def captains_link(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Create the captain's link, or revoke it."""
    league = team_league(slug)
    team = team_at(league, pk)
    with Attempt(request=request):
        if "revoke" in request.POST:
            revoke_captain_link(by=get_visitor(request), league=league, entry=team)
            messages.success(request, _("That link no longer works."))
        else:
            offer_captain_link(by=get_visitor(request), league=league, entry=team)
            messages.success(request, _("The captain’s link is ready. Send it to the captain."))
            page = reverse("desk-league-team", args=[slug, pk])
            return redirect(f"{page}?link")
    return redirect("desk-league-team", slug, pk)
