"""The next season: what it is called, when it begins, and who plays in which division."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import date, timedelta
from functools import cached_property
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from leagues.forms.events.events import YEARS
from leagues.forms.seen import RemembersForm
from leagues.models import League, SeasonAnswer
from leagues.models.names import tidy
from leagues.reads.leagues.calendar import calendar_of
from leagues.reads.leagues.called import called
from leagues.reads.leagues.next_season import AskedPlayer, SeasonIntake
from leagues.reads.leagues.words import long_day, skipped_in_words
from leagues.say import say
from leagues.stages.group_plan import problems
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
        if called(league) != league.name:
            self.fields["name"].help_text = _("Lists add the year, as in %(name)s.") % {
                "name": called(league)
            }
        self.skips = bool(rule and rule.skipped)
        rules = {A_YEAR_ON: a_year_on(rule), RIGHT_AFTER: right_after(rule)} if rule else {}
        self.days = {way: each.first for way, each in rules.items()}
        said = {
            A_YEAR_ON: _("The same weekday a year later: %(day)s"),
            RIGHT_AFTER: _("As soon as this one is finished: %(day)s"),
        }
        begins = self.fields["begins"]
        assert isinstance(begins, forms.ChoiceField)
        begins.choices = [
            *(
                (
                    way,
                    ". ".join([said[way] % {"day": long_day(each.first)}, *skipped_in_words(each)]),
                )
                for way, each in rules.items()
            ),
            (OTHER, _("On another day")),
        ]
        if not rule:
            self.initial["begins"] = OTHER

    def clean_name(self) -> str:
        name = tidy(self.cleaned_data["name"])
        if not name:
            raise forms.ValidationError(_("A league needs a name."))
        return name

    def clean(self) -> dict[str, Any]:
        said = self.cleaned_data
        first = said.get("first")
        if said.get("begins") == OTHER and "first" not in self.errors:
            latest = YEARS[1] - timedelta(days=800)  # a season is two years at most
            if first is None:
                self.add_error("first", _("Choose a day."))
            elif not YEARS[0] <= first <= latest:
                self.add_error("first", _("This day is too far away."))
        return said

    @property
    def day(self) -> date:
        said = self.cleaned_data
        day: date = self.days.get(said["begins"]) or said["first"]
        return day


class NextMembersForm(forms.Form):
    """Who plays, and where: the plan is filled in, and a person changes it."""

    plays = forms.MultipleChoiceField(label=gettext_lazy("Plays"), required=False)

    def __init__(self, *args: Any, intake: SeasonIntake, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.intake = intake
        plays = self.fields["plays"]
        assert isinstance(plays, forms.MultipleChoiceField)
        plays.choices = [(str(e.player.pk), e.player.name) for e in intake.asked]
        names = intake.league.divisions
        choices = [(name, name) for name in names]
        for each in intake.asked if len(names) > 1 else ():
            is_level = each.player.pk in self.level and not each.is_member
            self.fields[_field(each)] = forms.ChoiceField(
                choices=[("", _("Choose a division")), *choices] if is_level else choices,
                initial="" if is_level else each.division or names[-1],
                required=False,
            )

    @cached_property
    def level(self) -> set[int]:
        """Who is level with others where some go up or down: a person says who."""
        undecided = self.intake.plan.undecided if self.intake.plan else ()
        return {player for level in undecided for player in level.entries}

    @property
    def lines(self) -> list[dict[str, Any]]:
        """Everybody with their tick and their division, as the page shows them."""
        ticked = self.data.getlist("plays") if self.is_bound else None  # type: ignore[attr-defined]
        return [
            {
                "asked": each,
                "plays": _plays(each) if ticked is None else str(each.player.pk) in ticked,
                "division": self[_field(each)] if _field(each) in self.fields else None,
            }
            for each in self.intake.asked
        ]

    def clean(self) -> dict[str, Any]:
        plan = self.intake.plan
        if plan is None or self.errors:
            return self.cleaned_data
        names = {each.player.pk: each.player.name for each in self.intake.asked}
        where = self.divisions
        if set(plan.entries) != set(where):  # then who goes up is all that is certain
            plan = replace(plan, groups=self._groups(where), level_at_a_line=())
            plan = replace(plan, up=tuple(pk for pk in plan.up if pk in where))
        elif all(self._is_said(pk) for pk in self.level):
            up = tuple(pk for pk in plan.up if pk not in self.level)
            plan = replace(plan, level_at_a_line=(), up=up)
        for problem in problems(plan, self._groups(where), names.__getitem__):
            self.add_error(None, say(problem))
        return self.cleaned_data

    def _is_said(self, player: int) -> bool:
        return bool(self.cleaned_data.get(_field_of(player)))

    def _groups(self, where: Mapping[int, str]) -> tuple[tuple[int, ...], ...]:
        return tuple(
            tuple(pk for pk, division in where.items() if division == name)
            for name in self.intake.league.divisions
        )

    @property
    def divisions(self) -> dict[int, str]:
        said = self.cleaned_data
        return {
            each.player.pk: said.get(_field(each), "") or each.division
            for each in self.intake.asked
            if str(each.player.pk) in said["plays"]
        }


def _field(each: AskedPlayer) -> str:
    return _field_of(each.player.pk)


def _field_of(player: int) -> str:
    return f"division-{player}"


def _plays(each: AskedPlayer) -> bool:
    return each.is_member or each.says == SeasonAnswer.Says.IN
