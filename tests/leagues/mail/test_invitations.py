"""Before a night members are asked whether they come, and answer from the mail."""

import re
from datetime import datetime, timedelta

import pytest
import time_machine
from django.test import Client
from django.utils import timezone

from leagues.actions.reminders import queue_reminders
from leagues.models import Answer, Guardian, League, Mail, Player, User
from tests.cast import Cast
from tests.leagues.leagues.evenings import TORONTO, Evening, october_time
from tests.leagues.mail.conftest import subjects_to

pytestmark = pytest.mark.django_db
SATURDAY = datetime(2026, 10, 3, 17, 5, tzinfo=TORONTO)
SUNDAY = SATURDAY + timedelta(days=1)


def send_what_is_due(at: datetime) -> None:
    with time_machine.travel(at, tick=False):
        queue_reminders(now=timezone.now())


def paths_in(mail: Mail) -> list[str]:
    return re.findall(r"https://club\.example(/mail/act/\S+)", mail.text)


def replies() -> list[tuple[str, str]]:
    return [(each.player.name, each.reply) for each in Answer.objects.order_by("pk")]


def test_two_days_before_those_who_have_not_answered_are_asked(monday: Evening) -> None:
    monday.say("Eve", "out")
    send_what_is_due(SATURDAY)

    assert {mail.to for mail in Mail.objects.all()} == {"guss@example.org", "hal@example.org"}
    mail = Mail.objects.get(to="hal@example.org")
    assert mail.subject == "Monday 5 October, 19:30: Are you coming?"
    assert "Yes, I’m coming:\nhttps://club.example/mail/act/" in mail.text
    assert mail.stop_address


def test_a_subject_is_written_as_its_language_writes_it(monday: Evening) -> None:
    Player.objects.update(language="fr")
    send_what_is_due(SATURDAY)

    assert subjects_to("hal") == [
        "Lundi 5 octobre, 19:30\N{NARROW NO-BREAK SPACE}: Venez-vous\N{NARROW NO-BREAK SPACE}?"
    ]


@pytest.mark.parametrize(
    "at", [SATURDAY - timedelta(minutes=10), SATURDAY + timedelta(days=1, minutes=-1)]
)
def test_no_one_is_asked_at_another_time(monday: Evening, at: datetime) -> None:
    if at > SATURDAY:
        send_what_is_due(SATURDAY)
        Mail.objects.all().delete()
    send_what_is_due(at)

    assert not Mail.objects.exists()


def test_a_league_that_asks_no_one_sends_no_invitations(monday: Evening) -> None:
    League.objects.update(invites_before=None)
    send_what_is_due(SATURDAY)

    assert not Mail.objects.exists()


def test_a_cancelled_night_asks_no_one(monday: Evening) -> None:
    type(monday.night).objects.update(is_cancelled=True)
    send_what_is_due(SATURDAY)

    assert not Mail.objects.exists()


def test_an_expected_member_is_asked_to_say_if_not(monday: Evening) -> None:
    League.objects.update(attendance=League.Attendance.EXPECTED)
    send_what_is_due(SATURDAY)

    mail = Mail.objects.get(to="hal@example.org")
    assert mail.subject == "Monday 5 October, 19:30: You are expected. Can’t come?"
    assert mail.text.index("No, I can’t come") < mail.text.index("Yes, I’m coming")


def test_one_press_in_the_mail_and_one_on_the_page_answer(monday: Evening) -> None:
    send_what_is_due(SATURDAY)
    yes, no = paths_in(Mail.objects.get(to="hal@example.org"))
    browser = Client()
    with time_machine.travel(SATURDAY, tick=False):
        page = browser.get(no)
        assert replies() == [], "programs that scan mail open every address"
        assert b'value="out"' in page.content
        assert page["Cache-Control"] == "private, no-store"
        browser.post(no, {"answer": "out"})
        assert "You’re not coming" in browser.get(no).content.decode()
        browser.post(yes, {"answer": "late", "from_round": "2"})

    assert replies() == [("Hal", "out"), ("Hal", "late")]
    assert Answer.objects.earliest("pk").answered_by is None


def test_an_address_answers_only_for_its_night_and_person(monday: Evening) -> None:
    send_what_is_due(SATURDAY)
    yes, _no = paths_in(Mail.objects.get(to="hal@example.org"))
    forged = yes.replace("night.", "night.9", 1)

    assert Client().get(forged).status_code == 404
    with time_machine.travel(SATURDAY + timedelta(days=4), tick=False):
        page = Client().post(yes, {"answer": "in"})
    assert page.status_code == 422
    assert replies() == []


def test_a_parent_answers_for_each_child_from_one_mail(cast: Cast, monday: Evening) -> None:
    parent = User.objects.create_user("parent@example.org")
    for name in ("Guss", "Hal"):
        Player.objects.filter(name=name).update(is_minor=True)
        Guardian.objects.create(user=parent, player=monday.player(name))
    send_what_is_due(SATURDAY)

    mail = Mail.objects.get(to="parent@example.org")
    assert re.findall(r"(\w+): (?:Yes|No)", mail.text) == ["Guss", "Guss", "Hal", "Hal"]
    with time_machine.travel(SATURDAY, tick=False):
        Client().post(paths_in(mail)[3], {"answer": "out"})
    assert replies() == [("Hal", "out")]


def test_the_evening_before_those_who_come_hear_when_and_where(monday: Evening) -> None:
    monday.say("Eve")
    monday.say("Hal", "out")
    League.objects.update(place="Mill")
    send_what_is_due(SUNDAY)

    assert [mail.to for mail in Mail.objects.all()] == ["eve@example.org"]
    mail = Mail.objects.get()
    assert mail.subject == "Tomorrow, Monday 5 October, 19:30: you’re in"
    assert "Mill" in mail.text
    assert "1 player is coming." in mail.text


def test_the_evening_before_names_the_day_it_moved_from(monday: Evening) -> None:
    monday.say("Eve")
    type(monday.night).objects.filter(pk=monday.night.pk).update(moved_from=october_time(1).date())
    send_what_is_due(SUNDAY)

    assert "Moved from Thursday 1 October." in Mail.objects.get().text


def test_each_message_is_sent_once(monday: Evening) -> None:
    for minutes in (0, 11, 22):
        send_what_is_due(SATURDAY + timedelta(minutes=minutes))

    assert subjects_to("hal") == ["Monday 5 October, 19:30: Are you coming?"]
