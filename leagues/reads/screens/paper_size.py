"""What size of paper the desk prints on."""

from __future__ import annotations

from django.db.models import TextChoices
from django.utils.translation import gettext_lazy as _


class PaperSize(TextChoices):
    A4 = "a4", _("A4")
    LETTER = "letter", _("Letter")

    @classmethod
    def named(cls, *asked: str) -> PaperSize:
        """The first of these that is a size; else A4."""
        found = (cls(each) for each in asked if each in cls.values)
        return next(found, cls.A4)
