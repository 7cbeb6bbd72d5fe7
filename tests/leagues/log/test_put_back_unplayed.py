"""Undoing acts on matches not yet played restores every row."""

from collections.abc import Callable, Iterator
from datetime import date, time
from uuid import uuid4

import pytest
from django.utils import timezone

from leagues.access.roles import Who
from leagues.actions.leagues.match_rules import change_match_rules
from leagues.actions.leagues.unplayed.dates import answer_date, fix_date, offer_date
from leagues.actions.leagues.unplayed.deadlines import settle_deadlines
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
from leagues.actions.phones.totals import enter_totals
from leagues.models import DateOffer, Entry, League, Match, NoShowClaim, Player
from leagues.reads.play.typed_cards import Totals
from leagues.stages.leaving import LeavingWay
from leagues.stages.match_league import MatchLeague
from leagues.stages.substitutes import Span
from scoring.sides import BySeat, Seat
from tests.cast import Cast
from tests.leagues.leagues.match_leagues import open_matches, player_named
from tests.leagues.leagues.unplayed import at_noon, match_of, seat_of
from tests.leagues.log.every_row import goes_back_and_forth

Doing = Callable[[Who, League], object]
LATER = date(2026, 12, 7)


def match_of_ben(league: League) -> Match:
    return match_of(league, "Ben", "Cat")


def seat_of_ben(league: League) -> Seat:
    return seat_of(match_of_ben(league), "Ben")


def seat_of_opponent(league: League) -> Seat:
    return Seat(1 - seat_of_ben(league))


def put_off(by: Who, league: League) -> None:
    put_off_match(by=by, match=match_of_ben(league), seat=seat_of_ben(league), until=LATER)


def offer_last_day(by: Who, league: League) -> DateOffer:
    last = match_of_ben(league).dated.due_on
    return offer_date(
        by=by, match=match_of_ben(league), seat=seat_of_ben(league), on=last, at=time(20)
    )


def claim_absence(by: Who, league: League) -> NoShowClaim:
    return claim_no_show(by=by, match=match_of_ben(league), seat=seat_of_ben(league))


def accept_offer(by: Who, league: League) -> None:
    there = DateOffer.objects.get()
    answer_date(by=by, offer=there, seat=seat_of_opponent(league), takes=True)


def admit_absence(by: Who, league: League) -> None:
    there = NoShowClaim.objects.get()
    answer_no_show(by=by, claim=there, seat=seat_of_opponent(league), admits=True)


def settle_by_deadline(by: Who, league: League) -> None:
    with at_noon(10, 12):
        assert settle_deadlines(league=league, now=timezone.now())


def leave_with(way: LeavingWay) -> Doing:
    def leave(by: Who, league: League) -> None:
        entry = Entry.objects.get(event=league.event, players__name="Ben")
        leave_league(by=by, league=league, entry=entry, way=way)

    return leave


def move(by: Who, league: League) -> None:
    keys = league.event.matches.values_list("pk", flat=True)  # type: ignore[union-attr]
    last = league.nights.in_order().last()
    assert last
    move_matches(by=by, league=league, matches=list(keys), to=last)


def substitute(by: Who, league: League) -> None:
    gus = Player.objects.get(name="Gus")
    sit_in(
        by=by,
        league=league,
        match=match_of_ben(league),
        leaves=Player.objects.get(name="Ben"),
        comes=gus,
        span=Span.WEEK,
    )


def result_only(by: Who, league: League, seat: Seat | None = None) -> None:
    points = BySeat(5, 3) if seat is None else BySeat(4, 4)
    enter_totals(
        by=by,
        match=match_of_ben(league),
        key=uuid4(),
        totals=Totals(points),
        seat=seat_of_ben(league) if seat is None else seat,
    )


def other_rules(by: Who, league: League) -> None:
    rule = MatchLeague(catch_up_every=2, days_to_play=9, forfeit_points=1)
    change_match_rules(by=by, league=league, matches=rule)


def do_nothing(by: Who, league: League) -> None:
    """Change nothing, so that the test begins with the league as opened."""


OF_UNPLAYED: list[tuple[str, Doing, Doing]] = [
    ("put_off_match", do_nothing, put_off),
    ("put_off_match", offer_last_day, put_off),
    ("offer_date", do_nothing, offer_last_day),
    ("offer_date", offer_last_day, offer_last_day),
    ("answer_date", offer_last_day, accept_offer),
    ("fix_date", offer_last_day, lambda by, of: fix_date(by=by, match=match_of_ben(of), on=LATER)),
    ("claim_no_show", do_nothing, claim_absence),
    ("answer_no_show", claim_absence, admit_absence),
    (
        "withdraw_no_show",
        claim_absence,
        lambda by, of: withdraw_no_show(by=by, claim=NoShowClaim.objects.get()),
    ),
    (
        "forfeit_match",
        claim_absence,
        lambda by, of: forfeit_match(by=by, match=match_of_ben(of), winner=seat_of_ben(of)),
    ),
    ("void_match", offer_last_day, lambda by, of: void_match(by=by, match=match_of_ben(of))),
    ("settle_match", do_nothing, settle_by_deadline),
    ("move_matches", offer_last_day, move),
    ("leave_league", claim_absence, leave_with(LeavingWay.ANNUL)),
    ("leave_league", do_nothing, leave_with(LeavingWay.FORFEIT)),
    ("leave_league", do_nothing, leave_with(LeavingWay.LET_STAND)),
    ("sit_in", do_nothing, substitute),
    ("enter_totals", do_nothing, result_only),
    ("change_match_rules", do_nothing, other_rules),
    ("enter_totals", result_only, lambda by, of: result_only(by, of, seat=seat_of_opponent(of))),
]


@pytest.fixture
def noon() -> Iterator[None]:
    with at_noon(10, 6):
        yield


@pytest.mark.parametrize(
    ("verb", "first", "act"),
    OF_UNPLAYED,
    ids=[f"{n}-{each[0]}" for n, each in enumerate(OF_UNPLAYED)],
)
@pytest.mark.usefixtures("noon")
def test_every_row_is_as_before_and_as_after(
    verb: str, first: Doing, act: Doing, cast: Cast
) -> None:
    by = cast.who("ann")
    league = open_matches(
        cast, {"": ("Ben", "Cat")}, matches=MatchLeague(catch_up_every=2, totals=True)
    )
    player_named(cast, "Gus")
    first(by, league)
    goes_back_and_forth(by, verb, lambda: act(by, league))
