"""An event for spectators: now, matches, standings, bracket, players, about."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from itertools import chain
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.template.response import TemplateResponse
from django.views.decorators.http import require_safe

from leagues import reads
from leagues.access.roles import anyone, may_see, who
from leagues.live.page_cache import ready_made
from leagues.models import Entry, Event, Match, PairingRound, Player, Stage
from leagues.models.play import PairingRoundQuerySet, seat
from leagues.reads.advance.finals import finals
from leagues.reads.events.sheets import chain_labels, ranking_of
from leagues.reads.events.stage_words import takes_in_words, way_in_words
from leagues.reads.events.tie_words import AFTER_SPLIT, PRORATE, steps_in_words
from leagues.reads.leagues.ladder import ladder_in
from leagues.reads.leagues.teams import boards_of
from leagues.reads.people.rating_story import strengths_before
from leagues.reads.tables.clubs import club_standings
from leagues.reads.tables.crosstab import grids, has_grid
from leagues.stages.sources import source_from
from leagues.stages.ways import way_from
from leagues.views.public.live import fragment

LATEST = 8
LEADERS = 3


def find_event(request: HttpRequest, slug: str) -> Event:
    """The event with this address, for whoever may see it; nothing at all for others."""
    event = get_object_or_404(Event.objects.select_related("club", "season"), slug=slug)
    if not may_see(who(request), event):
        raise Http404
    return event


def page(
    request: HttpRequest, template: str, event: Event, *parts: str, **more: Any
) -> HttpResponse:
    """A page within the frame of its event, whose tabs depend on its stages.

    ``parts`` are those that can be asked for alone.
    """
    stages = more.setdefault("stages", list(event.stages.all()))
    brackets = [reads.has_bracket(stage) for stage in stages]
    facts = {
        "event": event,
        "has_bracket": any(brackets),
        "has_table": not all(brackets) or not brackets,
    }
    return TemplateResponse(request, fragment(request, template, *parts), facts | more)


@anyone
@ready_made("fragment")
@require_safe
def event(request: HttpRequest, slug: str) -> HttpResponse:
    """What is going on, what comes next, what came last."""
    found = find_event(request, slug)
    stages = list(found.stages.all())
    rounds = PairingRound.objects.of(found).published()
    now = rounds.begun().last()
    is_over = found.state == Event.State.FINISHED
    coming = None if is_over else (rounds.after(now) if now else rounds).first()
    lists = _lists(found, rounds, now, coming)
    stage = now.stage if now else None
    ladder = ladder_in(found)
    has_table = stage is not None and not ladder and not reads.has_bracket(stage)
    return page(
        request,
        "public/event.html",
        found,
        "live",
        stages=stages,
        now=now,
        coming=coming,
        **lists,
        tables=reads.tables(stage) if stage and has_table else (),
        ladder=ladder,
        clubs=club_standings(stage) if stage else None,
        stage=stage,
        leaders=LEADERS,
        entries=found.entries.in_it().count(),
        **({} if ladder else _honours(found, stages)),
    )


def _lists(
    event: Event,
    rounds: PairingRoundQuerySet,
    now: PairingRound | None,
    coming: PairingRound | None,
) -> dict[str, Iterable[Match]]:
    """Who plays, who waits, what earlier rounds left, what comes, what came last."""
    matches = event.matches.published().placed()
    planned = matches.filter(state=Match.State.PLANNED)
    found: dict[str, Iterable[Match]] = {
        "playing": matches.at_a_board().with_disputes(),
        "waiting": planned.filter(pairing_round=now) if now else (),
        # Their pairing round is over, and they have not begun.
        "left_behind": planned.filter(pairing_round__in=rounds.before(now))
        if now
        else (),
        "to_come": coming.matches.placed().by_board() if coming else (),
        # Of rounds nobody has begun whoever withdrew has walkovers: no news of today.
        "latest": matches.last_finished().filter(pairing_round__in=rounds.begun())[
            :LATEST
        ],
    }
    seat(chain.from_iterable(found.values()))
    return found


def _honours(event: Event, stages: list[Stage]) -> dict[str, Any]:
    if event.state != Event.State.FINISHED or not stages:
        return {}
    most = reads.twenties_champions(reads.play_of(stages[0]))
    final = finals(event)
    return {"podium": final.podium, "places": final.places, "most_twenties": most}


@anyone
@ready_made("fragment", "round")
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
        "live",
        shown=shown,
        rounds=here,
        first_rounds=[each for each in rounds if each.number == 1],
        matches=of_round.with_sides().with_disputes().by_pool() if shown else (),
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
@ready_made("fragment", "stage", "view")
@require_safe
def standings(request: HttpRequest, slug: str) -> HttpResponse:
    """The tables of one stage: the one that is on, unless another is asked for."""
    found = find_event(request, slug)
    stages = list(found.stages.all())
    with_tables = [stage for stage in stages if not reads.has_bracket(stage)]
    stage = stage_asked(with_tables, request.GET.get("stage"))
    ladder = ladder_in(found)
    tables = reads.tables(stage, with_needs=True) if stage and not ladder else ()
    may_grid = has_grid(tables)
    as_grid = may_grid and request.GET.get("view") == "grid"
    return page(
        request,
        "public/standings.html",
        found,
        "live",
        stages=stages,
        with_tables=with_tables,
        stage=stage,
        tables=tables,
        ladder=ladder,
        clubs=club_standings(stage) if stage and not as_grid else None,
        has_grid=may_grid,
        grids=grids(stage, tables) if stage and as_grid else (),
        steps=chain_labels(stage) if stage and not ladder else (),
    )


def stage_asked(stages: list[Stage], asked: str | None) -> Stage | None:
    if asked is not None:
        for stage in stages:
            if str(stage.number) == asked:
                return stage
        raise Http404
    seated = [stage for stage in stages if stage.pools.exists()]
    ready = seated or stages
    return ready[-1] if ready else None


@anyone
@ready_made("fragment")
@require_safe
def bracket(request: HttpRequest, slug: str) -> HttpResponse:
    found = find_event(request, slug)
    stages = list(found.stages.all())
    knockouts = [stage for stage in stages if reads.has_bracket(stage)]
    if not knockouts:
        raise Http404
    drawn = [(stage, reads.brackets(stage)) for stage in knockouts]
    return page(
        request, "public/bracket.html", found, "live", stages=stages, drawn=drawn
    )


@anyone
@ready_made("fragment")
@require_safe
def event_players(request: HttpRequest, slug: str) -> HttpResponse:
    found = find_event(request, slug)
    entries = Entry.objects.filter(event=found).in_it().named().by_surname()
    return page(request, "public/event_players.html", found, "live", entries=entries)


@anyone
@ready_made()
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
        sheet=reads.sheet_of(found),
        boards=found.boards.count(),
        entered=found.entries.in_it().count(),
        described=[
            (
                stage,
                way_in_words(way_from(stage.format, stage.options)),
                takes_in_words(source_from(stage.source)),
                reads.match_sentences(stage),
                _ties(stage),
            )
            for stage in stages
        ],
    )


def _ties(stage: Stage) -> dict[str, object]:
    """A bracket says itself who is placed where; a table asks the chain."""
    if reads.has_bracket(stage):
        return {}
    ranking = ranking_of(stage)
    return {
        "steps": steps_in_words(reads.chain_of(stage)),
        "after_split": AFTER_SPLIT[ranking.after_split],
        "prorate": PRORATE[ranking.prorate],
    }


@anyone
@ready_made("fragment")
@require_safe
def match(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """A match, round by round."""
    found = find_event(request, slug)
    matches = found.matches.published().with_sides().with_rounds().with_disputes()
    shown = get_object_or_404(
        matches.prefetch_related("sides__side_players__player"), number=number
    )
    return page(
        request,
        "public/match.html",
        found,
        "live",
        match=shown,
        cards=reads.cards(shown, shown.reports.in_time()),
        strengths=partial(strengths_before, found, shown),  # not for what changes
        duel=duel(shown),
        boards=boards_of([shown.pk]).get(shown.pk)
        if found.sides == Event.Sides.TEAMS
        else None,
    )


def duel(match: Match) -> list[Player]:
    """The two who meet, where one sits against one and strangers may know of both."""
    sides = list(match.sides.all())
    sat = [line.player for side in sides for line in side.side_players.all()]
    if len(sides) != 2 or len(sat) != 2:
        return []
    seen = Player.objects.seen().filter(pk__in=[player.pk for player in sat]).count()
    return sat if seen == 2 else []
