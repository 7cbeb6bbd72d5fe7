"""Keys of submitted forms, so that the same form sent twice has one effect."""

from django.db import models


class SentForm(models.Model):
    key = models.UUIDField(primary_key=True)
    sent_at = models.DateTimeField(auto_now_add=True, db_index=True)
    made = models.CharField(
        max_length=300,
        blank=True,
        help_text="The page it led to, or the key of the row that a program made.",
    )

    def __str__(self) -> str:
        return str(self.key)
