"""Ties that matter: settled by a shoot-out, a decision, the dice, or a play-off."""

from __future__ import annotations

from collections.abc import Sequence

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.template.response import TemplateResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from leagues.access.roles import organisers_only, who
from leagues.actions.advance.play_off import play_off
from leagues.actions.advance.ties import (
    settle_by_decision,
    settle_by_lot,
    settle_by_shoot_out,
    withdraw_settlement,
)
from leagues.forms.advance import DecisionForm, ShootOutForm
from leagues.models import Entry, Settlement, Stage
from leagues.views.attempt import Attempt
from leagues.views.desk._event import desk_event
from leagues.views.desk.advance.advance import SettleForm, entries_tagged, page_of


@organisers_only
@require_POST
def settle(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Settle one tie, or let a play-off settle it."""
    event = desk_event(request, slug)
    stage = get_object_or_404(event.stages, number=number)
    entries = entries_tagged(event, request.POST.get("tie", "").split("-"))
    way = WAYS.get(request.POST.get("way", ""))
    if way is None:
        raise Http404
    with Attempt() as tried:
        form = way(request, stage, entries)
    if tried.refused:
        return page_of(request, event, trouble=tried.why)
    if form is not None:
        return page_of(request, event, sent=form)
    says = _("Settled. The table shows it, with the reason.")
    if way is _by_play_off:
        says = _("The play-off is set up, among the matches. Whoever wins it goes on.")
    messages.success(request, says)
    return redirect("event_advance", slug)


def _tags(entries: Sequence[Entry]) -> str:
    return "-".join(str(entry.pk) for entry in entries)


def _by_shoot_out(
    request: HttpRequest, stage: Stage, entries: Sequence[Entry]
) -> SettleForm | None:
    prefix = f"shoot-{_tags(entries)}"
    form = ShootOutForm(request.POST, entries=entries, prefix=prefix)
    if not form.is_valid():
        return form
    settle_by_shoot_out(by=who(request), stage=stage, twenties=form.twenties)
    return None


def _by_decision(
    request: HttpRequest, stage: Stage, entries: Sequence[Entry]
) -> SettleForm | None:
    prefix = f"decide-{_tags(entries)}"
    form = DecisionForm(request.POST, entries=entries, prefix=prefix)
    if not form.is_valid():
        return form
    settle_by_decision(
        by=who(request),
        stage=stage,
        order=form.order,
        reason=form.cleaned_data["reason"],
    )
    return None


def _by_lot(
    request: HttpRequest, stage: Stage, entries: Sequence[Entry]
) -> SettleForm | None:
    settle_by_lot(by=who(request), stage=stage, entries=[e.pk for e in entries])
    return None


def _by_play_off(
    request: HttpRequest, stage: Stage, entries: Sequence[Entry]
) -> SettleForm | None:
    play_off(by=who(request), stage=stage, entries=[e.pk for e in entries])
    return None


WAYS = {
    "shoot-out": _by_shoot_out,
    "decision": _by_decision,
    "lot": _by_lot,
    "play-off": _by_play_off,
}


@organisers_only
@require_POST
def settlement_withdraw(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    event = desk_event(request, slug)
    found = get_object_or_404(Settlement, pk=pk, stage__event=event)
    withdraw_settlement(by=who(request), settlement=found)
    return redirect("event_advance", slug)


@organisers_only
@require_http_methods(["GET", "HEAD", "POST"])
def shoot_out(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """A stage that is a shoot-out: everybody's 20s on one page."""
    event = desk_event(request, slug)
    stage = get_object_or_404(
        event.stages, number=number, format=Stage.Format.SHOOT_OUT
    )
    open_to = stage.pools.values_list("entries", flat=True)
    entries = list(event.entries.named().filter(pk__in=open_to).in_order())
    form = ShootOutForm(
        request.POST if request.method == "POST" else None,
        entries=entries,
        prefix="all",
    )
    if request.method == "POST" and form.is_valid() and entries:
        with Attempt(form) as tried:
            settle_by_shoot_out(by=who(request), stage=stage, twenties=form.twenties)
        if tried.refused is None:
            return redirect("event_advance", slug)
    return TemplateResponse(
        request,
        "desk/advance/shoot_out.html",
        {"event": event, "stage": stage, "form": form, "entries": entries},
        status=422 if form.errors else 200,
    )
