"""The next season at the desk: opening it, and who plays it."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from leagues.access.leagues import secretary_of_league
from leagues.access.roles import who
from leagues.actions.leagues.begin_season import begin_season
from leagues.actions.leagues.next_season import next_seasons_mark, open_next_season, seat_members
from leagues.forms import sent
from leagues.forms.leagues.next_season import NextMembersForm, NextSeasonForm
from leagues.forms.leagues.season_plan import SeasonPlanForm
from leagues.forms.leagues.team_plan import TeamPlanForm
from leagues.models import League
from leagues.reads.leagues.next_season import season_intake
from leagues.reads.leagues.season_plan import MatchIntake, match_intake
from leagues.reads.leagues.team_season import team_intake
from leagues.views.attempt import Attempt
from leagues.views.desk.leagues.leagues import desk_league
from leagues.views.once import made_once

INTAKE = "desk-league-intake"


@secretary_of_league
@require_http_methods(["GET", "HEAD", "POST"])
@made_once
def next_season(request: HttpRequest, slug: str) -> HttpResponse:
    """The same league on other dates."""
    league = desk_league(slug)
    form = NextSeasonForm(sent(request), league=league)
    form.initial["seen"] = next_seasons_mark(league)
    if request.method == "POST" and form.is_valid():
        with Attempt(form) as tried:
            then = open_next_season(
                by=who(request),
                league=league,
                name=form.cleaned_data["name"],
                first=form.day,
                seen=form.cleaned_data["seen"],
            )
        if tried.is_stale:
            form.see(next_seasons_mark(league))
        if tried.refused is None:
            said = _("%(name)s is open. Last season’s members are asked on their own pages.")
            messages.success(request, said % {"name": then.name})
            return redirect(INTAKE, then.slug)
    return TemplateResponse(
        request,
        "desk/leagues/next_season.html",
        {"league": league, "form": form},
        status=422 if form.errors else 200,
    )


@secretary_of_league
@require_http_methods(["GET", "HEAD", "POST"])
def intake(request: HttpRequest, slug: str) -> HttpResponse:
    """Who says in, where they would play, and making them members."""
    league = desk_league(slug)
    if league.before is None:
        raise Http404
    if league.has_dated_matches:
        return season_plan(request, league)
    found = season_intake(league)
    form = NextMembersForm(sent(request), intake=found)
    if request.method == "POST" and form.is_valid():
        with Attempt(form) as tried:
            seat_members(by=who(request), league=league, divisions=form.divisions)
        if tried.refused is None:
            messages.success(request, _("They are now the members of this season."))
            return redirect("desk-league-people", slug)
    return TemplateResponse(
        request,
        "desk/leagues/intake.html",
        {"league": league, "intake": found, "form": form},
        status=422 if form.errors else 200,
    )


def _plan_of(request: HttpRequest, league: League) -> tuple[MatchIntake, SeasonPlanForm]:
    if league.kind == League.Kind.TEAMS:
        teams = team_intake(league)
        return teams, TeamPlanForm(sent(request), intake=teams)
    found = match_intake(league)
    return found, SeasonPlanForm(sent(request), intake=found)


def season_plan(request: HttpRequest, league: League) -> HttpResponse:
    """Who plays a season of dated matches, and where: changed, looked at again, and begun."""
    found, form = _plan_of(request, league)
    if found.has_begun:
        return redirect("desk-league", league.slug)
    is_fine = form.is_valid()
    if "begin" in request.POST and is_fine:
        for problem in form.wrong:
            form.add_error(None, f"{problem[:1].upper()}{problem[1:]}.")
        if not form.errors:
            with Attempt(form) as tried:
                begin_season(
                    by=who(request), league=league, divisions=form.divisions, learnt=form.learnt
                )
            if tried.refused is None:
                messages.success(request, _("The season has started."))
                return redirect("desk-league", league.slug)
    return TemplateResponse(
        request,
        "desk/leagues/season_plan.html",
        {"league": league, "intake": found, "form": form},
        status=422 if request.POST and form.errors else 200,
    )
