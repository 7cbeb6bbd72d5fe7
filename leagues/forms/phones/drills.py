"""The form for a practice session: 20s, shots and time."""

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as later

from leagues.forms.numbers import number_field

MOST_SHOTS, LONGEST = 96, 3600


class DrillForm(forms.Form):
    twenties = number_field(0, MOST_SHOTS, label=later("20s"))
    shots = number_field(1, MOST_SHOTS, label=later("Shots"))
    seconds = number_field(
        1, LONGEST, label=later("Seconds, if you shot against the clock"), required=False
    )

    def clean(self) -> dict[str, Any]:
        cleaned = self.cleaned_data
        if cleaned.get("shots") and cleaned.get("twenties", 0) > cleaned["shots"]:
            self.add_error("twenties", _("Enter no more 20s than shots."))
        return cleaned
