"""Changing the match rules of a running league."""

from typing import Any

import pytest
from django.utils import timezone

from leagues.actions.leagues.kinds.own_time import arrange_match
from leagues.actions.leagues.match_rules import change_match_rules
from leagues.actions.leagues.unplayed.forfeits import forfeit_match
from leagues.actions.refusal import Refused
from leagues.models import DatedMatch, Entry, Event, League
from leagues.reads.leagues.kinds.rules import rules_of
from leagues.stages.own_time import OwnTimeRules
from scoring.sides import Seat
from tests.cast import Cast
from tests.leagues.leagues.match_leagues import open_matches
from tests.leagues.leagues.series_leagues import open_games
from tests.leagues.leagues.team_leagues import meeting_of, open_teams, send_line_up
from tests.leagues.leagues.test_match_desk import at_desk
from tests.leagues.leagues.test_own_time import open_own_time
from tests.leagues.leagues.unplayed import (
    at_noon,
    match_of,
    now_of,
    points_by_name,
    seat_of,
    undo_last,
)
from tests.scenes import scene

pytestmark = pytest.mark.django_db
PATH = "settings/matches/"


@scene
def league(cast: Cast) -> League:
    with at_noon(9, 28):
        return open_matches(cast)


def form_values(page: Any, **changed: str) -> dict[str, str]:
    form = page.context["form"]
    values = {name: form[name].value() for name in form.fields}
    kept = {
        name: "on" if value is True else str(value)
        for name, value in values.items()
        if value is not None and value is not False
    }
    return {name: value for name, value in (kept | changed).items() if value}


def test_what_is_changed_holds_and_goes_back(cast: Cast, league: League) -> None:
    with at_noon(10, 6):
        page = at_desk(cast, league, PATH)
        text = page.content.decode()
        assert "The matches are drawn" in text
        assert "legs" not in page.context["form"].fields
        sent = form_values(page, most_put_off="5", days_to_play="9", totals="on")
        assert "Saved." in at_desk(cast, league, PATH, **sent).content.decode()
        league.refresh_from_db()
        rule = rules_of(league)
        assert (rule.most_put_off, rule.days_to_play, rule.totals) == (5, 9, True)
        match = match_of(league, "Ben", "Cat")
        dated = now_of(match).dated
        assert (dated.due_on - dated.week.on).days == 9
        log = at_desk(cast, league, "log/").content.decode()
        assert "how many may be postponed" in log
        undo_last(cast, league)
    league.refresh_from_db()
    assert rules_of(league).most_put_off == 2
    dated = now_of(match).dated
    assert (dated.due_on - dated.week.on).days == 6


@pytest.mark.long
@pytest.mark.parametrize("kind", ["teams", "series"])
def test_days_to_play_change_the_due_days_of_all_matches(cast: Cast, kind: str) -> None:
    with at_noon(9, 28):
        if kind == "teams":
            league = open_teams(cast)
            match = meeting_of(league, "Mill 1", "Lake")
            send_line_up(cast, league, match, "Mill 1", "Ada, Bob")
            send_line_up(cast, league, match, "Lake", "Gil, Hal")
        else:
            league = open_games(cast)
        before = due_days(league)
        page = at_desk(cast, league, PATH)
        sent = form_values(page, days_to_play="3")
        assert "Saved." in at_desk(cast, league, PATH, **sent).content.decode()
        assert due_days(league) == {3}
        undo_last(cast, league)
    assert due_days(league) == before


def due_days(league: League) -> set[int]:
    """The days allowed after the start of its week, for each match."""
    found = DatedMatch.objects.filter(match__event=league.event_id)
    return {(each.due_on - each.week.on).days for each in found.select_related("week")}


@pytest.mark.long
def test_what_a_forfeit_pays_shows_who_moves_first(cast: Cast, league: League) -> None:
    """Another event of the club is not in the list of changes."""
    with at_noon(10, 6):
        Event.objects.create(club=cast.club, name="Cup", slug="cup", starts_at=timezone.now())
        for other in ("Cat", "Eve"):
            match = match_of(league, "Ben", other)
            winner = Seat(seat_of(match, "Ben" if other == "Cat" else "Eve"))
            forfeit_match(by=cast.who("ann"), match=match, winner=winner)
        before = points_by_name(league)
        sent = form_values(at_desk(cast, league, PATH), forfeit_points="0")
        page = at_desk(cast, league, PATH, **sent)
        assert "What changes" in page.content.decode()
        assert points_by_name(league) == before
        sent |= {"shown": page.context["shown"]}
        assert "Saved." in at_desk(cast, league, PATH, **sent).content.decode()
        assert points_by_name(league)["Ben"][0] == 0
        undo_last(cast, league)
    assert points_by_name(league) == before


def test_no_change_is_not_logged_and_an_old_page_is_refused(cast: Cast, league: League) -> None:
    ann = cast.who("ann")
    kept = rules_of(league)
    assert not change_match_rules(by=ann, league=league, matches=kept)
    with pytest.raises(Refused):
        change_match_rules(by=ann, league=league, matches=kept, seen="old")


def test_the_weeks_of_a_period_stay_once_a_match_is_arranged(cast: Cast) -> None:
    with at_noon(10, 6):
        league = open_own_time(cast)
        ann, kept = cast.who("ann"), rules_of(league)
        longer = OwnTimeRules(games=3, weeks=3, times=2)
        assert change_match_rules(by=ann, league=league, matches=kept, rules=longer)
        one, other = Entry.objects.named().filter(event=league.event)[:2]
        arrange_match(by=ann, league=league, entry=one, other=other)
        sent = form_values(at_desk(cast, league, PATH), weeks="2")
        page = at_desk(cast, league, PATH, **sent)
    assert page.status_code == 422
    assert "the number of weeks per period stays 3" in page.content.decode()
