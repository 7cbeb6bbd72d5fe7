"""An event's main page: a poster before it, the boards during it, the podium after it."""

from collections.abc import Iterable
from itertools import chain
from typing import Any

from django.db.models import prefetch_related_objects
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from leagues import reads
from leagues.access.roles import for_anyone
from leagues.live.page_cache import ready_made
from leagues.models import Event, Match, PairingRound, Stage
from leagues.models.matches import PairingRoundQuerySet, read_sides
from leagues.reads.advance.finals import finals_of
from leagues.reads.advance.imported_order import recorded_places
from leagues.reads.advance.podiums import podium_of_clubs
from leagues.reads.advance.pool_podiums import pool_podiums
from leagues.reads.advance.snapshot import snapshot_of
from leagues.reads.draw.timetable import event_timetable
from leagues.reads.events.shoot_outs import shoot_out_opened
from leagues.reads.leagues.kinds.ladder import ladder_in
from leagues.reads.leagues.pages.front_page import count_matches, podium_with_scores
from leagues.reads.messages.banners import banners_of_event
from leagues.reads.play.stage_breaks import break_at_hand
from leagues.reads.tables.clubs import club_standings
from leagues.reads.tables.leaders import first_few, leaders_in
from leagues.reads.tables.portions import SIZE, WHOLE
from leagues.views.public.event import find_event, render_page

LATEST = 6
LEADERS = 3
IN_SIGHT = 24  # upcoming matches shown at once below the boards


@for_anyone
@ready_made("fragment")
@require_safe
def show_event(request: HttpRequest, slug: str) -> HttpResponse:
    """Show what is being played, what comes next and the latest results."""
    found = find_event(request, slug)
    stages = list(found.stages.all())
    rounds = PairingRound.objects.of(found).published()
    now = rounds.begun().with_drawn().last()
    is_over = found.state == Event.State.FINISHED
    coming = None if is_over else (rounds.after(now) if now else rounds).with_drawn().first()
    lists, long = _match_lists(found, rounds, now, coming)
    stage = shoot_out_opened(stages) or (now.stage if now else None)
    ladder = ladder_in(found)
    has_table = stage is not None and not ladder and not reads.has_bracket(stage)
    found_tables = reads.tables_of(stage) if stage and has_table else ()
    entries = found.entries.in_it().count()
    return render_page(
        request,
        "public/event.html",
        found,
        "live",
        banners=banners_of_event(found),
        stages=stages,
        now=now,
        clock=rounds.clocked().last() if now and not is_over else None,
        coming=coming,
        pause=break_at_hand(found, stages),
        **lists,
        in_sight=IN_SIGHT,
        long=long,
        size=SIZE,
        numbers=now.matches.by_pool().boards_of_players() if now and long else "",
        tables=found_tables,
        in_front=first_few(leaders_in(found_tables)),
        progress=count_matches(now),
        boards_in_use=Match.objects.filter(event=found).boards_in_use().get(found.pk),
        ladder=ladder,
        clubs=(clubs := club_standings(stage) if stage else None),
        club_podium=podium_of_clubs(clubs) if clubs and is_over else (),
        stage=stage,
        leaders=LEADERS,
        entries=entries,
        timetable=event_timetable(found, stages, entries),
        **({} if ladder else _podium_context(found, stages)),
    )


def _match_lists(
    event: Event,
    rounds: PairingRoundQuerySet,
    now: PairingRound | None,
    coming: PairingRound | None,
) -> tuple[dict[str, list[Match]], set[str]]:
    """Return matches in play, waiting, left from earlier rounds, to come, and just finished.

    Of a long list only the first ones, as the matches page has all; these lists are named.
    All matches left from earlier rounds are listed, as no page has all of them.
    """
    matches = event.matches.published().placed()
    planned = matches.filter(state=Match.State.PLANNED)
    lists: dict[str, Iterable[Match]] = {
        "playing": matches.at_a_board().with_disputes(),
        "waiting": planned.filter(pairing_round=now) if now else (),
        # Unplayed matches of earlier pairing rounds.
        "left_behind": planned.filter(pairing_round__in=rounds.before(now)) if now else (),
        "to_come": coming.matches.placed().by_board() if coming else (),
        # Withdrawn players have walkovers in later rounds; these aren't today's results.
        "latest": matches.last_finished()
        .with_disputes()
        .filter(pairing_round__in=rounds.begun())[:LATEST],
    }
    found = _each_once(lists)
    long = {name for name, each in found.items() if name != "left_behind" and len(each) > WHOLE}
    found |= {name: found[name][:SIZE] for name in long}
    read_sides(chain.from_iterable(found.values()))
    shown = [*found["playing"], *found["latest"]]
    prefetch_related_objects(shown, "rounds")
    return found, long


def _each_once(lists: dict[str, Iterable[Match]]) -> dict[str, list[Match]]:
    """List each match once. A match that ends between two queries would be in two lists."""
    shown: set[int] = set()
    found = {}
    for name, matches in lists.items():
        found[name] = [match for match in matches if match.pk not in shown]
        shown |= {match.pk for match in found[name]}
    return found


def _podium_context(event: Event, stages: list[Stage]) -> dict[str, Any]:
    if event.state != Event.State.FINISHED:
        return {}
    if not stages:
        return {
            "podium": reads.podium_of(event),
            "deciding": None,
            "recorded": recorded_places(event),
        }
    most = reads.twenties_champions(reads.play_of(stages[0]))
    whole = snapshot_of(event)
    final = finals_of(event, whole)
    pools = pool_podiums(whole)
    first = {placed.entry.pk for placed in final.podium}
    places = podium_with_scores(event, final.places)
    return {
        "podium": places[: len(final.podium)],
        "deciding": pools[0].final if pools else None,
        # If all three are the event's own podium, the pool would only repeat it.
        "pool_podiums": [
            each
            for each in pools
            if len(pools) > 1 and {placed.entry.pk for placed in each.places} != first
        ],
        "places": places,
        "most_twenties": most,
    }
