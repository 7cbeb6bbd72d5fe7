"""The form for an API token: its name, scopes and last day."""

from datetime import datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from django import forms
from django.utils.translation import gettext_lazy as _

from leagues.models.names import tidy_name

SCOPES = (
    ("reports", _("Report rounds")),
    ("adds_people", _("Add people")),
    ("reads_private", _("Read private events")),
)


LONGEST = timedelta(days=3660)


class TokenForm(forms.Form):
    name = forms.CharField(
        label=_("Name of the program"),
        max_length=60,
        help_text=_("The log lists its actions under this name, such as scoreboard app."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    may = forms.MultipleChoiceField(
        label=_("It may"), choices=SCOPES, widget=forms.CheckboxSelectMultiple
    )
    last_day = forms.DateField(
        label=_("Last day"),
        required=False,
        help_text=_("Leave blank to keep the token valid until you revoke it."),
        widget=forms.DateInput(attrs={"type": "date"}),
    )

    def __init__(self, *args: Any, zone: str, now: datetime, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.zone, self.now = ZoneInfo(zone), now

    def clean_name(self) -> str:
        name = tidy_name(self.cleaned_data["name"])
        if not name:
            raise forms.ValidationError(_("A token needs a name."))
        return name

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        cleaned["ends_at"] = None
        day = cleaned.get("last_day")
        if day and day > self.now.date() + LONGEST:
            self.add_error("last_day", _("This day is too far away."))
        elif day:
            next_day = datetime.combine(day, time(), self.zone) + timedelta(days=1)
            if next_day <= self.now:
                self.add_error("last_day", _("This day is over. Choose a later one."))
            cleaned["ends_at"] = next_day
        return cleaned
