"""Links with a secret: a player's personal link, and invitations to help."""

from __future__ import annotations

import hashlib
import secrets
from datetime import datetime, timedelta

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from leagues.models.people import Club, Membership, Player, User

SECRET_BYTES = 24
INVITATIONS_LAST = timedelta(days=14)


def new_token() -> str:
    """Return 192 random bits in 32 characters, which fit a small QR code."""
    return secrets.token_urlsafe(SECRET_BYTES)


def hash_token(token: str) -> str:
    """Return the stored form of a secret. The secret is long and random, so it needs no salt."""
    return hashlib.sha256(token.encode(errors="replace")).hexdigest()


class PersonalLinkQuerySet(models.QuerySet["PersonalLink"]):
    def open(self) -> PersonalLinkQuerySet:
        return self.filter(revoked_at=None, player__binned_at=None)

    def for_token(self, token: str) -> PersonalLink | None:
        """Return the open link with this secret, or None; malformed secrets are treated like
        unknown ones.
        """
        return (
            self.open()
            .filter(token_hash=hash_token(token))
            .select_related("player__club", "player__user")
            .first()
        )


class PersonalLink(models.Model):
    """A player's link for using the site without an account: unguessable and revocable."""

    player = models.ForeignKey(Player, models.CASCADE, related_name="links")
    token_hash = models.CharField(max_length=64, unique=True)
    made_at = models.DateTimeField(default=timezone.now)
    used_at = models.DateTimeField(null=True, blank=True)
    revoked_at = models.DateTimeField(null=True, blank=True)

    objects = PersonalLinkQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                name="one_open_link_per_player", fields=["player"], condition=Q(revoked_at=None)
            )
        ]

    def __str__(self) -> str:
        return f"link of {self.player}"


class CalendarAddress(models.Model):
    """The address of a player's calendar.

    Its secret is derived from the site's key and ``number``, so that the player's page can show it
    again. A revoked address stops working; the next one has another number.
    """

    player = models.OneToOneField(Player, models.CASCADE, related_name="calendar_address")
    number = models.PositiveIntegerField(default=1, editable=False)
    made_at = models.DateTimeField(default=timezone.now, editable=False)
    revoked_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return f"calendar of {self.player}"


class InvitationQuerySet(models.QuerySet["Invitation"]):
    def open(self) -> InvitationQuerySet:
        return self.filter(used_at=None, withdrawn_at=None, ends_at__gt=timezone.now())

    def for_token(self, token: str) -> Invitation | None:
        return (
            self.open()
            .filter(token_hash=hash_token(token))
            .select_related("club", "made_by")
            .first()
        )


def invitations_end() -> datetime:
    return timezone.now() + INVITATIONS_LAST


class Invitation(models.Model):
    """A link that gives a role in the club to the first person who opens it, once."""

    club = models.ForeignKey(Club, models.CASCADE, related_name="invitations")
    role = models.CharField(_("role"), max_length=12, choices=Membership.Role)
    email = models.EmailField(_("e-mail address"), blank=True)
    token_hash = models.CharField(max_length=64, unique=True)
    made_by = models.ForeignKey(User, models.PROTECT, related_name="+")
    made_at = models.DateTimeField(default=timezone.now)
    ends_at = models.DateTimeField(default=invitations_end)
    used_at = models.DateTimeField(null=True, blank=True)
    used_by = models.ForeignKey(User, models.PROTECT, null=True, blank=True, related_name="+")
    withdrawn_at = models.DateTimeField(null=True, blank=True)

    objects = InvitationQuerySet.as_manager()

    class Meta:
        constraints = [
            models.CheckConstraint(
                name="invitation_role_is_known",
                condition=Q(role__in=["owner", "organiser", "scorer"]),
            )
        ]

    def __str__(self) -> str:
        return f"invitation as {self.get_role_display()}"
