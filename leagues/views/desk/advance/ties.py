"""Settle ties that matter: by shoot-out, decision, lot or play-off."""

from collections.abc import Sequence
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.template.response import TemplateResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from leagues.access.roles import get_visitor, organisers_only
from leagues.actions.advance.play_off import play_off
from leagues.actions.advance.ties import (
    enter_shots,
    settle_by_decision,
    settle_by_lot,
    settle_by_shoot_out,
    withdraw_settlement,
)
from leagues.forms.advance import DecisionForm, ShootOutForm, ShotsForm
from leagues.models import Entry, Settlement, Stage, Surface
from leagues.reads.advance.advancement import Tie, find_unsettled, passages_of
from leagues.reads.advance.snapshot import snapshot_of
from leagues.reads.events.shoot_outs import StageShots, in_tries, shoot_out_of
from leagues.reads.tables.stage_results import play_of
from leagues.stages.pairing_ways import AllShoot
from leagues.views.attempt import Attempt
from leagues.views.desk._event import desk_event
from leagues.views.desk.advance.advance import SettleForm, entries_tagged, page_of


@organisers_only
@require_POST
def settle_tie(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Settle one tie, or set up a play-off for it."""
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
    show = messages.success
    text = _("Settled. The table shows the order and the reason.")
    if way is _by_play_off:
        text = _("The play-off is set up and listed with the matches. The winner advances.")
    elif tied := _still_tied(stage, entries):
        show = messages.error
        text = _("Saved, but these are still tied: %(names)s.") % {"names": tied}
    show(request, text)
    return redirect("event_advance", slug)


def _still_tied(stage: Stage, entries: Sequence[Entry]) -> str:
    """Return the names of those entries that are still tied at a cut or on the podium."""
    found = {entry for tie in _ties_of(stage) for entry in tie.entries}
    return ", ".join(e.shown_on(Surface.DESK) for e in entries if e in found)


def _tie_tag(entries: Sequence[Entry]) -> str:
    return "-".join(str(entry.pk) for entry in entries)


def _by_shoot_out(
    request: HttpRequest, stage: Stage, entries: Sequence[Entry]
) -> SettleForm | None:
    prefix = f"shoot-{_tie_tag(entries)}"
    form = ShootOutForm(request.POST, entries=entries, prefix=prefix)
    if not form.is_valid():
        return form
    settle_by_shoot_out(by=get_visitor(request), stage=stage, twenties=form.twenties)
    return None


def _by_decision(request: HttpRequest, stage: Stage, entries: Sequence[Entry]) -> SettleForm | None:
    prefix = f"decide-{_tie_tag(entries)}"
    form = DecisionForm(request.POST, entries=entries, prefix=prefix)
    if not form.is_valid():
        return form
    settle_by_decision(
        by=get_visitor(request), stage=stage, order=form.order, reason=form.cleaned_data["reason"]
    )
    return None


def _by_lot(request: HttpRequest, stage: Stage, entries: Sequence[Entry]) -> SettleForm | None:
    settle_by_lot(by=get_visitor(request), stage=stage, entries=[e.pk for e in entries])
    return None


def _by_play_off(request: HttpRequest, stage: Stage, entries: Sequence[Entry]) -> SettleForm | None:
    play_off(by=get_visitor(request), stage=stage, entries=[e.pk for e in entries])
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
    withdraw_settlement(by=get_visitor(request), settlement=found)
    return redirect("event_advance", slug)


@organisers_only
@require_http_methods(["GET", "HEAD", "POST"])
def shoot_out(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Enter the 20s of each entry, one by one, in a stage that is a shoot-out."""
    event = desk_event(request, slug)
    stage = get_object_or_404(event.stages, number=number, format=Stage.Format.SHOOT_OUT)
    now = shoot_out_of(stage)
    sent = None
    if request.method == "POST":
        entry = next(iter(entries_tagged(event, [request.POST.get("entry", "")])), None)
        if entry is None:
            raise Http404
        if entry not in now.entries:
            messages.error(
                request,
                _("%(name)s isn’t in the shoot-out.") % {"name": entry.shown_on(Surface.DESK)},
            )
            return redirect("shoot_out", slug, number)
        sent = _shots_form(now, entry, request.POST)
        if sent.is_valid():
            with Attempt(sent) as tried:
                enter_shots(
                    by=get_visitor(request),
                    stage=stage,
                    entry=entry,
                    tries=sent.twenties[entry.pk],
                    seen=sent.seen,
                )
            if tried.refused is None:
                return redirect("shoot_out", slug, number)
            now = shoot_out_of(stage)
    play = play_of(stage)
    rows = (row for pool in play.members.values() for row in play.rows(pool))
    places = {row.entry: row.place for row in rows}
    next_up = next(iter(now.missing), None)
    lines = [
        {
            "entry": entry,
            "place": places.get(entry.pk) if now.shot.get(entry.pk) else None,
            "was": in_tries(now.shot.get(entry.pk, ())),
            "form": sent
            if sent and entry in sent.entries
            else _shots_form(now, entry, is_next=not sent and entry == next_up),
        }
        for entry in now.entries
    ]
    return TemplateResponse(
        request,
        "desk/advance/shoot_out.html",
        {
            "event": event,
            "stage": stage,
            "lines": lines,
            "left": len(now.missing),
            "ties": [] if now.missing else _ties_of(stage),
            "shots": AllShoot.shots,
        },
        status=422 if sent else 200,
    )


def _ties_of(stage: Stage) -> list[Tie]:
    """Return the ties that matter: for the podium after the last stage, else at the next cut."""
    read = snapshot_of(stage.event)
    if stage == read.stages[-1].stage:
        return list(find_unsettled(read).ties)
    return [tie for way in passages_of(read) if way.earlier == stage for tie in way.ties]


def _shots_form(
    now: StageShots, entry: Entry, data: Any = None, *, is_next: bool = False
) -> ShotsForm:
    shot = now.shot.get(entry.pk, ())
    return ShotsForm(data, entry=entry, shot=shot, prefix="all", is_next=is_next)
