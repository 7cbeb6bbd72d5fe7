"""Send the due webhook messages on one thread of each process, apart from requests.

Each is sent at least once: a server that crashes between the receiver's answer and saving it
sends the message again, under the same key.
"""

import logging
from datetime import datetime, timedelta

from django.conf import settings
from django.utils import timezone
from django.utils.translation import ngettext

from leagues.actions.outgoing_queue import (
    LONGEST_ERROR,
    BackgroundThread,
    claim_row,
    end_claim,
    may_send,
)
from leagues.models import WebhookDelivery
from leagues.push.webhook_post import ProgramAnswer, WebhookPost, tell_program
from leagues.reads.data.webhook_sentences import shape_delivery

PAUSES = tuple(timedelta(minutes=minutes) for minutes in (1, 5, 15, 60, 180, 360, 720))
"""Pauses before each retry, within a day; after the last the delivery fails."""
KEPT = timedelta(days=30)
State = WebhookDelivery.State
log = logging.getLogger(__name__)


def start_telling(*, now: datetime) -> None:
    """Start this process's thread if a delivery is due, without waiting for it."""
    if WebhookDelivery.objects.due(now).exists():
        THREAD.start()


def tell_due() -> int:
    """Send all due deliveries, one after the other; returns how many were accepted.

    A webhook that doesn't answer is tried once in each run, so that the others needn't wait.
    """
    sent, away = 0, set[int]()
    if not may_send():
        return sent
    while delivery := _claim_next(timezone.now(), away):
        if _send(delivery).is_taken:
            sent += 1
        else:
            away.add(delivery.webhook_id)
    _delete_old(timezone.now() - KEPT)
    return sent


THREAD = BackgroundThread("webhooks", tell_due)


def tell_now(delivery: WebhookDelivery) -> ProgramAnswer | None:
    """Send a delivery while an organiser waits for the answer; None if the thread has it already, or this
    site must not send.

    It takes at most as long as one message may: see ``AT_MOST``.
    """
    if not may_send():
        return None
    now = timezone.now()
    due = WebhookDelivery.objects.due(now).filter(pk=delivery.pk)
    claimed = claim_row(due.select_related("webhook__club"), now)
    return _send(claimed) if claimed else None


def _send(delivery: WebhookDelivery) -> ProgramAnswer:
    answer = _post_delivery(delivery)
    note_answer(delivery, answer, now=timezone.now())
    if not answer.is_taken:
        trouble = answer.status or answer.trouble
        log.warning("%s did not take a message: %s", delivery.webhook.host, trouble)
    return answer


def _claim_next(now: datetime, away: set[int]) -> WebhookDelivery | None:
    due = WebhookDelivery.objects.due(now).exclude(webhook__in=away)
    return claim_row(due.select_related("webhook__club"), now)


def _post_delivery(delivery: WebhookDelivery) -> ProgramAnswer:
    webhook = delivery.webhook
    shaped = shape_delivery(delivery)
    secret = webhook.secret if webhook.is_signed else ""
    post = WebhookPost(webhook.address, secret, str(delivery.key), shaped.body, shaped.headers)
    return tell_program(
        post, at=timezone.now(), own=settings.WEBHOOK_HOSTS, plain=settings.WEBHOOKS_PLAIN
    )


def note_answer(delivery: WebhookDelivery, answer: ProgramAnswer, *, now: datetime) -> None:
    """Save the answer: sent, failed, or a retry after our pause or the receiver's, if longer."""
    tries = delivery.tries + 1
    facts = {"tries": tries, "status": answer.status}
    if answer.is_taken:
        end_claim(delivery, state=State.SENT, sent_at=now, error="", **facts)
        return
    error = answer.trouble[:LONGEST_ERROR]
    if answer.is_final:
        end_claim(delivery, state=State.FAILED, error=error, **facts)
    elif tries > len(PAUSES):
        end = ngettext(
            "Stopped after %(tries)s try in one day.",
            "Stopped after %(tries)s tries in one day.",
            tries,
        ) % {"tries": tries}
        end_claim(delivery, state=State.FAILED, error=f"{error} {end}", **facts)
    else:
        asked = min(answer.wait or timedelta(0), PAUSES[-1])
        wait = max(PAUSES[tries - 1], asked)
        end_claim(delivery, send_at=now + wait, error=error, **facts)
        if answer.wait is not None:
            _hold_others(delivery, until=now + wait)


def _hold_others(delivery: WebhookDelivery, *, until: datetime) -> None:
    """Let the webhook's other messages wait too, because its receiver asks for a pause."""
    others = WebhookDelivery.objects.filter(webhook=delivery.webhook_id, claimed_until=None)
    others.filter(state=State.QUEUED, send_at__lt=until).update(send_at=until)


def _delete_old(before: datetime) -> None:
    """Delete deliveries that ended long ago."""
    ended = WebhookDelivery.objects.exclude(state=State.QUEUED)
    ended.filter(made_at__lt=before).delete()
