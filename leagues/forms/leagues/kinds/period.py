"""The plan of the next period of a box league, which the organiser can edit."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django import forms
from django.forms import BoundField
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from leagues.actions.leagues.kinds.boxes import UnplayedOfPeriod
from leagues.forms.leagues.season.group_plan import AS_PLANNED, LEAVES, STAYS_DOWN, PlanForm
from leagues.forms.row_checkboxes import SeveralField
from leagues.models import Player
from leagues.reads.leagues.kinds.boxes import BoxPeriod, Wishes, names_in_plan, next_period
from leagues.reads.tables.tables import TableLine
from leagues.say import say
from leagues.stages.group_plan import GroupPlan, plan_problems


@dataclass(frozen=True)
class PlannedEntry:
    """An entry in a box of the plan: its earlier box, and the field to move it."""

    key: int
    name: str
    was: str
    line: TableLine | None
    change: str
    """"up", "down" or "new". Empty if the entry stays in its box."""
    field: BoundField


@dataclass(frozen=True)
class PlannedBox:
    number: int
    entries: tuple[PlannedEntry, ...]


class PeriodForm(PlanForm):
    """A form with a field for each entry that moves it to another box than planned."""

    template_name = "desk/leagues/kinds/_period_form.html"

    unplayed = forms.ChoiceField(
        label=gettext_lazy("What an unplayed match counts"),
        choices=[
            (UnplayedOfPeriod.LOST.value, gettext_lazy("0 for both sides")),
            (
                UnplayedOfPeriod.VOID.value,
                gettext_lazy("Nothing, as no one is at fault; totals are projected"),
            ),
        ],
        widget=forms.RadioSelect,
        required=False,
    )
    joining = SeveralField(Player.objects.none(), required=False)
    seen = forms.CharField(widget=forms.HiddenInput, required=False)

    def __init__(self, *args: Any, period: BoxPeriod, **kwargs: Any) -> None:
        kwargs["initial"] = {"seen": period.mark}
        super().__init__(*args, **kwargs)
        self.period = period
        self.names = dict(names_in_plan(period, Wishes()))
        joining = self.fields["joining"]
        assert isinstance(joining, forms.ModelMultipleChoiceField)
        joining.queryset = self._newcomers()
        self.ask_who_is_level(self.names)
        self._ask_where()

    def _newcomers(self) -> Any:
        """Return the club's players who are in no box."""
        here = Player.objects.filter(club=self.period.league.club).present()
        in_it = self.period.in_it - self.period.gone
        return here.exclude(line_ups__entry__in=in_it).by_surname()

    def _ask_where(self) -> None:
        boxes = [
            (str(number), _("Box %(n)s") % {"n": number})
            for number in range(1, len(self.period.tables) + 2)
        ]
        choices = [
            (AS_PLANNED, _("As planned")),
            *boxes,
            (STAYS_DOWN, _("Doesn’t want to go up")),
            (LEAVES, _("No longer plays")),
        ]
        for key in self.period.in_it - self.period.gone:
            self.fields[f"where_{key}"] = forms.ChoiceField(
                label=self.names[key], choices=choices, required=False
            )

    @property
    def unplayed_become(self) -> UnplayedOfPeriod | None:
        chosen = self.cleaned_data["unplayed"]
        return UnplayedOfPeriod(chosen) if chosen else None

    # --- The answers -----------------------------------------------------------------

    def _keys_at(self, where: str) -> frozenset[int]:
        return frozenset(key for key in self.period.in_it if self.where(key) == where)

    def _joining(self) -> list[int]:
        """Return keys of joining players: the earlier entry's ID, else minus the player's ID."""
        again = {
            player.pk: entry.pk for entry in self.period.entries.values() for player in entry.people
        }
        chosen = self.cleaned_data.get("joining") or ()
        return [again.get(player.pk, -player.pk) for player in chosen]

    @property
    def wishes(self) -> Wishes:
        return Wishes(
            self._keys_at(LEAVES), self._keys_at(STAYS_DOWN), self.decided, self._joining()
        )

    @cached_property
    def plan(self) -> GroupPlan[int]:
        return next_period(self.period, self.wishes)

    # --- Display -----------------------------------------------------------------------

    def asked_plan(self) -> GroupPlan[int]:
        wishes = self.wishes
        return next_period(
            self.period, Wishes(wishes.leaving, wishes.declining, (), wishes.joining)
        )

    def name(self, key: int) -> str:
        if key not in self.names:
            self.names |= names_in_plan(self.period, self.wishes)
        return self.names[key]

    @property
    def shown(self) -> list[PlannedBox]:
        lines = {
            line.entry.pk: (number, line)
            for number, table in enumerate(self.period.tables, 1)
            for line in table.lines
        }
        return [
            PlannedBox(number, tuple(self._entry(key, number, lines.get(key)) for key in box))
            for number, box in enumerate(self.groups, 1)
        ]

    def _entry(self, key: int, now: int, stood: tuple[int, TableLine] | None) -> PlannedEntry:
        was, line = stood or (0, None)
        change = "" if was == now else "up" if now < was else "down"
        return PlannedEntry(
            key,
            self.name(key),
            _("Box %(n)s") % {"n": was} if was else "",
            line,
            change if was else "new",
            self[f"where_{key}"] if f"where_{key}" in self.fields else self["seen"],
        )

    @property
    def wrong(self) -> list[str]:
        """Problems of the edited plan, as sentences. Empty while ties are still to be decided."""
        if self.errors or self.questions:
            return []
        return [say(each) for each in plan_problems(self.plan, self.groups, self.name)]

    @property
    def leaving(self) -> Iterator[tuple[str, BoundField | None]]:
        """Yield the entries that no longer play, each with the field to bring it back, if any."""
        for key in sorted(self.period.in_it - {*self.plan.entries}, key=self.name):
            name = f"where_{key}"
            yield self.name(key), self[name] if name in self.fields else None

    @property
    def newcomers(self) -> list[tuple[Player, bool]]:
        field = self.fields["joining"]
        assert isinstance(field, forms.ModelMultipleChoiceField)
        ticked = {str(pk) for pk in self["joining"].value() or ()}
        return [(player, str(player.pk) in ticked) for player in field.queryset or ()]
