"""Texts of the site that a club has reworded."""

from typing import Any, ClassVar

from django.db import models

from leagues.models.fields import LONGEST_CODE
from leagues.models.people import Club


class OwnText(models.Model):
    """A club's wording of a text in one language, instead of the catalogue's."""

    club = models.ForeignKey(Club, models.CASCADE, related_name="texts")
    language = models.CharField(max_length=LONGEST_CODE)
    message = models.TextField()
    """The English as gettext knows it: the singular, with a context and ``\\x04`` before it."""
    plural = models.TextField(blank=True)
    """The English plural; empty if the text has none."""
    texts = models.JSONField(default=list)
    """The wording: one text, or one for each plural form of the language."""

    class Meta:
        constraints: ClassVar[list[Any]] = [
            models.UniqueConstraint(name="own_text_once", fields=["club", "language", "message"])
        ]

    def __str__(self) -> str:
        return f"{self.language}: {self.message}"

    @property
    def english(self) -> str:
        return self.message.rpartition("\x04")[2]
