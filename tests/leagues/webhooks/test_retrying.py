"""The queue of deliveries: tried again with growing pauses, given up, sent by one server."""

import logging
import threading
from datetime import datetime, timedelta
from typing import Any

import pytest
import time_machine
from django.utils import timezone

from crokinole_site.logs import ShortLines
from leagues.actions import send_webhooks
from leagues.actions.club.webhooks import (
    add_webhook,
    deliver_again,
    pause_webhook,
    remove_webhook,
    resume_webhook,
    try_webhook,
)
from leagues.actions.outgoing_queue import CLAIMED_FOR
from leagues.actions.refusal import Refused
from leagues.actions.send_webhooks import KEPT, PAUSES, note_answer, start_telling, tell_due
from leagues.models import Action, Club, Webhook, WebhookDelivery
from leagues.models.webhooks import WebhookDeliveryQuerySet
from leagues.push.webhook_post import ProgramAnswer
from tests.cast import Cast
from tests.webhook_receiver import Receiver

pytestmark = pytest.mark.django_db
NOON = datetime.fromisoformat("2026-10-05T12:00:00+00:00")
State = WebhookDelivery.State
AWAY = ProgramAnswer(503, "It answered 503.")


@pytest.fixture
def delivery(cast: Cast, webhook: Webhook) -> WebhookDelivery:
    try_webhook(by=cast.who("ann"), webhook=webhook)
    return WebhookDelivery.objects.get()


def now_of(delivery: WebhookDelivery) -> WebhookDelivery:
    return WebhookDelivery.objects.get(pk=delivery.pk)


def claim_next(now: datetime) -> WebhookDelivery | None:
    return send_webhooks._claim_next(now, set())


def test_it_is_tried_for_a_day_with_growing_pauses(delivery: WebhookDelivery) -> None:
    WebhookDelivery.objects.update(send_at=NOON)
    now, waits = NOON, []
    while mine := claim_next(now):
        note_answer(mine, AWAY, now=now)
        after = now_of(delivery)
        waits.append(after.send_at - now)
        now = max(now, after.send_at)

    given_up = now_of(delivery)
    assert waits[:-1] == list(PAUSES) == sorted(PAUSES)
    assert timedelta(hours=20) < now - NOON <= timedelta(days=1)
    assert (given_up.state, given_up.tries, given_up.status) == (State.FAILED, 8, 503)
    assert given_up.error == "It answered 503. Stopped after 8 tries in one day."


def test_what_wants_no_more_is_not_asked_again(
    delivery: WebhookDelivery, receiver: Receiver
) -> None:
    receiver.answer = lambda _got: 410

    assert (tell_due(), tell_due()) == (0, 0)
    gone = now_of(delivery)
    assert (gone.state, gone.tries) == (State.FAILED, 1)
    assert gone.error == "It answered 410. It no longer accepts notifications."


def test_the_same_comes_under_the_same_key(
    cast: Cast, delivery: WebhookDelivery, receiver: Receiver
) -> None:
    assert tell_due() == 1
    deliver_again(by=cast.who("ann"), delivery=delivery)
    assert tell_due() == 1

    first, again = receiver.got
    assert first.key == again.key == str(delivery.key)
    assert first.body == again.body


def test_what_was_given_up_is_tried_for_a_day_again(cast: Cast, delivery: WebhookDelivery) -> None:
    WebhookDelivery.objects.update(state=State.FAILED, tries=8)

    deliver_again(by=cast.who("ann"), delivery=delivery)

    assert (now_of(delivery).state, now_of(delivery).tries) == (State.QUEUED, 0)


def test_one_program_that_is_away_delays_no_other(
    cast: Cast, webhook: Webhook, receiver: Receiver
) -> None:
    by = cast.who("ann")
    add_webhook(by=by, club=cast.club, address=f"{receiver.address}/other", kinds=["test"])
    for _ in range(2):
        for each in Webhook.objects.order_by("pk"):
            try_webhook(by=by, webhook=each)
    asked: list[str] = []

    def answer(got: Any) -> int:
        asked.append(got.path)
        return 204 if got.path.endswith("other") else 503

    receiver.answer = answer
    assert tell_due() == 2
    assert sorted(asked) == ["/hook", "/hook/other", "/hook/other"]


def test_a_paused_program_later_gets_what_waited(
    cast: Cast, delivery: WebhookDelivery, receiver: Receiver
) -> None:
    by, webhook = cast.who("ann"), delivery.webhook
    pause_webhook(by=by, webhook=webhook)
    pause_webhook(by=by, webhook=webhook)
    assert tell_due() == 0
    assert not Club.objects.get().tells_programs
    with pytest.raises(Refused, match="paused"):
        try_webhook(by=by, webhook=Webhook.objects.get())
    resume_webhook(by=by, webhook=webhook)
    resume_webhook(by=by, webhook=webhook)
    assert Club.objects.get().tells_programs
    assert tell_due() == 1
    verbs = Action.objects.filter(verb__contains="webhook")
    assert list(verbs.order_by("pk").values_list("verb", flat=True)) == [
        *("add_webhook", "try_webhook", "pause_webhook", "resume_webhook")
    ]


def test_what_is_removed_is_forgotten(cast: Cast, delivery: WebhookDelivery) -> None:
    claim_next(timezone.now())
    remove_webhook(by=cast.who("ann"), webhook=delivery.webhook)

    assert not WebhookDelivery.objects.exists()
    assert not Club.objects.get().tells_programs
    note_answer(delivery, AWAY, now=NOON)  # the sender in progress finds nothing


def test_of_two_servers_that_look_at_once_one_gets_it(
    delivery: WebhookDelivery, monkeypatch: pytest.MonkeyPatch
) -> None:
    look, now = WebhookDeliveryQuerySet.first, timezone.now()
    others: list[WebhookDelivery | None] = []

    def slow_look(found: WebhookDeliveryQuerySet) -> WebhookDelivery | None:
        """Let the other server claim the delivery between this one's look and its claim."""
        mine = look(found)
        if not others:
            monkeypatch.setattr(WebhookDeliveryQuerySet, "first", look)
            others.append(claim_next(now))
        return mine

    monkeypatch.setattr(WebhookDeliveryQuerySet, "first", slow_look)

    assert claim_next(now) is None
    assert others == [delivery]


def test_a_claim_ends_where_its_server_died(cast: Cast, delivery: WebhookDelivery) -> None:
    WebhookDelivery.objects.update(send_at=NOON)
    died = claim_next(NOON)
    assert died is not None
    with time_machine.travel(NOON, tick=False), pytest.raises(Refused, match="being sent"):
        deliver_again(by=cast.who("ann"), delivery=delivery)
    assert claim_next(NOON + CLAIMED_FOR - timedelta(seconds=1)) is None
    taken = claim_next(NOON + CLAIMED_FOR)
    assert taken == died
    note_answer(died, AWAY, now=NOON)  # it was only slow
    assert now_of(taken).tries == 0
    note_answer(taken, ProgramAnswer(204), now=NOON)
    sent = now_of(taken)
    assert (sent.state, sent.sent_at, sent.claimed_by) == (State.SENT, NOON, None)


def test_what_ended_a_month_ago_is_forgotten(delivery: WebhookDelivery) -> None:
    long_ago = timezone.now() - KEPT - timedelta(days=1)
    WebhookDelivery.objects.update(made_at=long_ago, send_at=NOON + timedelta(days=9999))
    tell_due()
    assert WebhookDelivery.objects.exists(), "it waits"
    WebhookDelivery.objects.update(state=State.FAILED)
    tell_due()
    assert not WebhookDelivery.objects.exists()


def test_neither_secret_nor_address_is_in_a_log(
    delivery: WebhookDelivery, receiver: Receiver, caplog: pytest.LogCaptureFixture
) -> None:
    webhook = delivery.webhook
    receiver.answer = lambda _got: 503
    with caplog.at_level(logging.WARNING):
        tell_due()
    [record] = caplog.records
    line = ShortLines("{message}", style="{").format(record)
    kept = [line, *map(str, Action.objects.values_list("details", flat=True))]

    assert line == "127.0.0.1 did not take a message: 503"
    assert webhook.secret not in str(kept)
    assert webhook.address not in str(kept)


@pytest.mark.parametrize("due", [True, False])
def test_a_thread_is_started_where_something_is_due(
    delivery: WebhookDelivery, monkeypatch: pytest.MonkeyPatch, due: bool
) -> None:
    started: list[str] = []

    class Noted:
        def __init__(self, *, name: str, **_how: Any) -> None:
            self.name = name

        def start(self) -> None:
            started.append(self.name)

    monkeypatch.setattr(threading, "Thread", Noted)
    now = delivery.send_at if due else delivery.send_at - timedelta(seconds=1)

    start_telling(now=now)
    assert started == ["webhooks"] * due


@pytest.mark.parametrize("address", ["https://10.0.0.1/", "https://board.example/0"])
def test_an_invalid_or_repeated_address_is_refused(
    cast: Cast, webhook: Webhook, address: str
) -> None:
    by, club = cast.who("ann"), cast.club
    for number in range(9):
        add_webhook(by=by, club=club, address=f"https://board.example/{number}", kinds=["test"])
    for wrong in (address, "https://board.example/10"):
        with pytest.raises(Refused):
            add_webhook(by=by, club=club, address=wrong, kinds=["test"])
    assert Webhook.objects.count() == 10
