"""The e-mail address of a stranger's entry: optional, limited, and visible to organisers only."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from pytest_django import Settings
from time_machine import travel

from leagues.access.mail_stop import stop_path
from leagues.access.throttle import ENTRY_MAILS
from leagues.actions import entry_mail
from leagues.actions.send_mail import as_message
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
        club=cast.club, name="Westport Open", slug="open", starts_at=START, takes_entries=True
    )


def put_name(name: str, email: str, **more: str) -> Any:
    typed = {"name": name, "key": str(uuid4()), "email": email, **more}
    return Client().post(ENTER, typed)


@travel(BEFORE, tick=False)
def test_an_entry_with_an_address_gets_a_mail(cast: Cast, event: Event) -> None:
    assert 'name="email"' in Client().get(ENTER).content.decode()
    answer = put_name("Zoë Brand", "zoe@example.org")
    put_name("Dan Ng", "")

    [mail] = Mail.objects.all()
    assert (mail.to, mail.subject) == ("zoe@example.org", "You’re on the list for Westport Open")
    zoe = Player.objects.get(name="Zoë Brand")
    assert zoe.email == "zoe@example.org"
    desk = cast.browser_of("ann").get(f"/desk/people/{zoe.pk}/").content.decode()
    assert "zoe@example.org" in desk
    for path in ("/events/open/players/", zoe.get_absolute_url(), answer["Location"]):
        assert "zoe@example.org" not in Client().get(path).content.decode()


@travel(BEFORE, tick=False)
@pytest.mark.parametrize("lacks", ["SENDS_EMAIL", "BASE_URL"])
def test_no_address_is_asked_for_where_no_mail_is_sent(
    event: Event, settings: Settings, lacks: str
) -> None:
    setattr(settings, lacks, "")

    assert 'name="email"' not in Client().get(ENTER).content.decode()
    put_name("Zoë Brand", "zoe@example.org")
    assert Player.objects.get(name="Zoë Brand").email == ""


@travel(BEFORE, tick=False)
def test_nobodys_mailbox_is_filled_by_entering_again_and_again(event: Event) -> None:
    answers = [put_name(f"Nobody {chr(65 + n)}", "ann@example.org").status_code for n in range(8)]

    assert answers[0] == 302
    assert answers[-1] in (422, 429)
    assert Mail.objects.count() == answers.count(302) < 8


@travel(BEFORE, tick=False)
def test_what_is_no_address_is_refused(event: Event) -> None:
    assert put_name("Zoë Brand", "zoe at home").status_code == 422
    assert not Player.objects.filter(name="Zoë Brand").exists()


@travel(BEFORE, tick=False)
def test_no_word_of_a_stranger_goes_by_mail_and_one_click_stops_it(event: Event) -> None:
    put_name("Dear Customer", "zoe@example.org", called="Hurry")

    [mail] = Mail.objects.all()
    assert not {"Dear", "Customer", "Hurry"} & set(mail.text.split())
    assert mail.text.startswith("Hello,\n")
    stop = stop_path([mail.player_id or 0])
    assert f"https://club.example{stop}" in mail.text
    headers = as_message(mail).extra_headers
    assert headers["List-Unsubscribe"] == f"<https://club.example{stop}>"

    Client().post(stop)
    assert put_name("Zoë Brand", "ZOE@example.org").status_code == 302
    assert Mail.objects.count() == 1


@travel(BEFORE, tick=False)
def test_who_is_known_is_greeted_by_name(event: Event) -> None:
    put_name("Zoë Brand", "zoe@example.org")
    Player.objects.update(is_guest=False)
    zoe = Player.objects.get(name="Zoë Brand")
    assert zoe.name_in_mail == "Zoë Brand"


@travel(BEFORE, tick=False)
@pytest.mark.parametrize("name", ["J.R. Smith", "St. John, Ann", "Zoë O’Connor-Ng"])
def test_a_name_with_dots_is_one(event: Event, name: str) -> None:
    assert put_name(name, "").status_code == 302


@travel(BEFORE, tick=False)
@pytest.mark.parametrize("limit", ["site", "network"])
def test_mails_a_day_are_limited_and_entries_without_an_address_are_not(
    event: Event, monkeypatch: pytest.MonkeyPatch, limit: str
) -> None:
    if limit == "site":
        monkeypatch.setattr(entry_mail, "STRANGERS_A_DAY", 2)
    else:
        monkeypatch.setattr(
            "leagues.views.public.registration.ENTRY_MAILS", replace(ENTRY_MAILS, times=2)
        )
    answers = [put_name(f"Nan {chr(65 + n)}", f"nan{n}@example.org") for n in range(3)]

    assert [each.status_code for each in answers] == [302, 302, 422]
    assert "We can’t send more of these e-mails today." in answers[2].content.decode()
    assert put_name("Nan C", "").status_code == 302
    assert Mail.objects.count() == 2


@travel(BEFORE, tick=False)
def test_one_address_gets_few_of_them_from_wherever(
    event: Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(entry_mail, "TO_ONE_A_DAY", 2)
    monkeypatch.setattr("leagues.views.public.registration.may_be_sent", lambda *_: True)
    for n in range(4):
        put_name(f"Nan {chr(65 + n)}", "ann@example.org")
    assert Mail.objects.count() == 2


@travel(BEFORE, tick=False)
def test_tomorrow_they_go_out_again(event: Event, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(entry_mail, "STRANGERS_A_DAY", 1)
    put_name("Nan A", "nana@example.org")
    with travel(BEFORE + timedelta(days=1, seconds=1), tick=False):
        assert put_name("Nan B", "nanb@example.org").status_code == 302
    assert Mail.objects.count() == 2
