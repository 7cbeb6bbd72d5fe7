"""A field for a whole number within limits."""

from typing import Any

from django import forms


def number_field(least: int, most: int, **more: Any) -> forms.IntegerField:
    return forms.IntegerField(
        min_value=least,
        max_value=most,
        widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
        **more,
    )
