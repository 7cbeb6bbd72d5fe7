"""An event's public pages: matches, standings, bracket, players, about."""

from collections.abc import Iterable
from functools import partial
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_safe

from leagues import reads
from leagues.access.league_roles import (
    BY_LINK,
    may_run_event,
    may_run_league,
    visitor_at,
    visitor_of,
)
from leagues.access.roles import for_anyone, get_visitor, may_see
from leagues.live.page_cache import ready_made
from leagues.models import (
    DatedMatch,
    Entry,
    Event,
    League,
    Match,
    PairingRound,
    Player,
    Stage,
    Surface,
)
from leagues.models.matches import MatchQuerySet
from leagues.reads.advance.coming_brackets import coming_brackets
from leagues.reads.advance.event_awards import awards_of
from leagues.reads.draw.timetable import event_timetable
from leagues.reads.entries.listed import entry_list
from leagues.reads.events.sheets import chain_labels, ranking_of
from leagues.reads.events.stage_words import takes_in_words, way_in_words
from leagues.reads.events.tie_words import AFTER_SPLIT, PRORATE, steps_in_words
from leagues.reads.leagues.kinds.ladder import ladder_in
from leagues.reads.leagues.kinds.teams import boards_of, squads_at
from leagues.reads.leagues.matches.totals import takes_totals
from leagues.reads.leagues.matches.weeks import read_dated_match
from leagues.reads.leagues.venues import team_venue
from leagues.reads.people.careers import Played, as_seen_by, matches_between
from leagues.reads.people.rating_story import strengths_before
from leagues.reads.play.event_players import player_rows
from leagues.reads.play.round_names import round_in_play
from leagues.reads.tables.chances import has_chances
from leagues.reads.tables.clubs import club_standings
from leagues.reads.tables.crosstab import grids_of, has_grid
from leagues.reads.tables.event_numbers import event_numbers, has_numbers
from leagues.reads.tables.portions import (
    FoundRow,
    RowPortions,
    find_names,
    find_rows,
    places_in,
    pools_in,
    portions_of,
    rows_of,
    shown_in,
)
from leagues.stages.entry_sources import source_from
from leagues.stages.pairing_ways import way_from
from leagues.views.public.live import fragment_of

EARLIER = 5  # earlier matches of the same players


def find_event(request: HttpRequest, slug: str) -> Event:
    """Return the event, or answer 404 if the visitor may not see it."""
    event = get_object_or_404(Event.objects.select_related("club", "season"), slug=slug)
    if not may_see(get_visitor(request), event):
        raise Http404
    return event


def render_page(
    request: HttpRequest, template: str, event: Event, *parts: str, **more: Any
) -> HttpResponse:
    """Render a page of the event, with the tabs of its stages.

    ``parts`` are template partials that can be requested alone with ``?fragment=``.
    """
    stages = more.setdefault("stages", list(event.stages.all()))
    brackets = [reads.has_bracket(stage) for stage in stages]
    facts = {
        "event": event,
        "has_bracket": any(brackets),
        "has_table": not all(brackets) or not brackets,
        "is_shot": {stage.format for stage in stages} == {Stage.Format.SHOOT_OUT},
        "is_recorded": not stages and event.state == Event.State.FINISHED,
    }
    return TemplateResponse(request, fragment_of(request, template, *parts), facts | more)


@for_anyone
@ready_made("fragment", "round", "part", "find")
@require_safe
def show_matches(request: HttpRequest, slug: str) -> HttpResponse:
    """Show one pairing round: the chosen one, else the current one. A long one in portions."""
    event = find_event(request, slug)
    published = PairingRound.objects.of(event).published()
    rounds = list(published)
    asked = request.GET.get("round")
    shown = published.at_hand() if asked is None else _round_named(asked, rounds)
    here = [each for each in rounds if shown and each.stage_id == shown.stage_id]
    of_round = event.matches.published().filter(pairing_round=shown).by_pool()
    matches = of_round.with_sides().with_rounds().with_disputes()
    in_all = of_round.count() if shown else 0
    named = f"{shown.stage.number}.{shown.number}" if shown else ""
    portions = asked_portions(request, in_all, round=named)
    sought = request.GET.get("find", "").strip()
    found = find_rows(portions, map(_row_of, of_round.with_sides()), sought) if sought else []
    if leads_on(request, found):
        return redirect(request.path + found[0].address)
    return render_page(
        request,
        "public/matches.html",
        event,
        "live",
        shown=shown,
        waits=shown not in published.begun(),
        rounds=here,
        first_rounds=[each for each in rounds if each.number == 1],
        portions=portions,
        sought=sought,
        found=found,
        numbers=of_round.boards_of_players() if portions else "",
        matches=_in_portions(matches, portions) if shown else (),
    )


def _in_portions(matches: MatchQuerySet, portions: RowPortions | None) -> MatchQuerySet:
    return matches[portions.start : portions.end] if portions else matches


def _row_of(match: Match) -> tuple[str, str]:
    """Return the id and the label of a match in a list."""
    names = " – ".join(side.shown_on(Surface.WEB) for side in match.sides.all())
    return f"match-{match.pk}", f"{match.board.number if match.board else match.number} · {names}"


def _round_named(name: str, rounds: Iterable[PairingRound]) -> PairingRound:
    """Return a round by its name: "2.6" is the sixth of the second stage."""
    by_name = {f"{each.stage.number}.{each.number}": each for each in rounds}
    if name not in by_name:
        raise Http404
    return by_name[name]


@for_anyone
@ready_made("fragment", "stage", "view", "part", "find")
@require_safe
def show_standings(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the tables of one stage: the chosen one, else the current one.

    Large tables are shown in portions; ``?find=`` leads to the one with that name.
    """
    event = find_event(request, slug)
    stages = list(event.stages.all())
    with_tables = [stage for stage in stages if not reads.has_bracket(stage)]
    stage = stage_asked(with_tables, request.GET.get("stage"))
    ladder = ladder_in(event)
    tables = reads.tables_of(stage, with_needs=True) if stage and not ladder else ()
    may_grid = has_grid(tables)
    as_grid = may_grid and request.GET.get("view") == "grid"
    portions = asked_portions(
        request, sum(len(t.lines) for t in tables), stage=stage.number if stage else 0
    )
    sought = request.GET.get("find", "").strip()
    found = find_rows(portions, rows_of(tables), sought)
    if leads_on(request, found):
        return redirect(request.path + found[0].address)
    return render_page(
        request,
        "public/standings.html",
        event,
        "live",
        stages=stages,
        with_tables=with_tables,
        stage=stage,
        tables=shown_in(portions, tables),
        portions=portions,
        sought=sought,
        found=found,
        pools=pools_in(portions, tables),
        numbers=places_in(tables) if portions else "",
        ladder=ladder,
        clubs=club_standings(stage) if stage and not as_grid else None,
        has_chances=has_chances(stage, tables) if stage else False,
        has_grid=may_grid,
        grids=grids_of(stage, tables) if stage and as_grid else (),
        steps=chain_labels(stage) if stage and not ladder else (),
    )


def asked_portions(request: HttpRequest, rows: int, **kept: str | int) -> RowPortions | None:
    """Return the portions of a list that ``?part=`` asks for. None if the list is short."""
    return portions_of(rows, request.GET.get("part", ""), kept)


def leads_on(request: HttpRequest, found: list[FoundRow]) -> bool:
    """True if a search found one row. The page then leads to it; a fragment of it does not."""
    return len(found) == 1 and "fragment" not in request.GET


def stage_asked(stages: list[Stage], asked: str | None) -> Stage | None:
    if asked is not None:
        for stage in stages:
            if str(stage.number) == asked:
                return stage
        raise Http404
    seated = [stage for stage in stages if stage.pools.exists()]
    ready = seated or stages
    return ready[-1] if ready else None


@for_anyone
@ready_made("fragment")
@require_safe
def show_bracket(request: HttpRequest, slug: str) -> HttpResponse:
    found = find_event(request, slug)
    stages = list(found.stages.all())
    knockouts = [stage for stage in stages if reads.has_bracket(stage)]
    if not knockouts:
        raise Http404
    drawn = [
        (
            stage,
            reads.drawn_brackets(stage) or coming_brackets(stage),
            takes_in_words(source_from(stage.source)),
        )
        for stage in knockouts
    ]
    return render_page(request, "public/bracket.html", found, "live", stages=stages, drawn=drawn)


@for_anyone
@ready_made("fragment", "letter", "part", "find")
@require_safe
def event_players(request: HttpRequest, slug: str) -> HttpResponse:
    """List players; in a long list, those whose name begins with ``?letter=``, in portions.

    ``?find=`` leads to the page of the only entry with such a name.
    """
    event = find_event(request, slug)
    entries = Entry.objects.filter(event=event).in_it().named()
    shown = entry_list(entries, request.GET.get("letter", "")[:1].upper())
    portions = asked_portions(request, len(shown.entries), letter=shown.letter)
    sought = request.GET.get("find", "").strip()
    pages = (
        (each.shown_on(Surface.WEB), reverse("entry", args=[slug, each.pk]))
        for each in shown.entries
    )
    found = find_names(pages, sought)
    if leads_on(request, found):
        return redirect(found[0].address)
    return render_page(
        request,
        "public/event_players.html",
        event,
        "live",
        shown=shown,
        portions=portions,
        sought=sought,
        found=found,
        lines=player_rows(event, portions.cut(shown.entries) if portions else shown.entries),
    )


@for_anyone
@ready_made()
@require_safe
def show_about(request: HttpRequest, slug: str) -> HttpResponse:
    """Show date, venue, stages and rules."""
    found = find_event(request, slug)
    stages, entered = list(found.stages.all()), found.entries.in_it().count()
    return render_page(
        request,
        "public/about.html",
        found,
        stages=stages,
        sheet=reads.sheet_of(found),
        boards=found.boards.count(),
        entered=entered,
        timetable=event_timetable(found, stages, entered),
        has_numbers=has_numbers(found),
        may_enter=found.takes_entries and found.state == Event.State.PLANNED,
        described=[
            (
                stage,
                way_in_words(way_from(stage.format, stage.options)),
                takes_in_words(source_from(stage.source)),
                reads.match_sentences(stage),
                _tie_rules(stage),
            )
            for stage in stages
        ],
    )


@for_anyone
@ready_made()
@require_safe
def in_numbers(request: HttpRequest, slug: str) -> HttpResponse:
    """Show statistics: most 20s, the value of the hammer, the closest matches, upsets."""
    found = find_event(request, slug)
    return render_page(
        request,
        "public/event_numbers.html",
        found,
        numbers=event_numbers(found),
        awards=awards_of(found),
    )


def _tie_rules(stage: Stage) -> dict[str, object]:
    """Return the tie-break rules of a stage's table. Empty for a bracket."""
    if reads.has_bracket(stage):
        return {}
    ranking = ranking_of(stage)
    return {
        "steps": steps_in_words(reads.chain_of(stage)),
        "after_split": AFTER_SPLIT[ranking.after_split],
        "prorate": PRORATE[ranking.prorate],
    }


@for_anyone
@ready_made("fragment")
@require_safe
def show_match(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Show a match, round by round."""
    found = find_event(request, slug)
    matches = found.matches.published().with_sides().with_rounds().with_disputes()
    shown = get_object_or_404(
        matches.prefetch_related("sides__side_players__player"), number=number
    )
    two = duel_players(shown)
    return render_page(
        request,
        "public/match.html",
        found,
        "live",
        match=shown,
        cards=reads.game_cards(shown, shown.reports.in_time()),
        due=round_in_play(shown),
        strengths=partial(strengths_before, found, shown),  # not needed in the live fragment
        duel=two,
        earlier=partial(_earlier_matches, shown, two),
        beside=partial(_neighbouring_matches, shown),
        card_at=partial(_card_at, request, shown),
        boards=boards_of([shown.pk]).get(shown.pk) if found.sides == Event.Sides.TEAMS else None,
        dated=read_dated_match(shown, timezone.now()),
        squads=partial(squads_at, shown),
        venue=team_venue(shown) if found.sides == Event.Sides.TEAMS else "",
    )


def _card_at(request: HttpRequest, match: Match) -> str:
    """Return the desk page where this visitor may enter or correct the match. Empty if none.

    Pages for signed-in visitors, officers and hosts are never cached for others.
    """
    visitor, event = get_visitor(request), match.event
    if not visitor.is_signed_in and BY_LINK.isdisjoint(request.session.keys()):
        return ""
    league = League.objects.filter(event=event).first()
    is_dated = DatedMatch.objects.filter(match=match).exists()
    if league:
        visitor = visitor_of(request, league, may_run_league)
    if league and is_dated and may_run_league(visitor, league):
        match.dated.week.league = league
        if not visitor.is_organiser or takes_totals(match, league):
            address = reverse("desk-league-match", args=[league.slug, match.number])
            return f"{address}#result"
    if event.night:
        visitor = visitor_at(request, event.night)
    if not may_run_event(visitor, event, timezone.now()):
        return ""
    is_over = match.state == Match.State.FINISHED
    page = "match_correct" if is_over else "desk_match"
    return reverse(page, args=[event.slug, match.number])


def _earlier_matches(match: Match, two: list[Player]) -> list[Played]:
    """Return earlier matches of the two players, latest first, from the first player's view."""
    if not two:
        return []
    met = matches_between(*two).exclude(pk=match.pk).select_related("event").with_sides()
    found = met.prefetch_related("sides__side_players")[:EARLIER]
    return [as_seen_by(each, two[0]) for each in found]


def _neighbouring_matches(match: Match) -> list[tuple[str, int, int]]:
    """Return the matches on the boards before and after, in the same pairing round."""
    of_round = match.event.matches.published().filter(
        pairing_round=match.pairing_round_id, board__isnull=False
    )
    there = list(of_round.by_board().values_list("number", "board__number"))
    at = next((at for at, (n, _) in enumerate(there) if n == match.number), None)
    if at is None:
        return []
    found = [("previous", at - 1), ("next", at + 1)]
    return [(way, *there[to]) for way, to in found if 0 <= to < len(there)]


def duel_players(match: Match) -> list[Player]:
    """Return the two players of a singles match if both are public, else an empty list."""
    sides = list(match.sides.all())
    sat = [line.player for side in sides for line in side.side_players.all()]
    if len(sides) != 2 or len(sat) != 2:
        return []
    seen = Player.objects.seen().filter(pk__in=[player.pk for player in sat]).count()
    return sat if seen == 2 else []
