"""Random acts on the matches of a league, in any order, break nothing."""

from collections.abc import Callable
from contextlib import suppress
from datetime import date, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
import time_machine
from django.db import transaction
from django.test import Client
from django.utils import timezone
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from leagues.access.roles import Who
from leagues.actions.leagues.unplayed.dates import answer_date, fix_date, offer_date
from leagues.actions.leagues.unplayed.deadlines import settle_all
from leagues.actions.leagues.unplayed.forfeits import forfeit_match, void_match
from leagues.actions.leagues.unplayed.leave import leave_league
from leagues.actions.leagues.unplayed.moves import move_matches
from leagues.actions.leagues.unplayed.no_shows import (
    answer_no_show,
    claim_no_show,
    withdraw_no_show,
)
from leagues.actions.leagues.unplayed.postponing import put_off_match
from leagues.actions.leagues.unplayed.substitutes import sit_in
from leagues.actions.log.undo import undo
from leagues.actions.refusal import Refused
from leagues.models import DatedMatch, Event, League, Match, Player
from leagues.reads.leagues.matches.unplayed import read_arrangements
from leagues.reads.leagues.needs import needs_of
from leagues.stages.leaving import LeavingWay
from leagues.stages.match_dates import OVER, DatedState
from leagues.stages.match_league import MatchLeague
from leagues.stages.substitutes import Span
from scoring.sides import Seat
from tests.cast import Cast
from tests.examples import example_count
from tests.leagues.leagues.match_leagues import open_matches, player_named
from tests.leagues.leagues.unplayed import points_by_name

pytestmark = [pytest.mark.django_db, pytest.mark.long]
BEGINS = datetime(2026, 10, 5, 12, tzinfo=ZoneInfo("America/Toronto"))
DAYS = st.integers(0, 80)
SEATS = st.sampled_from([Seat.A, Seat.B])
MOVES = st.tuples(st.integers(0, 13), st.integers(0, 20), SEATS, DAYS, st.integers(0, 6))


class Life:
    """A league under random acts."""

    def __init__(self, cast: Cast) -> None:
        with time_machine.travel(BEGINS, tick=False):
            rule = MatchLeague(catch_up_every=1, forfeits_at_once=True)
            names = ("Ben", "Cat", "Eve")
            self.league = open_matches(cast, {"": names}, matches=rule)
        self.ann = cast.who("ann")
        player_named(cast, "Gus")
        assert self.league.event is not None
        self.matches = list(self.league.event.matches.filter(dated__isnull=False))

    def move(self, which: int, at: int, seat: Seat, days: int) -> None:
        match = self.matches[at % len(self.matches)]
        match.refresh_from_db()
        day = BEGINS.date() + timedelta(days)
        acts[which](self, match, seat, day)

    def by(self, match: Match, seat: Seat) -> Who:
        return Who(player=match.sides.get(seat=seat).players.first())

    def last(self, match: Match, what: str) -> Any:
        found = getattr(match.dated, what).last()
        if found is None:
            raise Refused("nothing there")
        return found


Act = Callable[[Life, Match, Seat, date], object]


def withdraw_entry(life: Life, match: Match, seat: Seat, day: date) -> None:
    way = list(LeavingWay)[day.day % 3]
    entry = match.sides.get(seat=seat).entries.get()
    leave_league(by=life.ann, league=life.league, entry=entry, way=way)


def substitute_player(life: Life, match: Match, seat: Seat, day: date) -> None:
    people = list(Player.objects.order_by("pk"))
    sit_in(
        by=life.ann,
        league=life.league,
        match=match,
        leaves=match.sides.get(seat=seat).players.get(),
        comes=people[day.day % len(people)],
        span=list(Span)[day.day % 3],
    )


def move_week(life: Life, match: Match, seat: Seat, day: date) -> None:
    weeks = list(life.league.nights.in_order())
    to = weeks[day.day % len(weeks)]
    move_matches(by=life.ann, league=life.league, matches=[match.pk], to=to)


def take_back(life: Life, match: Match, seat: Seat, day: date) -> None:
    assert life.league.event is not None
    undo(by=life.ann, action=life.league.event.log.latest("pk"))


acts: list[Act] = [
    lambda life, m, s, d: put_off_match(by=life.by(m, s), match=m, seat=s, until=d),
    lambda life, m, s, d: put_off_match(by=life.ann, match=m, seat=None, until=d),
    lambda life, m, s, d: offer_date(by=life.by(m, s), match=m, seat=s, on=d),
    lambda life, m, s, d: answer_date(
        by=life.by(m, s), offer=life.last(m, "date_offers"), seat=s, takes=d.day % 2 == 0
    ),
    lambda life, m, s, d: fix_date(by=life.ann, match=m, on=d),
    lambda life, m, s, d: claim_no_show(by=life.by(m, s), match=m, seat=s),
    lambda life, m, s, d: answer_no_show(
        by=life.by(m, s), claim=life.last(m, "claims"), seat=s, admits=d.day % 2 == 0
    ),
    lambda life, m, s, d: withdraw_no_show(by=life.ann, claim=life.last(m, "claims")),
    lambda life, m, s, d: forfeit_match(by=life.ann, match=m, winner=s if d.day % 3 else None),
    lambda life, m, s, d: void_match(by=life.ann, match=m),
    withdraw_entry,
    substitute_player,
    move_week,
    take_back,
]


def is_running(league: League) -> bool:
    return Event.objects.filter(league=league, state=Event.State.RUNNING).exists()


def check_rows(life: Life) -> None:
    """Check what always holds for the rows of the league."""
    now = timezone.now()
    today = now.date()
    wanting = {need.match.pk for need in needs_of(life.league, now)}
    found = read_arrangements(DatedMatch.objects.all())
    assert len(found) == len(life.matches)
    for each in found:
        state = each.state_on(today)
        is_over = each.match.state == Match.State.FINISHED
        assert (state in OVER) == is_over == bool(each.match.ending)
        assert not (is_over and each.match.pk in wanting)
        if state is DatedState.OVERDUE and is_running(life.league):  # its start may be undone
            assert each.match.pk in wanting
        assert not (is_over and each.claim)
    made, games = zip(*points_by_name(life.league).values(), strict=True)
    paid = [
        each.match
        for each in found
        if each.match.ending in (Match.Ending.WALKOVER, Match.Ending.FORFEIT)
    ]
    assert sum(games) == 2 * len(paid)
    wins = sum(match.winner is not None for match in paid)
    assert sum(made) == 8 * wins


@settings(
    max_examples=example_count(3),
    derandomize=True,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@example([(5, 0, Seat.A, 0, 1), (8, 0, Seat.B, 1, 0)])  # claimed, then given
@example([(5, 0, Seat.A, 0, 1), (10, 0, Seat.A, 1, 1), (13, 0, Seat.A, 0, 0)])
@example([(13, 0, Seat.A, 0, 0), (0, 0, Seat.A, 0, 7)])  # its start is undone
@example([(0, 0, Seat.A, 40, 1), (12, 0, Seat.A, 4, 9), (13, 0, Seat.A, 0, 9)])
@given(moves=st.lists(MOVES, min_size=6, max_size=12))
def test_a_league_survives_whatever_people_do(
    cast: Cast, moves: list[tuple[int, int, Seat, int, int]]
) -> None:
    with transaction.atomic():
        life, then = Life(cast), BEGINS
        for which, at, seat, days, later in moves:
            then += timedelta(days=later)
            with time_machine.travel(then, tick=False):
                settle_all(now=timezone.now())
                with suppress(Refused):
                    life.move(which, at, seat, days)
                settle_all(now=timezone.now())
                check_rows(life)
        with time_machine.travel(then, tick=False):
            look_at_its_pages(cast, life.league)
        transaction.set_rollback(True)


def look_at_its_pages(cast: Cast, league: League) -> None:
    browser = cast.browser_of("ann")
    pages = [f"/leagues/{league.slug}/"]
    desk = f"/desk/leagues/{league.slug}/"
    pages += [desk, f"{desk}matches/", f"{desk}log/"]
    dated = Match.objects.filter(event=league.event, dated__isnull=False)
    pages += [f"{desk}matches/{dated[0].number}/"]
    for page in pages:
        assert browser.get(page).status_code == 200, page
    assert Client().get(pages[0]).status_code == 200
