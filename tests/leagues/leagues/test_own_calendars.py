"""Calendar subscriptions of the club and of a player, and the pages that link to them."""

import pytest
from django.test import Client

from leagues.actions.entries.entries import enrol_players
from leagues.actions.events.plan import FACTS, change_event, state_of
from leagues.actions.leagues.nights.answers import answer_night
from leagues.actions.people.calendar_address import offer_calendar, revoke_calendar
from leagues.actions.people.links import revoke_link
from leagues.models import Action, Answer, Event, League, Player
from leagues.reads import sheet_of
from leagues.reads.state_marks import mark_of
from tests.cast import Cast
from tests.leagues.leagues.calendar_halls import (
    mondays_at_the_mill,
    open_event,
    own_address,
    own_calendar,
)
from tests.leagues.leagues.calendars import calendar_at
from tests.leagues.leagues.match_leagues import open_matches, player_named
from tests.leagues.leagues.mondays import Mondays
from tests.leagues.leagues.unplayed import at_noon, link_holder
from tests.leagues.play.desk_hall import NOON
from tests.scenes import scene

pytestmark = pytest.mark.django_db
CLUB = "/calendar.ics"
MONDAYS = "/leagues/mondays/calendar.ics"


@scene
def mondays(cast: Cast) -> Mondays:
    return mondays_at_the_mill(cast)


# --- The club's -----------------------------------------------------------------------------


def test_the_club_s_calendar_has_its_nights_and_its_events(mondays: Mondays) -> None:
    with at_noon(9, 1):
        open_event(mondays.cast, "Westport Open")
        found = calendar_at(CLUB)

    assert [each.title for each in found] == ["Mondays"] * 3 + ["Westport Open"]
    assert found[-1].place == "Town hall"
    assert found[-1].url == "http://testserver/events/westport-open/"


def test_what_is_not_listed_is_in_no_calendar_of_the_club(mondays: Mondays) -> None:
    open_event(mondays.cast, "Westport Open")
    Event.objects.update(visibility="unlisted")
    League.objects.update(visibility="unlisted")

    with at_noon(9, 1):
        assert calendar_at(CLUB) == []
    assert len(calendar_at(MONDAYS)) == 3


def test_a_private_league_has_no_calendar_for_strangers(mondays: Mondays) -> None:
    League.objects.update(visibility="private")

    calendar_at(MONDAYS, 404)


def test_an_event_that_is_moved_counts_it(mondays: Mondays) -> None:
    event = open_event(mondays.cast, "Westport Open")
    now = state_of(event)
    facts = {name: now[name] for name in FACTS} | {"place": "The Barn"}
    change_event(
        by=mondays.cast.who("ann"),
        event=event,
        seen=mark_of(now),
        sheet=sheet_of(event),
        boards=[],
        facts=facts,
    )

    with at_noon(9, 1):
        last = calendar_at(CLUB)[-1]
    assert (last.place, last.moves) == ("The Barn", 1)


# --- A player's own -------------------------------------------------------------------------


def test_a_player_s_own_calendar_has_their_nights_and_leaves_out_what_they_declined(
    mondays: Mondays,
) -> None:
    with at_noon(9, 1):
        answer_night(
            by=link_holder(mondays.cast, "Ben"),
            night=mondays.night(2),
            player=player_named(mondays.cast, "Ben"),
            answer=Answer.Reply.OUT,
        )
        own = own_calendar(mondays.cast, "Ben")

    assert [each.local[:10] for each in own] == ["2026-10-05", "2026-10-19"]


def test_a_player_s_own_calendar_has_their_matches_only(cast: Cast) -> None:
    with at_noon(9, 1):
        open_matches(cast)
        own = own_calendar(cast, "Ben")

    assert len(own) == 3
    assert all("Ben" in each.title for each in own)


def test_a_player_s_own_calendar_has_the_events_they_entered(cast: Cast) -> None:
    event = open_event(cast, "Open")
    enrol_players(by=cast.who("ann"), event=event, players=[player_named(cast, "Ben")])
    with at_noon(9, 1):
        assert [each.title for each in own_calendar(cast, "Ben")] == ["Open"]
        Event.objects.update(visibility="private")
        assert calendar_at(own_address(player_named(cast, "Ben"))) == []


def test_a_wrong_and_a_revoked_address_look_alike(cast: Cast) -> None:
    player, by = cast.cat_plays, cast.who("ann")
    calendar_at(f"/calendar/{player.pk}-{'0' * 32}.ics", 404)
    offer_calendar(by=by, player=player)
    old = own_address(player)
    calendar_at(old)
    revoke_calendar(by=by, player=player)
    calendar_at(old, 404)
    offer_calendar(by=by, player=player)
    calendar_at(old, 404)
    assert calendar_at(own_address(player)) == []


def test_asking_twice_keeps_the_address_and_writes_one_line(cast: Cast) -> None:
    offer_calendar(by=cast.who("ann"), player=cast.cat_plays)
    old = own_address(cast.cat_plays)
    offer_calendar(by=cast.who("ann"), player=cast.cat_plays)

    assert own_address(cast.cat_plays) == old
    assert Action.objects.filter(verb="offer_calendar").count() == 1
    for _ in range(2):
        revoke_calendar(by=cast.who("ann"), player=cast.cat_plays)
    assert Action.objects.filter(verb="revoke_calendar").count() == 1


def test_a_revoked_link_takes_the_calendar_with_it(cast: Cast) -> None:
    offer_calendar(by=cast.who("ann"), player=cast.cat_plays)
    old = own_address(cast.cat_plays)
    revoke_link(by=cast.who("ann"), player=cast.cat_plays)

    calendar_at(old, 404)


def test_a_player_in_the_bin_has_no_calendar(cast: Cast) -> None:
    offer_calendar(by=cast.who("ann"), player=cast.cat_plays)
    Player.objects.filter(pk=cast.cat_plays.pk).update(binned_at=NOON)

    calendar_at(own_address(cast.cat_plays), 404)


def test_programs_get_not_modified_when_nothing_has_changed(cast: Cast) -> None:
    offer_calendar(by=cast.who("ann"), player=cast.cat_plays)
    path = own_address(cast.cat_plays)
    first = Client().get(path)
    again = Client().get(path, headers={"If-None-Match": first["ETag"]})

    assert first["Cache-Control"] == "private, no-cache"
    assert first["X-Robots-Tag"] == "noindex, nofollow"
    assert (again.status_code, again.content) == (304, b"")


# --- On pages -------------------------------------------------------------------------------


def test_pages_say_how_to_subscribe(mondays: Mondays) -> None:
    page = Client().get("/leagues/mondays/").content.decode()
    assert 'href="webcal://testserver/leagues/mondays/calendar.ics"' in page
    assert 'value="http://testserver/leagues/mondays/calendar.ics"' in page
    with at_noon(9, 1):
        home = Client().get("/").content.decode()
    assert 'href="webcal://testserver/calendar.ics"' in home


def test_leagues_of_matches_say_it_too(cast: Cast) -> None:
    open_matches(cast)
    page = Client().get("/leagues/monday-league/").content.decode()
    assert 'href="webcal://testserver/leagues/monday-league/calendar.ics"' in page


def test_a_player_makes_and_stops_the_address_on_their_own_page(cast: Cast) -> None:
    browser, page = Client(), f"/me/{cast.cats_token}/"
    assert "Create my calendar address" in browser.get(page).content.decode()
    browser.post(f"{page}calendar/")
    path = own_address(cast.cat_plays)
    assert path in browser.get(page).content.decode()
    stopped = browser.post(f"{page}calendar/", {"revoke": "yes"}, follow=True)
    assert "Your calendar’s address no longer works." in stopped.content.decode()
    assert path not in browser.get(page).content.decode()
    calendar_at(path, 404)


def test_with_an_account_it_is_the_same(cast: Cast) -> None:
    ben = cast.browser_of("ben")
    ben.post("/me/calendar/")
    assert own_address(cast.ben_plays) in ben.get("/me/").content.decode()
    assert cast.browser_of("dan").post("/me/calendar/").status_code == 404
