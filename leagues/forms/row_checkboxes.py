"""A field to tick several rows."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError

MOST_DIGITS = 18
"""Larger numbers can't be IDs, and overflow in SQLite."""


class SeveralField(forms.ModelMultipleChoiceField):  # type: ignore[type-arg]
    """A ``ModelMultipleChoiceField`` that also refuses numbers too large for an ID."""

    def clean(self, value: Any) -> Any:
        if isinstance(value, list | tuple):
            for each in value:
                if len(str(each)) > MOST_DIGITS:
                    raise ValidationError(
                        self.error_messages["invalid_choice"],
                        code="invalid_choice",
                        params={"value": each},
                    )
        return super().clean(value)
