"""The form to correct a match: its rounds and the reason."""

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import uuid4

from django import forms
from django.http import QueryDict
from django.utils.text import capfirst
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from leagues.forms.stale_forms import RemembersForm
from leagues.models import Match, Round
from leagues.reads import format_of
from leagues.reads.play.claims import Claim
from leagues.reads.play.round_names import RoundNames
from leagues.reads.play.typed_cards import LONGEST, UNKNOWN
from leagues.reads.results.corrections import claims_of, swap_line, typed_line
from leagues.say import say
from scoring.errors import ScoreError

THEN = {
    "keep": _("Keep the published games"),
    "pair_again": _("Redraw games that haven’t started"),
    "play_off": _("Set up a play-off for the place"),
}


SEATS = ("A", "B")


class RoundOnCard(forms.MultiWidget):
    """A round of two sides in three fields: its result, and the 20s of each side.

    They are read as one line of a card, with "?" in place of what is missing: a line without its
    result is no round. A line that can't be split stays in the first field, as it was typed.
    """

    def __init__(self, name: str) -> None:
        fields: dict[str, forms.Widget | type[forms.Widget]] = {
            "": forms.TextInput({"autocomplete": "off"})
        }
        for seat in SEATS:
            made = gettext("20s of %(name)s") % {"name": seat}
            fields[seat] = forms.TextInput(
                {
                    "autocomplete": "off",
                    "inputmode": "numeric",
                    "aria-label": f"{name}, {made}",
                }
            )
        super().__init__(fields)

    def id_for_label(self, id_: str) -> str:
        return f"{id_}_0"

    def decompress(self, value: str | None) -> list[str]:
        result, *made = (value or "").split() or [""]
        if len(made) == len(SEATS) and all(each.isdecimal() or each == UNKNOWN for each in made):
            return [result, *made]
        return [value or "", "", ""]

    def value_from_datadict(self, data: Any, files: Any, name: str) -> Any:
        result, *twenties = (
            (each or "").strip() for each in super().value_from_datadict(data, files, name)
        )
        made = [each or UNKNOWN for each in twenties] if any(twenties) else []
        return " ".join([result or UNKNOWN, *made]) if made else result


class CorrectionForm(RemembersForm):
    key = forms.UUIDField(widget=forms.HiddenInput, initial=uuid4)
    then = forms.ChoiceField(
        label=_("What was drawn from the old result"),
        choices=THEN.items,
        initial="keep",
        required=False,
        widget=forms.RadioSelect,
    )
    reason = forms.CharField(
        label=_("Reason"),
        max_length=200,
        error_messages={"required": _("Give a reason. We keep it for good.")},
        help_text=_("Kept with the correction, such as “sides mixed up on the card”."),
    )

    def __init__(self, *args: Any, match: Match, rounds: Sequence[Round], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.match_format, self.rounds = format_of(match), rounds
        called = [*RoundNames.of(match, rounds).values()][: len(rounds) + 1]
        if len(called) == len(rounds):
            called.append(ngettext("one more round", "{n} more rounds", 1))
        for number, name in enumerate(called, start=1):
            saved = rounds[number - 1] if number <= len(rounds) else None
            self.fields[f"round_{number}"] = forms.CharField(
                label=capfirst(name),
                required=False,
                max_length=LONGEST,
                initial=typed_line(saved) if saved else "",
                widget=RoundOnCard(capfirst(name))
                if self.match_format.rule.sides == len(SEATS)
                else forms.TextInput(attrs={"autocomplete": "off"}),
            )

    def swap_sides(self) -> None:
        """Swap the sides of every round, with a default reason."""
        assert isinstance(self.data, QueryDict), "only a form that was sent"
        self.data = self.data.copy()
        for name in self.round_names:
            self.data[name] = swap_line(self[name].data or "", self.match_format.rule)
            for seat in SEATS:
                self.data.pop(f"{name}_{seat}", None)
        if not self.data.get("reason", "").strip():
            self.data["reason"] = gettext("Sides mixed up on the card")

    @property
    def round_names(self) -> list[str]:
        return [name for name in self.fields if name.startswith("round_")]

    @property
    def claims(self) -> list[Claim] | None:
        """The typed rounds. None if they are invalid; valid even if the reason is missing."""
        return self.cleaned_data.get("claims")

    def only_look(self) -> None:
        """Don't require a reason, because this is only a preview."""
        self.errors.pop("reason", None)

    def offer(self, ways: Mapping[str, str]) -> None:
        """Offer choices for games that were drawn from the wrong result.

        The first choice, which keeps the published games, is the default.
        """
        field = self.fields["then"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = list(ways.items())
        field.required = True
        if self.data.get("then") not in ways:
            assert isinstance(self.data, QueryDict), "only a form that was sent"
            data = self.data.copy()
            data["then"] = next(iter(ways))
            self.data = data

    def clean(self) -> dict[str, Any]:
        """Parse the rounds. Their errors are added to the whole form."""
        cleaned: dict[str, Any] = super().clean() or {}
        lines = [cleaned.get(name, "") for name in self.round_names]
        try:
            cleaned["claims"] = claims_of(self.match_format, self.rounds, lines)
        except ScoreError as error:
            for reason in error.reasons:
                self.add_error(None, say(reason))
        return cleaned
