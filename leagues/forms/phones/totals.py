"""The form for a result without rounds, with the user's own numbers first."""

from collections.abc import Sequence
from typing import Any
from uuid import uuid4

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from leagues.models import Match, MatchSide
from leagues.reads.play.typed_cards import Totals
from leagues.say import say
from scoring.rules import GameRule
from scoring.sides import BySeat
from scoring.totals import totals_to_pick, why_no_totals, why_no_twenties

MOST = 9999


def _count_field(label: Any, *, required: bool) -> forms.IntegerField:
    return forms.IntegerField(
        label=label,
        min_value=0,
        max_value=MOST,
        required=required,
        widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
    )


class TotalsForm(forms.Form):
    """The totals of a match. ``seat`` is the side whose numbers come first."""

    template_name = "phones/player/_totals_form.html"

    key = forms.UUIDField(widget=forms.HiddenInput, initial=uuid4)
    picked = forms.ChoiceField(
        label=gettext_lazy("Result"),
        widget=forms.RadioSelect,
        error_messages={"required": gettext_lazy("Tap the result.")},
    )
    mine = _count_field(gettext_lazy("Your points"), required=True)
    theirs = _count_field(gettext_lazy("Their points"), required=True)
    my_twenties = _count_field(gettext_lazy("Your 20s"), required=False)
    their_twenties = _count_field(gettext_lazy("Their 20s"), required=False)

    def __init__(
        self, *args: Any, rule: GameRule, seat: int, has_clock: bool = False, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.rule, self.seat, self.has_clock = rule, seat, has_clock
        choices = [
            (f"{points.a}-{points.b}", f"{points.a}–{points.b}") for points in totals_to_pick(rule)
        ]
        for unused in ("mine", "theirs") if choices else ("picked",):
            del self.fields[unused]
        if choices:
            picked = self.fields["picked"]
            assert isinstance(picked, forms.ChoiceField)
            picked.choices = choices

    def clean(self) -> dict[str, Any]:
        cleaned = self.cleaned_data
        if not self.errors:
            self._check_twenties(cleaned)
        if not self.errors:
            totals = self.totals
            why = why_no_totals(self.rule, totals.points, has_clock=self.has_clock)
            if why is None and totals.twenties:
                why = why_no_twenties(self.rule, totals.twenties)
            if why is not None:
                self.add_error(None, _("Not a possible result: %s.") % say(why))
        return cleaned

    def _check_twenties(self, cleaned: dict[str, Any]) -> None:
        known = [cleaned.get(name) is not None for name in TWENTIES]
        if any(known) and not all(known):
            missing = TWENTIES[known.index(False)]
            self.add_error(missing, _("Enter 20s for both sides or for neither."))

    @property
    def totals(self) -> Totals:
        """The totals in the order of the seats."""
        cleaned = self.cleaned_data
        points = (
            [int(number) for number in cleaned["picked"].split("-")]
            if "picked" in cleaned
            else [cleaned["mine"], cleaned["theirs"]]
        )
        twenties = [cleaned[name] for name in TWENTIES]
        known = None if None in twenties else self._by_seat(twenties)
        return Totals(self._by_seat(points), known)

    def _by_seat(self, mine_first: Sequence[int]) -> BySeat[int]:
        return BySeat(*(reversed(mine_first) if self.seat else mine_first))


TWENTIES = ("my_twenties", "their_twenties")


def saved_totals(match: Match, mine: MatchSide, other: MatchSide) -> dict[str, object]:
    """Return the saved totals as initial values, ``mine`` first. Empty if there are none."""
    if match.ending != Match.Ending.TOTALS:
        return {}
    return {
        "picked": f"{mine.points}-{other.points}",
        "mine": mine.points,
        "theirs": other.points,
        "my_twenties": mine.twenties,
        "their_twenties": other.twenties,
    }
