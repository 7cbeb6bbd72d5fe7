"""An event for spectators: now, matches, standings, bracket, players, about."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.template.response import TemplateResponse
from django.views.decorators.http import require_safe

from leagues import bridge
from leagues.access import anyone, may_see, who
from leagues.bridge.sheets import chain_labels
from leagues.models import Entry, Event, PairingRound, Stage

LATEST = 8
LEADERS = 3


def find_event(request: HttpRequest, slug: str) -> Event:
    """The event with this address, for whoever may see it; nothing at all for others."""
    event = get_object_or_404(Event.objects.select_related("club", "season"), slug=slug)
    if not may_see(who(request), event):
        raise Http404
    return event


def page(
    request: HttpRequest, template: str, event: Event, **more: Any
) -> HttpResponse:
    """A page within the frame of its event, whose tabs depend on its stages."""
    stages = more.setdefault("stages", list(event.stages.all()))
    has_bracket = any(map(bridge.has_bracket, stages))
    return TemplateResponse(
        request, template, {"event": event, "has_bracket": has_bracket, **more}
    )


@anyone
@require_safe
def event(request: HttpRequest, slug: str) -> HttpResponse:
    """What is going on, what comes next, what came last."""
    found = find_event(request, slug)
    stages = list(found.stages.all())
    rounds = PairingRound.objects.of(found).published()
    now = rounds.begun().last()
    coming = (rounds.after(now) if now else rounds).first()
    matches = found.matches.published().with_sides()
    stage = now.stage if now else None
    return page(
        request,
        "public/event.html",
        found,
        stages=stages,
        now=now,
        coming=coming,
        playing=matches.at_a_board().with_disputes(),
        left_behind=_left_behind(found, rounds.before(now)) if now else (),
        to_come=coming.matches.with_sides().by_board() if coming else (),
        latest=matches.last_finished()[:LATEST],
        tables=bridge.tables(stage) if stage and not bridge.has_bracket(stage) else (),
        stage=stage,
        leaders=LEADERS,
        entries=found.entries.in_it().count(),
        **_honours(found, stages),
    )


def _left_behind(event: Event, earlier: Any) -> Any:
    """Matches that were put off: their pairing round is over, and they are not."""
    missing = event.matches.published().unfinished()
    return missing.filter(pairing_round__in=earlier).with_sides()


def _honours(event: Event, stages: list[Stage]) -> dict[str, Any]:
    if event.state != Event.State.FINISHED or not stages:
        return {}
    most = bridge.twenties_champions(bridge.tables(stages[0]))
    return {"podium": bridge.podium(event), "most_twenties": most}


@anyone
@require_safe
def matches(request: HttpRequest, slug: str) -> HttpResponse:
    """One pairing round at a time: the one that is on, unless another is asked for."""
    found = find_event(request, slug)
    rounds = list(PairingRound.objects.of(found).published())
    begun = PairingRound.objects.of(found).published().begun().last()
    shown = _chosen(rounds, request.GET.get("round"), begun)
    here = [each for each in rounds if shown and each.stage_id == shown.stage_id]
    of_round = found.matches.published().filter(pairing_round=shown)
    return page(
        request,
        "public/matches.html",
        found,
        shown=shown,
        rounds=here,
        first_rounds=[each for each in rounds if each.number == 1],
        matches=of_round.with_sides().with_disputes().by_board() if shown else (),
    )


def _chosen(
    rounds: list[PairingRound], asked: str | None, begun: PairingRound | None
) -> PairingRound | None:
    """The round asked for, such as "2.6" for the sixth of the second stage."""
    if asked is None:
        return begun or (rounds[0] if rounds else None)
    by_name = {f"{each.stage.number}.{each.number}": each for each in rounds}
    if asked not in by_name:
        raise Http404
    return by_name[asked]


@anyone
@require_safe
def standings(request: HttpRequest, slug: str) -> HttpResponse:
    """The tables of one stage: the one that is on, unless another is asked for."""
    found = find_event(request, slug)
    stages = list(found.stages.all())
    with_tables = [stage for stage in stages if not bridge.has_bracket(stage)]
    stage = _stage(with_tables, request.GET.get("stage"))
    return page(
        request,
        "public/standings.html",
        found,
        stages=stages,
        with_tables=with_tables,
        stage=stage,
        tables=bridge.tables(stage) if stage else (),
        steps=chain_labels(stage) if stage else (),
    )


def _stage(stages: list[Stage], asked: str | None) -> Stage | None:
    if asked is not None:
        for stage in stages:
            if str(stage.number) == asked:
                return stage
        raise Http404
    seated = [stage for stage in stages if stage.pools.exists()]
    ready = seated or stages
    return ready[-1] if ready else None


@anyone
@require_safe
def bracket(request: HttpRequest, slug: str) -> HttpResponse:
    found = find_event(request, slug)
    stages = list(found.stages.all())
    knockouts = [stage for stage in stages if bridge.has_bracket(stage)]
    if not knockouts:
        raise Http404
    drawn = [(stage, bridge.brackets(stage)) for stage in knockouts]
    return page(request, "public/bracket.html", found, stages=stages, drawn=drawn)


@anyone
@require_safe
def event_players(request: HttpRequest, slug: str) -> HttpResponse:
    found = find_event(request, slug)
    entries = Entry.objects.filter(event=found).in_it().named().by_surname()
    return page(request, "public/event_players.html", found, entries=entries)


@anyone
@require_safe
def about(request: HttpRequest, slug: str) -> HttpResponse:
    """When, where, in which stages, and by which rules."""
    found = find_event(request, slug)
    stages = list(found.stages.all())
    return page(
        request,
        "public/about.html",
        found,
        stages=stages,
        sheet=bridge.sheet_of(found),
        described=[
            (stage, bridge.match_format_of(stage).sentences, _steps(stage))
            for stage in stages
        ],
    )


def _steps(stage: Stage) -> list[str]:
    """A bracket says itself who is placed where; a table asks the chain."""
    return [] if bridge.has_bracket(stage) else chain_labels(stage)


@anyone
@require_safe
def match(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """A match, round by round."""
    found = find_event(request, slug)
    matches = found.matches.published().with_sides().with_rounds().with_disputes()
    shown = get_object_or_404(matches, number=number)
    return page(
        request,
        "public/match.html",
        found,
        match=shown,
        cards=bridge.cards(shown, shown.reports.all()),
    )
