"""The same form sent twice creates one row; another form creates another."""

import re
from datetime import timedelta
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from django.db import IntegrityError
from django.test import Client
from django.utils import timezone

from leagues.actions.events import events
from leagues.actions.events.events import create_event
from leagues.actions.sent_forms import KEPT, sending_once
from leagues.models import ClubPicture, Event, League, Night, Notice, Player, SentForm
from leagues.reads import Sheet
from tests.cast import Cast, Page
from tests.leagues.access.test_access import all_routes, rows
from tests.leagues.access.test_who_may import filled, path_of
from tests.leagues.club.club_pages import make_picture, upload_of
from tests.leagues.days.plain_browser import PlainBrowser, filled_in, form_of
from tests.leagues.leagues.mondays import Mondays
from tests.leagues.play.desk_page import HTMX
from tests.scenes import scene

__all__ = ["filled"]  # a fixture of another file

pytestmark = pytest.mark.django_db
ONCE_MORE = "You sent this twice. It was done once."


@scene
def mondays(cast: Cast) -> Mondays:
    return Mondays.open(cast, "Ann Lee", "Bo Birch")


def form_on(desk: PlainBrowser, button: str, **typed: str) -> dict[str, Any]:
    """The values that the form with this button sends, with these fields changed."""
    [found, *_others] = desk.main.buttons(button)
    return filled_in(form_of(found), {}) | {name: [v] for name, v in typed.items()}


def send_twice(browser: Client, path: str, sent: dict[str, Any]) -> tuple[Page, Page]:
    assert sent["form_key"]
    first, second = (browser.post(path, sent) for _time in range(2))
    assert (first.status_code, second.status_code) == (302, 302), first.text
    assert second["Location"] == first["Location"]
    return first, second


CASES: dict[str, tuple[str, str, dict[str, str], Any]] = {
    "a person": ("/desk/people/add/", "^Add$", {"name": "Zoe Quill"}, Player),
    "an event": ("/desk/new/club-night/", "^Plan this event$", {"name": "Spring"}, Event),
    "a night": (
        "/desk/leagues/mondays/calendar/add/",
        "^Add",
        {"on": "2027-01-04", "at": "19:30"},
        Night,
    ),
}


@pytest.mark.parametrize("what", CASES)
def test_a_form_that_makes_something_makes_it_once(
    what: str, mondays: Mondays, ann: Client
) -> None:
    path, button, typed, model = CASES[what]
    desk = PlainBrowser(ann)
    desk.open(path)
    sent = form_on(desk, button, **typed)
    before = model.objects.count()

    send_twice(ann, path, sent)

    assert model.objects.count() == before + 1
    ann.post(path, sent | {"form_key": [str(uuid4())], "another": ["on"]})
    assert model.objects.count() == before + 2


def test_a_form_that_was_changed_is_another_form(ann: Client, cast: Cast) -> None:
    """Back in the browser, another name, and sent again."""
    desk = PlainBrowser(ann)
    desk.open("/desk/people/add/")
    sent = form_on(desk, "^Add$", name="Zoe Quill")
    ann.post("/desk/people/add/", sent)
    ann.post("/desk/people/add/", sent | {"name": "Zed Quill"})
    assert Player.objects.filter(name__endswith="Quill").count() == 2


def test_a_photo_sent_twice_is_added_once_and_another_one_too(ann: Client, cast: Cast) -> None:
    key = str(uuid4())
    for width in (400, 400, 500):
        sent = {
            "photo-file": upload_of(make_picture("JPEG", (width, 300))),
            "photo-caption": "Hall",
        }
        ann.post("/desk/club/photos/", sent | {"form_key": key})
    assert ClubPicture.objects.count() == 2


def test_a_form_with_a_mistake_makes_nothing_and_keeps_its_key(ann: Client, cast: Cast) -> None:
    key = str(uuid4())
    page = ann.post("/desk/people/add/", {"name": "", "form_key": key})
    assert page.status_code == 422
    assert f'name="form_key" value="{key}"' in page.text
    assert not SentForm.objects.exists()


def test_an_announcement_sent_twice_is_shown_once(cast: Cast, ann: Client) -> None:
    event = plan_event(cast)
    sent = {"text": "Soup is ready", "minutes": "10", "form_key": str(uuid4())}
    path = f"/desk/events/{event.slug}/play/say/"
    first, again = (ann.post(path, sent, headers=HTMX) for _time in range(2))
    assert (first.status_code, again["HX-Refresh"]) == (200, "true")
    assert Notice.objects.count() == 1

    [key] = re.findall(r'name="form_key" value="([^"]+)"', first.text)
    ann.post(path, sent | {"form_key": key}, headers=HTMX)
    assert Notice.objects.count() == 2, "the form that came back is another"


def test_looking_for_names_to_enter_is_done_each_time(cast: Cast, ann: Client) -> None:
    event = plan_event(cast)
    path = f"/desk/events/{event.slug}/people/pick/"
    look = {"q": "an", "look": "1", "form_key": str(uuid4())}
    answers = [ann.post(path, look, headers=HTMX) for _time in range(2)]
    assert [each.status_code for each in answers] == [200, 200]
    assert not SentForm.objects.exists()


def test_a_screen_that_only_keeps_answers_may_be_sent_again(cast: Cast, ann: Client) -> None:
    """Back in the browser: evenings, matches, and evenings after all."""
    path, key = "/desk/leagues/new/what/", str(uuid4())
    for kind in ("singles", "ladder", "singles"):
        ann.post(path, {"kind": kind, "form_key": key})
    assert ann.session["league_draft"]["what"]["kind"] == ["singles"]


def plan_event(cast: Cast) -> Event:
    return create_event(
        by=cast.who("ann"),
        club=cast.club,
        name="Spring",
        starts_at=timezone.now(),
        sheet=Sheet.named("tournament-singles"),
    )


def test_two_organisers_open_one_next_season(mondays: Mondays, cast: Cast) -> None:
    path = "/desk/leagues/mondays/end/next/"
    forms = []
    for name in ("ann", "olga"):
        desk = PlainBrowser(cast.browser_of(name))
        desk.open(path)
        forms.append(form_on(desk, "^Open", first="2027-01-04"))
    first = cast.browser_of("ann").post(path, forms[0])
    second = cast.browser_of("olga").post(path, forms[1])
    assert (first.status_code, second.status_code) == (302, 422)
    assert "Someone has just opened the next season" in second.text
    assert League.objects.filter(before=mondays.league).count() == 1


def test_a_name_that_was_added_a_moment_ago_is_asked_about(cast: Cast, ann: Client) -> None:
    olga = cast.browser_of("olga")
    assert olga.post("/desk/people/add/", {"name": "Zoe Quill"}).status_code == 302

    page = ann.post("/desk/people/add/", {"name": "zoe quill"})
    assert page.status_code == 422
    assert "Is this a different person?" in page.text
    assert 'name="another"' in page.text

    ann.post("/desk/people/add/", {"name": "Zoe Quill", "another": "on"})
    assert Player.objects.filter(name="Zoe Quill").count() == 2


def test_an_address_that_another_took_meanwhile_is_passed_over(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two look for a free one at the same moment, and both find the same."""
    first = plan_event(cast)
    found = iter([first.slug, "spring-2"])
    monkeypatch.setattr(events, "free_slug", lambda _name: next(found))
    assert plan_event(cast).slug == "spring-2"


def test_what_else_is_wrong_is_not_tried_for_ever(cast: Cast) -> None:
    def make(_slug: str) -> Event:
        raise IntegrityError

    with pytest.raises(IntegrityError):
        events.at_free_slug(lambda: "spring", make)


def test_keys_are_forgotten_after_three_days(db: None) -> None:
    with sending_once(old := uuid4()) as form:
        form.made = "/desk/"
    SentForm.objects.update(sent_at=timezone.now() - KEPT - timedelta(minutes=1))
    with sending_once(uuid4()) as form:
        form.made = "/desk/"
    assert not SentForm.objects.filter(pk=old).exists()


FORM = re.compile(r"<form\b([^>]*)>(.*?)</form>", re.DOTALL)
LEADS_TO = re.compile(r"(?:action|hx-post)=\"([^\"]+)\"")
FORMS = 8  # views whose forms are on separate pages, at least


@pytest.mark.long
def test_forms_that_make_something_once_carry_a_key(filled: dict[str, Any], cast: Cast) -> None:
    olga, seen = cast.browser_of("olga"), 0
    for row in rows():
        view = all_routes()[row.address].callback
        if row.method != "GET" or not getattr(view, "carries_key", False):
            continue
        here = path_of(row, filled)
        for tag, inside in FORM.findall(olga.get(here).text):
            to = LEADS_TO.search(tag)
            if 'method="post"' in tag and (to is None or to[1] == here):
                assert 'name="form_key"' in inside, here
                seen += 1
    assert seen >= FORMS


@pytest.mark.long
def test_forms_of_other_pages_carry_one_too() -> None:
    named = re.compile(r"(?:action|hx-post)=\"{% url '([\w-]+)'")
    views = {each.name: each.callback for each in all_routes().values()}
    for template in Path("templates").rglob("*.html"):
        for tag, inside in FORM.findall(template.read_text()):
            to = named.search(tag)
            if to and getattr(views.get(to[1]), "carries_key", False):
                assert "{% form_key %}" in inside, template
