"""Forms for the dated matches of a league at the desk."""

from functools import cached_property
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from leagues.forms.row_checkboxes import SeveralField
from leagues.forms.stale_forms import RemembersForm
from leagues.models import DatedMatch, League, Match, Night, Player
from leagues.reads.leagues.matches.unplayed import open_matches
from leagues.reads.leagues.words import day_in_words
from leagues.stages.leaving import LeavingWay
from leagues.stages.substitutes import Span
from scoring.sides import Seat

NOT_THERE = dict.fromkeys(
    ("invalid_choice", "invalid_pk_value"), _("This is no longer available. Choose again.")
)


class WeekField(forms.ModelChoiceField):  # type: ignore[type-arg]
    def label_from_instance(self, night: Any) -> str:
        day = day_in_words(night.on)
        return day + " · " + _("to catch up") if night.is_catch_up else day


class WeekForm(forms.Form):
    """Choose a week."""

    week = WeekField(
        Night.objects.none(),
        label=_("Move to the week of"),
        error_messages={"required": _("Choose a week."), "invalid_choice": _("Choose a week.")},
    )

    def __init__(self, *args: Any, league: League, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["week"]
        assert isinstance(field, forms.ModelChoiceField)
        field.queryset = league.nights.filter(is_cancelled=False).in_order()


class MatchesToMoveForm(WeekForm):
    """Matches to move to another week: ticked ones, and all of ticked weeks."""

    match = SeveralField(DatedMatch.objects.none(), required=False, error_messages=NOT_THERE)
    whole = SeveralField(Night.objects.none(), required=False, error_messages=NOT_THERE)

    def __init__(self, *args: Any, league: League, **kwargs: Any) -> None:
        super().__init__(*args, league=league, **kwargs)
        match, whole = self.fields["match"], self.fields["whole"]
        assert isinstance(match, forms.ModelMultipleChoiceField)
        assert isinstance(whole, forms.ModelMultipleChoiceField)
        match.queryset = DatedMatch.objects.filter(match__event=league.event_id)
        whole.queryset = league.nights.all()
        self.league = league

    def clean(self) -> dict[str, Any]:
        if not self.errors and not self.matches:
            self.add_error(None, _("Tick the matches to move."))
        return self.cleaned_data

    @cached_property
    def matches(self) -> list[int]:
        """IDs of all chosen matches that are not played yet."""
        cleaned = self.cleaned_data
        of_week = open_matches(self.league).filter(week__in=cleaned.get("whole") or ())
        ticked = [each.pk for each in cleaned.get("match") or ()]
        return list({*ticked, *of_week.values_list("match", flat=True)})

    @property
    def ticked(self) -> dict[str, list[int]]:
        """IDs of ticked matches and weeks, also if the form is invalid."""
        return {
            name: [int(key) for key in self[name].value() or () if str(key).isdecimal()]
            for name in ("match", "whole")
        }


class WinnerForm(forms.Form):
    """The seat that is awarded an unplayed match. None for neither side."""

    winner = forms.TypedChoiceField(
        choices=[("", ""), ("0", ""), ("1", "")],
        coerce=lambda seat: Seat(int(seat)),
        empty_value=None,
        required=False,
    )


class SitInForm(forms.Form):
    leaves = forms.ModelChoiceField(Player.objects.none(), label=_("Player who can’t play"))
    comes = forms.ModelChoiceField(
        Player.objects.none(), label=pgettext_lazy("person", "Substitute")
    )
    span = forms.TypedChoiceField(
        label=_("For how long"),
        choices=[
            (Span.MATCH.value, _("For this match")),
            (Span.WEEK.value, _("For all matches of its week")),
            (Span.GOOD.value, _("For the rest of the season")),
        ],
        coerce=Span,
    )

    def __init__(self, *args: Any, match: Match, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        leaves, comes = self.fields["leaves"], self.fields["comes"]
        assert isinstance(leaves, forms.ModelChoiceField)
        assert isinstance(comes, forms.ModelChoiceField)
        here = Player.objects.filter(sides__match=match).distinct()
        leaves.queryset = here.order_by("name")
        known = Player.objects.filter(club=match.event.club_id, merged_into=None, binned_at=None)
        comes.queryset = known.by_surname()


class LeaveForm(RemembersForm):
    way = forms.TypedChoiceField(
        label=_("What happens to their matches"),
        choices=[
            (LeavingWay.ANNUL.value, _("None of their matches counts")),
            (LeavingWay.FORFEIT.value, _("Keep results; forfeit the rest")),
            (LeavingWay.LET_STAND.value, _("Keep results; void the rest")),
        ],
        coerce=LeavingWay,
        widget=forms.RadioSelect,
    )
