"""Changing what a league is. Who would move in its table is shown before anything is done."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from leagues.access.leagues import secretary_of_league
from leagues.access.roles import who
from leagues.actions.leagues.leagues import change_league
from leagues.actions.leagues.what_if import what_if
from leagues.forms import sent
from leagues.forms.leagues.counting import CountingForm, filled_in
from leagues.forms.leagues.evening import EveningForm, said_of
from leagues.forms.leagues.set_up import Said, as_query
from leagues.forms.leagues.settings import SettingsForm
from leagues.models import League
from leagues.reads.leagues.evening import evening_of
from leagues.reads.leagues.example import worked_example
from leagues.reads.leagues.moves import TableMove, how_many_move
from leagues.reads.leagues.season import scheme_of, season_of
from leagues.reads.marks import mark_of
from leagues.views.attempt import Attempt
from leagues.views.desk.leagues.leagues import desk_league, names_of, planned


@secretary_of_league
@require_http_methods(["GET", "HEAD", "POST"])
def league_settings(request: HttpRequest, slug: str) -> HttpResponse:
    """Its name, where it is, who may come and who may look."""
    league = desk_league(slug)
    form = SettingsForm(
        sent(request), league=league, may_appoint=who(request).is_organiser
    )
    facts = form.facts() if form.is_bound and form.is_valid() else None
    return _page(request, league, form, facts, "settings")


@secretary_of_league
@require_http_methods(["GET", "HEAD", "POST"])
def league_evening(request: HttpRequest, slug: str) -> HttpResponse:
    """What its nights to come are like; those that have an event stay as they are."""
    league = desk_league(slug)
    kept = evening_of(league)
    data = _sent_or(request, said_of(kept))
    form = EveningForm(data, kind=league.kind, kept=kept)
    facts = {"evening": form.evening.to_dict()} if form.is_valid() else None
    return _page(request, league, form, facts, "evening")


@secretary_of_league
@require_http_methods(["GET", "HEAD", "POST"])
def league_counts(request: HttpRequest, slug: str) -> HttpResponse:
    """What its table counts: two schemes side by side on the real nights."""
    league = desk_league(slug)
    kept = scheme_of(league)
    nights = planned(season_of(league))
    data = _sent_or(request, filled_in(kept))
    form = CountingForm(data, planned=nights, kept=kept)
    scheme = form.scheme if form.is_valid() else None
    return _page(
        request,
        league,
        form,
        {"scheme": scheme.to_dict()} if scheme else None,
        "counts",
        planned=nights,
        example=worked_example(scheme, nights) if scheme else None,
    )


def _sent_or(request: HttpRequest, said: Said) -> QueryDict:
    data = sent(request)
    return as_query(said) if data is None else data


def _page(
    request: HttpRequest,
    league: League,
    form: Any,
    facts: Mapping[str, Any] | None,
    page: str,
    **context: Any,
) -> HttpResponse:
    """The form; once it was sent, who would move; and once that was seen, it is done."""
    moves: Sequence[TableMove] = ()
    mark, status = "", 200
    if request.method == "POST":
        status = 422
        if facts is not None:
            moves = _would_move(request, league, facts)
            mark = moves_mark(moves)
            if not moves or request.POST.get("seen_moves") == mark:
                with Attempt(form) as tried:
                    change_league(by=who(request), league=league, facts=facts)
                if tried.refused is None:
                    messages.success(
                        request, _("%(name)s is saved.") % {"name": league.name}
                    )
                    return redirect("desk-league", league.slug)
            else:
                status = 200
    return TemplateResponse(
        request,
        f"desk/leagues/{page}.html",
        {
            "league": league,
            "form": form,
            "moves": with_names(moves),
            "moves_mark": mark,
            "movers": how_many_move(moves),
            **context,
        },
        status=status,
    )


def _would_move(
    request: HttpRequest, league: League, facts: Mapping[str, Any]
) -> tuple[TableMove, ...]:
    found = what_if(
        [league], lambda: change_league(by=who(request), league=league, facts=facts)
    )
    return found[league]


def moves_mark(moves: Sequence[TableMove]) -> str:
    """A mark of what was shown: who stands where, before and after."""
    return mark_of([[m.player, _stands(m.before), _stands(m.after)] for m in moves])


def _stands(row: Any) -> Any:
    return [row.place, str(row.tour_points)] if row else None


def with_names(moves: Sequence[TableMove]) -> list[dict[str, Any]]:
    names = names_of(move.player for move in moves)
    return [{"move": move, "name": names[move.player]} for move in moves]
