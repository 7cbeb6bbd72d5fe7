"""Changing what a league is. Who would move in its table is shown before anything is done."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.views.decorators.http import require_http_methods

from leagues.access.leagues import secretary_of_league
from leagues.access.roles import who
from leagues.actions.leagues.leagues import change_league
from leagues.forms import sent
from leagues.forms.leagues.counting import CountingForm, filled_in
from leagues.forms.leagues.evening import EveningForm, said_of
from leagues.forms.leagues.set_up import Said, as_query
from leagues.forms.leagues.settings import SettingsForm
from leagues.models import League
from leagues.reads.leagues.evening import evening_of
from leagues.reads.leagues.example import worked_example
from leagues.reads.leagues.season import scheme_of, season_of
from leagues.views.desk.leagues._preview import shown_then_done
from leagues.views.desk.leagues.leagues import desk_league, planned


@secretary_of_league
@require_http_methods(["GET", "HEAD", "POST"])
def league_settings(request: HttpRequest, slug: str) -> HttpResponse:
    """Its name, where it is, who may come and who may look."""
    league = desk_league(slug)
    form = SettingsForm(
        sent(request), league=league, may_appoint=who(request).is_organiser
    )
    return _page(request, league, form, "settings", form.facts)


def league_of_nights(slug: str) -> League:
    """Dated matches have no nights, and the table of their event."""
    league = desk_league(slug)
    if league.has_dated_matches:
        raise Http404
    return league


@secretary_of_league
@require_http_methods(["GET", "HEAD", "POST"])
def league_evening(request: HttpRequest, slug: str) -> HttpResponse:
    """What its nights to come are like; those that have an event stay as they are."""
    league = league_of_nights(slug)
    kept = evening_of(league)
    data = _sent_or(request, said_of(kept))
    form = EveningForm(data, kind=league.kind, kept=kept)
    return _page(
        request, league, form, "evening", lambda: {"evening": form.evening.to_dict()}
    )


@secretary_of_league
@require_http_methods(["GET", "HEAD", "POST"])
def league_counts(request: HttpRequest, slug: str) -> HttpResponse:
    """What its table counts: two schemes side by side on the real nights."""
    league = league_of_nights(slug)
    kept = scheme_of(league)
    nights = planned(season_of(league))
    data = _sent_or(request, filled_in(kept))
    form = CountingForm(data, planned=nights, kept=kept)
    scheme = form.scheme if form.is_valid() else None
    if (
        request.method != "POST"
    ):  # nights may be fewer by now, but nothing was typed yet
        scheme = kept
        form.errors.clear()
    return _page(
        request,
        league,
        form,
        "counts",
        lambda: {"scheme": form.scheme.to_dict()},
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
    page: str,
    facts: Callable[[], Mapping[str, Any]],
    **context: Any,
) -> HttpResponse:
    return shown_then_done(
        request,
        league,
        form,
        lambda: change_league(by=who(request), league=league, facts=facts()),
        page=page,
        back="desk-league",
        **context,
    )
