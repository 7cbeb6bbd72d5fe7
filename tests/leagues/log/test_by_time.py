"""The log of acts that no one did: deadlines and claims that ran out."""

from typing import Any

import pytest
from django.utils import timezone

from leagues.actions.leagues.unplayed.deadlines import settle_deadlines
from leagues.actions.leagues.unplayed.no_shows import claim_no_show
from leagues.actions.log.sentences import by_time
from leagues.models import Action
from leagues.stages.match_league import MatchLeague
from leagues.views.desk.log import author_name
from tests.cast import Cast
from tests.leagues.leagues.match_leagues import open_matches
from tests.leagues.leagues.unplayed import at_noon, link_holder, match_of, seat_of

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("verb", "facts", "who"),
    [
        ("let_stand", {"minutes": 3 * 24 * 60}, "After 3 days without an answer"),
        ("let_stand", {"minutes": 24 * 60}, "After 1 day without an answer"),
        ("let_stand", {"minutes": 120}, "After 2 hours without an answer"),
        ("let_stand", {"minutes": 5}, "After 5 minutes without an answer"),
        ("settle_match", {"silent_hours": 48}, "After 2 days without an answer"),
        ("settle_match", {}, "After the last day"),
        ("offer_place", {}, "In turn"),
        ("pass_on_places", {}, "When the time to answer ran out"),
        ("enter_totals", {}, ""),
        ("no such verb", {}, ""),
    ],
)
def test_who_did_it(verb: str, facts: dict[str, Any], who: str) -> None:
    assert by_time(verb, facts) == who


def test_a_deadline_and_an_unanswered_claim_name_time_as_the_doer(cast: Cast) -> None:
    with at_noon(9, 28):
        rule = MatchLeague(catch_up_every=2, forfeits_at_once=True)
        league = open_matches(cast, {"": ("Ben", "Cat", "Eve")}, matches=rule)
    match = match_of(league, "Ben", "Cat")
    with at_noon(12, 1):
        claim_no_show(by=link_holder(cast, "Ben"), match=match, seat=seat_of(match, "Ben"))
    with at_noon(12, 3):
        assert settle_deadlines(league=league, now=timezone.now()) == 3
        page = cast.browser_of("ann").get(f"/desk/leagues/{league.slug}/log/")
    lines = Action.objects.filter(verb="settle_match").order_by("details__match")
    tellers = {author_name(each) for each in lines}
    assert tellers == {"After 2 days without an answer", "After the last day"}
    shown = page.content.decode()
    assert "After 2 days without an answer" in shown
    assert "Somebody" not in shown


def test_a_persons_act_has_their_name(cast: Cast) -> None:
    with at_noon(9, 28):
        league = open_matches(cast, {"": ("Ben", "Cat")})
    line = Action.objects.filter(details__league=league.pk).latest("pk")
    assert author_name(line) == cast.ann.get_full_name()
