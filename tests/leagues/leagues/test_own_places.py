"""A player's own page: place, points and nights in each league, and past events folded."""

import re

import pytest
import time_machine
from django.test import Client

from leagues.models import Event
from leagues.reads.play.typed_cards import Totals
from scoring.sides import BySeat
from tests.cast import Cast
from tests.leagues.leagues.match_leagues import open_matches
from tests.leagues.leagues.mondays import Mondays
from tests.leagues.leagues.test_match_league_pages import toronto_time
from tests.leagues.leagues.test_totals import RULE, report_totals
from tests.scenes import scene

pytestmark = pytest.mark.django_db
CAT = "Cat van der Berg"


@scene(made=toronto_time(1), now=toronto_time(12))
def mondays(cast: Cast) -> Mondays:
    """Three nights, one of them over: Cat won 8–0 and is first among the members."""
    mondays = Mondays.open(cast, CAT, "Flo", "Gus")
    mondays.play(1, (CAT, "Flo", 8, 0))
    return mondays


def own_page(cast: Cast) -> str:
    page = Client().get(f"/me/{cast.cats_token}/").content.decode()
    return " ".join(re.sub("</?(time|b|span|strong)[^>]*>", "", page).split())


def test_my_place_points_and_nights_stand_on_my_page(mondays: Mondays) -> None:
    text = own_page(mondays.cast)

    assert "Place 1 of 3 8 points" in text
    assert "1 night played, 1 counted · next on Mon 12 Oct, 19:30" in text
    assert f"/leagues/{mondays.league.slug}/players/{mondays.cast.cat_plays.pk}/" in text


def test_before_the_first_night_there_is_no_place(cast: Cast) -> None:
    with time_machine.travel(toronto_time(1)):
        Mondays.open(cast, CAT, "Flo")
        text = own_page(cast)

    assert "0 nights played" in text
    assert "Place " not in text


def test_a_league_of_matches_tells_the_place_as_well(cast: Cast) -> None:
    with time_machine.travel(toronto_time(1)):
        league = open_matches(cast, {"": (CAT, "Eve", "Fay")}, matches=RULE)
    assert league.event is not None
    match = league.event.matches.filter(sides__players=cast.cat_plays).first()
    assert match is not None
    with time_machine.travel(toronto_time(6)):
        seat = match.sides.get(players=cast.cat_plays).seat
        report_totals(match, seat, Totals(BySeat(*(5, 3) if seat == 0 else (3, 5))))
        text = own_page(cast)

    assert "Place 1 of 3 5 points" in text
    assert "1 match played" in text


def test_a_private_league_is_shown_to_its_members_only(mondays: Mondays) -> None:
    mondays.league.enrolments.all().delete()
    assert mondays.league.name in own_page(mondays.cast)

    mondays.league.visibility = Event.Visibility.PRIVATE
    mondays.league.save()
    assert "Your leagues" not in own_page(mondays.cast)


def test_what_is_over_is_folded(mondays: Mondays) -> None:
    mondays.play(2, (CAT, "Flo", 8, 0), state=Event.State.RUNNING)
    text = own_page(mondays.cast)

    open_list, folded = text.split("1 past event")
    assert "Monday 2" in open_list.split("Your events")[1]
    assert "Monday 1" not in open_list.split("Your events")[1]
    assert "Monday 1" in folded
