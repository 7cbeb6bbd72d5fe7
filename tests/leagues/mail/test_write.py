"""A message to members: its audience, sent once, and what became of it."""

import re
from datetime import timedelta
from smtplib import SMTPRecipientsRefused
from typing import Any

import pytest
import time_machine
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from leagues.actions import notices
from leagues.actions.mail import note_failure
from leagues.actions.send_mail import as_message, error_text
from leagues.models import Action, Guardian, League, Mail, Mute, Notice, Player, PushAddress, User
from tests.cast import Cast, Page
from tests.leagues.leagues.evenings import Evening, october_time
from tests.leagues.mail.conftest import subjects_to

pytestmark = pytest.mark.django_db
SNOW = {
    "title": "Bring your own board",
    "text": "The hall has lent ours.\r\n\r\nSee https://club.example/hall.",
}


@pytest.fixture
def ann(cast: Cast) -> Client:
    return cast.browser_of("ann")


def write(
    browser: Client, to: str, step: str = "send", at: str = "/desk/write/", **more: Any
) -> Page:
    return browser.post(at, SNOW | {"to": to, "step": step, "sends": "on"} | more)


def to_league() -> str:
    return f"league-{League.objects.get().pk}"


def add_members(league: League, count: int) -> None:
    people = Player.objects.bulk_create(
        Player(club=league.club, name=f"Member {n}", email=f"m{n}@example.org")
        for n in range(count)
    )
    for each in people:
        league.enrolments.create(player=each)


def test_a_message_to_a_league_reaches_each_member_once(monday: Evening, ann: Client) -> None:
    page = write(ann, to_league(), reply_to="ann@example.org")

    assert page.status_code == 302
    assert {mail.to for mail in Mail.objects.all()} == {
        f"{name}@example.org" for name in ("guss", "hal", "eve")
    }
    mail = Mail.objects.get(to="hal@example.org")
    assert mail.subject == "Bring your own board"
    assert "Bring your own board\n\nThe hall has lent ours.\n\nSee https://" in mail.text
    message = as_message(mail)
    assert message.reply_to == ["ann@example.org"]
    assert "List-Unsubscribe" in message.extra_headers
    html = str(message.alternatives[0][0])
    assert '<a href="https://club.example/hall">https://club.example/hall</a>.' in html


def test_a_second_press_of_the_button_sends_nothing(monday: Evening, ann: Client) -> None:
    key = "00000000-0000-4000-8000-000000000000"
    for _press in range(2):
        write(ann, to_league(), form_key=key)

    assert Notice.objects.count() == 1
    assert len(subjects_to("hal")) == 1


def test_the_preview_counts_people_and_sends_nothing(monday: Evening, ann: Client) -> None:
    Player.objects.filter(name="Eve").update(email="", telephone="555 01 23")
    PushAddress.objects.create(
        player=monday.player("Hal"), endpoint="https://push.example/1", endpoint_hash="1"
    )
    page = write(ann, to_league(), "preview").content.decode()

    assert "It goes to 2 people: 2 by e-mail, 1 by notification." in " ".join(page.split())
    unreached = page[page.index("1 person can’t be reached") :]
    assert "Eve" in unreached
    assert "555 01 23" in unreached
    assert "Guss" not in unreached
    assert not Mail.objects.exists()
    assert not Notice.objects.exists()


def test_a_test_goes_to_the_writer_alone(monday: Evening, ann: Client) -> None:
    write(ann, to_league(), "test")

    assert [(mail.to, mail.subject) for mail in Mail.objects.all()] == [
        ("ann@example.org", "Test: Bring your own board")
    ]
    assert not Notice.objects.exists()


def test_the_text_comes_back_to_be_changed(monday: Evening, ann: Client) -> None:
    page = write(ann, to_league(), "edit").content.decode()

    assert 'value="Bring your own board"' in page
    assert "The hall has lent ours." in page


@pytest.mark.parametrize(("people", "asks"), [(50, False), (51, True)])
def test_more_than_fifty_people_need_a_second_press_with_the_number(
    monday: Evening, ann: Client, people: int, asks: bool
) -> None:
    add_members(League.objects.get(), people - 3)
    page = write(ann, to_league())
    assert page.status_code == (422 if asks else 302)
    if asks:
        assert "This goes to 51 people. Press again to send it." in page.content.decode()
        assert not Mail.objects.exists()
        assert write(ann, to_league(), confirmed="50").status_code == 422
        [shown] = re.findall(r'name="confirmed" value="(\d+)"', page.content.decode())
        assert write(ann, to_league(), confirmed=shown).status_code == 302

    assert Mail.objects.count() == people


def test_the_site_sends_no_more_than_its_limit_a_day(
    monday: Evening, ann: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(notices, "MOST_A_DAY", 5)
    write(ann, to_league())
    page = write(ann, to_league())

    assert "at most 5 messages a day, and 3 were sent" in page.content.decode()
    assert Mail.objects.count() == 3
    with time_machine.travel(timezone.now() + timedelta(hours=24, minutes=1)):
        assert write(cast_again(), to_league()).status_code == 302


def cast_again() -> Client:
    browser = Client()
    browser.force_login(User.objects.get(email="ann@example.org"))
    return browser


def test_the_mailings_of_the_club_can_be_stopped_but_not_what_one_entered(
    monday: Evening, ann: Client
) -> None:
    for topic in ("club", "invitation", "next-match", "confirm", "followed"):
        Mute.objects.create(player=monday.player("Hal"), topic=topic, channel="mail")
    write(ann, to_league())
    assert subjects_to("hal") == []
    with time_machine.travel(october_time(12, day=4)):
        write(cast_again(), f"silent-{monday.night.pk}")

    assert subjects_to("hal") == ["Bring your own board"]


def test_those_who_have_not_answered_are_written_to(monday: Evening) -> None:
    monday.say("Eve", "out")
    with time_machine.travel(october_time(12, day=4)):
        write(cast_again(), f"silent-{monday.night.pk}")

    assert [subjects_to(name) for name in ("guss", "hal", "eve")] == [
        ["Bring your own board"],
        ["Bring your own board"],
        [],
    ]


def test_those_who_owe_dues_get_it_by_mail_alone(monday: Evening, ann: Client) -> None:
    league = League.objects.get()
    League.objects.update(dues="season", price=2000)
    league.paid_dues.create(player=monday.player("Guss"), state="paid")
    PushAddress.objects.create(
        player=monday.player("Hal"), endpoint="https://push.example/1", endpoint_hash="1"
    )
    page = write(ann, f"owes-{league.pk}", "preview").content.decode()
    write(ann, f"owes-{league.pk}")

    assert "It goes to 2 people: 2 by e-mail, 0 by notification." in " ".join(page.split())
    assert {mail.to for mail in Mail.objects.all()} == {"hal@example.org", "eve@example.org"}


def test_a_minors_message_goes_to_the_guardian(monday: Evening, ann: Client) -> None:
    parent = User.objects.create_user("parent@example.org")
    Player.objects.filter(name="Guss").update(is_minor=True, name="Guss Brown")
    Guardian.objects.create(user=parent, player=Player.objects.get(name="Guss Brown"))
    write(ann, to_league())

    assert subjects_to("guss") == []
    assert "Guss Brown" not in Mail.objects.get(to="parent@example.org").text


def test_no_minor_is_named_in_full(monday: Evening, ann: Client) -> None:
    Player.objects.filter(name="Guss").update(is_minor=True, name="Guss Brown", family_name="Brown")
    page = write(ann, to_league(), text="Congratulations to guss brown!")

    assert page.status_code == 422
    assert "Write “Guss B.” instead" in page.content.decode()
    assert not Mail.objects.exists()


def test_nothing_is_sent_if_no_one_can_be_reached(monday: Evening, ann: Client) -> None:
    Player.objects.update(email="")
    page = write(ann, to_league())

    assert page.status_code == 422
    assert "None of them can be reached" in page.content.decode()
    assert not Notice.objects.exists()


def test_a_site_that_was_not_given_mail_writes_to_no_one(
    monday: Evening, ann: Client, settings: Settings
) -> None:
    settings.SENDS_EMAIL = False
    assert "An owner can change it on the Server page." in ann.get("/desk/write/").text
    assert write(ann, to_league()).status_code == 422
    assert write(ann, to_league(), "test").status_code == 200
    assert not Mail.objects.exists()


def test_the_page_of_a_message_counts_what_the_server_accepted(
    monday: Evening, ann: Client
) -> None:
    write(ann, to_league())
    notice = Notice.objects.get()
    Mail.objects.filter(to="guss@example.org").update(state="sent")
    refusal = SMTPRecipientsRefused({"hal@example.org": (550, b"No such user")})
    note_failure(Mail.objects.get(to="hal@example.org"), error_text(refusal), is_final=True)
    page = " ".join(ann.get(f"/desk/write/{notice.pk}/").content.decode().split())

    assert "To 3 people · 1 mail sent · 1 mail waiting · 1 mail refused" in page
    assert "550 No such user" in page


def test_a_wrong_address_is_left_out_until_it_changes(monday: Evening, ann: Client) -> None:
    hal = monday.player("Hal")
    ann.post(f"/desk/people/{hal.pk}/wrong-address/", {"address": "hal@example.org"})
    assert (
        "Mail to this address doesn’t arrive" in ann.get(f"/desk/people/{hal.pk}/").content.decode()
    )
    write(ann, to_league())
    assert subjects_to("hal") == []
    assert subjects_to("guss") != []

    Player.objects.filter(pk=hal.pk).update(email="hal.new@example.org")
    write(ann, to_league())
    assert subjects_to("hal.new") == ["Bring your own board"]


def test_only_an_address_of_that_person_is_marked(monday: Evening, ann: Client) -> None:
    hal = monday.player("Hal")
    ann.post(f"/desk/people/{hal.pk}/wrong-address/", {"address": "guss@example.org"})

    assert not Player.objects.exclude(wrong_address="").exists()


def test_the_guardians_address_is_wrong_for_all_children(monday: Evening, ann: Client) -> None:
    parent = User.objects.create_user("parent@example.org")
    Player.objects.filter(name__in=("Guss", "Hal")).update(is_minor=True)
    for name in ("Guss", "Hal"):
        Guardian.objects.create(user=parent, player=monday.player(name))
    ann.post(
        f"/desk/people/{monday.player('Hal').pk}/wrong-address/", {"address": "parent@example.org"}
    )
    write(ann, to_league())

    assert {mail.to for mail in Mail.objects.all()} == {"eve@example.org"}


def test_the_log_names_the_message_and_has_no_undo(monday: Evening, ann: Client) -> None:
    write(ann, to_league())
    page = ann.get(f"/desk/leagues/{League.objects.get().slug}/log/").content.decode()

    assert "Sent the message “Bring your own board” to 3 people." in page
    assert Action.objects.filter(verb="send_notice").count() == 1


def test_a_line_of_two_dashes_does_not_end_the_message(monday: Evening, ann: Client) -> None:
    write(ann, to_league(), text="Soup\n-- \nBread")
    html = str(as_message(Mail.objects.get(to="hal@example.org")).alternatives[0][0])

    assert html.index("Bread") < html.index("<hr>")
