"""The form for the next season: its name and first day."""

from datetime import date, timedelta
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from leagues.forms.events.events import YEARS
from leagues.forms.stale_forms import RemembersForm
from leagues.models import League
from leagues.models.names import tidy_name
from leagues.reads.leagues.calendar import calendar_of
from leagues.reads.leagues.league_names import name_with_years
from leagues.reads.leagues.words import long_day, skipped_in_words
from leagues.stages.next_season import a_year_on, next_name, right_after

A_YEAR_ON, RIGHT_AFTER, OTHER = "year", "after", "other"


class NextSeasonForm(RemembersForm):
    name = forms.CharField(label=gettext_lazy("Name"), max_length=120)
    begins = forms.ChoiceField(label=gettext_lazy("When it begins"), widget=forms.RadioSelect)
    first = forms.DateField(
        label=gettext_lazy("Another day"),
        required=False,
        widget=forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"}),
    )

    def __init__(self, *args: Any, league: League, **kwargs: Any) -> None:
        kwargs["initial"] = {"name": next_name(league.name), "begins": A_YEAR_ON}
        super().__init__(*args, **kwargs)
        rule = calendar_of(league)
        if name_with_years(league) != league.name:
            self.fields["name"].help_text = _("Lists add the year, as in %(name)s.") % {
                "name": name_with_years(league)
            }
        self.skips = bool(rule and rule.skipped)
        rules = {A_YEAR_ON: a_year_on(rule), RIGHT_AFTER: right_after(rule)} if rule else {}
        self.days = {way: each.first for way, each in rules.items()}
        texts = {
            A_YEAR_ON: _("The same weekday a year later: %(day)s"),
            RIGHT_AFTER: _("As soon as this one is finished: %(day)s"),
        }
        begins = self.fields["begins"]
        assert isinstance(begins, forms.ChoiceField)
        begins.choices = [
            *(
                (
                    way,
                    ". ".join(
                        [texts[way] % {"day": long_day(each.first)}, *skipped_in_words(each)]
                    ),
                )
                for way, each in rules.items()
            ),
            (OTHER, _("On another day")),
        ]
        if not rule:
            self.initial["begins"] = OTHER

    def clean_name(self) -> str:
        name = tidy_name(self.cleaned_data["name"])
        if not name:
            raise forms.ValidationError(_("A league needs a name."))
        return name

    def clean(self) -> dict[str, Any]:
        cleaned = self.cleaned_data
        first = cleaned.get("first")
        if cleaned.get("begins") == OTHER and "first" not in self.errors:
            latest = YEARS[1] - timedelta(days=800)  # a season is two years at most
            if first is None:
                self.add_error("first", _("Choose a day."))
            elif not YEARS[0] <= first <= latest:
                self.add_error("first", _("This day is too far away."))
        return cleaned

    @property
    def day(self) -> date:
        cleaned = self.cleaned_data
        day: date = self.days.get(cleaned["begins"]) or cleaned["first"]
        return day
