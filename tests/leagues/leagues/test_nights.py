"""The nights of a league: added, moved, cancelled, skipped, and a new rule for them."""

from dataclasses import replace
from datetime import date, datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from leagues.actions.leagues.nights.calendar import change_calendar
from leagues.actions.leagues.nights.changes import (
    add_night,
    bring_back_night,
    cancel_night,
    change_night,
    facts_of,
    skip_night,
)
from leagues.actions.leagues.settings import open_league
from leagues.actions.log.undo import preview_undo, undo
from leagues.actions.refusal import Refused
from leagues.models import Action, Answer, Event, League, Night
from leagues.reads.leagues.calendar import calendar_of, change_of_calendar, evening_day
from leagues.stages.calendar import CalendarRule
from tests.cast import Cast
from tests.leagues.leagues.mondays import Mondays
from tests.scenes import scene

RULE = CalendarRule(date(2026, 10, 5), date(2026, 11, 9))
TODAY = date(2026, 9, 1)
TORONTO = ZoneInfo("America/Toronto")


@scene
def league(cast: Cast) -> League:
    return open_league(
        by=cast.who("ann"), club=cast.club, name="Mondays", calendar=RULE, boards=[1, 2]
    )


@scene
def mondays(cast: Cast) -> Mondays:
    return Mondays.open(cast, "Zoë", "Bo")


def night_times(league: League) -> list[str]:
    return [f"{night.on:%d %b} {night.at:%H:%M}" for night in league.nights.in_order()]


def take_back(cast: Cast, verb: str) -> None:
    action = Action.objects.filter(verb=verb).latest("pk")
    assert preview_undo(action)
    undo(by=cast.who("olga"), action=action)


def edit_night(cast: Cast, night: Night, **facts: Any) -> None:
    change_night(by=cast.who("ann"), night=night, facts=facts_of(night) | facts)


def test_a_league_opens_with_all_its_nights_and_boards(league: League) -> None:
    assert night_times(league)[0] == "05 Oct 19:30"
    assert league.nights.count() == 6
    assert [board.number for board in league.boards.all()] == [1, 2]
    assert calendar_of(league) == RULE


def test_half_past_seven_stays_half_past_seven_over_the_change_of_clocks(league: League) -> None:
    in_summer, in_winter = league.nights.get(on="2026-10-26"), league.nights.last()
    assert in_winter is not None

    assert in_summer.starts_at == datetime(2026, 10, 26, 23, 30, tzinfo=ZoneInfo("UTC"))
    assert in_winter.starts_at == datetime(2026, 11, 10, 0, 30, tzinfo=ZoneInfo("UTC"))


@pytest.mark.parametrize(("hour", "day"), [(20, 5), (23, 5), (24, 5), (29, 5), (30, 6), (12, 5)])
def test_past_midnight_is_still_the_evening_before(league: League, hour: int, day: int) -> None:
    now = datetime(2026, 10, 5, tzinfo=TORONTO) + timedelta(hours=hour)

    assert evening_day(league, now) == date(2026, 10, day)


# --- One night ----------------------------------------------------------------------------


def test_a_night_is_added_beside_the_rule(cast: Cast, league: League) -> None:
    facts = {"on": date(2026, 12, 23), "at": time(18), "name": "Pairs for fun"}
    add_night(by=cast.who("ann"), league=league, facts=facts)

    assert night_times(league)[-1] == "23 Dec 18:00"
    take_back(cast, "add_night")
    assert night_times(league)[-1] == "09 Nov 19:30"


def test_a_night_that_is_moved_remembers_from_where(cast: Cast, league: League) -> None:
    night = league.nights.get(on="2026-10-12")
    edit_night(cast, night, on=date(2026, 10, 13), place="The Anchor")

    assert (night.moved_from, night.where, night.is_edited) == (
        date(2026, 10, 12),
        "The Anchor",
        True,
    )
    edit_night(cast, night, on=date(2026, 10, 14))
    assert night.moved_from == date(2026, 10, 12)
    edit_night(cast, night, on=date(2026, 10, 12))
    assert night.moved_from is None


def test_moving_a_night_is_undone(cast: Cast, league: League) -> None:
    before = night_times(league)
    night = league.nights.get(on="2026-10-12")
    edit_night(cast, night, on=date(2026, 10, 13), at=time(20))

    take_back(cast, "change_night")
    assert night_times(league) == before


def test_an_event_that_is_planned_moves_with_its_night(mondays: Mondays) -> None:
    event = mondays.play(2, ("Zoë", "Bo", 8, 0), state=Event.State.PLANNED)
    edit_night(mondays.cast, mondays.night(2), on=date(2026, 10, 15), at=time(20))

    event.refresh_from_db()
    assert event.starts_at == datetime(2026, 10, 15, 20, tzinfo=TORONTO)
    assert event.log.get().verb == "move_with_night"


def test_an_event_in_the_bin_stays_where_it_was(mondays: Mondays) -> None:
    event = mondays.play(2, ("Zoë", "Bo", 8, 0), state=Event.State.PLANNED)
    Event.objects.filter(pk=event.pk).update(binned_at=event.starts_at)
    edit_night(mondays.cast, mondays.night(2), on=date(2026, 10, 15))

    before = event.starts_at
    event.refresh_from_db()
    assert event.starts_at == before


def test_a_night_that_was_played_cannot_move_but_may_get_its_host(mondays: Mondays) -> None:
    mondays.play(1, ("Zoë", "Bo", 8, 0))
    with pytest.raises(Refused, match="played"):
        edit_night(mondays.cast, mondays.night(1), on=date(2026, 10, 6))

    edit_night(mondays.cast, mondays.night(1), host_id=mondays.player("Bo").pk)
    assert mondays.night(1).host == mondays.player("Bo")


def test_two_nights_may_be_on_one_day(cast: Cast, mondays: Mondays) -> None:
    """The 6th moves to the day of the 7th, and each keeps its results."""
    edit_night(cast, mondays.night(2), on=date(2026, 10, 19), at=time(15))
    mondays.play(2, ("Zoë", "Bo", 8, 0))
    mondays.play(3, ("Bo", "Zoë", 6, 2))

    assert mondays.totals() == {"Zoë": 10, "Bo": 6}


def test_a_cancelled_night_stays_in_the_calendar_with_its_reason(
    cast: Cast, league: League
) -> None:
    night = league.nights.get(on="2026-10-12")
    cancel_night(by=cast.who("ann"), night=night, reason="snow")

    assert (night.is_cancelled, night.reason) == (True, "snow")
    assert league.nights.count() == 6
    bring_back_night(by=cast.who("ann"), night=night)
    assert (night.is_cancelled, night.reason) == (False, "")
    take_back(cast, "bring_back_night")
    night.refresh_from_db()
    assert (night.is_cancelled, night.reason) == (True, "snow")


def test_cancelling_twice_is_logged_once(cast: Cast, league: League) -> None:
    night = league.nights.get(on="2026-10-12")
    for reason in ("snow", "ice"):
        cancel_night(by=cast.who("ann"), night=night, reason=reason)

    assert night.reason == "snow"
    assert Action.objects.filter(verb="cancel_night").count() == 1
    take_back(cast, "cancel_night")
    night.refresh_from_db()
    assert not night.is_cancelled


def test_what_was_played_on_a_cancelled_night_counts_for_nothing_and_stays(
    mondays: Mondays,
) -> None:
    ann = mondays.cast.who("ann")
    mondays.play(1, ("Zoë", "Bo", 8, 0))
    cancel_night(by=ann, night=mondays.night(1), reason="fire alarm")
    assert mondays.totals() == {"Zoë": 0, "Bo": 0}

    bring_back_night(by=ann, night=mondays.night(1))
    assert mondays.totals() == {"Zoë": 8, "Bo": 0}


def test_a_night_that_is_on_cannot_be_cancelled(mondays: Mondays) -> None:
    mondays.play(1, ("Zoë", "Bo", 8, 0), state=Event.State.RUNNING)
    with pytest.raises(Refused, match="is running"):
        cancel_night(by=mondays.cast.who("ann"), night=mondays.night(1), reason="late")


def test_a_night_that_is_skipped_is_gone_and_a_new_rule_leaves_it_out(
    cast: Cast, league: League
) -> None:
    ann = cast.who("ann")
    skip_night(by=ann, night=league.nights.get(on="2026-10-12"))
    league.refresh_from_db()
    rule = calendar_of(league)
    assert rule is not None
    assert date(2026, 10, 12) in rule.skipped

    change_calendar(by=ann, league=league, rule=replace(rule, at=time(20)), since=TODAY)
    assert night_times(league)[:2] == ["05 Oct 20:00", "19 Oct 20:00"]


def test_a_night_that_was_skipped_comes_back(cast: Cast, league: League) -> None:
    before = night_times(league)
    skip_night(by=cast.who("ann"), night=league.nights.get(on="2026-10-12"))
    take_back(cast, "skip_night")

    assert night_times(league) == before
    league.refresh_from_db()
    assert calendar_of(league) == RULE


def test_a_day_that_was_skipped_and_is_added_again_is_one_of_the_rule(
    cast: Cast, league: League
) -> None:
    ann, day = cast.who("ann"), date(2026, 10, 12)
    skip_night(by=ann, night=league.nights.get(on=day))
    league.refresh_from_db()
    add_night(by=ann, league=league, facts={"on": day, "at": time(18)})

    league.refresh_from_db()
    assert calendar_of(league) == RULE


def test_a_night_with_an_event_an_answer_or_a_member_is_not_skipped(mondays: Mondays) -> None:
    mondays.play(1, ("Zoë", "Bo", 8, 0))
    Answer.objects.create(night=mondays.night(2), player=mondays.player("Bo"))
    mondays.enrol("Cy", first=3)

    for number in (1, 2, 3):
        with pytest.raises(Refused):
            skip_night(by=mondays.cast.who("ann"), night=mondays.night(number))


# --- Another rule -------------------------------------------------------------------------


def test_a_new_rule_leaves_edited_nights_alone(cast: Cast, league: League) -> None:
    ann = cast.who("ann")
    cancel_night(by=ann, night=league.nights.get(on="2026-10-12"), reason="holiday")
    edit_night(cast, league.nights.get(on="2026-10-19"), place="The Anchor")
    tuesdays = replace(RULE, weekday=1)

    calendar_change = change_of_calendar(league, tuesdays, TODAY)
    assert (len(calendar_change.moved), calendar_change.edited, calendar_change.held) == (3, 2, 0)
    change_calendar(by=ann, league=league, rule=tuesdays, since=TODAY, seen=calendar_change.mark)
    assert [day.split()[0] for day in night_times(league)] == ["06", "12", "19", "27", "03"]


def test_a_new_rule_touches_no_night_that_is_past_or_has_an_event(mondays: Mondays) -> None:
    mondays.play(3, ("Zoë", "Bo", 8, 0), state=Event.State.PLANNED)
    tuesdays = CalendarRule(date(2026, 10, 5), date(2026, 10, 20), weekday=1)
    calendar_change = change_of_calendar(mondays.league, tuesdays, date(2026, 10, 7))

    assert calendar_change.moved == {mondays.night(2).pk: date(2026, 10, 13)}
    assert (calendar_change.edited, calendar_change.held) == (0, 1)


def test_a_new_rule_is_undone(cast: Cast, league: League) -> None:
    ann, before = cast.who("ann"), night_times(league)
    shorter = replace(RULE, weekday=1, last=date(2026, 10, 20))
    change_calendar(by=ann, league=league, rule=shorter, since=TODAY)
    assert len(night_times(league)) == 3

    take_back(cast, "change_calendar")
    league.refresh_from_db()
    assert (night_times(league), calendar_of(league)) == (before, RULE)


def test_the_same_rule_again_is_no_line_in_the_log(cast: Cast, league: League) -> None:
    change_calendar(by=cast.who("ann"), league=league, rule=RULE, since=TODAY)

    assert not Action.objects.filter(verb="change_calendar").exists()
