"""Send the due webhook messages on one thread of each process, apart from requests.

Each is sent at least once: a server that crashes between the receiver's answer and saving it
sends the message again, under the same key.
"""

import logging
from datetime import datetime, timedelta

from django.conf import settings
from django.utils import timezone
from django.utils.translation import ngettext

from leagues.actions.outgoing_queue import LONGEST_ERROR, BackgroundThread, claim_row, end_claim
from leagues.models import WebhookDelivery
from leagues.push.webhook_post import ProgramAnswer, SignedPost, tell_program

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
    while delivery := _claim_next(timezone.now(), away):
        answer = _post_delivery(delivery)
        note_answer(delivery, answer, now=timezone.now())
        if answer.is_taken:
            sent += 1
        else:
            away.add(delivery.webhook_id)
            log.warning(
                "%s was not told: %s", delivery.webhook.host, answer.status or answer.trouble
            )
    _delete_old(timezone.now() - KEPT)
    return sent


THREAD = BackgroundThread("webhooks", tell_due)


def _claim_next(now: datetime, away: set[int]) -> WebhookDelivery | None:
    due = WebhookDelivery.objects.due(now).exclude(webhook__in=away)
    return claim_row(due.select_related("webhook"), now)


def _post_delivery(delivery: WebhookDelivery) -> ProgramAnswer:
    webhook = delivery.webhook
    signed = SignedPost(webhook.address, webhook.secret, str(delivery.key), delivery.body)
    return tell_program(
        signed, at=timezone.now(), own=settings.WEBHOOK_HOSTS, plain=settings.WEBHOOKS_PLAIN
    )


def note_answer(delivery: WebhookDelivery, answer: ProgramAnswer, *, now: datetime) -> None:
    """Save the answer: sent, failed, or a later retry."""
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
        end_claim(delivery, send_at=now + PAUSES[tries - 1], error=error, **facts)


def _delete_old(before: datetime) -> None:
    """Delete deliveries that ended long ago."""
    ended = WebhookDelivery.objects.exclude(state=State.QUEUED)
    ended.filter(made_at__lt=before).delete()
