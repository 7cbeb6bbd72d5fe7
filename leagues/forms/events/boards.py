"""A field for boards: how many, or which."""

import re
from collections.abc import Iterable
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy

MOST_BOARDS = 200


class BoardsField(forms.CharField):
    """A number of boards, or ranges: "12", "5-10", "1-4, 7". Cleans to a list of numbers."""

    default_error_messages = {
        "boards": gettext_lazy(
            "Enter how many boards there are, or which ones: 12, or 5–10, or 1–4, 7."
        )
    }

    def clean(self, value: Any) -> list[int]:
        text = super().clean(value).replace("\N{EN DASH}", "-")
        if not text and not self.required:
            return []
        if re.fullmatch(r"\s*\d{1,3}\s*", text):
            return self._within(range(1, int(text) + 1))
        numbers: list[int] = []
        for part in text.split(","):
            spoken = re.fullmatch(r"\s*(\d{1,3})\s*(?:-\s*(\d{1,3})\s*)?", part)
            if spoken is None:
                raise self._refusal()
            first = int(spoken[1])
            numbers += range(first, int(spoken[2] or first) + 1)
        return self._within(sorted(set(numbers)))

    def _within(self, numbers: Iterable[int]) -> list[int]:
        boards = list(numbers)
        if not boards or boards[0] < 1 or boards[-1] > MOST_BOARDS:
            raise self._refusal()
        return boards

    def _refusal(self) -> forms.ValidationError:
        return forms.ValidationError(self.error_messages["boards"], "boards")

    def prepare_value(self, value: Any) -> Any:
        return boards_in_words(value) if isinstance(value, list) else value


def boards_in_words(numbers: list[int]) -> str:
    """Return "12" for boards 1 to 12, otherwise ranges: "5–10, 12"."""
    if numbers == list(range(1, len(numbers) + 1)):
        return str(len(numbers) or "")
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    texts = [f"{r[0]}–{r[-1]}" if len(r) > 1 else f"{r[0]}" for r in runs]
    # A single number would be read as a number of boards.
    return ", ".join(texts) if len(numbers) > 1 else f"{numbers[0]}–{numbers[0]}"
