"""The end of a season: finals, awards, and closing it."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from leagues.access.league_roles import secretary_of_league
from leagues.access.roles import get_visitor
from leagues.actions.leagues.season.closing import close_league, confirm_awards, reopen_league
from leagues.actions.leagues.season.finals import make_finals
from leagues.forms import sent_data
from leagues.forms.leagues.season.end import AwardsForm
from leagues.forms.leagues.season.finals import FinalsForm, usual_finals
from leagues.models import League
from leagues.reads.leagues.calendar import evening_day
from leagues.reads.leagues.end.awards import award_choices, awards_given, key_of_award
from leagues.reads.leagues.end.closing import (
    is_reopenable,
    mark_of_lines,
    open_questions,
    reopenable_until,
    running_event,
    why_not_closed,
)
from leagues.reads.leagues.end.finals import finals_field, finals_now
from leagues.reads.leagues.table.table_lines import by_division, league_lines
from leagues.views.attempt import Attempt
from leagues.views.desk.leagues.home import desk_league
from leagues.views.repeated_submits import made_once

END = "desk-league-end"


@secretary_of_league
@require_safe
def season_end(request: HttpRequest, slug: str) -> HttpResponse:
    """List the steps at the end of a season, with the first that isn't done as ``step``."""
    league = desk_league(slug)
    finals, awards = finals_now(league), awards_given([league])
    next_seasons = league.next_seasons.with_dates().order_by("pk")
    over = league.closed_at is not None
    is_done = (finals or over, awards or over, over, next_seasons)
    return TemplateResponse(
        request,
        "desk/leagues/season/end.html",
        {
            "league": league,
            "step": next((n for n, done in enumerate(is_done, start=1) if not done), None),
            "finals": finals,
            "awards": awards,
            "why_not": why_not_closed(league),
            "running": running_event(league),
            "questions": open_questions(league),
            "next_seasons": next_seasons,
            "until": reopenable_until(league),
            "may_reopen": is_reopenable(league, timezone.now()),
        },
    )


@secretary_of_league
@require_http_methods(["GET", "HEAD", "POST"])
def season_awards(request: HttpRequest, slug: str) -> HttpResponse:
    """Choose the awards. The season's results suggest players; an organiser decides."""
    league = desk_league(slug)
    choices = award_choices(league)
    suggested = {each.key for each in choices}
    kept = [a for a in awards_given([league]) if key_of_award(a) not in suggested]
    form = AwardsForm(sent_data(request), league=league, choices=choices, kept=kept)
    if request.method == "POST" and form.is_valid():
        with Attempt(form) as tried:
            confirm_awards(by=get_visitor(request), league=league, awards=form.awards)
        if tried.refused is None:
            messages.success(request, _("The awards are saved."))
            return redirect(END, slug)
    return TemplateResponse(
        request,
        "desk/leagues/season/awards.html",
        {"league": league, "form": form},
    )


@secretary_of_league
@require_http_methods(["GET", "HEAD", "POST"])
@made_once
def season_finals(request: HttpRequest, slug: str) -> HttpResponse:
    """Preview who would play the finals, then plan them."""
    league = desk_league(slug)
    lines = league_lines(league)
    today = evening_day(league, timezone.now())
    form = FinalsForm(
        sent_data(request), league=league, lines=lines, initial=usual_finals(league, lines, today)
    )
    field = None
    if request.method == "POST" and form.is_valid():
        field = finals_field(lines, form.rule, form.who_declined)
        if "make" in request.POST and form.cleaned_data["seen"] == field.mark:
            with Attempt(form) as tried:
                return _make_finals(request, league, form)
            assert tried.refused
        form.see(field.mark)
    return TemplateResponse(
        request,
        "desk/leagues/season/finals.html",
        {"league": league, "form": form, "field": field},
    )


def _make_finals(request: HttpRequest, league: League, form: FinalsForm) -> HttpResponse:
    finals = make_finals(
        by=get_visitor(request),
        league=league,
        rule=form.rule,
        facts=form.facts(),
        shape=form.cleaned_data["shape"],
        declined=form.who_declined,
        counts=form.cleaned_data.get("counts", False),
        seen=form.cleaned_data["seen"],
    )
    text = _("%(name)s is planned, seeded by the table. Players: %(many)s.")
    facts = {"name": finals.event.name, "many": len(finals.seeds)}
    messages.success(request, text % facts)
    return redirect(END, league.slug)


@secretary_of_league
@require_http_methods(["GET", "HEAD", "POST"])
def season_close(request: HttpRequest, slug: str) -> HttpResponse:
    """Preview the final table, its reasons and what is still open, then close the season."""
    league = desk_league(slug)
    lines = league_lines(league)
    why = ""
    if request.method == "POST":
        with Attempt() as tried:
            close_league(by=get_visitor(request), league=league, seen=request.POST.get("seen", "-"))
            messages.success(request, _("The season is closed."))
            return redirect(END, slug)
        why = tried.why
    return TemplateResponse(
        request,
        "desk/leagues/season/close.html",
        {
            "league": league,
            "tables": by_division(lines),
            "questions": open_questions(league),
            "awards": awards_given([league]),
            "why_not": why or why_not_closed(league),
            "running": running_event(league),
            "mark": mark_of_lines(lines),
        },
        status=422 if why else 200,
    )


@secretary_of_league
@require_POST
def season_reopen(request: HttpRequest, slug: str) -> HttpResponse:
    with Attempt(request=request) as tried:
        reopen_league(by=get_visitor(request), league=desk_league(slug))
    if tried.refused is None:
        messages.success(request, _("The season is open again."))
    return redirect(END, slug)
