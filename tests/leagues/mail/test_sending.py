"""The mail queue: sending, retrying and giving up, on one server at a time."""

from __future__ import annotations

import threading
from datetime import datetime, timedelta

import pytest
import time_machine
from django.utils import timezone
from pytest_django import Settings

from leagues.access.roles import ANONYMOUS
from leagues.actions.mail import PAUSES, claim_next, note_failure, note_sent, queue_mail, send_again
from leagues.actions.outgoing_queue import CLAIMED_FOR
from leagues.actions.refusal import Refused
from leagues.actions.send_mail import send_due, start_sending
from leagues.models import Mail
from leagues.models.mail import MailQuerySet
from tests.cast import Cast
from tests.mail_server import OK, MailServer, plain_text_of

pytestmark = pytest.mark.django_db
NOON = datetime.fromisoformat("2026-10-05T12:00:00+00:00")
State, LINK = Mail.State, Mail.Kind.LINK


def queue_link(to: str = "cat@example.org", text: str = "Come at seven. – Zoë") -> Mail:
    return queue_mail(by=ANONYMOUS, kind=LINK, to=to, subject="Your\npage", text=text)


def now_of(mail: Mail) -> Mail:
    return Mail.objects.get(pk=mail.pk)


def test_what_is_queued_is_sent_once(post_office: MailServer) -> None:
    mail = queue_link()

    assert (send_due(), send_due()) == (1, 0)
    [got] = post_office.got
    assert (got["To"], got["Subject"]) == ("cat@example.org", "Your page")
    assert got["From"] == "Westport Crokinole <club@westport.example>"
    assert got["Message-ID"] == f"<{mail.key}@westport.example>"
    assert got["Auto-Submitted"] == "auto-generated"
    assert plain_text_of(got) == "Come at seven. – Zoë"
    sent = now_of(mail)
    assert (sent.state, sent.tries, sent.error) == (State.SENT, 1, "")
    assert sent.sent_at is not None
    assert sent.text == "", "a way in is not kept once it is sent"


def test_one_connection_takes_all_that_is_due(post_office: MailServer) -> None:
    for number in range(3):
        queue_link(f"p{number}@example.org")
    later = queue_link("later@example.org")
    Mail.objects.filter(pk=later.pk).update(send_at=timezone.now() + timedelta(minutes=1))

    assert send_due() == 3
    assert [each["To"] for each in post_office.got] == [
        f"p{number}@example.org" for number in range(3)
    ]


@pytest.mark.parametrize(
    ("answer", "of", "state"),
    [
        ("550 No such mailbox", "recipient", State.FAILED),
        ("452 The mailbox is full", "recipient", State.QUEUED),
        ("554 We take no such mail", "message", State.FAILED),
        ("451 Try again later", "message", State.QUEUED),
    ],
)
def test_a_permanent_refusal_is_not_tried_again(
    post_office: MailServer, answer: str, of: str, state: str
) -> None:
    setattr(post_office, f"of_{of}", lambda _each: answer)
    refused = queue_link()
    before = timezone.now()

    assert send_due() == 0
    mail = now_of(refused)
    assert (mail.state, mail.tries, mail.error) == (state, 1, answer)
    assert (mail.claimed_by, mail.claimed_until) == (None, None)
    assert (mail.send_at >= before + PAUSES[0]) == (state == State.QUEUED)
    assert (mail.text == "") == (state == State.FAILED)


def test_one_bad_address_holds_up_no_one(post_office: MailServer) -> None:
    post_office.of_recipient = lambda to: "550 Unknown" if "bad" in to else OK
    for name in ("bad", "good", "fine"):
        queue_link(f"{name}@example.org")

    assert send_due() == 2
    assert [each["To"] for each in post_office.got] == ["good@example.org", "fine@example.org"]


def test_a_mail_server_that_is_away_is_asked_once_at_each_look(
    settings: Settings, post_office: MailServer
) -> None:
    settings.EMAIL_PORT = 1
    mails = [queue_link(), queue_link()]

    assert send_due() == 0
    assert [now_of(mail).tries for mail in mails] == [1, 0]
    assert now_of(mails[0]).error == "ConnectionRefusedError: [Errno 111] Connection refused"
    settings.EMAIL_PORT = post_office.port
    assert send_due() == 1, "the other one, at the next look"


def test_it_is_tried_for_two_days_with_growing_pauses(sends_mail: None) -> None:
    with time_machine.travel(NOON, tick=False) as clock:
        mail = queue_link()
        while claimed := claim_next(timezone.now()):
            note_failure(claimed, "away")
            clock.move_to(max(timezone.now(), now_of(mail).send_at))
        given_up = now_of(mail)
        assert given_up.state == State.FAILED
        assert given_up.tries == len(PAUSES) + 1
        assert timedelta(days=1.5) < timezone.now() - NOON < timedelta(days=2.5)
    assert list(PAUSES) == sorted(PAUSES)


def test_of_two_servers_that_look_at_once_one_gets_it(
    sends_mail: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = queue_link(), queue_link()
    look = MailQuerySet.first
    others: list[Mail | None] = []

    def slow_look(found: MailQuerySet) -> Mail | None:
        """Let another server claim the mail between this server's read and its claim."""
        mine = look(found)
        if not others:
            monkeypatch.setattr(MailQuerySet, "first", look)
            others.append(claim_next(timezone.now()))
        return mine

    monkeypatch.setattr(MailQuerySet, "first", slow_look)
    mine = claim_next(timezone.now())

    assert (others, mine) == ([first], second)
    assert claim_next(timezone.now()) is None


def test_a_claim_ends_where_its_server_died(sends_mail: None) -> None:
    queue_link()
    with time_machine.travel(NOON, tick=False) as clock:
        Mail.objects.update(send_at=NOON)
        died = claim_next(NOON)
        assert died is not None
        clock.shift(CLAIMED_FOR - timedelta(seconds=1))
        assert claim_next(timezone.now()) is None
        clock.shift(timedelta(seconds=1))
        taken = claim_next(timezone.now())
        assert taken == died
        note_failure(died, "from the dead")  # its server was only slow
        assert now_of(taken).tries == 0
        note_sent(taken)
    assert now_of(taken).state == State.SENT


def test_a_site_without_a_mail_server_queues_nothing() -> None:
    with pytest.raises(Refused, match="sends no mail"):
        queue_link()
    assert not Mail.objects.exists()


def test_a_failed_mail_is_sent_again_on_request(cast: Cast, post_office: MailServer) -> None:
    mail, by = queue_link(), cast.who("ann")
    Mail.objects.update(state=State.FAILED, tries=9, error="away")

    send_again(by=by, mail=mail)
    assert send_due() == 1
    with pytest.raises(Refused):
        send_again(by=by, mail=mail)
    assert now_of(mail).state == State.SENT


@pytest.mark.parametrize(("sends", "due", "starts"), [(True, 1, 1), (True, 0, 0), (False, 1, 0)])
def test_a_thread_is_started_where_something_is_due(
    sends_mail: None,
    settings: Settings,
    monkeypatch: pytest.MonkeyPatch,
    sends: bool,
    due: int,
    starts: int,
) -> None:
    started: list[Noted] = []
    monkeypatch.setattr(threading, "Thread", lambda **_how: Noted(started))
    for _ in range(due):
        queue_link()
    settings.SENDS_EMAIL = sends

    start_sending(now=timezone.now())
    assert len(started) == starts


class Noted:
    def __init__(self, started: list[Noted]) -> None:
        self.started = started

    def start(self) -> None:
        self.started.append(self)
