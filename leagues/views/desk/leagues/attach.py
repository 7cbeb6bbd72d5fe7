"""Letting an event count for a night, for another, or for no league: the tables are shown first."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from leagues.access.roles import organisers_only, who
from leagues.actions.leagues.attach import attach_again
from leagues.actions.leagues.what_if import what_if
from leagues.forms import sent
from leagues.forms.leagues.attach import AttachForm
from leagues.models import Event, League, Night
from leagues.reads.leagues.moves import TableMove
from leagues.views.attempt import Attempt
from leagues.views.desk.leagues._preview import moves_mark
from leagues.views.desk.leagues.leagues import names_of

NEWEST = 60


def _night(slug: str, pk: int) -> Night:
    nights = Night.objects.select_related("league__club")
    return get_object_or_404(
        nights, pk=pk, league__slug=slug, league__club__is_home=True
    )


@organisers_only
@require_safe
def night_events(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """The events that could count for this night, the newest first."""
    night = _night(slug, pk)
    apart = Event.objects.present().filter(league=None)
    events = apart.filter(club=night.league.club)
    others = events.exclude(night=night).select_related("night__league")
    return TemplateResponse(
        request,
        "desk/leagues/night_events.html",
        {
            "league": night.league,
            "night": night,
            "events": others.order_by("-starts_at", "-pk")[:NEWEST],
        },
    )


@organisers_only
@require_http_methods(["GET", "HEAD", "POST"])
def night_event(request: HttpRequest, slug: str, pk: int, event: int) -> HttpResponse:
    """One event: for which night it counts. Shown with who moves, then done."""
    night = _night(slug, pk)
    found = get_object_or_404(
        Event.objects.present().select_related("night__league", "club"),
        pk=event,
        club=night.league.club,
    )
    form = AttachForm(sent(request), event=found, initial={"night": night.pk})
    moves: list[dict[str, Any]] = []
    mark = ""
    if request.method == "POST" and form.is_valid():
        with Attempt(form) as tried:
            changes = _changes(request, found, form)
            mark = moves_mark([move for each in changes.values() for move in each])
            moves = _with_leagues(changes)
            if not moves or request.POST.get("seen_moves") == mark:
                _attach(request, found, form)
                said = _("%(name)s is saved.") % {"name": found.name}
                messages.success(request, said)
                return redirect("desk-league-calendar", slug)
        if tried.refused is not None:
            moves = []
    return TemplateResponse(
        request,
        "desk/leagues/night_event.html",
        {
            "league": night.league,
            "night": night,
            "event": found,
            "form": form,
            "moves": moves,
            "moves_mark": mark,
            "movers": sum(each["move"].is_moved for each in moves),
            "back": reverse("desk-league-night", args=[slug, pk]),
        },
        status=422 if form.errors else 200,
    )


def _attach(request: HttpRequest, event: Event, form: AttachForm) -> None:
    attach_again(
        by=who(request),
        event=Event.objects.get(pk=event.pk),
        night=form.cleaned_data["night"],
        own_table=form.own_table,
    )


def _changes(
    request: HttpRequest, event: Event, form: AttachForm
) -> dict[League, tuple[TableMove, ...]]:
    """Who would move in the league it leaves and in the one it comes to."""
    nights = (event.night, form.cleaned_data["night"])
    leagues = {night.league_id: night.league for night in nights if night}
    return what_if(leagues.values(), lambda: _attach(request, event, form))


def _with_leagues(
    changes: dict[League, tuple[TableMove, ...]],
) -> list[dict[str, Any]]:
    names = names_of(move.player for moves in changes.values() for move in moves)
    return [
        {"move": move, "name": f"{names[move.player]} · {league.name}"}
        for league, moves in changes.items()
        for move in moves
    ]
