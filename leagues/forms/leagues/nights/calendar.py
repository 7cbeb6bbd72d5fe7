"""The form for the calendar of a league."""

from datetime import date, timedelta
from typing import Any

from django import forms
from django.utils.dates import WEEKDAYS
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from leagues.forms.events.events import YEARS
from leagues.reads.state_marks import mark_of
from leagues.say import say_why
from leagues.stages.calendar import LAST, CalendarRule, Every
from scoring.errors import RuleError

USUAL_NIGHTS = 20
EVERY = [
    (Every.WEEK.value, gettext_lazy("Every week")),
    (Every.OTHER_WEEK.value, gettext_lazy("Every second week")),
    (Every.MONTH.value, gettext_lazy("Once a month")),
]
NTH = [
    (1, gettext_lazy("the first")),
    (2, gettext_lazy("the second")),
    (3, gettext_lazy("the third")),
    (4, gettext_lazy("the fourth")),
    (5, gettext_lazy("the fifth")),
    (LAST, gettext_lazy("the last")),
]


def _day_field(label: Any) -> forms.DateField:
    return forms.DateField(
        label=label, widget=forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"})
    )


class CalendarForm(forms.Form):
    """A calendar rule, and which of its dates are nights."""

    template_name = "desk/leagues/nights/_calendar_form.html"

    every = forms.ChoiceField(
        label=gettext_lazy("How often"), choices=EVERY, widget=forms.RadioSelect
    )
    nth = forms.TypedChoiceField(
        label=gettext_lazy("Which week of the month"), choices=NTH, coerce=int
    )
    weekday = forms.TypedChoiceField(
        label=gettext_lazy("Weekday"), choices=list(WEEKDAYS.items()), coerce=int
    )
    at = forms.TimeField(
        label=gettext_lazy("Play begins at"),
        widget=forms.TimeInput(format="%H:%M", attrs={"type": "time"}),
    )
    first = _day_field(pgettext_lazy("label of a date", "First night"))
    last = _day_field(pgettext_lazy("label of a date", "Last night"))
    dates_of = forms.CharField(required=False, max_length=20, widget=forms.HiddenInput)

    def clean(self) -> dict[str, Any]:
        cleaned = self.cleaned_data
        self.rule: CalendarRule | None = None
        if {"every", "nth", "weekday", "at", "first", "last"} <= cleaned.keys():
            self.rule = self._rule(cleaned)
        return cleaned

    def _rule(self, cleaned: dict[str, Any]) -> CalendarRule | None:
        if not YEARS[0] <= cleaned["first"] <= cleaned["last"] <= YEARS[1]:
            why = _("Choose a last date after the first one.")
            self.add_error("last", why)
            return None
        try:
            rule = CalendarRule(
                cleaned["first"],
                cleaned["last"],
                cleaned["at"],
                cleaned["weekday"],
                Every(cleaned["every"]),
                cleaned["nth"],
            )
        except RuleError as refused:
            self.add_error("last", say_why(refused))
            return None
        if not rule.all_dates():
            self.add_error("last", _("No such day falls between these dates."))
        return rule

    @property
    def dates_mark(self) -> str:
        return mark_of(self.rule.to_dict()) if self.rule else ""

    @property
    def has_seen_the_dates(self) -> bool:
        """True if the submitted dates are those of this rule."""
        return self.data.get("dates_of") == self.dates_mark

    @property
    def tapped(self) -> CalendarRule:
        """The rule without the dates that were unticked."""
        assert self.rule is not None
        if not self.has_seen_the_dates:
            return self.rule
        getlist = getattr(self.data, "getlist", lambda name: self.data.get(name, []))
        ticked = set(getlist("day"))
        skipped = {d for d in self.rule.all_dates() if d.isoformat() not in ticked}
        kept = self.rule.to_dict() | {"skipped": [d.isoformat() for d in skipped]}
        return CalendarRule.from_dict(kept)

    @property
    def days(self) -> list[tuple[date, bool]]:
        """All dates of the rule, and whether each is a night."""
        if not self.rule:
            return []
        skipped = self.tapped.skipped
        return [(day, day not in skipped) for day in self.rule.all_dates()]


def form_data_of(rule: CalendarRule) -> dict[str, list[str]]:
    """Return the form data that gives this rule."""
    plain = rule.to_dict()
    whole = plain | {"skipped": []}
    data = {name: [str(plain[name])] for name in plain if name != "skipped"}
    return data | {"dates_of": [mark_of(whole)], "day": [day.isoformat() for day in rule.dates()]}


def usual_rule(today: date) -> CalendarRule:
    """Return twenty Mondays from next Monday on."""
    first = today + timedelta(7 - today.weekday())
    return CalendarRule(first, first + timedelta(weeks=USUAL_NIGHTS - 1))
