"""What size of paper the desk prints on."""

from __future__ import annotations

from babel.core import get_global
from django.db.models import TextChoices
from django.utils.translation import gettext_lazy as _

LETTER_COUNTRIES = frozenset(
    ["BZ", "CA", "CL", "CO", "CR", "GT", "MX", "NI", "PA", "PH", "PR", "SV", "US", "VE"]
)
"""As CLDR lists them."""


class PaperSize(TextChoices):
    A4 = "a4", _("A4")
    LETTER = "letter", _("Letter")

    @classmethod
    def usual_in(cls, zone: str) -> PaperSize:
        """The size that a time zone's country prints on."""
        country = get_global("zone_territories").get(zone)
        return cls.LETTER if country in LETTER_COUNTRIES else cls.A4

    @classmethod
    def named(cls, *asked: str) -> PaperSize:
        """The first of these that is a size; else A4."""
        found = (cls(each) for each in asked if each in cls.values)
        return next(found, cls.A4)
