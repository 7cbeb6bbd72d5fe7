"""The form for the format of a league's nights."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from django import forms
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from leagues.forms.events.events import TRUSTS
from leagues.forms.numbers import number_field
from leagues.models import League
from leagues.reads.events.sheet_choice import FAMILIES, family_of, preset_for
from leagues.reads.events.sheets import Sheet
from leagues.reads.leagues.night_format import IN_A_NIGHT, Evening, sheet_by, usual_evening
from leagues.say import say
from leagues.stages.event_templates import SHAPES
from scoring.errors import RuleError

Kind = League.Kind


def shapes_for(kind: str) -> list[str]:
    """Return the night formats for this kind of league, the usual one first."""
    usual = usual_evening(kind).shape
    redrawn = kind == Kind.REDRAWN
    others = [
        name
        for name in IN_A_NIGHT
        if name != usual and (SHAPES[name].sides == "redrawn") == redrawn
    ]
    return [usual, *others]


class EveningForm(forms.Form):
    """The format of a night, its rule sheet, its length, and when a score counts."""

    template_name = "desk/leagues/nights/_evening_form.html"

    shape = forms.ChoiceField(label=gettext_lazy("Format"), widget=forms.RadioSelect)
    games = number_field(
        1,
        20,
        label=gettext_lazy("Games each"),
        required=False,
        help_text=gettext_lazy("Leave blank for the usual number."),
    )
    sheet = forms.ChoiceField(
        label=gettext_lazy("Rule sheet"),
        choices=FAMILIES.items(),
    )
    game_minutes = number_field(1, 240, label=gettext_lazy("Minutes per game"))
    trust = forms.ChoiceField(
        label=gettext_lazy("When a score counts"), choices=TRUSTS, widget=forms.RadioSelect
    )

    def __init__(self, *args: Any, kind: str, kept: Evening | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.kind, self.kept = kind, kept or usual_evening(kind)
        names = shapes_for(kind)
        if self.kept.shape not in names:
            names.append(self.kept.shape)
        shape = self.fields["shape"]
        assert isinstance(shape, forms.ChoiceField)
        shape.choices = cards_of(names)

    def clean(self) -> dict[str, Any]:
        cleaned = self.cleaned_data
        if {"shape", "sheet"} <= cleaned.keys():
            try:
                self.rules = self._sheet(cleaned)
            except RuleError:
                self.add_error(
                    "sheet",
                    _("This rule sheet doesn’t suit who plays together here. Choose another."),
                )
        return cleaned

    def _sheet(self, cleaned: dict[str, Any]) -> Sheet:
        """Return the sheet; while the same one is chosen, with its saved changes."""
        kept = self.kept.sheet
        sides = SHAPES[cleaned["shape"]].sides
        if kept.preset == preset_for(cleaned["sheet"], sides):
            return kept
        return sheet_by(cleaned["sheet"], cleaned["shape"])

    @property
    def evening(self) -> Evening:
        cleaned = self.cleaned_data
        return replace(
            self.kept,
            shape=cleaned["shape"],
            sheet=self.rules,
            trust=cleaned["trust"],
            game_minutes=cleaned["game_minutes"],
            games=cleaned["games"],
        )


def form_data_of(evening: Evening) -> dict[str, list[str]]:
    """Return the form data that gives this evening."""
    return {
        "shape": [evening.shape],
        "games": [str(evening.games or "")],
        "sheet": [family_of(evening.sheet.preset)],
        "game_minutes": [str(evening.game_minutes)],
        "trust": [evening.trust],
    }


def cards_of(names: Iterable[str]) -> list[tuple[str, SafeString]]:
    """Return these event templates as choices, each a card with its name and its description."""
    shapes = ((name, SHAPES[name]) for name in names)
    return [
        (name, format_html("<b>{}</b> <small>{}</small>", say(shape.title), say(shape.text)))
        for name, shape in shapes
    ]
