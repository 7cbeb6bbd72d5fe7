"""A club's text about itself, and its pictures."""

from typing import Any, ClassVar

from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from leagues.models.people import Club

LONGEST_WORDS = 4000
MOST_PHOTOS = 12


class ClubPage(models.Model):
    """The club's page: who we are, when and where to come, and how to reach us."""

    club = models.OneToOneField(Club, models.CASCADE, primary_key=True, related_name="page")
    about = models.TextField(_("Who we are"), max_length=LONGEST_WORDS, blank=True)
    when = models.TextField(_("When we play"), max_length=400, blank=True)
    place = models.CharField(_("Where we play"), max_length=120, blank=True)
    address = models.CharField(_("Address"), max_length=200, blank=True)
    contact = models.CharField(_("Contact"), max_length=120, blank=True)
    email = models.EmailField(_("E-mail"), blank=True)
    telephone = models.CharField(_("Telephone"), max_length=40, blank=True)

    def __str__(self) -> str:
        return f"page of {self.club}"


class ClubPicture(models.Model):
    """A logo or a photo: encoded again from the upload, never the uploaded file."""

    class Kind(models.TextChoices):
        LOGO = "logo", _("Logo")
        PHOTO = "photo", _("Photo")

    club = models.ForeignKey(Club, models.CASCADE, related_name="pictures")
    kind = models.CharField(max_length=5, choices=Kind)
    digest = models.CharField(max_length=24, help_text="Of its bytes: names its address for good.")
    media_type = models.CharField(max_length=20)
    width = models.PositiveIntegerField()
    height = models.PositiveIntegerField()
    alt_text = models.CharField(
        _("What it shows"), max_length=200, blank=True, help_text="For whoever cannot see it."
    )
    data = models.BinaryField()

    class Meta:
        constraints: ClassVar[list[Any]] = [
            models.CheckConstraint(
                name="club_picture_kind_is_known", condition=Q(kind__in=["logo", "photo"])
            ),
            models.UniqueConstraint(
                name="one_logo_per_club", fields=["club"], condition=Q(kind="logo")
            ),
            models.UniqueConstraint(name="club_picture_once", fields=["club", "kind", "digest"]),
        ]

    def __str__(self) -> str:
        return f"{self.kind} of {self.club}"

    def get_absolute_url(self) -> str:
        return reverse("club-page-picture", args=[self.digest])
