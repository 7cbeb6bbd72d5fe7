"""Players enter by themselves: the link, the limit, the waiting list, and their own page."""

from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from time_machine import travel

from leagues.actions.entries.registration import registration_of, set_registration
from leagues.models import Action, Entry, Event, PersonalLink, Player, Surface
from leagues.reads.state_marks import mark_of
from tests.cast import Cast
from tests.scenes import scene

State = Entry.State
START = datetime(2026, 5, 9, 14, 0, tzinfo=UTC)  # 10:00 in Westport
BEFORE = datetime(2026, 5, 1, 12, 0, tzinfo=UTC)


@scene
def event(cast: Cast) -> Event:
    return Event.objects.create(
        club=cast.club,
        name="Westport Open",
        slug="open",
        starts_at=START,
        zone="America/Toronto",
        takes_entries=True,
    )


def put_name(name: str = "Zoë Brand", **more: str) -> Any:
    """Send the entry form as a stranger."""
    typed = {"name": name, "key": str(uuid4()), **more}
    return Client().post("/events/open/enter/", typed)


def text_of(page: Any) -> str:
    return " ".join(page.content.decode().split())


def entered_names(state: State = State.ACTIVE) -> list[str]:
    entries = Entry.objects.named().filter(state=state).order_by("pk")
    return [" & ".join(p.name for p in entry.people) for entry in entries]


# --- The link -----------------------------------------------------------------------------


@travel(BEFORE, tick=False)
def test_a_stranger_enters_and_is_given_a_link(event: Event) -> None:
    answer = put_name()

    assert entered_names() == ["Zoë Brand"]
    zoe = Player.objects.get(name="Zoë Brand")
    assert (zoe.is_guest, zoe.family_name) == (True, "Brand")
    token = answer["Location"].split("/")[2]
    link = PersonalLink.objects.for_token(token)
    assert link is not None
    assert link.player == zoe
    page = Client().get(answer["Location"])
    assert "You’re in" in text_of(page)
    assert "no-store" in page["Cache-Control"]


@travel(BEFORE, tick=False)
def test_who_is_under_18_is_shown_short_from_the_start(event: Event) -> None:
    answer = put_name("Zoë Brand", under_18="on")

    zoe = Player.objects.get(name="Zoë Brand")
    assert zoe.is_minor
    shown = {zoe.shown_on(surface) for surface in Surface if surface != Surface.DESK}
    assert shown == {"Zoë B."}
    assert "Brand" not in text_of(Client().get("/events/open/players/"))
    assert "Brand" not in text_of(Client().get(answer["Location"]))


@travel(BEFORE, tick=False)
def test_an_entrant_chooses_the_name_to_be_shown(event: Event) -> None:
    put_name("Zoë Brand", called="  Zed ")

    zoe = Player.objects.get(name="Zoë Brand")
    assert zoe.shown_on(Surface.DESK) == "Zoë Brand"
    shown = {zoe.shown_on(surface) for surface in Surface if surface != Surface.DESK}
    assert shown == {"Zed"}
    page = text_of(Client().get("/events/open/players/"))
    assert "Zed" in page
    assert "Brand" not in page


@travel(BEFORE, tick=False)
def test_a_partner_under_18_is_shown_short_too(event: Event) -> None:
    Event.objects.update(sides="doubles")

    put_name(partner="Ada Wong", partner_under_18="on")

    assert entered_names() == ["Zoë Brand & Ada Wong"]
    shown = text_of(Client().get("/events/open/players/"))
    assert "Ada W." in shown
    assert "Wong" not in shown


@travel(BEFORE, tick=False)
def test_with_a_link_a_partner_is_marked_as_under_18(cast: Cast, event: Event) -> None:
    Event.objects.update(sides="doubles")
    page = Client().get(f"/me/{cast.cats_token}/events/open/")
    assert "partner_under_18" in text_of(page)

    Client().post(
        f"/me/{cast.cats_token}/events/open/",
        {"enter": "1", "partner": "Ada Wong", "partner_under_18": "on"},
    )

    assert Player.objects.get(name="Ada Wong").is_minor


@travel(BEFORE, tick=False)
def test_a_partner_without_a_name_is_refused_and_no_one_is_entered(
    cast: Cast, event: Event
) -> None:
    Event.objects.update(sides="doubles")
    here = f"/me/{cast.cats_token}/events/open/"

    page = Client().post(here, {"enter": "1", "partner": "123"}, follow=True)

    assert "Enter a name that has letters in it" in text_of(page)
    assert entered_names() == []


@travel(BEFORE, tick=False)
def test_a_double_tap_is_one_entry(event: Event) -> None:
    key = str(uuid4())
    answers = [put_name(key=key) for _ in range(2)]

    assert entered_names() == ["Zoë Brand"]
    assert Client().get(answers[-1]["Location"]).status_code == 200


@travel(BEFORE, tick=False)
def test_no_one_enters_as_another_member(cast: Cast, event: Event) -> None:
    """An entry under a member's name is a guest; only the desk sees the similarity."""
    shown = text_of(put_name("Ben Ito"))

    assert not cast.ben_plays.entries.exists()
    assert "member" not in shown
    page = cast.browser_of("ann").get("/desk/events/open/people/")
    assert "Ben Ito (guest) could be Ben Ito" in text_of(page)


@travel(BEFORE, tick=False)
def test_with_an_account_one_enters_as_oneself_and_once(cast: Cast, event: Event) -> None:
    ben = cast.browser_of("ben")
    assert "You’re entering as Ben Ito" in text_of(ben.get("/events/open/enter/"))
    for _ in range(2):
        ben.post("/events/open/enter/")

    assert cast.ben_plays.entries.get().event == event
    assert entered_names() == ["Ben Ito"]


@travel(BEFORE, tick=False)
def test_with_a_link_one_enters_from_ones_own_page(cast: Cast, event: Event) -> None:
    cast.browser_of("ben").post("/events/open/enter/")
    Client().post(f"/me/{cast.cats_token}/events/open/", {"enter": "1"})

    assert sorted(entered_names()) == ["Ben Ito", "Cat van der Berg"]
    action = Action.objects.filter(verb="enter_list").latest("pk")
    assert action.player == cast.cat_plays, "the log knows who it was"


@travel(BEFORE, tick=False)
def test_partners_enter_together(event: Event) -> None:
    Event.objects.update(sides="doubles")
    put_name("Zoë", partner="Bo")
    put_name("Cy")

    assert entered_names() == ["Zoë & Bo", "Cy"]


@travel(BEFORE, tick=False)
def test_a_program_that_fills_in_every_field_enters_no_one(event: Event) -> None:
    assert put_name(website="https://example.org").status_code == 302
    assert entered_names() == []


@travel(BEFORE, tick=False)
def test_too_many_from_one_address_are_refused(
    event: Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("leagues.access.throttle.Limit.is_spent", lambda *_: True)

    assert put_name().status_code == 429
    assert entered_names() == []


# --- When the list is closed --------------------------------------------------------------


@pytest.mark.parametrize(
    "facts",
    [
        {"takes_entries": False},
        {"state": Event.State.RUNNING},
        {"state": Event.State.FINISHED},
        {"entries_close_at": BEFORE - timedelta(seconds=1)},
    ],
)
@travel(BEFORE, tick=False)
def test_a_closed_list_shows_that_it_is_closed(
    cast: Cast, event: Event, facts: dict[str, Any]
) -> None:
    Event.objects.update(**facts)

    assert "Entries are closed" in text_of(Client().get("/events/open/enter/"))
    assert put_name().status_code == 422
    Client().post(f"/me/{cast.cats_token}/events/open/", {"enter": "1"})
    assert entered_names() == []


@pytest.mark.parametrize("facts", [{"visibility": "private"}, {"binned_at": BEFORE}], ids=str)
@travel(BEFORE, tick=False)
def test_a_hidden_event_has_no_entry_form(cast: Cast, event: Event, facts: dict[str, Any]) -> None:
    Event.objects.update(**facts)

    assert Client().get("/events/open/enter/").status_code == 404
    assert put_name().status_code == 404
    assert Client().get(f"/me/{cast.cats_token}/events/open/").status_code == 404


# --- Limit and waiting list ---------------------------------------------------------------


@travel(BEFORE, tick=False)
def test_past_the_limit_one_waits(event: Event) -> None:
    Event.objects.update(entry_limit=1)
    put_name("Zoë")
    assert "The event is full" in text_of(Client().get("/events/open/enter/"))
    answer = put_name("Bo")

    assert (entered_names(), entered_names(State.WAITING)) == (["Zoë"], ["Bo"])
    assert "Number 1 on the waiting list" in text_of(Client().get(answer["Location"]))


def change_registration(cast: Cast, event: Event, **changes: Any) -> None:
    event.refresh_from_db()
    now = registration_of(event)
    seen = mark_of(now)
    set_registration(by=cast.who("ann"), event=event, seen=seen, **(now | changes))


def test_a_higher_limit_lets_in_who_waited_longest(cast: Cast, event: Event) -> None:
    Event.objects.update(entry_limit=1)
    for day, name in enumerate(("Zoë", "Bo", "Cy", "Di")):
        with travel(BEFORE + timedelta(days=day), tick=False):
            put_name(name)
    with travel(BEFORE, tick=False):
        change_registration(cast, event, entry_limit=3)
    assert (entered_names(), entered_names(State.WAITING)) == (["Zoë", "Bo", "Cy"], ["Di"])

    with travel(BEFORE, tick=False):
        change_registration(cast, event, entry_limit=None)
    assert entered_names(State.WAITING) == []


# --- The desk -----------------------------------------------------------------------------

DESK = "/desk/events/open/people/registration/"


@travel(BEFORE, tick=False)
def test_registration_begins_with_how_many_are_in_and_its_switch(cast: Cast, event: Event) -> None:
    ann = cast.browser_of("ann")
    Event.objects.update(entry_limit=1)
    put_name("Zoë")
    put_name("Bo")
    head, _ = text_of(ann.get(DESK)).split("<main")[1].split('name="takes_entries"')
    assert "Open</span>" in head
    assert "in, of 1 spot </dt> <dd> 1 </dd>" in head
    assert "<dt>waiting</dt> <dd> 1 </dd>" in head
    Event.objects.update(takes_entries=False)
    assert "Entries are closed</span>" in text_of(ann.get(DESK)).split("<form")[0]


def test_the_desk_opens_the_list_by_the_events_own_clock(cast: Cast, event: Event) -> None:
    ann = cast.browser_of("ann")
    seen = ann.get(DESK).context["form"]["seen"].value()
    ann.post(
        DESK,
        {
            "takes_entries": "on",
            "entry_limit": "24",
            "entries_close_at": "2026-05-08T20:00",
            "seen": seen,
        },
    )
    event.refresh_from_db()

    assert event.entry_limit == 24
    assert event.entries_close_at == datetime(2026, 5, 9, 0, 0, tzinfo=UTC)
    with travel(BEFORE, tick=False):
        page = text_of(ann.get(DESK))
    assert 'value="2026-05-08T20:00"' in page
    assert "http://testserver/events/open/enter/" in page


# --- One's own page -----------------------------------------------------------------------


@pytest.fixture
def cats_page(cast: Cast, event: Event) -> str:
    path = f"/me/{cast.cats_token}/events/open/"
    with travel(BEFORE, tick=False):
        Client().post(path, {"enter": "1"})
    return path


@pytest.mark.parametrize(
    ("now", "here"),
    [
        ("2026-05-08T23:59:00-04:00", False),
        ("2026-05-09T00:00:00-04:00", True),
        ("2026-05-09T11:00:00-04:00", True),
    ],
)
def test_one_checks_in_on_the_day_by_the_clock_of_the_hall(
    cats_page: str, now: str, here: bool
) -> None:
    with travel(now, tick=False):
        page = text_of(Client().get(cats_page))
        Client().post(cats_page, {"check-in": "1"})

    assert ("Check in now" in page) is here
    assert (Entry.objects.get().checked_in_at is not None) is here


@travel(BEFORE, tick=False)
def test_one_withdraws_before_play_and_sees_what_follows(cats_page: str) -> None:
    page = Client().get(cats_page)
    assert "No more matches" in text_of(page)
    assert "They " not in text_of(page), "their own page speaks to them"
    Client().post(cats_page, {"withdraw": "1", "seen": page.context["seen"]})

    assert entered_names(State.WITHDRAWN) == ["Cat van der Berg"]


@travel(START, tick=False)
def test_once_play_has_begun_players_withdraw_at_the_desk(cats_page: str) -> None:
    Event.objects.update(state=Event.State.RUNNING)
    page = Client().get(cats_page)
    Client().post(cats_page, {"withdraw": "1", "seen": page.context["seen"]})

    assert entered_names(State.ACTIVE) == ["Cat van der Berg"]
    assert "Tell the desk" in text_of(page)


def test_a_wrong_link_opens_nothing(event: Event) -> None:
    assert Client().get("/me/wrong/events/open/").status_code == 404
