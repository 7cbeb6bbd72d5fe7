"""A plan of groups that the organiser can edit."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django import forms
from django.utils.translation import gettext as _

from leagues.say import say
from leagues.stages.group_plan import GroupPlan, Groups, LevelAtTheLine

AS_PLANNED, STAYS_DOWN, LEAVES = "", "stays", "leaves"


@dataclass(frozen=True)
class Question:
    """A tie where some entries go up or down, with a tick for each entry."""

    level: LevelAtTheLine[int]
    text: str
    ticks: tuple[tuple[int, str, bool], ...]

    @property
    def wanted(self) -> int:
        """The number of ticks needed: entries that end in the higher group."""
        many = self.level.places
        return many if self.level.goes_up else len(self.level.entries) - many


class PlanForm(forms.Form):
    """A form with a field ``where_<key>`` for each entry, and ticks for tied entries."""

    settled = forms.TypedMultipleChoiceField(coerce=int, required=False)

    @cached_property
    def plan(self) -> GroupPlan[int]:
        """The plan by the tables and the answers."""
        raise NotImplementedError

    def asked_plan(self) -> GroupPlan[int]:
        """Return the plan without the decisions between tied entries."""
        raise NotImplementedError

    def name(self, key: int) -> str:
        raise NotImplementedError

    def ask_who_is_level(self, names: Mapping[int, str]) -> None:
        settled = self.fields["settled"]
        assert isinstance(settled, forms.TypedMultipleChoiceField)
        settled.choices = list(names.items())

    def where(self, key: int) -> str:
        return str(self.cleaned_data.get(f"where_{key}", AS_PLANNED))

    @property
    def decided(self) -> tuple[int, ...]:
        return tuple(self.cleaned_data.get("settled") or ())

    @property
    def groups(self) -> Groups[int]:
        """The groups of the plan, with the entries that the organiser has moved."""
        put = {
            key: int(where) - 1
            for key in self.plan.entries
            if (where := self.where(key)).isdecimal()
        }
        many = max([len(self.plan.groups), *(at + 1 for at in put.values())])
        groups: list[list[int]] = [[] for _each in range(many)]
        for at, group in enumerate(self.plan.groups):
            groups[at] += [key for key in group if put.get(key, at) == at]
        for key, at in put.items():
            if key not in groups[at]:
                groups[at].append(key)
        return tuple(tuple(group) for group in groups)

    @cached_property
    def questions(self) -> tuple[Question, ...]:
        """The ties of the undecided plan, with the present ticks."""
        return tuple(
            Question(
                level,
                say(level.question(self.name)),
                tuple((key, self.name(key), key in self.decided) for key in level.entries),
            )
            for level in self.asked_plan().undecided
        )

    def clean(self) -> dict[str, Any]:
        for question in self.questions:
            ticked = sum(is_ticked for _key, _name, is_ticked in question.ticks)
            if ticked not in (0, question.wanted):
                self.add_error(
                    "settled",
                    _("%(question)s. Tick %(n)s.")
                    % {"question": question.text, "n": question.wanted},
                )
        return self.cleaned_data
