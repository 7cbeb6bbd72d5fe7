"""The page of a stage's draw, with the reasons for each pairing."""

from collections.abc import Collection
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.template.response import TemplateResponse
from django.urls import reverse
from django.views.decorators.http import require_safe

from leagues.access.roles import organisers_only
from leagues.actions.entries.line_ups import without_partner
from leagues.actions.events import seed
from leagues.forms.draw import ApartForm, SeedForm
from leagues.models import Entry, Event, KeepApart, Stage, Surface
from leagues.pairing.seeds import seed_promise
from leagues.reads.draw.attendance import comings_of
from leagues.reads.draw.draw_input import kinds_of
from leagues.reads.draw.draw_page import (
    StageDraw,
    entry_names,
    pools_of,
    reasons_for,
    stage_draw,
)
from leagues.reads.draw.history import own_rounds, rounds_of
from leagues.reads.events.next_stage import stage_at_hand
from leagues.reads.events.stage_words import takes_in_words, way_in_words
from leagues.reads.tables.portions import RowPortions, find_rows, part_at, portions_of
from leagues.stages.entry_sources import source_from
from leagues.stages.pairing_ways import way_from
from leagues.views.desk._event import desk_event

PAGE = "desk/draw/stage.html"
LINE = "desk/draw/_line.html"


@organisers_only
@require_safe
def event_draw(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the draw of the current stage, or that the event has no stage."""
    event = desk_event(request, slug)
    if stage := stage_at_hand(event):
        return _stage_response(request, stage)
    return TemplateResponse(request, "desk/draw/none.html", {"event": event})


@organisers_only
@require_safe
def stage_page(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    return _stage_response(request, stage_of(request, slug, number))


def _stage_response(request: HttpRequest, stage: Stage) -> HttpResponse:
    """Render the draw. For htmx with ``?why=``, render only the reasons of that line."""
    at, why = number_in(request.GET.get("round")), request.GET.get("why", "")
    if why and "HX-Request" in request.headers:
        found = {"reasons": reasons_for(_read_draw(stage, at), why)}
        return TemplateResponse(request, f"{LINE}#reasons", found)
    more: dict[str, Any] = {"picked": number_in(request.GET.get("one"))}
    if "apart" in request.GET:
        more["apart_form"] = ApartForm(names=entry_names(stage.event, Surface.DESK))
    return draw_response(request, stage, at, why=why, **more)


def stage_of(request: HttpRequest, slug: str, number: int) -> Stage:
    event = desk_event(request, slug)
    stage: Stage = get_object_or_404(event.stages, number=number)
    stage.event = event
    return stage


def number_in(text: str | None) -> int | None:
    return int(text) if text and text.isascii() and text.isdigit() and len(text) < 12 else None


def _read_draw(stage: Stage, number: int | None) -> StageDraw:
    rounds = rounds_of(stage.event)
    own = own_rounds(stage, rounds)
    return stage_draw(stage, rounds, comings_of(stage, own), number)


def draw_response(
    request: HttpRequest,
    stage: Stage,
    number: int | None,
    *,
    template: str = PAGE,
    status: int = 200,
    why: str = "",
    moved: Collection[int] = (),
    **more: Any,
) -> HttpResponse:
    event, drawn = stage.event, _read_draw(stage, number)
    portions = _portions_asked(request, drawn, why, more.get("picked"))
    sought = request.GET.get("find", "").strip()
    found = find_rows(portions, drawn.rows(), sought)
    if len(found) == 1:
        return redirect(found[0].address)
    context = {
        "event": event,
        "stage": stage,
        "stages": event.stages.all(),
        "drawn": drawn,
        "pools": pools_of(portions.cut(drawn.lines)) if portions else drawn.pools,
        "portions": portions,
        "sought": sought,
        "found": found,
        "seen": drawn.mark,
        "picked": None,
        "why": why,
        "reasons": reasons_for(drawn, why) if why else (),
        "moved": drawn.lines_with(moved),
        "way": way_in_words(way_from(stage.format, stage.options)),
        "takes": takes_in_words(source_from(stage.source)),
        "alone": _names_without_partner(event) if drawn.is_to_publish else (),
        "kept_apart": _kept_apart(event, drawn),
        "apart_form": None,
        "seed_form": SeedForm(),
        "may_promise": not event.promised_at and not seed.is_thrown(event),
        "promise": seed_promise(event.rng_seed) if event.rng_seed else "",
    }
    return TemplateResponse(request, template, context | more, status=status)


def _portions_asked(
    request: HttpRequest, drawn: StageDraw, why: str, picked: int | None
) -> RowPortions | None:
    """Return the portion of a long draw: the chosen one, or the one with the match to explain.

    Its addresses keep the round, and the entry that was picked to be swapped.
    """
    kept = {"round": drawn.here.number} if drawn.here else {}
    kept |= {"one": picked} if picked else {}
    lines = drawn.lines
    asked = request.POST.get("part") or request.GET.get("part")
    if asked is None:
        at = next((at for at, line in enumerate(lines) if line.key == why), 0)
        asked = str(part_at(at))
    stage = drawn.stage
    path = reverse("stage_draw", args=[stage.event.slug, stage.number])
    return portions_of(len(lines), asked, kept, path)


def _names_without_partner(event: Event) -> list[str]:
    """Return the names of active entries without a partner, if the event is doubles."""
    if event.sides != Event.Sides.DOUBLES or kinds_of(event):
        return []
    return [
        entry.shown_on(Surface.DESK)
        for entry in without_partner(event)
        if entry.state == Entry.State.ACTIVE
    ]


def _kept_apart(event: Event, drawn: StageDraw) -> list[tuple[KeepApart, str, str]]:
    return [
        (kept, drawn.names[kept.one_id], drawn.names[kept.other_id])
        for kept in KeepApart.objects.filter(event=event).order_by("pk")
    ]
