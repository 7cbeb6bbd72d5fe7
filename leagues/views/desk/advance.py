"""From one stage to the next: ties at the cut, who goes where, and the podium."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.template.response import TemplateResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import (
    require_http_methods,
    require_POST,
    require_safe,
)

from leagues import bridge
from leagues.access import organisers_only, who
from leagues.actions.advance import (
    CannotSettle,
    settle_by_decision,
    settle_by_lot,
    settle_by_shoot_out,
    withdraw_settlement,
)
from leagues.actions.events import finish_event
from leagues.actions.moving_up import CannotMoveUp, move_up_for
from leagues.actions.opening import CannotDraw, open_stage
from leagues.bridge.advance import Tie, ending, passages
from leagues.bridge.finals import finals
from leagues.forms.advance import DecisionForm, ShootOutForm
from leagues.models import Entry, Event, Settlement, Stage, Surface
from leagues.views.desk._event import desk_event

SettleForm = ShootOutForm | DecisionForm


@organisers_only
@require_safe
def advance(request: HttpRequest, slug: str) -> HttpResponse:
    return _page(request, desk_event(request, slug))


def _page(
    request: HttpRequest,
    event: Event,
    *,
    sent: SettleForm | None = None,
    trouble: str = "",
) -> HttpResponse:
    """The whole page; ``sent`` is a form that could not be taken, as it was typed."""
    end = ending(event)
    context = {
        "event": event,
        "passages": [
            {"way": each, "ties": [_with_forms(tie, sent) for tie in each.ties]}
            for each in passages(event)
        ],
        "ending": end,
        "ending_ties": [_with_forms(tie, sent) for tie in end.ties],
        "finals": finals(event),
        "most_twenties": _twenties_champions(event),
        "shoots": [s for s in event.stages.all() if s.format == Stage.Format.SHOOT_OUT],
        "may_finish": event.state != Event.State.FINISHED,
        "trouble": trouble,
    }
    status = 422 if sent is not None or trouble else 200
    return TemplateResponse(
        request, "desk/advance/advance.html", context, status=status
    )


def _twenties_champions(event: Event) -> tuple[int, tuple[Entry, ...]] | None:
    first = event.stages.first()
    if first is None or bridge.has_bracket(first):
        return None
    return bridge.twenties_champions(bridge.tables(first))


def _with_forms(tie: Tie, sent: SettleForm | None) -> dict[str, Any]:
    """A tie with the forms that settle it; one that was sent comes back as it was typed."""
    forms: list[SettleForm] = [
        ShootOutForm(entries=tie.entries, prefix=f"shoot-{tie.tags}"),
        DecisionForm(entries=tie.entries, prefix=f"decide-{tie.tags}"),
    ]
    if sent is not None:
        forms = [sent if sent.prefix == form.prefix else form for form in forms]
    return {
        "tie": tie,
        "shoot_out": forms[0],
        "decision": forms[1],
        "open": next((form.prefix for form in forms if form is sent), ""),
    }


@organisers_only
@require_POST
def settle(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Settle one tie, in one of three ways."""
    event = desk_event(request, slug)
    stage = get_object_or_404(event.stages, number=number)
    entries = _entries(event, request.POST.get("tie", "").split("-"))
    way = WAYS.get(request.POST.get("way", ""))
    if way is None:
        raise Http404
    try:
        form = way(request, stage, entries)
    except CannotSettle as refusal:
        return _page(request, event, trouble=str(refusal))
    if form is not None:
        return _page(request, event, sent=form)
    messages.success(request, _("Settled. The table shows it, with the reason."))
    return redirect("event_advance", slug)


def _entries(event: Event, numbers: Collection[str]) -> list[Entry]:
    pks = [int(each) for each in numbers if each.isdecimal() and len(each) < 10]
    found = event.entries.named().in_bulk(pks)
    return [found[pk] for pk in pks if pk in found]


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


WAYS = {"shoot-out": _by_shoot_out, "decision": _by_decision, "lot": _by_lot}


@organisers_only
@require_POST
def settlement_withdraw(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    event = desk_event(request, slug)
    found = get_object_or_404(Settlement, pk=pk, stage__event=event)
    withdraw_settlement(by=who(request), settlement=found)
    return redirect("event_advance", slug)


@organisers_only
@require_POST
def next_stage_open(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    event = desk_event(request, slug)
    stage = get_object_or_404(event.stages, number=number)
    try:
        open_stage(by=who(request), stage=stage)
    except CannotDraw as refusal:
        return _page(request, event, trouble=str(refusal))
    messages.success(request, _("%(stage)s is open.") % {"stage": stage.name})
    return redirect("event_advance", slug)


@organisers_only
@require_POST
def move_up(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Somebody does not come: the next in order has their place."""
    event = desk_event(request, slug)
    stage = get_object_or_404(event.stages, number=number)
    absent = _entries(event, [request.POST.get("entry", "")])
    if not absent:
        raise Http404
    try:
        coming = move_up_for(by=who(request), stage=stage, absent=absent[0])
    except CannotMoveUp as refusal:
        return _page(request, event, trouble=str(refusal))
    [named] = _entries(event, [str(coming.pk)])
    name = named.shown_on(Surface.WEB)
    messages.success(request, _("%(name)s moves up.") % {"name": name})
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
        try:
            settle_by_shoot_out(by=who(request), stage=stage, twenties=form.twenties)
            return redirect("event_advance", slug)
        except CannotSettle as refusal:
            form.add_error(None, str(refusal))
    return TemplateResponse(
        request,
        "desk/advance/shoot_out.html",
        {"event": event, "stage": stage, "form": form, "entries": entries},
        status=422 if form.errors else 200,
    )


@organisers_only
@require_POST
def finish(request: HttpRequest, slug: str) -> HttpResponse:
    event = desk_event(request, slug)
    finish_event(by=who(request), event=event)
    messages.success(request, _("The event is finished. The podium is public."))
    return redirect("event_advance", slug)
