"""The paper size for printing."""

from __future__ import annotations

from babel.core import get_global
from django.db.models import TextChoices
from django.utils.translation import gettext_lazy as _

LETTER_COUNTRIES = frozenset(
    ["BZ", "CA", "CL", "CO", "CR", "GT", "MX", "NI", "PA", "PH", "PR", "SV", "US", "VE"]
)
"""Countries that use US Letter, according to CLDR."""


class PaperSize(TextChoices):
    A4 = "a4", _("A4")
    LETTER = "letter", _("Letter")

    @classmethod
    def usual_in(cls, zone: str) -> PaperSize:
        """The usual paper size in a time zone's country."""
        country = get_global("zone_territories").get(zone)
        return cls.LETTER if country in LETTER_COUNTRIES else cls.A4

    @classmethod
    def named(cls, *asked: str) -> PaperSize:
        """The first of these values that is a paper size, otherwise A4."""
        found = (cls(each) for each in asked if each in cls.values)
        return next(found, cls.A4)
