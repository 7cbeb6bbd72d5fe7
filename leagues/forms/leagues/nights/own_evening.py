"""The form to start a game on an evening of an own-time league."""

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as later

from leagues.models import Board, Entry, Surface
from leagues.reads.leagues.attendance.own_evening import OwnEvening


class EveningGameForm(forms.Form):
    """Two players who are here, and a board. The act checks the league's rules."""

    entry = forms.TypedChoiceField(label=later("Who plays"), coerce=int)
    other = forms.TypedChoiceField(label=later("Against"), coerce=int)
    board = forms.TypedChoiceField(
        label=later("At board"), coerce=int, empty_value=None, required=False
    )

    def __init__(self, *args: Any, evening: OwnEvening, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.evening = evening
        self.entries = evening.free
        people = [
            ("", ""),
            *((pk, each.shown_on(Surface.DESK)) for pk, each in self.entries.items()),
        ]
        boards = [*((number, str(number)) for number in evening.boards), ("", _("none"))]
        for name, choices in (("entry", people), ("other", people), ("board", boards)):
            field = self.fields[name]
            assert isinstance(field, forms.TypedChoiceField)
            field.choices = choices
        gone = later("Choose a player who is here and isn’t playing.")
        for name in ("entry", "other"):
            self.fields[name].error_messages |= dict.fromkeys(("required", "invalid_choice"), gone)
        self.fields["board"].error_messages["invalid_choice"] = later(
            "This board is now in use. Choose another."
        )

    def clean_entry(self) -> Entry:
        return self.entries[self.cleaned_data["entry"]]

    def clean_other(self) -> Entry:
        return self.entries[self.cleaned_data["other"]]

    def clean_board(self) -> Board | None:
        number = self.cleaned_data["board"]
        club = self.evening.night.league.club
        return club.boards.get(number=number) if number else None
