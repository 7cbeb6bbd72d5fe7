"""The next season of a league: open it, and choose who plays."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from leagues.access.league_roles import secretary_of_league
from leagues.access.roles import get_visitor
from leagues.actions.leagues.season.begin_season import begin_season
from leagues.actions.leagues.season.next_season import (
    next_seasons_mark,
    open_next_season,
    seat_members,
)
from leagues.forms import sent_data
from leagues.forms.leagues.season.next_season import NextSeasonForm
from leagues.forms.leagues.season.plan import NightPlanForm, SeasonPlanForm
from leagues.forms.leagues.season.team_plan import TeamPlanForm
from leagues.models import League
from leagues.reads.leagues.next_season.answers import has_begun
from leagues.reads.leagues.next_season.plan import match_intake, night_intake
from leagues.reads.leagues.next_season.team_plan import team_intake
from leagues.reads.leagues.table.people import LeaguePeople
from leagues.views.attempt import Attempt
from leagues.views.desk.leagues.home import desk_league
from leagues.views.repeated_submits import made_once

INTAKE = "desk-league-intake"


@secretary_of_league
@require_http_methods(["GET", "HEAD", "POST"])
@made_once
def next_season(request: HttpRequest, slug: str) -> HttpResponse:
    """Open the same league with new dates."""
    league = desk_league(slug)
    form = NextSeasonForm(sent_data(request), league=league)
    form.initial["seen"] = next_seasons_mark(league)
    if request.method == "POST" and form.is_valid():
        with Attempt(form) as tried:
            then = open_next_season(
                by=get_visitor(request),
                league=league,
                name=form.cleaned_data["name"],
                first=form.day,
                seen=form.cleaned_data["seen"],
            )
        if tried.is_stale:
            form.see(next_seasons_mark(league))
        if tried.refused is None:
            text = _("%(name)s is open. Last season’s members are asked on their own pages.")
            messages.success(request, text % {"name": then.name})
            return redirect(INTAKE, then.slug)
    return TemplateResponse(
        request,
        "desk/leagues/season/next_season.html",
        {"league": league, "form": form, "divisions": LeaguePeople(league).divisions},
    )


@secretary_of_league
@require_http_methods(["GET", "HEAD", "POST"])
def edit_intake(request: HttpRequest, slug: str) -> HttpResponse:
    """Edit who plays the season in which division, with a preview, then save."""
    league = desk_league(slug)
    if league.before is None:
        raise Http404
    if has_begun(league):
        messages.info(request, _("This season has already begun."))
        return redirect("desk-league", slug)
    form = _plan_of(request, league)
    if form.is_valid() and "begin" in request.POST:
        for problem in form.wrong:
            form.add_error(None, f"{problem[:1].upper()}{problem[1:]}.")
        if not form.errors:
            with Attempt(form) as tried:
                then = _start_season(request, league, form)
            if tried.refused is None:
                return redirect(then, slug)
    return TemplateResponse(
        request,
        "desk/leagues/season/season_plan.html",
        {"league": league, "form": form},
    )


def _plan_of(request: HttpRequest, league: League) -> SeasonPlanForm:
    if league.kind == League.Kind.TEAMS:
        return TeamPlanForm(sent_data(request), intake=team_intake(league))
    if league.has_dated_matches:
        return SeasonPlanForm(sent_data(request), intake=match_intake(league))
    return NightPlanForm(sent_data(request), intake=night_intake(league))


def _start_season(request: HttpRequest, league: League, form: SeasonPlanForm) -> str:
    """Enrol the members, or draw the dated matches. Returns the URL name of the next page."""
    if isinstance(form, NightPlanForm):
        seat_members(by=get_visitor(request), league=league, divisions=form.members)
        messages.success(request, _("They are now the members of this season."))
        return "desk-league-people"
    begin_season(
        by=get_visitor(request), league=league, divisions=form.divisions, learnt=form.learnt
    )
    messages.success(request, _("The season has started."))
    return "desk-league"
