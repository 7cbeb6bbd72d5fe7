"""Strangers who enter may leave an address to be told by: optional, limited, and read by organisers."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from pytest_django import Settings
from time_machine import travel

from leagues.models import Event, Mail, Player
from tests.cast import Cast

pytestmark = pytest.mark.django_db
START = datetime(2026, 5, 9, 14, 0, tzinfo=UTC)
BEFORE = datetime(2026, 5, 1, 12, 0, tzinfo=UTC)
ENTER = "/events/open/enter/"


@pytest.fixture
def event(cast: Cast, settings: Settings) -> Event:
    settings.SENDS_EMAIL = True
    settings.BASE_URL = "https://club.example"
    return Event.objects.create(
        club=cast.club,
        name="Westport Open",
        slug="open",
        starts_at=START,
        takes_entries=True,
    )


def put_name(name: str, email: str, **said: str) -> Any:
    typed = {"name": name, "key": str(uuid4()), "email": email, **said}
    return Client().post(ENTER, typed)


@travel(BEFORE, tick=False)
def test_whoever_leaves_an_address_is_told_that_they_are_in(
    cast: Cast, event: Event
) -> None:
    assert 'name="email"' in Client().get(ENTER).content.decode()
    answer = put_name("Zoë Brand", "zoe@example.org")
    put_name("Dan Ng", "")

    [mail] = Mail.objects.all()
    assert (mail.to, mail.subject) == (
        "zoe@example.org",
        "You are on the list of Westport Open",
    )
    zoe = Player.objects.get(name="Zoë Brand")
    assert zoe.email == "zoe@example.org"
    desk = cast.browser_of("ann").get(f"/desk/people/{zoe.pk}/").content.decode()
    assert "zoe@example.org" in desk
    for path in ("/events/open/players/", zoe.get_absolute_url(), answer["Location"]):
        assert "zoe@example.org" not in Client().get(path).content.decode()


@travel(BEFORE, tick=False)
@pytest.mark.parametrize("lacks", ["SENDS_EMAIL", "BASE_URL"])
def test_nobody_is_asked_where_no_mail_would_go(
    event: Event, settings: Settings, lacks: str
) -> None:
    setattr(settings, lacks, "")

    assert 'name="email"' not in Client().get(ENTER).content.decode()
    put_name("Zoë Brand", "zoe@example.org")
    assert Player.objects.get(name="Zoë Brand").email == ""


@travel(BEFORE, tick=False)
def test_nobodys_mailbox_is_filled_by_entering_again_and_again(event: Event) -> None:
    answers = [
        put_name(f"Nobody {chr(65 + n)}", "ann@example.org").status_code
        for n in range(8)
    ]

    assert answers[0] == 302
    assert answers[-1] in (422, 429)
    assert Mail.objects.count() == answers.count(302) < 8


@travel(BEFORE, tick=False)
def test_what_is_no_address_is_refused(event: Event) -> None:
    assert put_name("Zoë Brand", "zoe at home").status_code == 422
    assert not Player.objects.filter(name="Zoë Brand").exists()
