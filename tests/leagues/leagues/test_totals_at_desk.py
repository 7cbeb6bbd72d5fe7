"""The desk enters, corrects and undoes totals such as "5–3, 20s 6–4" for a league's match."""

from dataclasses import replace
from typing import Any
from uuid import uuid4

import pytest
import time_machine

from leagues.actions.log.undo import undo
from leagues.models import Action, Event, League, Match, TotalsReport
from leagues.reads import Sheet
from leagues.reads.play.typed_cards import Totals
from scoring.sides import BySeat
from tests.cast import Cast
from tests.leagues.leagues.match_leagues import matches_in_order, open_matches
from tests.leagues.leagues.test_match_desk import at_desk
from tests.leagues.leagues.test_match_league_pages import toronto_time
from tests.leagues.leagues.test_totals import RULE, report_totals, results_of
from tests.scenes import scene


@scene(made=toronto_time(1), now=toronto_time(6))
def league(cast: Cast) -> League:
    return open_matches(cast, matches=RULE)


@pytest.fixture
def match(league: League) -> Match:
    return matches_in_order(league)[0]


def match_path(match: Match, act: str = "") -> str:
    return f"matches/{match.number}/{act}"


def enter_at_desk(cast: Cast, league: League, match: Match, **typed: Any) -> Any:
    sent = {"key": str(uuid4()), "picked": "5-3"} | typed
    page = at_desk(cast, league, match_path(match, "totals/"), **sent)
    match.refresh_from_db()
    return page


def log_of(cast: Cast, league: League) -> str:
    text: str = at_desk(cast, league, "log/").content.decode()
    return text


def test_the_desk_enters_a_result_and_both_sides_have_confirmed_it(
    cast: Cast, league: League, match: Match
) -> None:
    page = at_desk(cast, league, match_path(match))
    form = page.context["forms"]["totals"]
    one, other = form.names
    assert form.fields["my_twenties"].label == f"20s of {one}"
    assert form.fields["their_twenties"].label == f"20s of {other}"
    page = enter_at_desk(cast, league, match, my_twenties="6", their_twenties="4")
    assert page.redirect_chain[-1][0].endswith(match_path(match))
    text = page.content.decode()
    assert "The result is saved." in text
    assert "The desk" in text
    assert results_of(match) == [(5, 6, True), (3, 4, True)]
    entered = f"Entered the result: {one} – {other}, 5–3."
    assert entered in log_of(cast, league)
    assert entered in at_desk(cast, league).content.decode()

    act = Action.objects.get(verb="enter_totals")
    assert entered in at_desk(cast, league, f"log/{act.pk}/undo/").content.decode()
    undo(by=cast.who("ann"), action=act)
    assert f"Undid: {entered}" in log_of(cast, league)


def test_from_the_weeks_and_back_to_them(cast: Cast, league: League, match: Match) -> None:
    weeks = at_desk(cast, league, "matches/").content.decode()
    assert f"{match_path(match)}?back=weeks#result" in weeks
    assert "Enter result" in weeks
    page = enter_at_desk(cast, league, match, back="weeks")
    assert page.redirect_chain[-1][0].endswith(f"matches/#match-{match.number}")
    assert "1 match is finished" in page.content.decode()


@pytest.mark.parametrize(
    ("typed", "field", "why"),
    [
        ({"picked": ""}, "picked", "Tap the result."),
        ({"my_twenties": "6"}, "their_twenties", "Enter 20s for both"),
        ({"my_twenties": "99", "their_twenties": "0"}, None, "20s of a side must be from"),
    ],
)
def test_missing_or_impossible_totals_are_refused_as_on_the_phone(
    cast: Cast, league: League, match: Match, typed: Any, field: str | None, why: str
) -> None:
    page = enter_at_desk(cast, league, match, **typed)
    assert page.status_code == 422
    form = page.context["forms"]["totals"]
    errors = form.errors[field] if field else form.non_field_errors()
    assert why in errors[0]
    assert form["my_twenties"].value() == typed.get("my_twenties")
    assert not TotalsReport.objects.exists()


@pytest.mark.long
def test_a_correction_shows_the_earlier_result_and_is_undone(
    cast: Cast, league: League, match: Match
) -> None:
    enter_at_desk(cast, league, match, my_twenties="6", their_twenties="4")
    page = at_desk(cast, league, match_path(match))
    assert page.context["forms"]["totals"].initial["picked"] == "5-3"
    page = enter_at_desk(cast, league, match, picked="2-6")
    assert "2–6 instead of 5–3" in page.content.decode()
    assert results_of(match) == [(2, None, True), (6, None, True)]
    last = Action.objects.filter(verb="enter_totals").latest("pk")
    assert f"/log/{last.pk}/undo/" in page.content.decode()
    undo(by=cast.who("ann"), action=last)
    assert results_of(match) == [(5, 6, True), (3, 4, True)]
    assert "Undone" in at_desk(cast, league, match_path(match)).content.decode()


def test_the_desk_confirms_what_a_side_entered(cast: Cast, league: League, match: Match) -> None:
    report_totals(match, 0, Totals(BySeat(5, 3)))
    enter_at_desk(cast, league, match)
    assert results_of(match) == [(5, None, True), (3, None, True)]
    assert "Confirmed the result: " in log_of(cast, league)


def test_the_desk_corrects_what_silence_has_confirmed(
    cast: Cast, league: League, match: Match
) -> None:
    report_totals(match, 0, Totals(BySeat(5, 3)))
    with time_machine.travel(toronto_time(20)):
        enter_at_desk(cast, league, match, picked="4-4")
    assert results_of(match)[0][0] == 4


@pytest.mark.long
def test_where_every_round_is_entered_there_is_no_such_form(
    cast: Cast, league: League, match: Match
) -> None:
    kept = replace(RULE, totals=False).to_dict()
    League.objects.filter(pk=league.pk).update(matches=kept)
    page = at_desk(cast, league, match_path(match))
    assert page.context["forms"]["totals"] is None
    assert enter_at_desk(cast, league, match).status_code == 404
    assert "Enter result" not in at_desk(cast, league, "matches/").content.decode()


def test_where_rounds_are_entered_the_result_is_theirs(
    cast: Cast, league: League, match: Match
) -> None:
    match.rounds.create(game=1, number=1, first=0, points=[2, 0])
    assert enter_at_desk(cast, league, match).status_code == 404


def test_games_to_100_are_typed(cast: Cast, league: League, match: Match) -> None:
    kept = Sheet.named("conventional-singles").to_dict()
    Event.objects.filter(league=league).update(rules=kept)
    form = at_desk(cast, league, match_path(match)).context["forms"]["totals"]
    assert form.fields["mine"].label.startswith("Points of ")
    page = enter_at_desk(cast, league, match, mine="105", theirs="85")
    assert page.status_code == 200
    assert results_of(match)[0][0] == 105
