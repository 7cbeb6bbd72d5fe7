"""Outgoing e-mail: a row is written with its cause, and sent afterwards."""

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from leagues.models.outgoing import Outgoing, OutgoingQuerySet, claimed_until_a_time
from leagues.models.people import Player, User


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
    player = models.ForeignKey(Player, models.CASCADE, null=True, blank=True, related_name="mail")
    to = models.EmailField()
    subject = models.CharField(max_length=200)
    text = models.TextField(blank=True)
    about = models.CharField(max_length=120, blank=True)
    """The news it reports, so that each is mailed once."""
    made_by = models.ForeignKey(User, models.SET_NULL, null=True, blank=True, related_name="+")
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
    def may_be_stopped(self) -> bool:
        """True if the reader can unsubscribe from this kind."""
        if self.player is None:
            return False
        is_of_stranger = self.kind in self.TO_STRANGERS and self.player.is_unconfirmed
        return self.kind == self.Kind.REMINDER or is_of_stranger

    @property
    def holds_secret(self) -> bool:
        return self.kind in self.HOLD_SECRETS
