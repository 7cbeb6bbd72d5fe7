"""Webhooks: other programs that are notified of events, and the messages to each."""

from __future__ import annotations

from datetime import datetime
from typing import Self
from urllib.parse import urlsplit

from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from leagues.models.outgoing import Outgoing, OutgoingQuerySet, claimed_until_a_time
from leagues.models.people import Club, User

LONGEST_ADDRESS = 500
LONG_PATH = 30
"""From this length on, four letters of an address don't help to guess it."""


DISCORD_HOSTS = ("discord.com", "discordapp.com", "canary.discord.com", "ptb.discord.com")


class Webhook(models.Model):
    """An address to which this site posts messages: of a program, or of the club's chat."""

    class Format(models.TextChoices):
        """What a message looks like: the JSON of docs/webhooks.md, or a sentence with a link."""

        JSON = "json", _("JSON, for programs")
        DISCORD = "discord", "Discord"
        SLACK = "slack", "Slack"
        GOOGLE = "google", "Google Chat"
        NTFY = "ntfy", "ntfy"
        TEXT = "text", _("Plain text")

        @classmethod
        def of_address(cls, address: str) -> Webhook.Format:
            """The format of the chat that this address belongs to; JSON if it is none we know."""
            parts = urlsplit(address)
            host = parts.hostname or ""
            if host in DISCORD_HOSTS and parts.path.startswith("/api/"):
                return cls.DISCORD
            known = {"hooks.slack.com": cls.SLACK, "chat.googleapis.com": cls.GOOGLE}
            if host.startswith("ntfy."):
                return cls.NTFY
            return known.get(host, cls.JSON)

    class Kind(models.TextChoices):
        RESULT = "result.changed", _("A result counts or changes")
        ROUND = "round.published", _("A game has been drawn and published")
        STARTED = "event.started", _("An event has started")
        FINISHED = "event.finished", _("An event has finished")
        NIGHT = "night.ended", _("A night of a league has ended")
        RECAP = "night.recap", _("A night’s recap: who won, the most 20s, how many came")
        WEEK = "week.matches", _("The week’s nights, events and matches, each Monday morning")
        NIGHT_CHANGED = "night.changed", _("A night was cancelled, moved or restored")
        EVENT_CHANGED = "event.changed", _("An event was cancelled, moved or restored")
        SEASON = "season.closed", _("A season has been closed")
        PLAYER = "player.added", _("A new person is in the club")
        TEST = "test", _("A test")

    club = models.ForeignKey(Club, models.CASCADE, related_name="webhooks")
    address = models.URLField(_("address"), max_length=LONGEST_ADDRESS)
    format = models.CharField(
        _("format"), max_length=7, choices=Format.choices, default=Format.JSON
    )
    kinds: models.JSONField[list[str], list[str]] = models.JSONField(default=list)
    """The kinds of messages it gets."""
    secret = models.CharField(max_length=80)
    """The key that signs its messages, so it must be stored unhashed."""
    made_by = models.ForeignKey(User, models.PROTECT, related_name="+")
    made_at = models.DateTimeField(default=timezone.now, editable=False)
    paused_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(name="webhook_address_once", fields=["club", "address"])
        ]

    def __str__(self) -> str:
        return self.host

    @property
    def host(self) -> str:
        """The host, the only part of the address that the log shows: the rest is often a secret."""
        return urlsplit(self.address).hostname or ""

    @property
    def masked_address(self) -> str:
        """The host and, if the address is long, its end, which tells two of one host apart."""
        rest = self.address.partition("://")[2].removeprefix(self.host)
        return f"{self.host}/…{rest[-4:] if len(rest) > LONG_PATH else ''}"

    @property
    def is_signed(self) -> bool:
        """Whether messages are signed: chats never check a signature."""
        return self.format in (self.Format.JSON, self.Format.TEXT)

    @property
    def kinds_in_words(self) -> list[str]:
        return [str(kind.label) for kind in self.Kind if kind in self.kinds]


class WebhookDeliveryQuerySet(OutgoingQuerySet["WebhookDelivery"]):
    def due(self, now: datetime) -> Self:
        """Messages due now; those of a paused webhook wait until it is resumed."""
        return super().due(now).filter(webhook__paused_at=None)


class WebhookDelivery(Outgoing):
    """One message to one webhook: its facts as JSON, from which a chat's sentence is made."""

    webhook = models.ForeignKey(Webhook, models.CASCADE, related_name="deliveries")
    kind = models.CharField(max_length=20, choices=Webhook.Kind)
    match_pk = models.BigIntegerField(null=True, blank=True)
    """The number of its match; no foreign key, so that the message outlives the match."""
    body = models.TextField()
    status = models.PositiveSmallIntegerField(null=True, blank=True)
    """The status of the program's last answer; None if it did not answer."""

    objects = WebhookDeliveryQuerySet.as_manager()

    class Meta:
        constraints = [claimed_until_a_time("delivery_claimed_until_a_time")]
        indexes = [
            models.Index(fields=["send_at"], condition=Q(state="queued"), name="delivery_to_send"),
            models.Index(fields=["webhook", "match_pk"], name="delivery_of_match"),
            models.Index(F("made_at").desc(), name="delivery_latest"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} → {self.webhook}"
