"""Several rows of the database, ticked in a form."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError

MOST_DIGITS = 18
"""More make no key, and more than SQLite takes."""


class SeveralField(forms.ModelMultipleChoiceField):  # type: ignore[type-arg]
    """As Django's, and a number that is too large for any key is no choice either."""

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
