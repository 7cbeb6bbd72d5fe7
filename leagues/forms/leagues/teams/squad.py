"""The form to add a player to a team's squad."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from leagues.forms.leagues.joining.divisions import ListReader
from leagues.forms.leagues.joining.members import NightField, nights_of
from leagues.models import Entry, League, Night, Player, Surface
from leagues.models.names import tidy_name

LONGEST = 120  # characters of a name


class JoinSquadForm(forms.Form):
    name = forms.CharField(
        label=gettext_lazy("Name"),
        max_length=LONGEST,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
        help_text=gettext_lazy(
            "Enter the name as the club has it. A new name is added to the club."
        ),
    )
    first = NightField(
        Night.objects.none(),
        label=gettext_lazy("May play from"),
        required=False,
        empty_label=gettext_lazy("the start"),
    )
    instead = forms.TypedChoiceField(
        label=gettext_lazy("Instead of"),
        coerce=int,
        required=False,
        empty_value=None,
        help_text=gettext_lazy("They leave the squad and are replaced in future line-ups."),
    )

    def __init__(self, *args: Any, league: League, squad: Sequence[Entry], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.club = league.club
        self.squad = {entry.pk: entry for entry in squad}
        self.player = Player()
        nights_of(self, league, "first")
        instead = self.fields["instead"]
        assert isinstance(instead, forms.TypedChoiceField)
        names = [(pk, entry.shown_on(Surface.DESK)) for pk, entry in self.squad.items()]
        instead.choices = [("", _("no one")), *names]

    def clean_name(self) -> str:
        name = tidy_name(self.cleaned_data["name"])
        reader = ListReader(self.club, 1, is_one_list=True)
        found = reader.player(name) if name else None
        if found is None:
            raise forms.ValidationError(reader.wrong or _("Enter a name."))
        self.player = found
        return name

    @property
    def replaced(self) -> Entry | None:
        return self.squad.get(self.cleaned_data["instead"] or 0)
