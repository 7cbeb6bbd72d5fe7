"""The plan of the next season: who plays in which group, which the organiser can edit."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, ClassVar

from django import forms
from django.forms import BoundField
from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from leagues.forms.leagues.joining.divisions import MOST_ERRORS, MOST_LETTERS, ListReader
from leagues.forms.leagues.season.group_plan import AS_PLANNED, LEAVES, STAYS_DOWN, PlanForm
from leagues.models import Event, Player, SeasonAnswer
from leagues.reads.leagues.kinds.boxes import Wishes
from leagues.reads.leagues.next_season.plan import AskedEntry, MatchIntake, NightIntake
from leagues.say import say
from leagues.stages.group_plan import GroupPlan, count_players, plan_problems
from scoring.text import Count

Answers = SeasonAnswer.Reply


@dataclass(frozen=True)
class SeatedEntry:
    """An entry in a group of the plan. ``field`` is None for new players, who weren't asked."""

    name: str
    asked: AskedEntry | None
    change: str
    field: BoundField | None
    squad: BoundField | None = None


@dataclass(frozen=True)
class SeatedGroup:
    number: int
    name: str
    entries: tuple[SeatedEntry, ...]


class SeasonPlanForm(PlanForm):
    template_name = "desk/leagues/season/_season_plan_form.html"
    counted: ClassVar[Callable[[int], Count]] = count_players

    new = forms.CharField(
        label=gettext_lazy("New players"),
        max_length=MOST_LETTERS,
        required=False,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 3, "spellcheck": "false"}),
    )

    def __init__(
        self, data: QueryDict | None, *args: Any, intake: MatchIntake, **kwargs: Any
    ) -> None:
        super().__init__(data or self.initial_data(intake), *args, **kwargs)
        self.intake = intake
        self.newcomers: list[tuple[Player, ...]] = []
        self.learnt: list[tuple[Player, Player]] = []
        self.names = {key: asked.name for key, asked in intake.asked.items()}
        self.ask_who_is_level(self.names)
        event = intake.league.event
        self.is_of_pairs = event is not None and event.sides == Event.Sides.DOUBLES
        self.fields["new"].help_text = (
            _("One pair per line, such as Ann Smith & Ben Ito. New pairs start at the bottom.")
            if self.is_of_pairs
            else _("One name per line. New players start at the bottom.")
        )
        choices = self._choices()
        for key in intake.asked:
            self.fields[f"where_{key}"] = forms.ChoiceField(
                label=self.names[key], choices=choices, required=False
            )

    @staticmethod
    def initial_data(intake: MatchIntake) -> QueryDict:
        """Return the form data before any edits: entries that answered "in" play, as planned."""
        data = QueryDict(mutable=True)
        for each in intake.asked.values():
            plays = each.reply == Answers.IN
            data[f"where_{each.key}"] = AS_PLANNED if plays else LEAVES
        return data

    def _choices(self) -> Sequence[tuple[str, str]]:
        many = len(self.intake.names)
        if self.intake.is_boxes:
            many += 1
        groups = [(str(n), self.intake.group_name(n)) for n in range(1, many + 1)]
        if many < 2:
            return [(AS_PLANNED, _("Plays")), (LEAVES, _("Doesn’t play"))]
        return [
            (AS_PLANNED, _("As planned")),
            *groups,
            (STAYS_DOWN, _("Doesn’t want to go up")),
            (LEAVES, _("Doesn’t play")),
        ]

    def clean_new(self) -> str:
        text: str = self.cleaned_data["new"]
        club = self.intake.league.club
        reader = ListReader(club, 2 if self.is_of_pairs else 1, is_one_list=True)
        self.newcomers = reader.entries(text)
        self.learnt = reader.learnt
        if reader.wrong:
            raise forms.ValidationError(reader.wrong[:MOST_ERRORS])
        return text

    # --- The answers -----------------------------------------------------------------

    def _keys_at(self, where: str) -> list[int]:
        return [key for key in self.intake.asked if self.where(key) == where]

    @property
    def wishes(self) -> Wishes:
        return Wishes(
            self._keys_at(LEAVES),
            self._keys_at(STAYS_DOWN),
            self.decided,
            [-at for at in range(1, len(self.newcomers) + 1)],
        )

    @cached_property
    def plan(self) -> GroupPlan[int]:
        return self._without_placed(self.intake.plan(self.wishes))

    def asked_plan(self) -> GroupPlan[int]:
        return self._without_placed(self.intake.plan(replace(self.wishes, settled=())))

    def _without_placed(self, plan: GroupPlan[int]) -> GroupPlan[int]:
        """Treat a tie as decided once each of its players has been put in a group."""
        ties = plan.undecided
        decided = [t for t in ties if all(self.where(key).isdecimal() for key in t.entries)]
        placed = {key for tie in decided for key in tie.entries}
        return replace(
            plan,
            up=tuple(key for key in plan.up if key not in placed),
            level_at_a_line=tuple(tie for tie in ties if tie not in decided),
        )

    @property
    def divisions(self) -> dict[str, list[Any]]:
        """The entries that play, by group. Empty groups are left out."""
        return {
            self.intake.group_name(number): [self._entry(key) for key in group]
            for number, group in enumerate(self.groups, 1)
            if group
        }

    def _entry(self, key: int) -> Any:
        return self._people(key)

    def _people(self, key: int) -> tuple[Player, ...]:
        return self.newcomers[-key - 1] if key < 0 else self.intake.asked[key].people

    # --- Display -----------------------------------------------------------------------

    def name(self, key: int) -> str:
        if key < 0:
            return " & ".join(player.name for player in self._people(key))
        return self.names[key]

    @property
    def shown(self) -> list[SeatedGroup]:
        return [
            SeatedGroup(
                number,
                self.intake.group_name(number),
                tuple(self._seated(key, number - 1) for key in group),
            )
            for number, group in enumerate(self.groups, 1)
        ]

    def _seated(self, key: int, now: int) -> SeatedEntry:
        was = self.plan.before.get(key, now)
        moved = "" if was == now or len(self.groups) == 1 else "up" if now < was else "down"
        return self._seat(key, moved if key in self.plan.before else "new")

    @property
    def leaving(self) -> list[SeatedEntry]:
        """Entries that were asked and don't play, each with the field to bring it back."""
        return [self._seat(key, "") for key in sorted(self._keys_at(LEAVES), key=self.name)]

    def _seat(self, key: int, change: str) -> SeatedEntry:
        return SeatedEntry(
            self.name(key),
            self.intake.asked.get(key),
            change,
            self[f"where_{key}"] if key in self.intake.asked else None,
            self[f"squad_{key}"] if f"squad_{key}" in self.fields else None,
        )

    @property
    def wrong(self) -> list[str]:
        """Problems of the edited plan, as sentences."""
        if self.errors:
            return []
        found = plan_problems(
            self.plan, self.groups, self.name, least=self.intake.least, counted=type(self).counted
        )
        return [*map(say, found), *self._twice()]

    def _twice(self) -> list[str]:
        """Return errors for players who are in two entries."""
        people = [p for key in self.plan.entries for p in self._people(key)]
        times = Counter((player.pk, player.name) for player in people)
        return [
            _("%(name)s is listed twice") % {"name": name}
            for (_pk, name), many in times.items()
            if many > 1
        ]


class NightPlanForm(SeasonPlanForm):
    """The plan of a league of nights. It has no field for new players."""

    intake: NightIntake

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        del self.fields["new"]

    @staticmethod
    def initial_data(intake: MatchIntake) -> QueryDict:
        """Return the form data before any edits: members remain, in their divisions."""
        data = SeasonPlanForm.initial_data(intake)
        assert isinstance(intake, NightIntake)
        names = intake.names if len(intake.names) > 1 else ()
        numbers = {name: str(number) for number, name in enumerate(names, 1)}
        for key, division in intake.members.items():
            data[f"where_{key}"] = numbers.get(division, AS_PLANNED)
        return data

    @property
    def members(self) -> dict[int, str]:
        """The division of each player who plays, by player ID."""
        return {
            people[0].pk: name for name, entries in self.divisions.items() for people in entries
        }
