"""People hear of a changed night at once, then at most every ten minutes."""

from datetime import date, datetime, time, timedelta

import pytest
import time_machine
from django.utils import timezone
from pytest_django import Settings

from leagues.actions.date_changes import Telling, note_change, send_waiting_changes
from leagues.actions.events.events import bin_event, restore_event
from leagues.actions.events.plan import FACTS, change_event, state_of
from leagues.actions.leagues.nights.calendar import change_calendar
from leagues.actions.leagues.nights.changes import (
    bring_back_night,
    cancel_night,
    change_night,
    facts_of,
    skip_night,
)
from leagues.actions.log.undo import undo
from leagues.models import (
    Action,
    Answer,
    DateChange,
    Event,
    Guardian,
    League,
    Mail,
    Match,
    Mute,
    Player,
    User,
)
from leagues.reads import sheet_of
from leagues.reads.messages.date_changes import DateFacts, date_facts
from leagues.reads.state_marks import mark_of
from leagues.stages.calendar import CalendarRule
from tests.cast import Cast
from tests.leagues.draw.draws import an_event
from tests.leagues.leagues.evenings import TORONTO, Evening
from tests.leagues.mail.conftest import subjects_to

pytestmark = pytest.mark.django_db
NOON = datetime(2026, 10, 1, 12, tzinfo=TORONTO)
NIGHT = "Monday 5 October"


@pytest.fixture
def open_day(cast: Cast, sends_mail: None) -> Event:
    """The Spring Open of Ann, Ben and Cy on Monday 5 October at 9 in the mill."""
    event = an_event(
        cast, 3, starts_at=datetime(2026, 10, 5, 9, tzinfo=TORONTO), zone="America/Toronto"
    )
    Event.objects.filter(pk=event.pk).update(place="Mill")
    for player in Player.objects.filter(entries__event=event):
        Player.objects.filter(pk=player.pk).update(email=f"{player.name.lower()}@example.org")
    return Event.objects.get(pk=event.pk)


def change_open(cast: Cast, event: Event, **facts: object) -> None:
    state = state_of(event)
    change_event(
        by=cast.who("ann"),
        event=event,
        seen=mark_of(state),
        sheet=sheet_of(event),
        boards=state["boards"],
        facts={name: state[name] for name in FACTS} | facts,
    )


def test_entrants_hear_that_an_event_is_cancelled_and_takes_place_after_all(
    cast: Cast, open_day: Event
) -> None:
    ann = cast.who("ann")
    with time_machine.travel(NOON, tick=False) as now:
        bin_event(by=ann, event=open_day)
        now.shift(timedelta(hours=2))
        restore_event(by=ann, event=open_day)

    assert sorted(set(Mail.objects.values_list("subject", flat=True))) == [
        f"Spring Open on {NIGHT} is cancelled",
        f"Spring Open on {NIGHT} takes place after all",
    ]
    assert Mail.objects.count() == 6


def test_entrants_hear_that_an_event_starts_later(cast: Cast, open_day: Event) -> None:
    with time_machine.travel(NOON, tick=False):
        change_open(cast, open_day, name="Open")
        assert not Mail.objects.exists(), "a name is no date"
        open_day.refresh_from_db()
        change_open(cast, open_day, starts_at=datetime(2026, 10, 5, 10, 30, tzinfo=TORONTO))

    assert set(Mail.objects.values_list("subject", flat=True)) == {
        f"Open on {NIGHT} now starts at 10:30"
    }


def test_no_one_hears_of_rehearsals_nights_events_or_what_is_finished(
    cast: Cast, monday: Evening, open_day: Event
) -> None:
    known: DateFacts = {**date_facts(open_day), "place": "Elsewhere"}
    with time_machine.travel(NOON, tick=False):
        for facts in (
            {"rehearsal_of_id": 1},
            {"night_id": monday.night.pk},
            {"kind": Event.Kind.FOR_FUN},
            {"state": Event.State.FINISHED},
        ):
            event = Event.objects.get(pk=open_day.pk)
            for name, value in facts.items():
                setattr(event, name, value)
            note_change(event, known)
        assert not DateChange.objects.exists()
        note_change(open_day, known)
        assert DateChange.objects.exists()


def test_an_undone_planning_tells_no_one(cast: Cast, open_day: Event) -> None:
    with time_machine.travel(NOON, tick=False):
        undo(by=cast.who("ann"), action=Action.objects.get(verb="create_event"))

    assert not Mail.objects.exists()


def test_a_restored_copy_sends_nothing_of_a_change_that_waited(cast: Cast, monday: Evening) -> None:
    with time_machine.travel(NOON, tick=False) as now:
        cancel(cast, monday)
        DateChange.objects.update(sent=DateChange.objects.get().before)
        now.shift(timedelta(hours=2))
        send_waiting_changes(now=timezone.now())

    assert len(subjects_to("hal")) == 1


def cancel(cast: Cast, monday: Evening, **facts: object) -> None:
    cancel_night(by=cast.who("ann"), night=monday.night, reason="snow", **facts)  # type: ignore[arg-type]


def test_everyone_in_the_league_hears_at_once_that_a_night_is_cancelled(
    cast: Cast, monday: Evening
) -> None:
    with time_machine.travel(NOON, tick=False):
        cancel(cast, monday)

    assert {mail.to for mail in Mail.objects.all()} == {
        "guss@example.org",
        "hal@example.org",
        "eve@example.org",
    }
    mail = Mail.objects.get(to="guss@example.org")
    assert mail.subject == f"{monday.night.league.name} on {NIGHT} is cancelled"
    assert "snow" in mail.text
    assert not mail.stop_address


def test_a_night_moved_twice_in_five_minutes_is_two_messages(cast: Cast, monday: Evening) -> None:
    with time_machine.travel(NOON, tick=False) as now:
        for day in (6, 7, 8):
            facts = facts_of(monday.night) | {"on": date(2026, 10, day)}
            change_night(by=cast.who("ann"), night=monday.night, facts=facts)
            now.shift(timedelta(minutes=2))
        send_waiting_changes(now=timezone.now())
        assert len(subjects_to("hal")) == 1, "the ten minutes aren't over"
        now.shift(timedelta(minutes=5))
        send_waiting_changes(now=timezone.now())
        send_waiting_changes(now=timezone.now())

    name = monday.night.league.name
    assert subjects_to("hal") == [
        f"{name} moves from {NIGHT} to Tuesday 6 October",
        f"{name} moves from Tuesday 6 October to Thursday 8 October",
    ]


def test_a_further_change_that_was_undone_sends_nothing_more(cast: Cast, monday: Evening) -> None:
    with time_machine.travel(NOON, tick=False) as now:
        facts = facts_of(monday.night) | {"on": date(2026, 10, 6)}
        change_night(by=cast.who("ann"), night=monday.night, facts=facts)
        cancel(cast, monday)
        undo(by=cast.who("ann"), action=Action.objects.latest("pk"))
        now.shift(timedelta(minutes=11))
        send_waiting_changes(now=timezone.now())

    assert len(subjects_to("hal")) == 1


def test_people_hear_that_a_cancelled_night_was_restored(cast: Cast, monday: Evening) -> None:
    with time_machine.travel(NOON, tick=False) as now:
        cancel(cast, monday)
        bring_back_night(by=cast.who("ann"), night=monday.night)
        now.shift(timedelta(minutes=11))
        send_waiting_changes(now=timezone.now())

    assert subjects_to("hal")[1:] == [
        f"{monday.night.league.name} on {NIGHT} takes place after all"
    ]


def test_an_old_undo_sends_nothing(cast: Cast, monday: Evening) -> None:
    with time_machine.travel(NOON, tick=False) as now:
        cancel(cast, monday)
        now.shift(timedelta(minutes=11))
        send_waiting_changes(now=timezone.now())
        undo(by=cast.who("ann"), action=Action.objects.latest("pk"))
        now.shift(timedelta(minutes=11))
        send_waiting_changes(now=timezone.now())

    assert len(subjects_to("hal")) == 1


def test_a_deleted_night_is_cancelled_for_those_who_knew_it(cast: Cast, monday: Evening) -> None:
    with time_machine.travel(NOON, tick=False) as now:
        skip_night(by=cast.who("ann"), night=monday.night)
        assert subjects_to("hal") == [f"{monday.mondays.league.name} on {NIGHT} is cancelled"]
        undo(by=cast.who("ann"), action=Action.objects.latest("pk"))
        now.shift(timedelta(minutes=11))
        send_waiting_changes(now=timezone.now())

    assert subjects_to("hal")[1:] == [
        f"{monday.mondays.league.name} on {NIGHT} takes place after all"
    ]


def test_an_old_undo_of_a_deletion_sends_nothing(cast: Cast, monday: Evening) -> None:
    with time_machine.travel(NOON, tick=False) as now:
        skip_night(by=cast.who("ann"), night=monday.night)
        now.shift(timedelta(hours=2))
        undo(by=cast.who("ann"), action=Action.objects.latest("pk"))
        send_waiting_changes(now=timezone.now())

    assert len(subjects_to("hal")) == 1


def test_people_hear_of_a_night_that_is_moved_and_then_deleted(cast: Cast, monday: Evening) -> None:
    with time_machine.travel(NOON, tick=False):
        facts = facts_of(monday.night) | {"on": date(2026, 10, 6)}
        change_night(by=cast.who("ann"), night=monday.night, facts=facts)
        moved = monday.mondays.league.nights.get(on="2026-10-06")
        skip_night(by=cast.who("ann"), night=moved)

    assert subjects_to("hal")[1:] == [
        f"{monday.mondays.league.name} on Tuesday 6 October is cancelled"
    ]


def test_a_new_calendar_is_one_message(cast: Cast, monday: Evening) -> None:
    league = monday.mondays.league
    rule = CalendarRule(date(2026, 10, 6), date(2026, 10, 15), weekday=1, at=time(19, 30))
    with time_machine.travel(NOON, tick=False):
        change_calendar(by=cast.who("ann"), league=league, rule=rule, since=NOON.date())

    [subject] = subjects_to("hal")
    assert subject == f"{league.name} moves from {NIGHT} to Tuesday 6 October"
    assert "2 later nights change too." in Mail.objects.get(to="hal@example.org").text


def test_the_weeks_of_dated_matches_are_no_nights_to_come_to(cast: Cast, thursday: Match) -> None:
    week = thursday.dated.week
    with time_machine.travel(NOON, tick=False):
        note_change(week, {**date_facts(week), "place": "Elsewhere"})
        note_change(thursday.event, {**date_facts(thursday.event), "place": "Elsewhere"})

    assert not DateChange.objects.exists(), "players hear of their matches"


def test_a_new_calendar_reaches_the_people_of_each_changed_night_that_takes_place(
    cast: Cast, monday: Evening
) -> None:
    league, second = monday.mondays.league, monday.mondays.night(2)
    flo = Player.objects.create(club=cast.club, name="Flo", email="flo@example.org")
    type(second).objects.filter(pk=second.pk).update(host=flo)
    type(second).objects.filter(pk=monday.mondays.night(3).pk).update(is_cancelled=True)
    rule = CalendarRule(date(2026, 10, 6), date(2026, 10, 15), weekday=1, at=time(19, 30))
    with time_machine.travel(NOON, tick=False):
        change_calendar(by=cast.who("ann"), league=league, rule=rule, since=NOON.date())

    assert len(subjects_to("flo")) == 1
    assert "1 later night changes too." in Mail.objects.get(to="flo@example.org").text


def test_one_who_answered_and_was_merged_hears_under_the_other_name(
    cast: Cast, monday: Evening
) -> None:
    flo = Player.objects.create(club=cast.club, name="Flo", email="flo@example.org")
    twin = Player.objects.create(club=cast.club, name="Florence", merged_into=flo)
    Answer.objects.create(night=monday.night, player=twin, reply="in")
    with time_machine.travel(NOON, tick=False):
        cancel(cast, monday)

    assert len(subjects_to("flo")) == 1


def test_what_changes_of_a_cancelled_night_is_no_news(cast: Cast, monday: Evening) -> None:
    with time_machine.travel(NOON, tick=False) as now:
        cancel(cast, monday)
        now.shift(timedelta(hours=2))
        facts = facts_of(monday.night) | {"place": "Elsewhere"}
        change_night(by=cast.who("ann"), night=monday.night, facts=facts)

    assert DateChange.objects.count() == 1


def test_a_change_that_tells_no_one_leaves_what_waits_to_be_sent(
    cast: Cast, monday: Evening
) -> None:
    with time_machine.travel(NOON, tick=False) as now:
        for facts, is_wanted in (
            ({"on": date(2026, 10, 6)}, True),
            ({"at": time(20)}, True),
            ({"place": "Mill"}, False),
        ):
            night = monday.mondays.league.nights.in_order()[0]
            change_night(
                by=cast.who("ann"),
                night=night,
                facts=facts_of(night) | facts,
                telling=Telling(is_wanted=is_wanted),
            )
        now.shift(timedelta(minutes=11))
        send_waiting_changes(now=timezone.now())

    assert subjects_to("hal")[1:] == [
        f"{monday.mondays.league.name} on Tuesday 6 October now starts at 20:00"
    ]


def test_the_organiser_can_tell_no_one(cast: Cast, monday: Evening) -> None:
    with time_machine.travel(NOON, tick=False) as now:
        cancel(cast, monday, telling=Telling(is_wanted=False))
        now.shift(timedelta(minutes=11))
        send_waiting_changes(now=timezone.now())

    assert not Mail.objects.exists()
    assert DateChange.objects.get().before["is_cancelled"] is False


def test_the_organisers_sentence_is_in_the_mail(cast: Cast, monday: Evening) -> None:
    with time_machine.travel(NOON, tick=False):
        cancel(cast, monday, telling=Telling(note="Stay at home."))

    assert "Stay at home." in Mail.objects.get(to="eve@example.org").text


def test_no_one_hears_of_a_past_night(cast: Cast, monday: Evening) -> None:
    with time_machine.travel(datetime(2026, 10, 6, 12, tzinfo=TORONTO), tick=False):
        cancel(cast, monday)

    assert not Mail.objects.exists()


def test_a_parent_of_two_gets_one_mail_with_both_names(cast: Cast, monday: Evening) -> None:
    parent = User.objects.create_user("parent@example.org")
    for name in ("Guss", "Hal"):
        child = monday.player(name)
        Player.objects.filter(pk=child.pk).update(is_minor=True)
        Guardian.objects.create(user=parent, player=child)
    with time_machine.travel(NOON, tick=False):
        cancel(cast, monday)

    assert {mail.to for mail in Mail.objects.all()} == {"parent@example.org", "eve@example.org"}
    mail = Mail.objects.get(to="parent@example.org")
    assert "For: Guss, Hal" in mail.text


def test_a_private_league_writes_only_to_confirmed_people(cast: Cast, monday: Evening) -> None:
    League.objects.update(visibility=Event.Visibility.PRIVATE)
    Player.objects.filter(name="Hal").update(is_guest=True, self_registered_at=NOON)
    with time_machine.travel(NOON, tick=False):
        cancel(cast, monday)

    assert sorted(Mail.objects.values_list("to", flat=True)) == [
        "eve@example.org",
        "guss@example.org",
    ]


def test_mail_about_what_a_person_entered_cannot_be_muted_but_other_mail_can(
    cast: Cast, monday: Evening, settings: Settings
) -> None:
    Mute.objects.create(player=monday.player("Hal"), topic="invitation", channel="mail")
    with time_machine.travel(NOON, tick=False):
        cancel(cast, monday)

    assert len(subjects_to("hal")) == 1
