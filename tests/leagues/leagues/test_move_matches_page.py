"""Moving matches in the desk's list of weeks: single ones or a week, warning and undo."""

from dataclasses import replace
from datetime import date
from typing import Any

import pytest
from django.test import Client

from leagues.models import Action, DatedMatch, Event, League, Night
from leagues.stages.match_league import MatchLeague
from tests.cast import Cast
from tests.leagues.leagues.match_leagues import MONDAYS, open_matches
from tests.leagues.leagues.unplayed import at_noon
from tests.scenes import scene

pytestmark = pytest.mark.django_db


@scene
def league(cast: Cast) -> League:
    """Four players. Weeks 1, 2 and 4 have two matches each, week 3 has none."""
    with at_noon(9, 28):
        return open_matches(cast)


def week_of(league: League, number: int) -> Night:
    return league.nights.in_order()[number - 1]


def match_keys(league: League, number: int) -> list[int]:
    here = week_of(league, number).dated_matches.order_by("match")
    return list(here.values_list("match", flat=True))


def post_move(cast: Cast, league: League, **typed: Any) -> Any:
    address = f"/desk/leagues/{league.slug}/matches/"
    with at_noon(9, 28):
        return cast.browser_of("ann").post(address, typed, follow=True)


def test_three_empty_weeks_follow_the_last_match(cast: Cast) -> None:
    with at_noon(9, 28):
        league = open_matches(cast, calendar=replace(MONDAYS, last=date(2027, 3, 29)))
        page: Any = cast.browser_of("ann").get(f"/desk/leagues/{league.slug}/matches/")

    weeks = [bool(week.matches) for week in page.context_data["weeks"]]
    assert weeks == [True, True, False, True, False, False, False]


def test_a_ticked_match_is_moved_to_a_free_week_at_once(cast: Cast, league: League) -> None:
    one, other = match_keys(league, 1)
    page = post_move(cast, league, match=[one], week=week_of(league, 3).pk)

    assert "1 match moved to the week of Monday 19 October." in page.text
    assert match_keys(league, 3) == [one]
    assert match_keys(league, 1) == [other]


def test_who_would_have_two_matches_is_named_before_anything_moves(
    cast: Cast, league: League
) -> None:
    one = match_keys(league, 1)[0]
    second = week_of(league, 2)
    page = post_move(cast, league, match=[one], week=second.pk)

    assert page.status_code == 200
    assert "would have 2 matches on Monday 12 October" in page.text
    assert page.context["ticked"] == {"match": [one], "whole": []}
    assert one in match_keys(league, 1)

    page = post_move(cast, league, match=[one], week=second.pk, anyway="1")
    assert one in match_keys(league, 2)
    assert "has 2 matches on Monday 12 October" in page.text


def test_a_whole_week_moves_with_all_that_is_to_play(cast: Cast, league: League) -> None:
    both = match_keys(league, 1)
    page = post_move(cast, league, whole=[week_of(league, 1).pk], week=week_of(league, 3).pk)

    assert "2 matches moved" in page.text
    assert match_keys(league, 3) == both
    assert match_keys(league, 1) == []


def test_no_player_is_named_where_two_a_week_are_usual(cast: Cast) -> None:
    with at_noon(9, 28):
        league = open_matches(cast, matches=MatchLeague(a_week=2))
    last = league.nights.in_order().filter(dated_matches__isnull=False).last()
    page = post_move(cast, league, match=[match_keys(league, 1)[0]], week=last.pk)  # type: ignore[union-attr]
    assert "1 match moved" in page.text


@pytest.mark.long
def test_the_move_is_taken_back_from_the_page(cast: Cast, league: League) -> None:
    one = match_keys(league, 1)[0]
    before = DatedMatch.objects.values().get(match=one)
    page = post_move(cast, league, match=[one], week=week_of(league, 3).pk)
    line = Action.objects.get(verb="move_matches")
    undo = f"/desk/leagues/{league.slug}/log/{line.pk}/undo/"
    assert undo in page.text

    with at_noon(9, 28):
        after = cast.browser_of("ann").post(undo, follow=True)
        assert "Undone: " in after.content.decode()
        assert DatedMatch.objects.values().get(match=one) == before
        page = cast.browser_of("ann").get(f"/desk/leagues/{league.slug}/matches/")
    assert undo not in page.text


def test_phones_and_public_pages_follow(cast: Cast, league: League) -> None:
    public = f"/leagues/{league.slug}/"
    one = match_keys(league, 1)[0]

    def shown() -> list[list[int]]:
        with at_noon(9, 28):
            weeks = Client().get(public).context["season"].weeks
        return [[each.match.pk for each in w.matches] for w in weeks[:3]]

    before = shown()
    revision = Event.objects.get(league=league).revision
    post_move(cast, league, match=[one], week=week_of(league, 3).pk)

    assert one in before[0]
    assert shown()[2] == [one]
    assert Event.objects.get(league=league).revision > revision


@pytest.mark.parametrize(
    ("typed", "error"),
    [
        ({"week": "1"}, "Tick the matches"),
        ({"match": "1", "week": "x"}, "Choose a week."),
        ({"match": "nonsense", "week": "1"}, ""),
        ({"whole": "9999999", "week": "1"}, ""),
        ({"match": "99999999999999999999", "week": "1"}, ""),
        ({"match": "1", "week": "0"}, "These matches are already in that week"),
    ],
)
def test_an_impossible_move_is_refused(
    cast: Cast, league: League, typed: dict[str, str], error: str
) -> None:
    sent = dict(typed)
    if sent.get("week") in ("0", "1"):
        sent["week"] = str(week_of(league, 1).pk)
    if sent.get("match") == "1":
        sent["match"] = str(match_keys(league, 1)[0])
    page = post_move(cast, league, **sent)
    assert page.status_code == 422
    assert error in page.text


def test_a_cancelled_week_takes_none(cast: Cast, league: League) -> None:
    empty = week_of(league, 3)
    Night.objects.filter(pk=empty.pk).update(is_cancelled=True)
    page = post_move(cast, league, match=[match_keys(league, 1)[0]], week=empty.pk)
    assert page.status_code == 422
    assert "Choose a week." in page.text
