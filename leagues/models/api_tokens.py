"""API tokens: other programs write to the site with them."""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from leagues.models.links import hash_token
from leagues.models.people import Club, Membership, User

BEGINS = "twenties_"
"""The first characters of every token, so that anyone who finds one recognises it."""


class ApiTokenQuerySet(models.QuerySet["ApiToken"]):
    def open(self) -> ApiTokenQuerySet:
        """Tokens that are neither revoked nor expired, and whose creator is still an organiser."""
        helpers = Membership.objects.filter(
            club=models.OuterRef("club"),
            user=models.OuterRef("made_by"),
            role__in=[Membership.Role.OWNER, Membership.Role.ORGANISER],
        )
        return self.filter(
            Q(ends_at=None) | Q(ends_at__gt=timezone.now()),
            models.Exists(helpers),
            revoked_at=None,
            made_by__is_active=True,
        )

    def for_token(self, token: str) -> ApiToken | None:
        found = self.open().filter(token_hash=hash_token(token))
        return found.select_related("club").first()


class ApiToken(models.Model):
    """Allows one program the actions of its scope; its secret is stored as a hash."""

    club = models.ForeignKey(Club, models.CASCADE, related_name="api_tokens")
    name = models.CharField(_("name"), max_length=60)
    reports = models.BooleanField(_("Report rounds"), default=False)
    adds_people = models.BooleanField(_("Add people"), default=False)
    reads_private = models.BooleanField(_("Read private events"), default=False)
    token_hash = models.CharField(max_length=64, unique=True)
    made_by = models.ForeignKey(User, models.PROTECT, related_name="+")
    made_at = models.DateTimeField(default=timezone.now, editable=False)
    ends_at = models.DateTimeField(null=True, blank=True)
    used_at = models.DateTimeField(null=True, blank=True)
    revoked_at = models.DateTimeField(null=True, blank=True)

    objects = ApiTokenQuerySet.as_manager()

    class Meta:
        constraints = [
            models.CheckConstraint(
                name="api_token_may_something",
                condition=Q(reports=True) | Q(adds_people=True) | Q(reads_private=True),
            )
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def may(self) -> list[str]:
        """What the token allows, in words."""
        names = ("reports", "adds_people", "reads_private")
        fields = (self._meta.get_field(name) for name in names if getattr(self, name))
        return [str(field.verbose_name) for field in fields]  # type: ignore[union-attr]

    @property
    def is_over(self) -> bool:
        return self.ends_at is not None and self.ends_at <= timezone.now()
