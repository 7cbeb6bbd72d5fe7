"""Webhooks: add one, pause, resume, test and remove it."""

from collections.abc import Collection

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as later

from leagues.access.roles import Who
from leagues.actions.act import act
from leagues.actions.refusal import Refused
from leagues.actions.verb import Verb
from leagues.models import Club, Webhook, WebhookDelivery
from leagues.push.public_addresses import NotPublic, read_address
from leagues.push.webhook_post import new_secret
from leagues.reads.data.webhook_data import body_of, club_data

MOST = 10
"""Limits the rows that each act has to write: one for each webhook."""


def add_webhook(
    *,
    by: Who,
    club: Club,
    address: str,
    kinds: Collection[str],
    format: str = "",  # noqa: A002
) -> Webhook:
    """Add a webhook, in the format that its address needs unless another is chosen."""
    assert by.user is not None
    with act(by, club, ADD_WEBHOOK, kinds=sorted(kinds)) as line:
        there = _lock_webhooks(club)
        try:
            parts = read_address(address, own=settings.WEBHOOK_HOSTS, plain=settings.WEBHOOKS_PLAIN)
        except NotPublic as why:
            raise Refused(str(why), field="address") from why
        if there.filter(address=address).exists():
            raise Refused(_("There’s already a webhook to this address."), field="address")
        if there.count() >= MOST:
            raise Refused(_("A club can have at most ten webhooks. Remove one first."))
        made = Webhook.objects.create(
            club=club,
            address=address,
            format=format or Webhook.Format.of_address(address),
            kinds=sorted(kinds),
            secret=new_secret(),
            made_by=by.user,
        )
        _update_club(club)
        line.say(host=parts.hostname)
    return made


ADD_WEBHOOK = Verb(
    "add_webhook",
    later("Added the webhook to %(host)s."),
    later("The webhook may already have been used. Remove it under Webhooks."),
)


def pause_webhook(*, by: Who, webhook: Webhook) -> None:
    """Pause a webhook. Queued messages wait; events that happen meanwhile are not queued."""
    with act(by, webhook.club, PAUSE_WEBHOOK, host=webhook.host) as line:
        running = _lock_webhooks(webhook.club).filter(pk=webhook.pk, paused_at=None)
        if not running.update(paused_at=timezone.now()):
            line.drop()
        _update_club(webhook.club)


PAUSE_WEBHOOK = Verb(
    "pause_webhook",
    later("Paused the webhook to %(host)s."),
    later("Resume the webhook under Webhooks."),
)


def resume_webhook(*, by: Who, webhook: Webhook) -> None:
    with act(by, webhook.club, RESUME_WEBHOOK, host=webhook.host) as line:
        paused = _lock_webhooks(webhook.club).filter(pk=webhook.pk, paused_at__isnull=False)
        if not paused.update(paused_at=None):
            line.drop()
        _update_club(webhook.club)


RESUME_WEBHOOK = Verb(
    "resume_webhook",
    later("Resumed the webhook to %(host)s."),
    later("Pause the webhook again under Webhooks."),
)


def remove_webhook(*, by: Who, webhook: Webhook) -> None:
    """Delete a webhook with its secret and its deliveries."""
    with act(by, webhook.club, REMOVE_WEBHOOK, host=webhook.host) as line:
        gone, _rows = _lock_webhooks(webhook.club).filter(pk=webhook.pk).delete()
        if not gone:
            line.drop()
        _update_club(webhook.club)


REMOVE_WEBHOOK = Verb(
    "remove_webhook",
    later("Removed the webhook to %(host)s."),
    later("The secret of the webhook was deleted. Add the webhook again."),
)


def try_webhook(*, by: Who, webhook: Webhook) -> WebhookDelivery:
    """Queue a test message to a webhook."""
    with act(by, webhook.club, TRY_WEBHOOK, host=webhook.host):
        if webhook.paused_at:
            raise Refused(_("This webhook is paused. Resume it first."))
        kind, now = Webhook.Kind.TEST, timezone.now()
        body = body_of(kind, now, club_data(webhook.club.name))
        return WebhookDelivery.objects.create(webhook=webhook, kind=kind, body=body)


TRY_WEBHOOK = Verb(
    "try_webhook",
    later("Sent a test to the webhook at %(host)s."),
    later("It may already have been read."),
)


def deliver_again(*, by: Who, delivery: WebhookDelivery) -> None:
    """Queue a delivery again, under the same key, even if it was delivered before."""
    webhook, State = delivery.webhook, WebhookDelivery.State
    with act(by, webhook.club, DELIVER_AGAIN, host=webhook.host, kind=delivery.kind):
        standing = WebhookDelivery.objects.free(timezone.now()).filter(pk=delivery.pk)
        if not standing.update(state=State.QUEUED, send_at=timezone.now(), tries=0):
            raise Refused(_("This is being sent right now."))


DELIVER_AGAIN = Verb(
    "deliver_again",
    later("Sent the event %(kind)s to the webhook at %(host)s again."),
    later("It may already have been read."),
)


def _lock_webhooks(club: Club) -> models.QuerySet[Webhook]:
    """The club's webhooks, after locking the club's row."""
    Club.objects.select_for_update(no_key=True).get(pk=club.pk)
    return Webhook.objects.filter(club=club)


def _update_club(club: Club) -> None:
    """Set ``tells_programs`` to whether the club has a webhook that isn't paused."""
    club.tells_programs = Webhook.objects.filter(club=club, paused_at=None).exists()
    club.save(update_fields=["tells_programs"])
