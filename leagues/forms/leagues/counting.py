"""The form for a league's scoring scheme.

>>> data = form_data_of(NIGHTS)
>>> data["counts"], data["paid"]
(['share'], ['points'])
"""

from dataclasses import replace
from fractions import Fraction
from math import ceil
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from leagues.forms.numbers import number_field
from leagues.models import League
from scoring.season import (
    BY_FIELD,
    NCA_TOUR,
    NIGHTS,
    TOUR,
    BestScores,
    BestShare,
    Counting,
    Credit,
    DropWorst,
    EveryScore,
    GuestPlaces,
    Handicap,
    PaidBy,
    Scheme,
    SeasonTotal,
    SittingOut,
)

Kind = League.Kind
COUNTS = [
    ("share", gettext_lazy("The best two thirds of the nights")),
    ("best", gettext_lazy("A fixed number of best nights")),
    ("every", gettext_lazy("Every night")),
    ("average", gettext_lazy("Average per night (after a minimum number of nights)")),
]
PAID = [
    ("points", gettext_lazy("Points earned in the night’s games")),
    ("place", gettext_lazy("Place: 1 for last, and one more for each place above")),
    ("beaten", gettext_lazy("One for each player you finish ahead of, plus one")),
    ("group", gettext_lazy("Place in your group: 1 for last, 2 for next to last, and so on")),
    ("tour", gettext_lazy("Place, as on a tour: 50, 47, 45, 43, 41, 40 …")),
]
GUESTS = [
    ("aside", gettext_lazy("Guests are left out: the members behind them move up")),
    ("hold", gettext_lazy("Guests keep their places: no member moves up")),
]
SITTING_OUT = [
    ("average", gettext_lazy("The average of the player’s other games that night")),
    ("win", gettext_lazy("A full win")),
]
EXCUSED = Credit(share=Fraction(1, 3), most=2)
HOSTED = Credit(share=Fraction(1), most=2)
HANDICAP = Handicap(base=Fraction(6))


class CountingForm(forms.Form):
    """A scoring scheme in plain words. ``planned`` is the number of nights in the calendar."""

    template_name = "desk/leagues/_counting_form.html"

    counts = forms.ChoiceField(
        label=gettext_lazy("Which nights count"), choices=COUNTS, widget=forms.RadioSelect
    )
    best = number_field(
        1,
        200,
        label=gettext_lazy("How many nights count"),
        required=False,
        help_text=gettext_lazy("If a fixed number of best nights counts."),
    )
    minimum = number_field(
        0,
        200,
        label=gettext_lazy("Minimum number of nights"),
        required=False,
        help_text=gettext_lazy(
            "Players who can no longer reach this number are ranked below the rest."
        ),
    )
    paid = forms.ChoiceField(
        label=gettext_lazy("What a night is worth"), choices=PAID, widget=forms.RadioSelect
    )
    guests = forms.ChoiceField(
        label=gettext_lazy("Guests play but never get points"),
        choices=GUESTS,
        widget=forms.RadioSelect,
    )
    sitting_out = forms.ChoiceField(
        label=gettext_lazy("What a bye counts as"), choices=SITTING_OUT, widget=forms.RadioSelect
    )
    excused = forms.BooleanField(
        label=gettext_lazy(
            "Members who cancel in time get a third of their average, at most twice"
        ),
        required=False,
    )
    hosted = forms.BooleanField(
        label=gettext_lazy("Hosts who don’t play get their average, at most twice"), required=False
    )

    def __init__(self, *args: Any, planned: int, kept: Scheme | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.planned, self.kept = planned, kept
        if kept is not None and form_data_of(kept) is None:
            self.fields["counts"].choices = [  # type: ignore[attr-defined]
                ("kept", _("Keep the current custom scheme")),
                *COUNTS,
            ]

    def clean(self) -> dict[str, Any]:
        cleaned = self.cleaned_data
        if cleaned.get("counts") != "best" or "best" in self.errors:
            return cleaned
        if not cleaned.get("best"):
            self.add_error("best", _("Enter how many nights count."))
        elif cleaned["best"] > max(1, self.planned):
            self.add_error(
                "best",
                ngettext(
                    "There is only %(n)s night in the calendar.",
                    "There are only %(n)s nights in the calendar.",
                    self.planned,
                )
                % {"n": self.planned},
            )
        return cleaned

    @property
    def scheme(self) -> Scheme:
        """The chosen scheme. Only for a valid form."""
        cleaned = self.cleaned_data
        sitting_out = _SITTING_OUT[cleaned["sitting_out"]]
        if cleaned["counts"] == "kept":
            assert self.kept is not None
            return replace(self.kept, sitting_out=sitting_out)
        base = replace(TOUR, ties=NIGHTS.ties) if cleaned["paid"] == "tour" else NIGHTS
        return replace(
            base,
            paid_by=_PAID_BY[cleaned["paid"]],
            table=NCA_TOUR if cleaned["paid"] == "tour" else BY_FIELD,
            sitting_out=sitting_out,
            counting=self._counting(),
            total=SeasonTotal.AVERAGE if cleaned["counts"] == "average" else SeasonTotal.SUM,
            minimum_nights=cleaned["minimum"] or 0,
            guest_places=GuestPlaces.STEP_ASIDE
            if cleaned["guests"] == "aside"
            else GuestPlaces.HOLD,
            absence=EXCUSED if cleaned["excused"] else None,
            host=HOSTED if cleaned["hosted"] else None,
        )

    def _counting(self) -> Counting:
        cleaned = self.cleaned_data
        if cleaned["counts"] == "share":
            return BestShare()
        if cleaned["counts"] == "best":
            return best_of(cleaned["best"], self.planned)
        return EveryScore()


_SITTING_OUT = {"average": SittingOut.AVERAGE, "win": SittingOut.CLEAN_WIN}
_PAID_BY = {
    "points": PaidBy.POINTS,
    "place": PaidBy.PLACE,
    "beaten": PaidBy.BEATEN,
    "group": PaidBy.GROUP,
    "tour": PaidBy.PLACE,
}


def best_of(number: int, planned: int) -> BestScores:
    """Return the best ``number_field`` of ``planned`` nights, and the number after cancellations.

    With fewer nights, the same share of them counts; it is fixed in advance.

    >>> best_of(8, 12)
    BestScores(number=8, after_cancelled=(8, 7, 6))
    """
    left = (planned - cancelled for cancelled in range(1, planned // 4 + 1))
    fewer = (ceil(Fraction(number * nights, planned)) for nights in left)
    return BestScores(number, tuple(min(number, max(1, many)) for many in fewer))


def usual_counting(kind: str, planned: int) -> dict[str, list[str]]:
    """Return the usual form data for this kind of league."""
    paid = {Kind.GROUPS: "group", Kind.HUNDRED: "place", Kind.TOUR: "tour"}
    return {
        "counts": ["share"],
        "best": [str(max(1, ceil(planned * 2 / 3)))],
        "minimum": ["0"],
        "paid": [paid.get(Kind(kind), "points")],
        "guests": ["aside"],
        "sitting_out": ["average"],
    }


def form_data_of(scheme: Scheme) -> dict[str, list[str]] | None:
    """Return the form data that gives this scheme. None if the form can't express it."""
    counts = _counts_of(scheme)
    paid = _paid_of(scheme)
    if counts is None or paid is None:
        return None
    counting = scheme.counting
    data = {
        "counts": [counts],
        "best": [str(counting.number)] if isinstance(counting, BestScores) else [],
        "minimum": [str(scheme.minimum_nights)],
        "paid": [paid],
        "guests": ["aside" if scheme.guest_places is GuestPlaces.STEP_ASIDE else "hold"],
        "sitting_out": [_sitting_out_of(scheme)],
        "excused": ["on"] if scheme.absence else [],
        "hosted": ["on"] if scheme.host else [],
    }
    return {name: values for name, values in data.items() if values}


def _sitting_out_of(scheme: Scheme) -> str:
    return next(name for name, what in _SITTING_OUT.items() if what is scheme.sitting_out)


def _counts_of(scheme: Scheme) -> str | None:
    if isinstance(scheme.counting, DropWorst):
        return None
    if scheme.total is SeasonTotal.AVERAGE:
        return "average" if isinstance(scheme.counting, EveryScore) else None
    if isinstance(scheme.counting, BestShare):
        return "share" if scheme.counting == BestShare() else None
    return "best" if isinstance(scheme.counting, BestScores) else "every"


def _paid_of(scheme: Scheme) -> str | None:
    if scheme.paid_by is PaidBy.PLACE and scheme.table == NCA_TOUR:
        return "tour"
    if scheme.paid_by is PaidBy.PLACE and scheme.table != BY_FIELD:
        return None
    return next(name for name, paid in _PAID_BY.items() if paid is scheme.paid_by)


def filled_in(scheme: Scheme) -> dict[str, list[str]]:
    """Return the form data for this scheme; "kept" if the form can't express it."""
    plain = {
        "counts": ["kept"],
        "paid": ["points"],
        "guests": ["hold"],
        "sitting_out": [_sitting_out_of(scheme)],
    }
    return form_data_of(scheme) or plain


def handicap_for(kind: str) -> Handicap | None:
    """Return the handicap settings of this kind of league. None for kinds without handicaps."""
    return HANDICAP if kind == Kind.HANDICAP else None
