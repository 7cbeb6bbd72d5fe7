"""The plan of the next season of a team league: teams, groups and squads."""

from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext as _

from leagues.actions.leagues.kinds.teams import Squad
from leagues.forms.leagues.joining.divisions import MOST_ERRORS, MOST_LETTERS
from leagues.forms.leagues.season.group_plan import LEAVES
from leagues.forms.leagues.season.plan import SeasonPlanForm
from leagues.forms.leagues.teams.squads import SquadReader
from leagues.models import Player
from leagues.models.names import fold_name, tidy_name
from leagues.reads.leagues.next_season.plan import MatchIntake
from leagues.reads.leagues.next_season.team_plan import AskedTeam, TeamIntake
from leagues.stages.group_plan import count_teams


class TeamPlanForm(SeasonPlanForm):
    """A form that also has a field ``squad_<key>`` for each team that was asked."""

    intake: TeamIntake
    counted = count_teams

    def __init__(self, *args: Any, intake: TeamIntake, **kwargs: Any) -> None:
        super().__init__(*args, intake=intake, **kwargs)
        self.squads: dict[int, tuple[Player, ...]] = {}
        self.new_teams: list[Squad] = []
        for key, asked in intake.teams.items():
            values = {"name": self.names[key]}
            self.fields[f"squad_{key}"] = forms.CharField(
                label=_("Who plays for %(name)s") % values,
                max_length=MOST_LETTERS,
                required=False,
                widget=forms.Textarea(attrs={"rows": 2, "spellcheck": "false"}),
                help_text=_leaving_text(asked),
            )
        new = self.fields.pop("new")
        new.label = _("New teams")
        new.help_text = _(
            "One team per line, with its players after a colon: Mill 1: Ann Smith, Ben Ito. New teams start at the bottom."
        )
        self.fields["new"] = new  # cleaned after the squads

    @staticmethod
    def initial_data(intake: MatchIntake) -> QueryDict:
        data = SeasonPlanForm.initial_data(intake)
        for each in intake.asked.values():
            names = (player.name for player in each.people)
            data[f"squad_{each.key}"] = ", ".join(names)
        return data

    def clean_new(self) -> str:
        text: str = self.cleaned_data["new"]
        reader = SquadReader(self.intake.league.club, 1, is_one_list=False)
        for key, asked in self.intake.teams.items():
            if self.where(key) != LEAVES:
                reader.teams.add(fold_name(self.names[key]))
                self.squads[key] = self._squad(reader, asked)
        self.new_teams = [squad for row in text.splitlines() for squad in reader.entries(row)]
        self.newcomers = [squad.players for squad in self.new_teams]
        self.learnt = reader.learnt
        if reader.wrong:
            raise forms.ValidationError(reader.wrong[:MOST_ERRORS])
        return text

    def _squad(self, reader: SquadReader, asked: AskedTeam) -> tuple[Player, ...]:
        """Return the squad.

        Earlier members are found by name, even if the club has others of that name.
        """
        own = {fold_name(each.name): each for each in (*asked.people, *asked.leaving)}
        field, found = f"squad_{asked.key}", list[Player]()
        before = len(reader.wrong)
        text = self.cleaned_data.get(field, "").replace("\n", ",")
        for name in filter(None, map(tidy_name, text.split(","))):
            here = own.get(fold_name(name))
            if here is not None and fold_name(name) not in reader.seen:
                reader.seen[fold_name(name)] = name
                found.append(here)
            elif player := reader.player(name):
                found.append(player)
        if wrong := reader.wrong[before:]:
            del reader.wrong[before:]
            self.add_error(field, forms.ValidationError(wrong[:MOST_ERRORS]))
        return tuple(found)

    def _people(self, key: int) -> tuple[Player, ...]:
        if key < 0:
            return self.newcomers[-key - 1]
        return self.squads.get(key, self.intake.teams[key].people)

    def _entry(self, key: int) -> Squad:
        if key < 0:
            return self.new_teams[-key - 1]
        return Squad(self.names[key], self._people(key), before=key)

    def name(self, key: int) -> str:
        return self.new_teams[-key - 1].name if key < 0 else self.names[key]


def _leaving_text(asked: AskedTeam) -> str:
    if not asked.leaving:
        return ""
    names = ", ".join(player.name for player in asked.leaving)
    return _("These players won’t play: %(names)s.") % {"names": names}
