"""Changing an event's settings while that is allowed; and the bin."""

import re
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import time_machine
from django.test import Client
from django.utils import timezone

from leagues.actions.events.plan import change_event, state_of
from leagues.actions.refusal import Refused
from leagues.models import Action, Club, Entry, Event
from leagues.reads import sheet_of
from leagues.reads.events.sheet_choice import sheet_for
from leagues.reads.state_marks import mark_of
from tests.cast import Cast
from tests.leagues.events.planning import (
    TYPING,
    begin_match,
    form_of,
    plan_event,
    save_event,
    words_of,
)

pytestmark = pytest.mark.django_db


def test_what_an_event_is_may_change(ann: Client) -> None:
    event = plan_event(ann)

    assert save_event(ann, event, name="Autumn Open", boards="5–10").status_code == 302
    event.refresh_from_db()
    assert event.name == "Autumn Open"
    assert event.slug == "westport-open", "addresses that were given away stay good"
    assert [board.number for board in event.boards.all()] == [5, 6, 7, 8, 9, 10]
    action = Action.objects.filter(event=event).last()
    assert action is not None
    assert action.details["before"] == {"name": "Westport Open", "boards": list(range(1, 21))}


def test_saving_without_a_change_logs_nothing(ann: Client) -> None:
    event = plan_event(ann)
    before = Action.objects.count()

    assert save_event(ann, event).status_code == 302
    assert Action.objects.count() == before


def test_sides_stay_once_there_is_an_entry(ann: Client) -> None:
    event = plan_event(ann)
    Entry.objects.create(event=event)

    save_event(ann, event, sides="doubles", name="Renamed")
    event.refresh_from_db()
    assert [event.sides, event.name] == ["singles", "Renamed"]
    assert "change who plays together" in words_of(ann.get(f"/desk/events/{event.slug}/change/"))


def test_the_sheet_stays_once_play_has_begun(cast: Cast, ann: Client) -> None:
    event = plan_event(ann)
    begin_match(event)

    save_event(ann, event, sheet="race-to-7")
    assert sheet_of(Event.objects.get(pk=event.pk)).preset == "tournament-singles"
    with pytest.raises(Refused, match="Play has begun"):
        change_event(
            by=cast.who("ann"),
            event=event,
            seen=mark_of(state_of(event)),
            sheet=sheet_for("race-to-7", "singles"),
            boards=[1],
            facts={
                name: value
                for name, value in state_of(event).items()
                if name not in {"rules", "boards"}
            },
        )


def test_play_that_began_while_the_form_was_open_is_reported(
    ann: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    event = plan_event(ann)
    path = f"/desk/events/{event.slug}/change/"
    typed = form_of(ann, path) | {"sheet": "race-to-7"}
    monkeypatch.setattr("leagues.views.desk.events.events.fixed_facts", lambda event: frozenset())
    begin_match(event)
    answer = ann.post(path, typed)

    assert answer.status_code == 422
    assert "Play has begun" in words_of(answer)


@pytest.mark.long
def test_two_organisers_do_not_overwrite_each_other(ann: Client, cast: Cast) -> None:
    event = plan_event(ann)
    path = f"/desk/events/{event.slug}/change/"
    anns = form_of(ann, path) | {"place": "Legion hall"}
    save_event(cast.browser_of("olga"), event, name="Autumn Open", boards="8")
    answer = ann.post(path, anns)

    assert answer.status_code == 422
    assert "It is now “Autumn Open”" in words_of(answer)
    assert 'value="Legion hall"' in words_of(answer)
    event.refresh_from_db()
    assert event.place == "", "nothing is overwritten yet"
    again = anns | {"seen": answer.context["form"]["seen"].value()}
    assert ann.post(path, again).status_code == 302
    event.refresh_from_db()
    assert [event.name, event.place] == ["Westport Open", "Legion hall"]


def test_the_end_is_shown_while_an_event_is_changed(ann: Client) -> None:
    event = plan_event(ann)
    path = f"/desk/events/{event.slug}/change/"
    page = words_of(ann.get(path, form_of(ann, path) | {"boards": "18"}, headers=TYPING))

    assert "<b>17:42</b> with 18 boards" in page


# --- The bin ------------------------------------------------------------------------------


def test_the_bin_and_back(ann: Client) -> None:
    event = plan_event(ann)

    page = ann.post(f"/desk/events/{event.slug}/bin/", follow=True)
    assert "Westport Open is in the bin. You can restore it from there." in words_of(page)
    assert ann.get(f"/desk/events/{event.slug}/stages/").status_code == 404
    assert "Westport Open" not in words_of(ann.get("/desk/new/"))
    assert "Westport Open" in words_of(ann.get("/desk/events/?bin"))
    ann.post(f"/desk/events/{event.slug}/restore/")
    assert ann.get(f"/desk/events/{event.slug}/stages/").status_code == 200
    verbs = [row.verb for row in Action.objects.filter(event=event)]
    assert verbs == ["create_event", "bin_event", "restore_event"]


def test_an_event_of_another_club_is_not_taken_out_of_the_bin(ann: Client) -> None:
    birch = Club.objects.create(name="Birch", slug="birch", zone="UTC")
    now = timezone.now()
    event = Event.objects.create(
        club=birch, name="Theirs", slug="theirs", starts_at=now, binned_at=now
    )

    assert ann.post("/desk/events/theirs/restore/").status_code == 404
    event.refresh_from_db()
    assert event.binned_at is not None


def test_an_event_not_in_the_bin_is_not_restored(ann: Client) -> None:
    event = plan_event(ann)
    for _ in range(2):
        ann.post(f"/desk/events/{event.slug}/restore/")

    assert Action.objects.filter(event=event).count() == 1


def test_a_scorer_finds_the_events_but_plans_none(cast: Cast, ann: Client) -> None:
    plan_event(ann)
    page = words_of(cast.browser_of("sam").get("/desk/events/"))

    assert "Westport Open" in page
    assert "Plan an event" not in page
    assert "No events yet" not in page


def test_the_desk_begins_with_what_is_on_and_what_begins_today(cast: Cast) -> None:
    def event(slug: str, starts_at: datetime, **facts: Any) -> None:
        name = slug.title()
        Event.objects.create(club=cast.club, name=name, slug=slug, starts_at=starts_at, **facts)

    zone = "America/Toronto"  # where it is still Friday when it is Saturday in UTC
    noon = datetime(2026, 11, 20, 17, tzinfo=UTC)
    event("league", noon - timedelta(days=60), state=Event.State.RUNNING)
    event("tonight", datetime(2026, 11, 21, 1, tzinfo=UTC), zone=zone)
    event("tomorrow", noon + timedelta(days=1), zone=zone)
    event("missed", noon - timedelta(days=1), zone=zone)
    event("over", noon, zone=zone, state=Event.State.FINISHED)
    event("binned", noon, zone=zone, binned_at=noon)

    with time_machine.travel(noon, tick=False):
        page = cast.browser_of("sam").get("/desk/")
    assert [each.slug for each in page.context["today"]] == ["league", "tonight"]
    assert 'href="/desk/events/tonight/' in page.content.decode()


def test_the_first_event_is_invited(ann: Client) -> None:
    assert "No events yet" in words_of(ann.get("/desk/events/"))
    assert "The bin is empty" in words_of(ann.get("/desk/events/?bin"))


def test_many_events_come_in_pages(cast: Cast, ann: Client) -> None:
    Event.objects.bulk_create(
        Event(club=cast.club, name=f"Night {n}", slug=f"n-{n}", starts_at=timezone.now())
        for n in range(60)
    )

    page = words_of(ann.get("/desk/events/?page=2"))
    assert "51–60 of 60" in page
    assert 'href="?page=1"' in page
    assert "Newer" in page


def test_a_rehearsal_never_becomes_public(ann: Client) -> None:
    event = plan_event(ann)
    real = plan_event(ann, name="Real Open")
    Event.objects.filter(pk=event.pk).update(rehearsal_of=real, visibility="private")
    save_event(ann, event, visibility="public")
    event.refresh_from_db()
    assert event.visibility == "private"


def test_events_in_play_are_listed_then_planned_ones_then_those_over(ann: Client) -> None:
    state = Event.State
    for days, name in enumerate([state.RUNNING, state.PLANNED, state.FINISHED, state.PLANNED]):
        event = plan_event(ann)
        starts_at = event.starts_at + timedelta(days=days)
        Event.objects.filter(pk=event.pk).update(
            state=name, name=f"Open {days}", starts_at=starts_at
        )
    page = words_of(ann.get("/desk/events/"))

    found = dict.fromkeys(re.findall(r"On now|Planned|Finished|Open \d", page))
    assert list(found) == ["On now", "Open 0", "Planned", "Open 3", "Open 1", "Finished", "Open 2"]
