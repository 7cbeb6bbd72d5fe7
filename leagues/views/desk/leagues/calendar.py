"""The nights of a league: each is a row, and another rule says beforehand what it changes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.template.response import TemplateResponse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import (
    require_http_methods,
    require_POST,
    require_safe,
)

from leagues.access.leagues import secretary_of_league
from leagues.access.roles import who
from leagues.actions.leagues import nights
from leagues.actions.leagues.calendar import change_calendar
from leagues.forms import sent
from leagues.forms.leagues.calendar import CalendarForm, said_of, usual_rule
from leagues.forms.leagues.nights import CancelForm, NightForm
from leagues.forms.leagues.set_up import as_query
from leagues.models import League, Night
from leagues.reads.leagues.calendar import (
    NightsToChange,
    calendar_of,
    change_of_calendar,
    evening_day,
    night_rows,
)
from leagues.reads.leagues.coming import head_counts, nights_to_come
from leagues.reads.leagues.night_results import night_results
from leagues.reads.leagues.season import league_nights
from leagues.reads.leagues.shared_boards import shared_boards_of
from leagues.reads.leagues.words import day_in_words, rule_in_words
from leagues.views.attempt import Attempt
from leagues.views.desk.leagues.leagues import desk_league
from leagues.views.once import made_once


def night_of(league: League, pk: int) -> Night:
    night = get_object_or_404(league.nights.select_related("host"), pk=pk)
    night.league = league
    return night


@secretary_of_league
@require_safe
def league_calendar(request: HttpRequest, slug: str) -> HttpResponse:
    """Every night with its number, and how far it is."""
    league, now = desk_league(slug), timezone.now()
    rule = calendar_of(league)
    nights = league_nights(league, night_results(league))
    to_come = [] if league.has_dated_matches else nights_to_come([league], now)
    counts = head_counts(to_come, now)
    shared = shared_boards_of(league, to_come)
    return TemplateResponse(
        request,
        "desk/leagues/calendar.html",
        {
            "league": league,
            "nights": [
                (night, count, shared.get(night.row.on) if count else None)
                for night in nights
                for count in (counts.get(night.row.pk),)
            ],
            "today": evening_day(league, now),
            "rule": rule_in_words(rule) if rule else [],
        },
    )


@secretary_of_league
@require_http_methods(["GET", "HEAD", "POST"])
@made_once
def night_add(request: HttpRequest, slug: str) -> HttpResponse:
    league = desk_league(slug)
    rule = calendar_of(league)
    form = NightForm(
        sent(request), league=league, initial={"at": rule.at if rule else None}
    )
    if request.method == "POST" and form.is_valid():
        with Attempt(form) as tried:
            night = nights.add_night(by=who(request), league=league, facts=form.facts())
        if tried.refused is None:
            said = _("Added a night on %(day)s.") % {"day": day_in_words(night.on)}
            messages.success(request, said)
            return redirect("desk-league-calendar", slug)
    return TemplateResponse(
        request,
        "desk/leagues/night_add.html",
        {"league": league, "form": form},
        status=422 if form.errors else 200,
    )


@secretary_of_league
@require_http_methods(["GET", "HEAD", "POST"])
def night_change(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Move a night, or say where it is and who runs it."""
    league = desk_league(slug)
    night = night_of(league, pk)
    form = NightForm(sent(request), league=league, night=night)
    if request.method == "POST" and form.is_valid():
        with Attempt(form) as tried:
            nights.change_night(
                by=who(request),
                night=night,
                facts=form.facts(),
                seen=form.cleaned_data["seen"],
            )
        if tried.refused is None:
            said = _("The night on %(day)s is saved.") % {"day": day_in_words(night.on)}
            messages.success(request, said)
            return redirect("desk-league-calendar", slug)
    return _night_page(request, night, form, CancelForm())


def _night_page(
    request: HttpRequest, night: Night, form: NightForm, cancel: CancelForm
) -> HttpResponse:
    rows: Any = night_rows(night.league)
    row = rows.get(pk=night.pk)
    return TemplateResponse(
        request,
        "desk/leagues/night.html",
        {
            "league": night.league,
            "night": night,
            "form": form,
            "cancel": cancel,
            "events": night.events.filter(binned_at=None).order_by("pk"),
            "shared": shared_boards_of(night.league, [night]).get(night.on),
            "may_attach": who(request).is_organiser,
            "may_skip": not (row.has_event or row.is_needed),
        },
        status=422 if form.errors or cancel.errors else 200,
    )


@secretary_of_league
@require_POST
def night_cancel(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    league = desk_league(slug)
    night = night_of(league, pk)
    cancel = CancelForm(request.POST)
    if cancel.is_valid():
        with Attempt(cancel) as tried:
            nights.cancel_night(by=who(request), night=night, **cancel.cleaned_data)
        if tried.refused is None:
            return _said(request, night, _("The night on %(day)s is cancelled."))
    return _night_page(request, night, NightForm(league=league, night=night), cancel)


@secretary_of_league
@require_POST
def night_bring_back(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    night = night_of(desk_league(slug), pk)
    nights.bring_back_night(by=who(request), night=night)
    return _said(request, night, _("The night on %(day)s is restored."))


@secretary_of_league
@require_POST
def night_skip(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    night = night_of(desk_league(slug), pk)
    return _tried(
        request,
        night,
        lambda: nights.skip_night(by=who(request), night=night),
        _("The night on %(day)s is deleted."),
    )


def _tried(
    request: HttpRequest, night: Night, do: Callable[[], object], text: str
) -> HttpResponse:
    with Attempt(request=request) as tried:
        do()
    if tried.refused is not None:
        return redirect("desk-league-night", night.league.slug, night.pk)
    return _said(request, night, text)


def _said(request: HttpRequest, night: Night, text: str) -> HttpResponse:
    messages.success(request, text % {"day": day_in_words(night.on)})
    return redirect("desk-league-calendar", night.league.slug)


# --- Another rule ---------------------------------------------------------------------------


@secretary_of_league
@require_http_methods(["GET", "HEAD", "POST"])
def league_rule(request: HttpRequest, slug: str) -> HttpResponse:
    """Another rule: what it changes is shown, then done. Nights that were edited stay."""
    league = desk_league(slug)
    today = evening_day(league, timezone.now())
    kept = calendar_of(league) or usual_rule(today)
    data = sent(request)
    form = CalendarForm(as_query(said_of(kept)) if data is None else data)
    change: NightsToChange | None = None
    is_fine = form.is_valid() and form.rule is not None
    if request.method == "POST" and is_fine:
        rule = form.tapped
        change = change_of_calendar(league, rule, today)
        if form.has_seen_the_dates and request.POST.get("seen") == change.mark:
            with Attempt(request=request) as tried:
                change_calendar(
                    by=who(request),
                    league=league,
                    rule=rule,
                    since=today,
                    seen=change.mark,
                )
            if tried.refused is None:
                messages.success(request, _("The calendar is changed."))
                return redirect("desk-league-calendar", slug)
    return TemplateResponse(
        request,
        "desk/leagues/rule.html",
        {
            "league": league,
            "form": form,
            "rule": form.rule,
            "change": change,
            "sentences": change_in_words(change) if change else [],
        },
        status=422 if form.errors else 200,
    )


def change_in_words(change: NightsToChange) -> list[str]:
    """ "6 nights change. 2 you edited stay." """
    counts = (
        (
            len(change.moved),
            ngettext(
                "%(n)s night will change.",
                "%(n)s nights will change.",
                len(change.moved),
            ),
        ),
        (
            len(change.added),
            ngettext(
                "%(n)s night will be added.",
                "%(n)s nights will be added.",
                len(change.added),
            ),
        ),
        (
            len(change.removed),
            ngettext(
                "%(n)s night will be removed.",
                "%(n)s nights will be removed.",
                len(change.removed),
            ),
        ),
        (
            change.edited,
            ngettext(
                "%(n)s edited night won’t change.",
                "%(n)s edited nights won’t change.",
                change.edited,
            ),
        ),
        (
            change.held,
            ngettext(
                "%(n)s night with an event or an answer won’t change.",
                "%(n)s nights with events or answers won’t change.",
                change.held,
            ),
        ),
    )
    said = [text % {"n": n} for n, text in counts if n]
    return said if change.count else [_("No nights will change."), *said]
