"""The screen of the league set-up that asks how matches are scheduled."""

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from leagues.forms.numbers import number_field
from leagues.reads.events.sheet_choice import FAMILIES, sheet_for
from leagues.reads.events.sheets import Sheet
from leagues.stages.league_kinds import kind_of
from leagues.stages.match_league import LONGEST_TO_PLAY, MOST_A_WEEK, MOST_LEGS, MatchLeague
from leagues.stages.pairing_ways import rounds_to_meet_all
from scoring.errors import RuleError

FormData = dict[str, list[str]]
USUAL_SHEET = "tournament"
HOURS = {
    24: gettext_lazy("a day"),
    48: gettext_lazy("two days"),
    72: gettext_lazy("three days"),
    168: gettext_lazy("a week"),
}


class SheetField(forms.ChoiceField):
    def __init__(self) -> None:
        super().__init__(
            label=gettext_lazy("Rule sheet"),
            choices=FAMILIES.items(),
        )


def read_sheet(form: forms.Form, family: str, sides: str) -> Sheet | None:
    """Return the sheet for these sides. None, and an error in the form, if it doesn't fit them."""
    try:
        return sheet_for(family, sides)
    except RuleError:
        form.add_error(
            "sheet", _("This rule sheet doesn’t suit who plays together here. Choose another.")
        )
        return None


USUAL_LATE = 14
ASKED = (
    *("legs", "a_week", "catch_up_every"),
    *("days_to_play", "days_late", "confirm_hours", "totals"),
)


class MatchesForm(forms.Form):
    """``sizes`` are the sizes of the divisions, ``planned`` is the number of weeks."""

    legs = number_field(1, MOST_LEGS, label=gettext_lazy("How often the same two meet"))
    a_week = number_field(
        1, MOST_A_WEEK, label=gettext_lazy("Matches a week for each player or pair")
    )
    catch_up_every = number_field(
        0,
        52,
        label=gettext_lazy("Weeks before each catch-up week"),
        help_text=gettext_lazy("0 means no catch-up weeks."),
    )
    days_to_play = number_field(
        0,
        LONGEST_TO_PLAY,
        label=gettext_lazy("Days to play a match"),
        help_text=gettext_lazy(
            "How many days after the date of its week it may be played. 0 means only on that date."
        ),
    )
    days_late = number_field(
        0,
        LONGEST_TO_PLAY,
        label=gettext_lazy("Extra days to play an overdue match"),
        help_text=gettext_lazy(
            "After that, both sides lose the match if neither tried to play it."
        ),
    )
    confirm_hours = forms.TypedChoiceField(
        label=gettext_lazy("An uncontested result counts after"),
        choices=list(HOURS.items()),
        coerce=int,
    )
    totals = forms.BooleanField(
        label=gettext_lazy("Accept results without rounds"),
        required=False,
        help_text=gettext_lazy("Such as 5–3, with the 20s if known."),
    )
    sheet = SheetField()

    def __init__(
        self, *args: Any, kind: str, sizes: Sequence[int], planned: int, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.kind, self.sizes, self.planned = kind, sizes, planned

    def clean(self) -> dict[str, Any]:
        cleaned = self.cleaned_data
        if not self.errors:
            self._check_weeks(self.matches)
        if "sheet" in cleaned:
            self.rules = read_sheet(self, cleaned["sheet"], kind_of(self.kind).sides)
        return cleaned

    def _check_weeks(self, matches: MatchLeague) -> None:
        if (needed := matches.needed(self.rounds)) > self.planned:
            self.add_error(
                None,
                _(
                    "Weeks needed: %(needed)s. Dates in the calendar: %(n)s. Add dates, play more matches per week, or leave out catch-up weeks."
                )
                % {"needed": needed, "n": self.planned},
            )

    @property
    def rounds(self) -> int:
        """The number of pairing rounds in the largest division."""
        legs: int = self.cleaned_data["legs"]
        return legs * max(map(rounds_to_meet_all, self.sizes), default=0)

    @property
    def matches(self) -> MatchLeague:
        return MatchLeague(**{name: self.cleaned_data[name] for name in ASKED})


def fit_schedule(values: Mapping[str, Any], rounds: int, planned: int) -> MatchLeague | None:
    """Return a schedule that fits the dates: preferably one match a week and catch-up weeks. None
    if even the most matches a week are too few.
    """
    tries = (
        MatchLeague(a_week=a_week, catch_up_every=every, **values)
        for a_week in range(1, MOST_A_WEEK + 1)
        for every in (6, 0)
    )
    return next((each for each in tries if each.needed(rounds) <= planned), None)


def usual_matches(kind: str, sizes: Sequence[int], planned: int) -> FormData:
    """Return the usual form data: each opponent once, with as many matches a week as needed."""
    rounds = max(map(rounds_to_meet_all, sizes), default=0)
    usual = {"days_late": USUAL_LATE}
    chosen = fit_schedule(usual, rounds, planned) or MatchLeague(days_late=USUAL_LATE)
    data = {name: [str(value)] for name, value in chosen.to_dict().items()}
    return data | {"sheet": [USUAL_SHEET]}
