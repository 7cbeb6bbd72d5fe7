"""A player arranges a match on their own page, by link and by account."""

from typing import Any

import pytest
from django.test import Client

from leagues.models import League, Match
from leagues.models.unplayed import DateOffer, NoShowClaim
from tests.cast import Cast
from tests.leagues.leagues.match_leagues import open_matches
from tests.leagues.leagues.unplayed import at_noon, match_of, now_of, player_by_name
from tests.scenes import scene

pytestmark = pytest.mark.django_db


@scene
def league(cast: Cast) -> League:
    """Cat has her link, Ben his account."""
    with at_noon(9, 28):
        return open_matches(cast, {"": (cast.ben_plays.name, cast.cat_plays.name)})


@scene
def match(cast: Cast, league: League) -> Match:
    return match_of(league, cast.ben_plays.name, cast.cat_plays.name)


def post_act(cast: Cast, match: Match, who: str, act: str, **typed: Any) -> Any:
    if who == "cat":
        browser, path = Client(), f"/me/{cast.cats_token}/matches/{match.pk}/{act}/"
    else:
        browser, path = cast.browser_of("ben"), f"/me/matches/{match.pk}/{act}/"
    return browser.post(path, typed, follow=True)


def test_put_off_by_link_and_read_by_the_other(cast: Cast, match: Match) -> None:
    with at_noon(10, 6):
        page = post_act(cast, match, "cat", "put-off", until="2026-10-19", reason="at sea")
        assert "The match is postponed." in page.content.decode()
        other = cast.browser_of("ben").get(f"/me/matches/{match.pk}/")
    text = other.content.decode()
    assert "Postponed until Mon 19 Oct" in text
    assert "at sea" in text


@pytest.mark.parametrize(
    ("act", "typed", "error"),
    [
        ("put-off", {"until": "2026-10-11", "reason": "ill"}, "Choose a later day"),
        ("put-off", {"until": "2026-10-19", "reason": " "}, "Give a reason"),
        ("put-off", {"until": "soon", "reason": "ill"}, "Enter the day as"),
        ("put-off", {"until": "0001-01-01", "reason": "ill"}, "too far away"),
        ("offer", {"on": ""}, "Choose a day."),
        ("offer", {"on": "2026-10-12"}, "To play later, postpone the match"),
        ("offer", {"on": "2026-10-08", "at": "8 pm"}, "Enter the time as"),
        ("agree", {}, "Something has changed"),
        ("admit", {}, "Something has changed"),
    ],
)
def test_nonsense_is_refused_and_stays_in_the_form(
    cast: Cast, match: Match, act: str, typed: dict[str, str], error: str
) -> None:
    with at_noon(10, 6):
        page = post_act(cast, match, "cat", act, **typed)
    assert page.status_code == 422
    assert error in page.content.decode()
    for value in typed.values():
        assert value.strip() in page.content.decode()


@pytest.mark.long
def test_a_day_is_proposed_and_agreed_upon(cast: Cast, match: Match) -> None:
    with at_noon(10, 6):
        post_act(cast, match, "cat", "offer", on="2026-10-08", at="20:00", place="Bar")
        asked = cast.browser_of("ben").get(f"/me/matches/{match.pk}/")
        assert "would like to play on Thursday 8 October" in asked.content.decode()
        page = post_act(cast, match, "ben", "agree")
    agreed = " ".join(page.content.decode().split())
    assert "<dt>Agreed for</dt> <dd> Thursday 8 October, 20:00 </dd>" in agreed
    assert "<dt>Where</dt> <dd> Bar </dd>" in agreed
    assert now_of(match).offers[0].state == DateOffer.State.TAKEN


@pytest.mark.long
def test_a_player_reported_absent_answers(cast: Cast, match: Match) -> None:
    with at_noon(10, 6):
        post_act(cast, match, "cat", "claim")
        page = cast.browser_of("ben").get(f"/me/matches/{match.pk}/")
        assert "reported that you didn’t come" in page.content.decode()
        post_act(cast, match, "ben", "withdraw")
        assert now_of(match).claim
        page = post_act(cast, match, "ben", "deny", answer="I was.")
    assert "An organiser of the league will decide" in page.content.decode()
    claim = NoShowClaim.objects.get()
    assert (claim.state, claim.answer) == (NoShowClaim.State.DENIED, "I was.")


def test_no_one_acts_on_a_match_of_others(cast: Cast, match: Match) -> None:
    dan = cast.browser_of("dan").post(f"/me/matches/{match.pk}/claim/")
    assert dan.status_code == 404
    assert post_act(cast, match, "cat", "dance").status_code == 404
    assert player_by_name(cast.cat_plays.name).pk
