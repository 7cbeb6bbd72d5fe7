"""A league's dues: who has paid for the season or for a night."""

from collections.abc import Iterable
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from leagues.access.league_roles import host_that_evening, may_run_league, treasurer_of_league
from leagues.access.roles import get_visitor
from leagues.actions.leagues.dues import Paid, all_paid, note_dues
from leagues.forms import sent_data
from leagues.forms.leagues.dues import DueForm
from leagues.models import Due, League, Night
from leagues.reads.data.dues_table import dues_file
from leagues.reads.leagues.calendar import evening_day
from leagues.reads.leagues.dues import DueLine, dues_of, dues_of_nights, dues_tonight, sums_of
from leagues.views.desk.entries.entries import numbers_in
from leagues.views.desk.leagues.home import desk_league
from leagues.views.desk.leagues.nights._night import may_tick_dues
from leagues.views.desk.leagues.nights.tonight import night_here
from leagues.views.download import as_table, file_name


@treasurer_of_league
@require_http_methods(["GET", "HEAD", "POST"])
def league_dues(request: HttpRequest, slug: str) -> HttpResponse:
    """List everyone who owes dues and what they paid; one POST saves all changes."""
    league = desk_league(slug)
    night = _chosen_night(league, request.GET.get("night", ""))
    lines = dues_of(league, night)
    forms = [DueForm(sent_data(request), line=line) for line in lines]
    if request.method == "POST":
        paid = changed_dues(request, forms, lines)
        if paid is not None:
            note_dues(by=get_visitor(request), league=league, paid=paid, night=night)
            messages.success(request, _("The dues are saved."))
            back = reverse("desk-league-dues", args=[slug])
            return redirect(f"{back}?night={night.pk}" if night else back)
    return TemplateResponse(
        request,
        "desk/leagues/dues.html",
        {
            "league": league,
            "night": night,
            "nights": _nights_with_dues(league),
            "forms": forms,
            "is_asked": league.dues or any(line.due for line in lines),
            "sums": sums_of(lines),
            "over_all": _over_all(league),
            "may_run": may_run_league(get_visitor(request), league),
        },
        status=422 if request.method == "POST" else 200,
    )


def changed_dues(
    request: HttpRequest, forms: Iterable[DueForm], asked: Iterable[DueLine]
) -> dict[int, Paid] | None:
    """Return the changed payments, by player; with "all", also everyone listed who still owes.

    None if a row is invalid.
    """
    changed = [form for form in forms if form.has_changed()]
    if [form for form in changed if not form.is_valid()]:
        return None
    listed = numbers_in(request.POST.getlist("listed"))
    return _all_of(asked, listed if "all" in request.POST else ()) | {
        form.line.player.pk: Paid(form.cleaned_data["state"], form.hundredths) for form in changed
    }


def _all_of(lines: Iterable[DueLine], listed: Iterable[int]) -> dict[int, Paid]:
    """Return the listed players who still owe as paid. Players added since the page was shown
    aren't included.
    """
    shown = set(listed)
    return all_paid(line for line in lines if line.player.pk in shown)


def _over_all(league: League) -> dict[str, Any]:
    """Return what is owed for all nights, in total and by player, highest first."""
    if league.dues != League.Dues.NIGHT:
        return {}
    found = dues_of_nights(league)
    owing = [(of.player, of.sums) for of in found if of.sums.owing]
    return {
        "sums": sums_of(night for of in found for night in of.nights),
        "owing": sorted(owing, key=lambda each: -each[1].owed),
    }


@treasurer_of_league
@require_safe
def league_dues_file(request: HttpRequest, slug: str) -> HttpResponseBase:
    league = desk_league(slug)
    today = evening_day(league, timezone.now())
    called = file_name(league.club, f"{league.name} dues", today, "csv")
    return as_table(dues_file(league), called)


def _nights_with_dues(league: League) -> list[Night]:
    if league.dues != League.Dues.NIGHT:
        return []
    return list(league.nights.filter(is_cancelled=False).in_order())


def _chosen_night(league: League, asked: str) -> Night | None:
    """Return the chosen night, else the latest one so far. None if dues are paid by season."""
    nights = _nights_with_dues(league)
    if asked:
        return get_object_or_404(league.nights, pk__in=numbers_in([asked]))
    today = evening_day(league, timezone.now())
    return next((each for each in reversed(nights) if each.on <= today), None) or next(
        iter(nights), None
    )


@host_that_evening
@require_POST
def tonight_dues(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Tick who has paid tonight. Season dues may only be ticked by people who may keep dues."""
    night = night_here(slug, pk)
    if not may_tick_dues(request, night):
        raise Http404
    was = set(numbers_in(request.POST.getlist("was")))
    now = set(numbers_in(request.POST.getlist("paid")))
    listed = numbers_in(request.POST.getlist("listed")) if "all" in request.POST else ()
    note_dues(
        by=get_visitor(request),
        league=night.league,
        paid={player: Paid(Due.State.PAID) for player in now - was}
        | {player: Paid() for player in was - now}
        | _all_of(dues_tonight(night), listed),
        night=night if night.league.dues == League.Dues.NIGHT else None,
    )
    return redirect("desk-tonight", slug, pk)
