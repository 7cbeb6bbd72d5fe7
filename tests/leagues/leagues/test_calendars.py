"""Calendars that programs subscribe to: the club's, a league's, a player's own."""

from __future__ import annotations

from datetime import date, time

import pytest
import vobject
from django.test import Client

from leagues.access.calendar_address import calendar_secret, open_address
from leagues.actions.events.events import create_event, enrol
from leagues.actions.events.plan import FACTS, change_event, state_of
from leagues.actions.leagues.answers import answer_night
from leagues.actions.leagues.nights import (
    bring_back_night,
    cancel_night,
    change_night,
    facts_of,
)
from leagues.actions.leagues.unplayed.dates import fix_date
from leagues.actions.leagues.unplayed.forfeits import void_match
from leagues.actions.leagues.unplayed.moves import move_matches
from leagues.actions.log.undo import undo
from leagues.actions.people.calendar_address import offer_calendar, revoke_calendar
from leagues.actions.people.links import revoke_link
from leagues.models import Action, Answer, Event, League, Player
from leagues.reads import Sheet, sheet_of
from leagues.reads.marks import mark_of
from tests.cast import Cast
from tests.leagues.leagues.calendars import ReadDate, calendar_at
from tests.leagues.leagues.match_leagues import open_matches, player_named
from tests.leagues.leagues.mondays import Mondays
from tests.leagues.leagues.unplayed import at_noon, is_, match_of
from tests.leagues.play.desk_hall import NOON

pytestmark = pytest.mark.django_db
CLUB, MONDAYS = "/calendar.ics", "/leagues/mondays/calendar.ics"
LEAGUE = "/leagues/monday-league/calendar.ics"


@pytest.fixture
def mondays(cast: Cast) -> Mondays:
    with at_noon(9, 1):
        made = Mondays.open(cast, "Ben", "Cat")
    League.objects.update(place="The Mill", zone="America/Toronto")
    made.league.refresh_from_db()
    return made


def open_event(cast: Cast, name: str) -> Event:
    return create_event(
        by=cast.who("ann"),
        club=cast.club,
        name=name,
        starts_at=NOON,
        place="Town hall",
        sheet=Sheet.named("tournament-singles"),
    )


def own_address(player: Player) -> str:
    address = open_address(player)
    assert address
    return f"/calendar/{player.pk}-{calendar_secret(address)}.ics"


def own_calendar(cast: Cast, name: str) -> list[ReadDate]:
    player = player_named(cast, name)
    offer_calendar(by=is_(cast, name), player=player)
    return calendar_at(own_address(player))


# --- A league of nights ---------------------------------------------------------------------


def test_every_night_is_a_date_at_its_place_by_its_own_clock(mondays: Mondays) -> None:
    first, second, third = calendar_at(MONDAYS)

    assert [first.title, first.place, first.status] == [
        "Mondays",
        "The Mill",
        "CONFIRMED",
    ]
    assert first.local == "2026-10-05 19:30 -0400"
    night = mondays.night(1)
    assert first.url == f"http://testserver/leagues/mondays/nights/{night.pk}/"
    assert len({first.uid, second.uid, third.uid}) == 3
    assert first.moves == 0


def test_half_past_seven_stays_half_past_seven_over_the_change_of_clocks(
    mondays: Mondays,
) -> None:
    mondays.league.nights.filter(pk=mondays.night(3).pk).update(on=date(2026, 11, 2))

    assert [each.local for each in calendar_at(MONDAYS)] == [
        "2026-10-05 19:30 -0400",
        "2026-10-12 19:30 -0400",
        "2026-11-02 19:30 -0500",
    ]


def test_a_calendar_names_its_zone_and_itself(mondays: Mondays) -> None:
    calendar = vobject.readOne(Client().get(MONDAYS).content.decode())

    assert calendar.vtimezone.tzid.value == "America/Toronto"

    assert calendar.x_wr_calname.value == "Mondays"


def test_a_night_that_moves_keeps_its_name_and_counts_its_moves(
    mondays: Mondays,
) -> None:
    by, night = mondays.cast.who("ann"), mondays.night(1)
    before = calendar_at(MONDAYS)[0]
    with at_noon(10, 1):
        change_night(
            by=by, night=night, facts=facts_of(night) | {"on": date(2026, 10, 6)}
        )
    after = calendar_at(MONDAYS)[0]
    with at_noon(10, 2):
        undo(by=by, action=Action.objects.get(verb="change_night"))
    again = calendar_at(MONDAYS)[0]

    assert (after.uid, again.uid) == (before.uid, before.uid)
    assert [each.local[:10] for each in (before, after, again)] == [
        "2026-10-05",
        "2026-10-06",
        "2026-10-05",
    ]
    assert [each.moves for each in (before, after, again)] == [0, 1, 2]
    assert before.changed_at < after.changed_at < again.changed_at
    assert after.says == "Moved from Monday 5 October"


def test_other_nights_are_as_they_were_when_one_moves(mondays: Mondays) -> None:
    _first, before, _third = calendar_at(MONDAYS)
    night = mondays.night(1)
    change_night(
        by=mondays.cast.who("ann"),
        night=night,
        facts=facts_of(night) | {"place": "The Barn"},
    )

    first, second, _third = calendar_at(MONDAYS)
    assert first.place == "The Barn"
    assert second == before


def test_a_cancelled_night_stays_and_says_why(mondays: Mondays) -> None:
    by, night = mondays.cast.who("ann"), mondays.night(2)
    cancel_night(by=by, night=night, reason="Snow")

    _first, second, _third = calendar_at(MONDAYS)
    assert (second.status, second.says, second.moves) == (
        "CANCELLED",
        "Cancelled: Snow",
        1,
    )

    bring_back_night(by=by, night=night)
    _first, second, _third = calendar_at(MONDAYS)
    assert (second.status, second.says, second.moves) == ("CONFIRMED", "", 2)


def test_a_night_that_was_cancelled_without_a_reason(mondays: Mondays) -> None:
    cancel_night(by=mondays.cast.who("ann"), night=mondays.night(2), reason="")

    assert calendar_at(MONDAYS)[1].says == "Cancelled"


def test_a_night_with_a_name_is_called_by_it(mondays: Mondays) -> None:
    mondays.league.nights.filter(pk=mondays.night(3).pk).update(name="Finals")

    assert calendar_at(MONDAYS)[2].title == "Mondays: Finals"


def test_the_same_league_is_the_same_bytes(mondays: Mondays) -> None:
    assert Client().get(MONDAYS).content == Client().get(MONDAYS).content


def test_a_league_without_nights_is_an_empty_calendar(mondays: Mondays) -> None:
    mondays.league.nights.all().delete()

    assert calendar_at(MONDAYS) == []


# --- A league of dated matches --------------------------------------------------------------


def test_a_match_stands_on_its_last_day_until_a_day_is_agreed(cast: Cast) -> None:
    with at_noon(9, 1):
        league = open_matches(cast, zone="America/Toronto", place="The Mill")
    match = match_of(league, "Ben", "Cat")
    by_uid = {each.uid: each for each in calendar_at(LEAGUE)}
    [due] = [
        each for each in by_uid.values() if "Ben" in each.title and "Cat" in each.title
    ]
    assert due.title.startswith("Play by today: ")
    assert due.starts == match.dated.due_on
    assert not due.local.endswith("-0400")

    with at_noon(10, 5):
        fix_date(
            by=cast.who("ann"),
            match=match,
            on=date(2026, 10, 8),
            at=time(20),
            place="The Barn",
        )
    agreed = {each.uid: each for each in calendar_at(LEAGUE)}[due.uid]
    assert agreed.local == "2026-10-08 20:00 -0400"
    assert agreed.title in {"Ben – Cat", "Cat – Ben"}
    assert (agreed.place, agreed.moves, agreed.says) == (
        "The Barn",
        1,
        "Monday league",
    )


def test_a_day_that_was_agreed_without_a_time_is_a_whole_day(cast: Cast) -> None:
    with at_noon(9, 1):
        league = open_matches(cast)
    match = match_of(league, "Ben", "Cat")
    with at_noon(10, 5):
        fix_date(by=cast.who("ann"), match=match, on=date(2026, 10, 8))

    assert "2026-10-08" in [each.local for each in calendar_at(LEAGUE)]


def test_matches_that_move_with_their_week_count_it(cast: Cast) -> None:
    with at_noon(9, 1):
        league = open_matches(cast)
    before = {each.uid: each for each in calendar_at(LEAGUE)}
    week = league.nights.in_order()[0]
    with at_noon(9, 2):
        change_night(
            by=cast.who("ann"),
            night=week,
            facts=facts_of(week) | {"on": date(2026, 10, 7)},
        )

    after = calendar_at(LEAGUE)
    moved = [each for each in after if each.starts != before[each.uid].starts]
    assert len(moved) == 2
    assert all(each.moves == 1 for each in moved)


def test_matches_moved_to_another_week_count_it(cast: Cast) -> None:
    with at_noon(9, 1):
        league = open_matches(cast)
    match = match_of(league, "Ben", "Cat")
    to = league.nights.in_order().last()
    assert to
    with at_noon(9, 2):
        move_matches(by=cast.who("ann"), league=league, matches=[match.pk], to=to)

    assert sorted(each.moves for each in calendar_at(LEAGUE))[-2:] == [0, 1]


def test_a_void_match_stays_as_cancelled_and_a_played_one_goes(cast: Cast) -> None:
    with at_noon(9, 1):
        league = open_matches(cast)
    planned = len(calendar_at(LEAGUE))
    match = match_of(league, "Ben", "Cat")
    with at_noon(10, 6):
        void_match(by=cast.who("ann"), match=match)

    assert [each.status for each in calendar_at(LEAGUE)].count("CANCELLED") == 1
    other = match_of(league, "Eve", "Fay")
    other.state, other.ending = "finished", "played"
    other.save()
    assert len(calendar_at(LEAGUE)) == planned - 1


def test_a_minor_is_short_in_a_calendar(cast: Cast) -> None:
    with at_noon(9, 1):
        league = open_matches(cast)
    Player.objects.filter(name="Ben").update(
        name="Benjamin Tremblay", family_name="Tremblay", is_minor=True
    )

    text = Client().get(LEAGUE).content.decode().replace("\r\n ", "")
    assert "Benjamin T." in text
    assert "Tremblay" not in text
    assert league.name in text


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
            by=is_(mondays.cast, "Ben"),
            night=mondays.night(2),
            player=player_named(mondays.cast, "Ben"),
            says=Answer.Says.OUT,
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
    enrol(by=cast.who("ann"), event=event, players=[player_named(cast, "Ben")])
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


def test_somebody_in_the_bin_has_no_calendar(cast: Cast) -> None:
    offer_calendar(by=cast.who("ann"), player=cast.cat_plays)
    Player.objects.filter(pk=cast.cat_plays.pk).update(binned_at=NOON)

    calendar_at(own_address(cast.cat_plays), 404)


def test_programs_are_told_that_nothing_has_changed(cast: Cast) -> None:
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
    assert "Make an address" in browser.get(page).content.decode()
    browser.post(f"{page}calendar/")
    path = own_address(cast.cat_plays)
    assert path in browser.get(page).content.decode()
    browser.post(f"{page}calendar/", {"revoke": "yes"})
    assert path not in browser.get(page).content.decode()
    calendar_at(path, 404)


def test_with_an_account_it_is_the_same(cast: Cast) -> None:
    ben = cast.browser_of("ben")
    ben.post("/me/calendar/")
    assert own_address(cast.ben_plays) in ben.get("/me/").content.decode()
    assert cast.browser_of("dan").post("/me/calendar/").status_code == 404
