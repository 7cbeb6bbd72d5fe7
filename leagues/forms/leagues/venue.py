"""The form for the home venue of an entry."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy, pgettext_lazy

from leagues.models import Entry
from leagues.models.names import tidy_name

FOR_ALL = gettext_lazy("Everyone can see a team’s venue. Leave blank for none.")
FOR_TWO = gettext_lazy(
    "Only the players of a match and the league’s organisers see it. Leave blank for none."
)


class VenueForm(forms.Form):
    venue = forms.CharField(
        label=pgettext_lazy("where home matches are played", "Home venue"),
        max_length=120,
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )

    def __init__(self, *args: Any, entry: Entry, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.initial["venue"] = entry.venue
        self.fields["venue"].help_text = FOR_TWO if entry.people else FOR_ALL

    def clean_venue(self) -> str:
        return tidy_name(self.cleaned_data["venue"])
