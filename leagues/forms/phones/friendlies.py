"""The form to start a friendly: two names and a rule sheet."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from leagues.models import Event, Player
from leagues.models.names import fold_name, tidy_name
from leagues.reads import Sheet
from leagues.reads.events.sheet_choice import FAMILIES, preset_for, sheet_title, usual_family

SINGLES = Event.Sides.SINGLES


def name_field(label: Any) -> forms.CharField:
    return forms.CharField(
        label=label,
        max_length=60,
        widget=forms.TextInput(
            attrs={"list": "names", "autocomplete": "off", "autocapitalize": "words"}
        ),
    )


class FriendlyForm(forms.Form):
    one = name_field(gettext_lazy("Who plays"))
    other = name_field(gettext_lazy("Against"))
    sheet = forms.ChoiceField(label=gettext_lazy("Which rules"))

    def __init__(
        self, data: Any, *, people: Mapping[str, tuple[Player, ...]], **kwargs: Any
    ) -> None:
        super().__init__(data, initial={"sheet": usual_family(SINGLES)}, **kwargs)
        self.people = people
        sheets = self.fields["sheet"]
        assert isinstance(sheets, forms.ChoiceField)
        sheets.choices = [
            (family, sheet_title(preset))
            for family in FAMILIES
            if (preset := preset_for(family, SINGLES))
        ]

    def clean_one(self) -> Player | str:
        return self._who("one")

    def clean_other(self) -> Player | str:
        return self._who("other")

    def _who(self, field: str) -> Player | str:
        """Return the player with this name, or the name of a new guest."""
        name = tidy_name(self.cleaned_data[field])
        if not name:
            raise forms.ValidationError(_("Type a name."))
        found = self.people.get(fold_name(name), ())
        if len(found) > 1:
            raise forms.ValidationError(
                _("Two people here have this name. Add something to it, and play as a guest.")
            )
        return found[0] if found else name

    @property
    def rules(self) -> Sheet:
        preset = preset_for(self.cleaned_data["sheet"], SINGLES)
        assert preset is not None, "only these are offered"
        return Sheet.named(preset)
