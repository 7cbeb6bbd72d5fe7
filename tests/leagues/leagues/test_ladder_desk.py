"""Ladder challenges at the desk: entered, withdrawn and undone."""

import re
from typing import Any

import pytest

from leagues.actions.leagues.kinds.ladder import withdraw_challenge
from leagues.actions.log.undo import undo
from leagues.actions.refusal import Refused
from leagues.models import Action, League, Match
from leagues.reads.leagues.kinds.ladder import ladder_of
from tests.cast import Cast
from tests.leagues.leagues.match_leagues import open_matches
from tests.leagues.leagues.test_ladder import entry_of, ladder_order, make_challenge, open_ladder
from tests.leagues.leagues.tonights import win_match
from tests.leagues.leagues.unplayed import at_noon
from tests.scenes import scene

pytestmark = pytest.mark.django_db


@scene
def league(cast: Cast) -> League:
    """A ladder of A, B, D, E and Cat, in this order."""
    with at_noon(10, 1):
        return open_ladder(cast)


def enter_challenge(cast: Cast, league: League, **typed: Any) -> Any:
    with at_noon(10, 6):
        address = f"/desk/leagues/{league.slug}/challenge/"
        return cast.browser_of("ann").post(address, typed, follow=True)


def test_the_desk_challenges_for_two_people(cast: Cast, league: League) -> None:
    dee, bea = entry_of(league, "D"), entry_of(league, "B")
    page = enter_challenge(cast, league, entry=dee.pk, other=bea.pk)

    assert "D has challenged B." in page.text
    line = ladder_of(league).lines[2]
    assert line.is_challenger
    assert line.against == bea


def test_the_ladder_lies_beside_the_form_of_a_challenge(cast: Cast, league: League) -> None:
    with at_noon(10, 6):
        page = cast.browser_of("ann").get(f"/desk/leagues/{league.slug}/challenge/").text

    rungs = page[page.index("<table") : page.index("</table>")]
    assert re.findall(r"may challenge ([\d, ]*\d)", rungs) == ["1", "1, 2", "1, 2, 3", "2, 3, 4"]


def test_the_desk_of_a_ladder_begins_with_its_challenges(cast: Cast, league: League) -> None:
    dee, bea = entry_of(league, "D"), entry_of(league, "B")
    page = enter_challenge(cast, league, entry=dee.pk, other=bea.pk).text

    assert page.index("Challenges") < page.index("Enter a challenge") < page.index("of 1 played")
    assert "Week" not in page


@pytest.mark.parametrize(
    ("two", "error"),
    [("BD", "someone above you"), ("CA", "at most 3 places"), ("  ", "Choose a player")],
)
def test_the_rules_hold_at_the_desk_too(cast: Cast, league: League, two: str, error: str) -> None:
    typed = {
        name: entry_of(league, letter).pk if letter.strip() else "99999999999999999999"
        for name, letter in zip(("entry", "other"), two, strict=True)
    }
    page = enter_challenge(cast, league, **typed)
    assert page.status_code == 422
    assert error in page.text
    assert not Match.objects.exists()


@pytest.mark.long
def test_a_withdrawn_challenge_changes_no_place_and_may_be_made_again(
    cast: Cast, league: League
) -> None:
    match = make_challenge(cast, league, "DB")
    address = f"/desk/leagues/{league.slug}/"
    with at_noon(10, 7):
        ann = cast.browser_of("ann")
        assert "D has challenged B, until" in ann.get(address).text
        page = ann.post(f"{address}matches/{match.number}/withdraw/", follow=True)
        assert "The challenge is withdrawn." in page.text
        assert "Withdrew the challenge D – B." in ann.get(f"{address}log/").text
    assert ladder_order(league) == "ABDEC"
    assert ladder_of(league).ladder.open == ()

    with at_noon(10, 7):
        undo(by=cast.who("ann"), action=Action.objects.latest("pk"))
        assert len(ladder_of(league).ladder.open) == 1
        withdraw_challenge(by=cast.who("ann"), match=match)
    make_challenge(cast, league, "DB")
    assert len(ladder_of(league).ladder.open) == 1


def test_what_was_played_or_is_no_challenge_is_not_withdrawn(cast: Cast, league: League) -> None:
    match = make_challenge(cast, league, "DB")
    win_match(match, 0)
    with pytest.raises(Refused, match="already finished"):
        withdraw_challenge(by=cast.who("ann"), match=match)
    other = open_matches(cast)
    drawn = Match.objects.filter(event=other.event, dated__isnull=False)[0]
    with pytest.raises(Refused, match="isn’t a ladder challenge"):
        withdraw_challenge(by=cast.who("ann"), match=drawn)


def test_only_a_ladder_has_challenges(cast: Cast) -> None:
    league = open_matches(cast)
    page = cast.browser_of("ann").get(f"/desk/leagues/{league.slug}/challenge/")
    assert page.status_code == 404
