"""The form to plan a season's finals."""

from collections.abc import Sequence
from datetime import date, datetime, time
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from leagues.forms.events.events import YEARS
from leagues.forms.leagues.nights.evening import cards_of
from leagues.forms.numbers import number_field
from leagues.forms.row_checkboxes import SeveralField
from leagues.forms.stale_forms import RemembersForm
from leagues.models import League, Player
from leagues.models.names import tidy_name
from leagues.reads.leagues.end.finals import FINALS_SHAPES
from leagues.reads.leagues.table.table_lines import LeagueLine
from leagues.stages.finals_cut import MOST, FinalsRule

OVER_ALL, EACH = "all", "each"


class FinalsForm(RemembersForm):
    template_name = "desk/leagues/season/_finals_form.html"

    name = forms.CharField(label=gettext_lazy("Name"), max_length=60)
    on = forms.DateField(
        label=gettext_lazy("Day"), widget=forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"})
    )
    at = forms.TimeField(
        label=gettext_lazy("Play begins at"),
        widget=forms.TimeInput(format="%H:%M", attrs={"type": "time"}),
    )
    top = number_field(1, MOST, label=gettext_lazy("How many play"))
    of = forms.ChoiceField(
        label=gettext_lazy("Of"),
        choices=[
            (OVER_ALL, gettext_lazy("the whole table")),
            (EACH, gettext_lazy("each division")),
        ],
        initial=OVER_ALL,
        required=False,
    )
    fewest = number_field(
        0,
        999,
        label=gettext_lazy("Minimum nights played"),
        required=False,
        help_text=gettext_lazy("Players with fewer don’t qualify."),
    )
    shape = forms.ChoiceField(
        label=gettext_lazy("Format"), widget=forms.RadioSelect, initial=FINALS_SHAPES[0]
    )
    counts = forms.BooleanField(
        label=gettext_lazy("They also count in the table, on top of the best nights"),
        required=False,
        help_text=gettext_lazy("Finalists earn points that no one else can."),
    )
    declined = SeveralField(
        Player.objects.none(), label=gettext_lazy("Doesn’t play"), required=False
    )

    def __init__(
        self, *args: Any, league: League, lines: Sequence[LeagueLine], **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.league, self.lines = league, lines
        shape = self.fields["shape"]
        assert isinstance(shape, forms.ChoiceField)
        shape.choices = cards_of(FINALS_SHAPES)  # in the language of this request
        declined = self.fields["declined"]
        assert isinstance(declined, forms.ModelMultipleChoiceField)
        here = [player.pk for line in lines for player in line.players]
        declined.queryset = Player.objects.filter(pk__in=here)
        if len({line.division for line in lines}) < 2:
            del self.fields["of"]
        if league.has_dated_matches:
            del self.fields["counts"]
            self.fields["fewest"].label = _("Minimum matches played")

    def clean_name(self) -> str:
        name = tidy_name(self.cleaned_data["name"])
        if not name:
            raise forms.ValidationError(_("Finals need a name."))
        return name

    def clean_on(self) -> date:
        day: date = self.cleaned_data["on"]
        if not YEARS[0] <= day <= YEARS[1]:
            raise forms.ValidationError(_("This day is too far away."))
        return day

    def clean(self) -> dict[str, Any]:
        cleaned = self.cleaned_data
        if cleaned.get("top") == 1 and cleaned.get("of") != EACH:
            self.add_error("top", _("Finals need at least two players."))
        return cleaned

    @property
    def out(self) -> list[Player]:
        """Players who have declined; they remain ticked."""
        declined = set(self.data.getlist("declined")) if self.is_bound else set()  # type: ignore[attr-defined]
        field = self.fields["declined"]
        assert isinstance(field, forms.ModelMultipleChoiceField)
        return [player for player in field.queryset or () if str(player.pk) in declined]

    @property
    def rule(self) -> FinalsRule:
        cleaned = self.cleaned_data
        return FinalsRule(cleaned["top"], cleaned.get("of") == EACH, cleaned["fewest"] or 0)

    @property
    def who_declined(self) -> set[int]:
        return {player.pk for player in self.cleaned_data["declined"]}

    def facts(self) -> dict[str, Any]:
        day, at = self.cleaned_data["on"], self.cleaned_data["at"]
        return {
            "name": self.cleaned_data["name"],
            "starts_at": datetime.combine(day, at, tzinfo=self.league.tzinfo),
        }


def usual_finals(league: League, lines: Sequence[LeagueLine], today: date) -> dict[str, Any]:
    """Return the initial values: the table's cut, on the day of its last night or today."""
    last = league.nights.in_order().last()
    half = max(2, min(8, len(lines) // 2))
    return {
        "name": _("%(league)s, finals") % {"league": league.name[:50]},
        "on": max(today, last.on) if last else today,
        "at": last.at if last else time(19, 30),
        "top": league.line_after or half,
        "of": OVER_ALL,
        "fewest": 0,
        "shape": FINALS_SHAPES[0],
    }
