"""Calendar subscriptions of leagues."""

from datetime import date, time

import pytest
import vobject
from django.test import Client

from leagues.actions.leagues.nights.changes import (
    bring_back_night,
    cancel_night,
    change_night,
    facts_of,
)
from leagues.actions.leagues.season.closing import close_league
from leagues.actions.leagues.unplayed.dates import fix_date
from leagues.actions.leagues.unplayed.forfeits import void_match
from leagues.actions.leagues.unplayed.moves import move_matches
from leagues.actions.leagues.unplayed.postponing import put_off_match
from leagues.actions.log.undo import undo
from leagues.models import Action, Player
from tests.cast import Cast
from tests.leagues.leagues.calendar_halls import mondays_at_the_mill
from tests.leagues.leagues.calendars import calendar_at
from tests.leagues.leagues.match_leagues import open_matches
from tests.leagues.leagues.mondays import Mondays
from tests.leagues.leagues.unplayed import at_noon, match_of, undo_last
from tests.scenes import scene

pytestmark = pytest.mark.django_db
MONDAYS = "/leagues/mondays/calendar.ics"
LEAGUE = "/leagues/monday-league/calendar.ics"


@scene
def mondays(cast: Cast) -> Mondays:
    return mondays_at_the_mill(cast)


# --- A league of nights ---------------------------------------------------------------------


def test_every_night_is_a_date_at_its_place_by_its_own_clock(mondays: Mondays) -> None:
    first, second, third = calendar_at(MONDAYS)

    assert [first.title, first.place, first.status] == ["Mondays", "The Mill", "CONFIRMED"]
    assert first.local == "2026-10-05 19:30 -0400"
    night = mondays.night(1)
    assert first.url == f"http://testserver/leagues/mondays/nights/{night.pk}/"
    assert len({first.uid, second.uid, third.uid}) == 3
    assert first.moves == 0


def test_half_past_seven_stays_half_past_seven_over_the_change_of_clocks(mondays: Mondays) -> None:
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


def test_a_night_that_moves_keeps_its_name_and_counts_its_moves(mondays: Mondays) -> None:
    by, night = mondays.cast.who("ann"), mondays.night(1)
    before = calendar_at(MONDAYS)[0]
    with at_noon(10, 1):
        change_night(by=by, night=night, facts=facts_of(night) | {"on": date(2026, 10, 6)})
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
    assert after.description == "Moved from Monday 5 October"


def test_other_nights_are_as_they_were_when_one_moves(mondays: Mondays) -> None:
    _first, before, _third = calendar_at(MONDAYS)
    night = mondays.night(1)
    change_night(
        by=mondays.cast.who("ann"), night=night, facts=facts_of(night) | {"place": "The Barn"}
    )

    first, second, _third = calendar_at(MONDAYS)
    assert first.place == "The Barn"
    assert second == before


def test_a_cancelled_night_stays_with_its_reason(mondays: Mondays) -> None:
    by, night = mondays.cast.who("ann"), mondays.night(2)
    cancel_night(by=by, night=night, reason="Snow")

    _first, second, _third = calendar_at(MONDAYS)
    assert (second.status, second.description, second.moves) == ("CANCELLED", "Cancelled: Snow", 1)

    bring_back_night(by=by, night=night)
    _first, second, _third = calendar_at(MONDAYS)
    assert (second.status, second.description, second.moves) == ("CONFIRMED", "", 2)


def test_a_night_that_was_cancelled_without_a_reason(mondays: Mondays) -> None:
    cancel_night(by=mondays.cast.who("ann"), night=mondays.night(2), reason="")

    assert calendar_at(MONDAYS)[1].description == "Cancelled"


def test_a_night_with_a_name_is_called_by_it(mondays: Mondays) -> None:
    mondays.league.nights.filter(pk=mondays.night(3).pk).update(name="Finals")

    assert calendar_at(MONDAYS)[2].title == "Mondays: Finals"


def test_the_same_league_is_the_same_bytes(mondays: Mondays) -> None:
    assert Client().get(MONDAYS).content == Client().get(MONDAYS).content


def test_a_season_that_is_closed_stays_in_calendars(mondays: Mondays) -> None:
    mondays.play(1, ("Zoë", "Bo", 6, 2))
    before = calendar_at(MONDAYS)
    close_league(by=mondays.cast.who("ann"), league=mondays.league)

    assert calendar_at(MONDAYS) == before

    # as sites have it that closed a season before December 2026
    league = mondays.league
    facts = {"league": league.pk, "name": "Mondays", "rows": 2}
    Action.objects.bulk_create([Action(club=league.club, verb="close_league", details=facts)])
    assert calendar_at(MONDAYS) == before


def test_a_league_without_nights_is_an_empty_calendar(mondays: Mondays) -> None:
    mondays.league.nights.all().delete()

    assert calendar_at(MONDAYS) == []


# --- A league of dated matches --------------------------------------------------------------


def test_a_match_is_listed_on_its_last_day_until_a_day_is_agreed(cast: Cast) -> None:
    with at_noon(9, 1):
        league = open_matches(cast, zone="America/Toronto", place="The Mill")
    match = match_of(league, "Ben", "Cat")
    by_uid = {each.uid: each for each in calendar_at(LEAGUE)}
    [due] = [each for each in by_uid.values() if "Ben" in each.title and "Cat" in each.title]
    assert due.title.startswith("Play by today: ")
    assert due.starts == match.dated.due_on
    assert not due.local.endswith("-0400")

    with at_noon(10, 5):
        fix_date(
            by=cast.who("ann"), match=match, on=date(2026, 10, 8), at=time(20), place="The Barn"
        )
    agreed = {each.uid: each for each in calendar_at(LEAGUE)}[due.uid]
    assert agreed.local == "2026-10-08 20:00 -0400"
    assert agreed.title in {"Ben – Cat", "Cat – Ben"}
    assert (agreed.place, agreed.moves, agreed.description) == (
        "",  # the agreed place may be a player's home
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
            by=cast.who("ann"), night=week, facts=facts_of(week) | {"on": date(2026, 10, 7)}
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


def test_a_match_that_is_put_off_counts_it_and_so_does_its_undoing(cast: Cast) -> None:
    with at_noon(9, 1):
        league = open_matches(cast)
    match = match_of(league, "Ben", "Cat")
    url = f"http://testserver{match.get_absolute_url()}"

    def shown() -> tuple[object, int]:
        found = {each.url: each for each in calendar_at(LEAGUE)}[url]
        return found.starts, found.moves

    due = match.dated.due_on
    assert shown() == (due, 0)
    with at_noon(10, 5):
        until = date(2026, 10, 20)
        put_off_match(by=cast.who("ann"), match=match, seat=None, until=until)
    assert shown() == (until, 1)
    with at_noon(10, 6):
        undo_last(cast, league)
    assert shown() == (due, 2)


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
