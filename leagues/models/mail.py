"""Outgoing e-mail: a row is written with its cause, and sent afterwards."""

import re

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from leagues.models.messages import Notice, Topic
from leagues.models.outgoing import Outgoing, OutgoingQuerySet, claimed_until_a_time
from leagues.models.people import Player, User

STOP_ADDRESS = re.compile(r"https?://\S+/mail/stop/\S+")


class MailQuerySet(OutgoingQuerySet["Mail"]):
    pass


class Mail(Outgoing):
    """One message to one address: its content, whether it was sent, and why not yet."""

    class Kind(models.TextChoices):
        LINK = "link", _("Personal link")
        INVITATION = "invitation", _("Invitation")
        ENTRY = "entry", _("On a list")
        REMINDER = "reminder", _("Reminder")

    HOLD_SECRETS = frozenset({Kind.LINK, Kind.INVITATION})
    """Kinds that contain a secret link: their text is deleted once they are sent."""

    TO_STRANGERS = frozenset({Kind.ENTRY, Kind.LINK})
    """Kinds sent to an address that a self-registered guest typed, which may be anyone's."""

    kind = models.CharField(max_length=12, choices=Kind)
    topic = models.CharField(max_length=12, choices=Topic, blank=True)
    """What a reminder is about; empty for other kinds."""
    player = models.ForeignKey(Player, models.CASCADE, null=True, blank=True, related_name="mail")
    to = models.EmailField()
    reply_to = models.EmailField(blank=True)
    """The address of the person whose message it is, if they wanted replies there."""
    subject = models.CharField(max_length=200)
    text = models.TextField(blank=True)
    about = models.CharField(max_length=120, blank=True)
    """The news it reports, so that each is mailed once."""
    made_by = models.ForeignKey(User, models.SET_NULL, null=True, blank=True, related_name="+")
    notice = models.ForeignKey(Notice, models.CASCADE, null=True, blank=True, related_name="mails")
    ends_at = models.DateTimeField(null=True, blank=True)
    """The time after which it is outdated and isn't sent."""

    objects = MailQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                name="mail_about_it_once", fields=["about"], condition=~Q(about="")
            ),
            claimed_until_a_time("mail_claimed_until_a_time"),
        ]
        indexes = [
            models.Index(fields=["send_at"], condition=Q(state="queued"), name="mail_to_send"),
            models.Index(F("made_at").desc(), name="mail_latest"),
        ]

    def __str__(self) -> str:
        return f"{self.subject} → {self.to}"

    @property
    def stop_address(self) -> str:
        """The address in its footer that stops such mail; empty if it can't be stopped."""
        _text, line, footer = self.text.rpartition("\n--\n")
        found = STOP_ADDRESS.search(footer) if line else None
        return found[0] if found else ""

    @property
    def holds_secret(self) -> bool:
        return self.kind in self.HOLD_SECRETS
