"""Checks that hold for every league of dated matches after any act."""

from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from django.db import transaction
from django.test import Client
from django.utils import timezone

from leagues.actions.log.undo import undo
from leagues.actions.people.links import give_link
from leagues.actions.refusal import Refused
from leagues.models import (
    Action,
    DatedMatch,
    Entry,
    League,
    Match,
    MatchSide,
    SideEntry,
    SidePlayer,
    Stage,
)
from leagues.reads import tables_of
from leagues.reads.leagues.matches.unplayed import read_arrangements
from leagues.reads.leagues.needs import needs_of
from leagues.reads.leagues.table.table_lines import league_lines
from leagues.stages.match_dates import OVER
from tests.leagues.leagues.league_life import LeagueLife
from tests.leagues.leagues.summary_laws import check_summaries


def check_laws(life: LeagueLife) -> None:
    now = timezone.now()
    life.reload()
    event = life.league.event
    assert event is not None
    wanting = {need.match.pk for need in needs_of(life.league, now)}
    for each in read_arrangements(DatedMatch.objects.filter(match__event=event)):
        match = each.match
        is_over = match.state == Match.State.FINISHED
        assert is_over == bool(match.ending), (match.number, match.state, match.ending)
        assert (each.state_on(now.date()) in OVER) == is_over
        assert not (is_over and each.claim), match.number
    no_one_sits_twice(event.pk)
    for stage in Stage.objects.filter(event=event):
        points_add_up(stage)
    over = Match.objects.filter(pk__in=wanting, state="finished", ending="annulled")
    assert not over.exists()
    league_lines(life.league)
    check_summaries()


def no_one_sits_twice(event: int) -> None:
    seats = SidePlayer.objects.filter(match__event=event)
    times = Counter(seats.values_list("match", "player"))
    twice = [found for found, many in times.items() if many > 1]
    assert not twice
    entries = SideEntry.objects.filter(side__match__event=event)
    both = Counter(entries.values_list("side__match", "entry"))
    assert not [found for found, many in both.items() if many > 1]


COUNTS_NOT = ("annulled", "withdrawn", "not_recorded", "bye", "")


def points_add_up(stage: Stage) -> None:
    """Check that the tables add up to the points of the counting matches, each counted once."""
    if stage.event.league.kind not in ("matches", "pairs", "boxes", "own-time"):
        return
    lines = [line for table in tables_of(stage) for line in table.lines]
    paid = sum(line.points.made or 0 for line in lines)
    sides = MatchSide.objects.filter(match__pairing_round__stage=stage)
    made = sides.exclude(match__ending__in=COUNTS_NOT).values_list("points", flat=True)
    assert paid == sum(made)


def open_pages(life: LeagueLife) -> None:
    """Check that the main pages of the league open for a stranger and at the desk."""
    slug = life.league.slug
    desk = f"/desk/leagues/{slug}/"
    pages = [f"/leagues/{slug}/", f"/api/v1/leagues/{slug}/matches/"]
    pages += [f"/leagues/{slug}/files/season.csv", f"/leagues/{slug}/calendar.ics"]
    inside = [desk, *(f"{desk}{name}/" for name in ("matches", "log", "people", "end"))]
    numbers = [match.number for match in life.matches]
    inside += [f"{desk}matches/{number}/" for number in numbers[:1] + numbers[-1:]]
    ann, stranger = life.cast.browser_of("ann"), Client()
    for browser, found in ((stranger, pages), (ann, [*pages[:1], *inside])):
        for page in found:
            answered = browser.get(page)
            assert answered.status_code < 400, f"{answered.status_code} at {page}"
    player = life.a_person(len(numbers))
    link = give_link(by=life.ann, player=player)
    assert Client().get(f"/me/{link}/").status_code == 200


def undoable_rows(life: LeagueLife) -> list[Any]:
    """Everything visible that an undo restores."""
    event = life.league.event_id
    sides = MatchSide.objects.filter(match__event=event).order_by("pk")
    matches = Match.objects.filter(event=event).order_by("pk")
    dated = DatedMatch.objects.filter(match__event=event).order_by("pk")
    seats = SidePlayer.objects.filter(match__event=event).order_by("side", "number")
    entries = Entry.objects.filter(event=event).order_by("pk")
    return [
        list(matches.values("pk", "state", "ending", "winner")),
        list(sides.values("pk", "points", "twenties", "other_result")),
        list(dated.values("pk", "week", "due_on", "on", "is_contested")),
        list(seats.values("side", "player")),
        list(entries.values("pk", "state")),
        list(life.league.enrolments.order_by("pk").values("player", "last", "first")),
        list(League.objects.filter(pk=life.league.pk).values("matches", "kind_rules")),
    ]


def undo_restores(life: LeagueLife, do: Callable[[], object]) -> None:
    """Check that doing and undoing it at once leaves the rows as they were."""
    before, last = undoable_rows(life), Action.objects.latest("pk").pk
    league = life.league
    with suppress(_Back), transaction.atomic():
        do()
        lines = list(Action.objects.filter(pk__gt=last, undoes=None).order_by("-pk"))
        if len(lines) == 1 and lines[0].verb not in NOT_TAKEN_BACK:
            with suppress(Refused):
                undo(by=life.ann, action=lines[0])
                life.league = league
                assert undoable_rows(life) == before, lines[0].verb
        raise _Back
    life.league = league


NOT_TAKEN_BACK = {"give_link"}


class _Back(Exception):
    """Rolls back the savepoint."""
