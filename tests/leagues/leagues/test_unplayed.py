"""An unplayed match: postponed, arranged, claimed, forfeited, void, and undone."""

from datetime import date, time
from typing import Any

import pytest
from django.utils import timezone

from leagues.actions.leagues.unplayed.dates import answer_date, fix_date, offer_date
from leagues.actions.leagues.unplayed.deadlines import settle_all
from leagues.actions.leagues.unplayed.forfeits import forfeit_match, void_match
from leagues.actions.leagues.unplayed.no_shows import (
    answer_no_show,
    claim_no_show,
    withdraw_no_show,
)
from leagues.actions.leagues.unplayed.postponing import put_off_match
from leagues.actions.refusal import Refused, Stale
from leagues.models import DateOffer, Event, Match, MatchSide, NoShowClaim
from leagues.reads.leagues.table.night_results import result_at
from leagues.stages.match_dates import DatedState
from leagues.stages.match_league import MatchLeague
from scoring.sides import Seat
from tests.cast import Cast
from tests.leagues.leagues.match_leagues import open_matches
from tests.leagues.leagues.tonights import win_match
from tests.leagues.leagues.unplayed import (
    at_noon,
    link_holder,
    log_lines,
    match_of,
    now_of,
    points_by_name,
    seat_of,
    state_at,
    undo_last,
)
from tests.scenes import scene

pytestmark = pytest.mark.django_db
LATER = date(2026, 10, 19)
DUE, PUT_OFF, OVERDUE = DatedState.DUE, DatedState.PUT_OFF, DatedState.OVERDUE


@scene
def first(cast: Cast) -> Match:
    """Ben's first match; its week is Monday 5 October 2026 to Sunday."""
    with at_noon(9, 28):
        league = open_matches(cast)
    assert league.event is not None
    found = league.event.matches.filter(sides__players__name="Ben").order_by("number")
    match: Match = found[0]
    return match


def ending_of(match: Match) -> tuple[str, int | None]:
    match.refresh_from_db()
    return match.ending, match.winner


# --- Put off ------------------------------------------------------------------------------


def test_a_match_is_put_off_by_who_asks_and_that_is_undone(cast: Cast, first: Match) -> None:
    league = now_of(first).dated.week.league
    seat = seat_of(first, "Ben")
    with at_noon(10, 6):
        put_off_match(
            by=link_holder(cast, "Ben"), match=first, seat=seat, until=LATER, reason="ill"
        )
        assert state_at(first, 10, 12) is PUT_OFF
        assert state_at(first, 10, 20) is OVERDUE
        put_off = now_of(first).put_off
        assert put_off
        assert put_off.player
        assert (put_off.player.name, put_off.reason, put_off.seat) == ("Ben", "ill", seat)
        assert "until Monday 19 October. Reason: ill" in log_lines(league)[-1]

        undo_last(cast, league)
        assert state_at(first, 10, 12) is OVERDUE
        undo_last(cast, league)
        assert state_at(first, 10, 12) is PUT_OFF


def test_a_side_puts_off_a_limited_number_and_the_league_any_number(cast: Cast) -> None:
    with at_noon(10, 6):
        league = open_matches(cast, matches=MatchLeague(most_put_off=1))
        matches = [match_of(league, "Ben", name) for name in ("Cat", "Eve", "Fay")]
        until = date(2026, 12, 14)
        one, other, third = matches
        put: dict[str, Any] = {"by": link_holder(cast, "Ben"), "until": until}
        put_off_match(match=one, seat=seat_of(one, "Ben"), **put)
        with pytest.raises(Refused, match="at most 1 postponed match"):
            put_off_match(match=other, seat=seat_of(other, "Ben"), **put)
        # Others may ask for either side, and a side that has asked may ask again.
        put_off_match(
            by=link_holder(cast, "Eve"), match=other, seat=seat_of(other, "Eve"), until=until
        )
        put_off_match(by=cast.who("ann"), match=third, seat=None, until=until)
        later: dict[str, Any] = {"by": link_holder(cast, "Ben"), "until": date(2026, 12, 20)}
        put_off_match(match=one, seat=seat_of(one, "Ben"), **later)


@pytest.mark.parametrize(
    ("until", "why"),
    [
        (date(2026, 10, 6), "in the future"),
        (date(2026, 10, 11), "can be played until Sunday 11 October anyway"),
        (date(2026, 12, 21), "last catch-up day of this season is Sunday 20 December"),
    ],
)
def test_a_day_that_makes_no_sense_is_refused(
    cast: Cast, first: Match, until: date, why: str
) -> None:
    with at_noon(10, 6), pytest.raises(Refused, match=why) as refused:
        put_off_match(by=link_holder(cast, "Ben"), match=first, seat=Seat.A, until=until)
    assert refused.value.field == "until"


# --- A day agreed upon ---------------------------------------------------------------------


def test_one_side_proposes_a_day_and_the_other_agrees(cast: Cast, first: Match) -> None:
    ben, other = seat_of(first, "Ben"), Seat(1 - seat_of(first, "Ben"))
    with at_noon(10, 6):
        offer = offer_date(
            by=link_holder(cast, "Ben"),
            match=first,
            seat=ben,
            on=date(2026, 10, 8),
            at=time(20),
            place="Ben’s",
        )
        with pytest.raises(Stale):
            answer_date(by=link_holder(cast, "Ben"), offer=offer, seat=ben, takes=True)
        answer_date(by=link_holder(cast, "Cat"), offer=offer, seat=other, takes=True)
        dated = now_of(first).dated
        assert (dated.on, dated.at, dated.place) == (date(2026, 10, 8), time(20), "Ben’s")
        with pytest.raises(Stale):
            answer_date(by=link_holder(cast, "Cat"), offer=offer, seat=other, takes=False)
        league = dated.week.league
        undo_last(cast, league)
        assert now_of(first).dated.on is None
        assert now_of(first).offer == offer


def test_another_day_takes_the_place_of_the_first(cast: Cast, first: Match) -> None:
    by = link_holder(cast, "Ben")
    with at_noon(10, 6):
        old = offer_date(by=by, match=first, seat=Seat.A, on=date(2026, 10, 7))
        new = offer_date(by=by, match=first, seat=Seat.B, on=date(2026, 10, 8))
        old.refresh_from_db()
        assert old.state == DateOffer.State.REPLACED
        assert now_of(first).offer == new
        for day, why in ((5, "in the future"), (12, "last day for this match")):
            with pytest.raises(Refused, match=why):
                offer_date(by=by, match=first, seat=Seat.A, on=date(2026, 10, day))


def test_the_league_sets_a_day_and_a_later_one_is_the_last(cast: Cast, first: Match) -> None:
    with at_noon(10, 6):
        fix_date(by=cast.who("ann"), match=first, on=date(2026, 10, 20), at=time(19))
        assert state_at(first, 10, 20) is PUT_OFF
        assert state_at(first, 10, 21) is OVERDUE
        with pytest.raises(Refused, match="last catch-up day"):
            fix_date(by=cast.who("ann"), match=first, on=date(2026, 12, 21))


# --- Both sides absent ---------------------------------------------------------------------


def claim_walkover(cast: Cast, match: Match) -> NoShowClaim:
    return claim_no_show(by=link_holder(cast, "Ben"), match=match, seat=seat_of(match, "Ben"))


def test_who_admits_it_forfeits(cast: Cast, first: Match) -> None:
    ben = seat_of(first, "Ben")
    with at_noon(10, 6):
        claim = claim_walkover(cast, first)
        assert state_at(first, 10, 6) is DatedState.CLAIMED
        with pytest.raises(Refused, match="already been reported"):
            claim_walkover(cast, first)
        with pytest.raises(Stale):
            answer_no_show(by=link_holder(cast, "Ben"), claim=claim, seat=ben, admits=True)
        answer_no_show(by=link_holder(cast, "Cat"), claim=claim, seat=Seat(1 - ben), admits=True)
    assert ending_of(first) == ("walkover", ben)
    undo_last(cast, now_of(first).dated.week.league)
    assert ending_of(first) == ("", None)
    assert now_of(first).claim == claim


def test_who_denies_it_leaves_it_to_a_person(cast: Cast, first: Match) -> None:
    ben = seat_of(first, "Ben")
    with at_noon(10, 6):
        claim = claim_walkover(cast, first)
        answer_no_show(
            by=link_holder(cast, "Cat"),
            claim=claim,
            seat=Seat(1 - ben),
            admits=False,
            answer="I was there at eight.",
        )
    with at_noon(10, 30):
        settle_now()
        assert state_at(first, 10, 30) is DatedState.CLAIMED
        forfeit_match(by=cast.who("ann"), match=first, winner=None)
    claim.refresh_from_db()
    assert claim.state == NoShowClaim.State.DECIDED
    assert ending_of(first) == ("forfeit", None)


def test_a_match_that_is_played_after_all_has_no_claim_to_answer(cast: Cast, first: Match) -> None:
    with at_noon(10, 6):
        claim = claim_walkover(cast, first)
        win_match(first)
        assert now_of(first).claim is None
        with pytest.raises(Refused, match="already finished"):
            withdraw_no_show(by=cast.who("ann"), claim=claim)


def test_no_claim_before_the_week_or_the_day_agreed_upon(cast: Cast, first: Match) -> None:
    with at_noon(10, 2), pytest.raises(Refused, match="week of this match"):
        claim_walkover(cast, first)
    with at_noon(10, 6):
        fix_date(by=cast.who("ann"), match=first, on=date(2026, 10, 9))
        with pytest.raises(Refused, match="You agreed on a later day"):
            claim_walkover(cast, first)


def test_a_claim_is_taken_back(cast: Cast, first: Match) -> None:
    with at_noon(10, 6):
        claim = claim_walkover(cast, first)
        withdraw_no_show(by=link_holder(cast, "Ben"), claim=claim)
        assert state_at(first, 10, 6) is DUE
        with pytest.raises(Stale):
            withdraw_no_show(by=link_holder(cast, "Ben"), claim=claim)


# --- Time runs out -------------------------------------------------------------------------


def settle_now() -> int:
    return settle_all(now=timezone.now())


def test_a_match_neither_side_tried_to_play_is_void_once(cast: Cast, first: Match) -> None:
    league = now_of(first).dated.week.league
    with at_noon(10, 11):
        assert settle_now() == 0
    with at_noon(10, 12):
        assert settle_now() == 2  # both matches of that week
        assert settle_now() == 0
    assert ending_of(first) == ("annulled", None)
    assert points_by_name(league)["Ben"] == (0, 0)
    undo_last(cast, league)
    undo_last(cast, league)
    with at_noon(10, 12):
        assert settle_now() == 0  # an undo means that it is to be played


def test_a_match_neither_side_tried_to_play_may_be_lost_by_both(cast: Cast) -> None:
    """It is a game of each, so no total is projected for a game never tried."""
    with at_noon(10, 6):
        league = open_matches(cast, matches=MatchLeague(unplayed_is_lost=True))
        match = match_of(league, "Ben", "Cat")
    with at_noon(12, 1):
        settle_now()
    assert ending_of(match) == ("forfeit", None)
    assert points_by_name(league)["Ben"] == (0, 3)
    assert league.event
    event = Event.objects.get(pk=league.event.pk)
    assert result_at(event.pk, event.revision).meetings == [], "no one beat anyone"


@pytest.mark.parametrize(("at_once", "ending"), [(False, ""), (True, "walkover")])
def test_who_was_ready_is_given_the_match_only_where_the_league_wants_that(
    cast: Cast, at_once: bool, ending: str
) -> None:
    with at_noon(10, 6):
        league = open_matches(cast, matches=MatchLeague(forfeits_at_once=at_once))
        match = match_of(league, "Ben", "Cat")
        seat = seat_of(match, "Ben")
        last = now_of(match).dated.due_on
        offer_date(by=link_holder(cast, "Ben"), match=match, seat=seat, on=last)
    with at_noon(12, 1):
        settle_now()
    assert ending_of(match)[0] == ending


def test_a_claim_without_an_answer_is_settled_after_its_hours(cast: Cast) -> None:
    with at_noon(10, 6):
        league = open_matches(cast, matches=MatchLeague(forfeits_at_once=True))
        match = match_of(league, "Ben", "Cat")
        fix_date(by=cast.who("ann"), match=match, on=date(2026, 10, 6))
        claim_walkover(cast, match)
    with at_noon(10, 8, hour=11):
        assert settle_now() == 0
    with at_noon(10, 8):
        assert settle_now() == 1
    assert ending_of(match) == ("walkover", seat_of(match, "Ben"))


def test_a_match_that_was_put_off_is_not_void_before_its_day(cast: Cast, first: Match) -> None:
    with at_noon(10, 6):
        put_off_match(by=link_holder(cast, "Ben"), match=first, seat=Seat.A, until=LATER)
    with at_noon(10, 19):
        settle_now()
    assert ending_of(first) == ("", None)
    with at_noon(10, 20):
        settle_now()
    assert ending_of(first) == ("annulled", None)


# --- What a forfeit pays -------------------------------------------------------------------


@pytest.mark.parametrize("ending", ["played", "totals"])
def test_a_forfeit_pays_a_clean_win_and_no_more_than_a_win_on_average(
    cast: Cast, first: Match, ending: str
) -> None:
    league = now_of(first).dated.week.league
    ben = seat_of(first, "Ben")
    forfeit_match(by=cast.who("ann"), match=first, winner=ben)
    assert points_by_name(league)["Ben"] == (8, 1)
    undo_last(cast, league)
    played = match_of(league, "Eve", "Fay")
    MatchSide.objects.filter(match=played, seat=0).update(points=5)
    MatchSide.objects.filter(match=played, seat=1).update(points=3)
    Match.objects.filter(pk=played.pk).update(state="finished", ending=ending, winner=0)
    forfeit_match(by=cast.who("ann"), match=first, winner=ben)
    assert points_by_name(league)["Ben"] == (5, 1)


def test_points_for_a_forfeit_are_a_setting(cast: Cast) -> None:
    league = open_matches(cast, matches=MatchLeague(forfeit_points=3))
    match = match_of(league, "Ben", "Cat")
    forfeit_match(by=cast.who("ann"), match=match, winner=seat_of(match, "Cat"))
    assert points_by_name(league)["Cat"] == (3, 1)
    assert points_by_name(league)["Ben"] == (0, 1)


def test_both_forfeit_and_it_counts_as_played(cast: Cast, first: Match) -> None:
    league = now_of(first).dated.week.league
    forfeit_match(by=cast.who("ann"), match=first, winner=None)
    assert points_by_name(league)["Ben"] == (0, 1)
    assert state_at(first, 10, 30) is DatedState.FORFEITED
    assert log_lines(league)[-1].endswith("as a forfeit by both sides.")


def test_a_void_match_counts_for_no_one(cast: Cast, first: Match) -> None:
    league = now_of(first).dated.week.league
    void_match(by=cast.who("ann"), match=first)
    assert points_by_name(league)["Ben"] == (0, 0)
    with pytest.raises(Refused, match="already finished"):
        void_match(by=cast.who("ann"), match=first)
    undo_last(cast, league)
    assert ending_of(first) == ("", None)
