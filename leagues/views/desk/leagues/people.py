"""Who is in a league, from when until when, and points given by hand."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from django.contrib import messages
from django.db.models import F
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.template.response import TemplateResponse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import (
    require_http_methods,
    require_POST,
    require_safe,
)

from leagues.access.leagues import secretary_of_league
from leagues.access.roles import Who, who
from leagues.actions.leagues import members
from leagues.actions.leagues.what_if import what_if
from leagues.forms import sent
from leagues.forms.leagues.members import AdjustForm, EnrolForm, EnrolmentForm
from leagues.models import Adjustment, Enrolment, League
from leagues.models.people import surname_order
from leagues.reads.leagues.moves import TableMove, how_many_move
from leagues.reads.leagues.season import season_of
from leagues.views.attempt import Attempt
from leagues.views.desk.leagues.leagues import desk_league, names_of, next_night
from leagues.views.desk.leagues.settings import moves_mark, with_names

PEOPLE = "desk-league-people"


@secretary_of_league
@require_safe
def league_people(request: HttpRequest, slug: str) -> HttpResponse:
    league = desk_league(slug)
    enrolments = league.enrolments.select_related("player", "first", "last")
    in_order = enrolments.order_by(
        F("last").asc(nulls_first=True), *surname_order("player__")
    )
    season = season_of(league)
    played = {row.player: len(row.played) for row in season.rows}
    kinds = {kind: list[Any]() for kind in Enrolment.Kind}
    for each in in_order:
        line = {"enrolment": each, "played": played.get(each.player_id, 0)}
        kinds[Enrolment.Kind(each.kind)].append(line)
    return TemplateResponse(
        request,
        "desk/leagues/people.html",
        {
            "league": league,
            "members": kinds[Enrolment.Kind.MEMBER],
            "spares": kinds[Enrolment.Kind.SPARE],
            "guests": _guests(league, season),
            "adjustments": league.adjustments.select_related("player").order_by("-pk"),
        },
    )


def _guests(league: League, season: Any) -> list[str]:
    """Who played and is in no row of the table."""
    played = {
        player
        for night in season.season_nights
        for event in night.events
        for finish in event.finishes
        for player in finish.players
    }
    return sorted(names_of(played - {row.player for row in season.rows}).values())


# --- Shown, then done -----------------------------------------------------------------------


def _previewed(
    request: HttpRequest,
    league: League,
    form: Any,
    template: str,
    do: Callable[[], object],
    **context: Any,
) -> HttpResponse:
    """The form; who would move once it was sent; done once that was seen."""
    moves: Sequence[TableMove] = ()
    mark = ""
    if request.method == "POST" and form.is_valid():
        with Attempt(form) as tried:
            moves = what_if([league], do)[league]
            mark = moves_mark(moves)
            if not moves or request.POST.get("seen_moves") == mark:
                do()
                messages.success(request, _("Saved."))
                return redirect(PEOPLE, league.slug)
        if tried.refused is not None:
            moves = ()
    return TemplateResponse(
        request,
        template,
        {
            "league": league,
            "form": form,
            "moves": with_names(moves),
            "moves_mark": mark,
            "movers": how_many_move(moves),
            **context,
        },
        status=422 if form.errors else 200,
    )


@secretary_of_league
@require_http_methods(["GET", "HEAD", "POST"])
def league_enrol(request: HttpRequest, slug: str) -> HttpResponse:
    """Make somebody a member, from tonight or from the start: the effect is shown first."""
    league = desk_league(slug)
    night = next_night(league, timezone.now())
    begun = season_of(league).over > 0
    first = night.pk if night and begun else None
    form = EnrolForm(sent(request), league=league, initial={"first": first})

    def do() -> None:
        said = form.cleaned_data
        members.enrol_members(
            by=who(request),
            league=league,
            players=said["player"],
            first=said["first"],
            kind=Enrolment.Kind(said["kind"]),
        )

    return _previewed(request, league, form, "desk/leagues/enrol.html", do)


@secretary_of_league
@require_http_methods(["GET", "HEAD", "POST"])
def league_enrolment(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Change from and until when somebody is a member."""
    league = desk_league(slug)
    rows = league.enrolments.select_related("player", "first", "last")
    enrolment = get_object_or_404(rows, pk=pk)
    form = EnrolmentForm(sent(request), enrolment=enrolment)
    return _previewed(
        request,
        league,
        form,
        "desk/leagues/enrolment.html",
        lambda: _change(who(request), enrolment, **form.cleaned_data),
        enrolment=enrolment,
    )


def _change(by: Who, enrolment: Enrolment, first: Any, last: Any) -> None:
    """Its end is taken away before its beginning moves, and set again after."""
    now = Enrolment.objects.select_related("league", "player", "first").get(
        pk=enrolment.pk
    )
    if now.last_id is not None and (last is None or last.pk != now.last_id):
        members.continue_enrolment(by=by, enrolment=now)
        now.last_id = None
    members.begin_enrolment(by=by, enrolment=now, first=first)
    if last is not None and now.last_id is None:
        now.first = first
        members.end_enrolment(by=by, enrolment=now, last=last)


@secretary_of_league
@require_POST
def enrolment_remove(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Take a membership back that should not have been."""
    league = desk_league(slug)
    enrolment = get_object_or_404(league.enrolments.select_related("player"), pk=pk)
    members.remove_enrolments(by=who(request), league=league, enrolments=[pk])
    said = _("%(name)s is no member.") % {"name": enrolment.player.name}
    messages.success(request, said)
    return redirect(PEOPLE, slug)


# --- Points by hand -------------------------------------------------------------------------


@secretary_of_league
@require_http_methods(["GET", "HEAD", "POST"])
def league_adjust(request: HttpRequest, slug: str) -> HttpResponse:
    league = desk_league(slug)
    form = AdjustForm(sent(request), league=league)
    return _previewed(
        request,
        league,
        form,
        "desk/leagues/adjust.html",
        lambda: members.adjust_points(
            by=who(request), league=league, **form.cleaned_data
        ),
    )


@secretary_of_league
@require_POST
def adjustment_withdraw(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    league = desk_league(slug)
    rows = Adjustment.objects.select_related("league", "player")
    adjustment = get_object_or_404(rows, pk=pk, league=league)
    members.withdraw_adjustment(by=who(request), adjustment=adjustment)
    messages.success(request, _("These points count no more."))
    return redirect(PEOPLE, slug)
