"""The draw at the desk: open a stage, draw it, look, change, publish, take back."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST, require_safe

from leagues.access.roles import organisers_only, who
from leagues.actions.draw import changes, draw, opening
from leagues.actions.draw.mend import Mending, mend_rounds
from leagues.actions.events import seed
from leagues.forms.draw import ApartForm, SeedForm, TwoForm
from leagues.models import Event, KeepApart, Stage, Surface
from leagues.pairing.seeds import commit
from leagues.reads.draw.attendance import comings_of
from leagues.reads.draw.draw_page import StageDraw, entry_names, reasons, stage_draw
from leagues.reads.draw.history import rounds_of
from leagues.reads.events.stage_words import takes_in_words, way_in_words
from leagues.stages.sources import source_from
from leagues.stages.ways import way_from
from leagues.views.attempt import Attempt
from leagues.views.desk._event import desk_event

PAGE = "desk/draw/stage.html"
LINE = "desk/draw/_line.html"


# --- Looking --------------------------------------------------------------------------


@organisers_only
@require_safe
def event_draw(request: HttpRequest, slug: str) -> HttpResponse:
    """The stage that is being played, or the first of all."""
    event = desk_event(request, slug)
    stages = list(event.stages.all())
    if not stages:
        return TemplateResponse(request, "desk/draw/none.html", {"event": event})
    opened = [stage for stage in stages if stage.opened_at]
    coming = [stage for stage in stages if not stage.opened_at]
    at = next(iter((*opened[-1:], *coming, *stages)))
    return _shown(request, at, _number(request.GET.get("round")))


@organisers_only
@require_safe
def stage_page(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """The whole draw; or only why one line of it is as it is, where that was asked for."""
    stage = _stage(request, slug, number)
    at, why = _number(request.GET.get("round")), request.GET.get("why", "")
    if why and "HX-Request" in request.headers:
        found = {"reasons": reasons(_drawn(stage, at), why)}
        return TemplateResponse(request, f"{LINE}#reasons", found)
    more: dict[str, Any] = {}
    if "apart" in request.GET:
        more["apart_form"] = ApartForm(names=entry_names(stage.event, Surface.DESK))
    return _shown(request, stage, at, why=why, **more)


def _stage(request: HttpRequest, slug: str, number: int) -> Stage:
    event = desk_event(request, slug)
    stage: Stage = get_object_or_404(event.stages, number=number)
    stage.event = event
    return stage


def _number(text: str | None) -> int | None:
    return int(text) if text and text.isascii() and text.isdigit() else None


def _drawn(stage: Stage, number: int | None) -> StageDraw:
    rounds = rounds_of(stage.event)
    own = draw.own_rounds(stage, rounds)
    return stage_draw(stage, rounds, comings_of(stage, own), number)


def _shown(
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
    event, drawn = stage.event, _drawn(stage, number)
    context = {
        "event": event,
        "stage": stage,
        "stages": event.stages.all(),
        "drawn": drawn,
        "seen": draw.stage_mark(stage, drawn.rounds),
        "picked": None,
        "why": why,
        "reasons": reasons(drawn, why) if why else (),
        "moved": drawn.lines_with(moved),
        "way": way_in_words(way_from(stage.format, stage.options)),
        "takes": takes_in_words(source_from(stage.source)),
        "kept_apart": _kept_apart(event, drawn),
        "apart_form": None,
        "seed_form": SeedForm(),
        "may_promise": not event.promised_at and not seed.is_thrown(event),
        "promise": commit(event.rng_seed) if event.rng_seed else "",
    }
    return TemplateResponse(request, template, context | more, status=status)


def _kept_apart(event: Event, drawn: StageDraw) -> list[tuple[KeepApart, str, str]]:
    return [
        (kept, drawn.names[kept.one_id], drawn.names[kept.other_id])
        for kept in KeepApart.objects.filter(event=event).order_by("pk")
    ]


# --- Doing ----------------------------------------------------------------------------


def _done(
    request: HttpRequest,
    slug: str,
    number: int,
    act: Callable[[Stage, str], str],
    *,
    at: int | None = None,
) -> HttpResponse:
    """Do it and show the draw; what stood in the way is said above the draw as it is."""
    stage = _stage(request, slug, number)
    shown = at or _number(request.POST.get("round"))
    with Attempt() as tried:
        said = act(stage, request.POST.get("seen", ""))
    if tried.refused:
        return _shown(request, stage, shown, status=422, trouble=tried.why)
    messages.success(request, said)
    address = reverse("stage_draw", args=[slug, number])
    return redirect(f"{address}?round={shown}" if shown else address)


@organisers_only
@require_POST
def open_it(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    def act(stage: Stage, seen: str) -> str:
        opening.open_stage(by=who(request), stage=stage)
        return _("%(stage)s is open.") % {"stage": stage}

    return _done(request, slug, number, act)


@organisers_only
@require_POST
def empty_it(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    def act(stage: Stage, seen: str) -> str:
        opening.empty_stage(by=who(request), stage=stage)
        return _("Nobody is in %(stage)s any more.") % {"stage": stage}

    return _done(request, slug, number, act)


@organisers_only
@require_POST
def make(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    def act(stage: Stage, seen: str) -> str:
        rounds = draw.draw_rounds(by=who(request), stage=stage, seen=seen)
        return ngettext(
            "Game %(first)s is drawn. Only the desk sees it.",
            "Games %(first)s to %(last)s are drawn. Only the desk sees them.",
            len(rounds),
        ) % {"first": rounds[0].number, "last": rounds[-1].number}

    return _done(request, slug, number, act)


@organisers_only
@require_POST
def publish(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    only = _number(request.POST.get("only"))

    def act(stage: Stage, seen: str) -> str:
        rounds = draw.publish_rounds(
            by=who(request), stage=stage, numbers=[only] if only else None, seen=seen
        )
        return ngettext(
            "Game %(first)s is published.",
            "Games %(first)s to %(last)s are published.",
            len(rounds),
        ) % {"first": rounds[0], "last": rounds[-1]}

    return _done(request, slug, number, act, at=only)


@organisers_only
@require_POST
def discard(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    def act(stage: Stage, seen: str) -> str:
        rounds = draw.discard_drafts(by=who(request), stage=stage, seen=seen)
        return ngettext(
            "The draft of game %(first)s is thrown away.",
            "The drafts of games %(first)s to %(last)s are thrown away.",
            len(rounds),
        ) % {"first": rounds[0], "last": rounds[-1]}

    return _done(request, slug, number, act)


@organisers_only
@require_POST
def take_back(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    only = _number(request.POST.get("only"))

    def act(stage: Stage, seen: str) -> str:
        rounds = draw.take_back_rounds(
            by=who(request), stage=stage, numbers=[only] if only else None, seen=seen
        )
        return ngettext(
            "Game %(first)s is taken back. Only the desk sees it.",
            "Games %(first)s to %(last)s are taken back. Only the desk sees them.",
            len(rounds),
        ) % {"first": rounds[0], "last": rounds[-1]}

    return _done(request, slug, number, act, at=only)


@organisers_only
@require_POST
def lot(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    def act(stage: Stage, seen: str) -> str:
        changes.seeds_by_lot(by=who(request), stage=stage, seen=seen)
        return _("The seeds are drawn by lot.")

    return _done(request, slug, number, act)


@organisers_only
@require_POST
def mend(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    def act(stage: Stage, seen: str) -> str:
        return _as_mended(mend_rounds(by=who(request), stage=stage, seen=seen))

    return _done(request, slug, number, act)


def _as_mended(mending: Mending) -> str:
    """What has become of each who left or came, and of the rounds."""
    says = [
        _("%(name)s is taken out of the games to come.") % {"name": name}
        for name in mending.left
    ]
    for name, games, byes in mending.joined:
        said = {"name": name, "games": games, "byes": byes}
        if not games:
            says.append(
                _("%(name)s sits out: nobody is free whom they have not met.") % said
            )
        elif byes:
            says.append(
                _("%(name)s plays in %(games)s games to come and sits out %(byes)s.")
                % said
            )
        else:
            says.append(_("%(name)s plays in all %(games)s games to come.") % said)
    if new := mending.new_rounds:
        says.append(
            ngettext(
                "Game %(first)s is added, so that everybody meets everybody.",
                "Games %(first)s to %(last)s are added, so that everybody meets everybody.",
                len(new),
            )
            % {"first": new[0], "last": new[-1]}
        )
    return " ".join(says)


# --- Changing places ------------------------------------------------------------------


@organisers_only
@require_POST
def swap(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """The first entry is picked, the second changes places with it.

    It works by buttons alone; a fragment answers where the page can take one.
    """
    stage = _stage(request, slug, number)
    form, at = TwoForm(request.POST), _number(request.POST.get("round"))
    if not form.is_valid():
        return _answer(request, stage, at, status=422, trouble=draw.DRAW_CHANGED)
    one, other = form.cleaned_data["one"], form.cleaned_data["other"]
    if one in (None, other):
        return _moved(request, stage, at, (other,), picked=None if one else other)
    with Attempt() as tried:
        _swapped(request, stage, at, one, other)
    if tried.refused:
        return _answer(request, stage, at, status=422, trouble=tried.why)
    return _moved(request, stage, at, (one, other), swapped=(one, other))


def _swapped(
    request: HttpRequest, stage: Stage, at: int | None, one: int, other: int
) -> None:
    seen = request.POST.get("seen", "")
    if at is None:
        changes.swap_seeds(
            by=who(request), stage=stage, one=one, other=other, seen=seen
        )
    else:
        changes.swap_entries(
            by=who(request), stage=stage, number=at, one=one, other=other, seen=seen
        )


def _answer(
    request: HttpRequest, stage: Stage, at: int | None, **more: Any
) -> HttpResponse:
    """All of the draw, where nothing of the page can be trusted any more."""
    template = f"{PAGE}#drawn" if "HX-Request" in request.headers else PAGE
    return _shown(request, stage, at, template=template, **more)


def _moved(
    request: HttpRequest,
    stage: Stage,
    at: int | None,
    entries: Collection[int],
    **more: Any,
) -> HttpResponse:
    """Only what has moved with these entries, each piece to its own place in the page."""
    if "HX-Request" not in request.headers:
        return _shown(request, stage, at, **more)
    answer = _shown(request, stage, at, template=f"{PAGE}#moved", moved=entries, **more)
    answer["HX-Reswap"] = "none"
    return answer


# --- Kept apart, and the seed ---------------------------------------------------------


@organisers_only
@require_POST
def apart(request: HttpRequest, slug: str) -> HttpResponse:
    """Keep two apart, or let them meet again."""
    event = desk_event(request, slug)
    stage = get_object_or_404(event.stages, number=_number(request.POST.get("stage")))
    stage.event = event
    if kept := _number(request.POST.get("let")):
        return _let_meet(request, stage, kept)
    names = entry_names(event, Surface.DESK)
    form = ApartForm(request.POST, names=names)
    if not form.is_valid():
        at = _number(request.POST.get("round"))
        return _shown(request, stage, at, status=422, apart_form=form)
    two = form.cleaned_data
    changes.keep_apart(
        by=who(request),
        event=event,
        one=two["one"],
        other=two["other"],
        never=two["never"],
    )
    messages.success(
        request,
        _("%(one)s and %(other)s are kept apart in what is drawn from now on.")
        % {"one": names[two["one"]], "other": names[two["other"]]},
    )
    return _back_to(stage, request)


def _let_meet(request: HttpRequest, stage: Stage, kept: int) -> HttpResponse:
    with Attempt() as tried:
        changes.let_meet(by=who(request), event=stage.event, kept=kept)
    if tried.refused:
        return _shown(request, stage, None, status=422, trouble=tried.why)
    messages.success(request, _("They may meet again."))
    return _back_to(stage, request)


def _back_to(stage: Stage, request: HttpRequest) -> HttpResponse:
    address = reverse("stage_draw", args=[stage.event.slug, stage.number])
    at = _number(request.POST.get("round"))
    return redirect(f"{address}?round={at}" if at else address)


@organisers_only
@require_POST
def promise(request: HttpRequest, slug: str) -> HttpResponse:
    event = desk_event(request, slug)
    form = SeedForm(request.POST)
    stage = event.stages.first()
    if stage is None:
        return redirect("event_draw", slug)
    stage.event = event
    if not form.is_valid():
        return _shown(request, stage, None, status=422, seed_form=form)
    with Attempt() as tried:
        seed.promise_seed(
            by=who(request), event=event, seed=form.cleaned_data["seed"].strip()
        )
    if tried.refused:
        return _shown(request, stage, None, status=422, trouble=tried.why)
    messages.success(request, _("The hash of the seed is published."))
    return redirect("event_draw", slug)
