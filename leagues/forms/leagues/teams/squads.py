"""The list of teams and squads of a league, divided by headings."""

from itertools import chain
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from leagues.actions.leagues.kinds.teams import Squad
from leagues.files.people_list import read_list
from leagues.forms.leagues.joining.divisions import DIVISION, MOST_ERRORS, MOST_LETTERS, ListReader
from leagues.models import Club, Event, Player
from leagues.models.names import fold_name, tidy_name

LONGEST = 60  # characters of a team's name


class SquadsForm(forms.Form):
    text = forms.CharField(
        label=gettext_lazy("Who plays"),
        max_length=MOST_LETTERS,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 14, "spellcheck": "false"}),
        help_text=gettext_lazy(
            "One team per line, with its players after a colon: Mill 1: Ann Smith, Ben Ito. Name teams of one club by the club and a number: Mill 1, Mill 2. To start a division, enter its name and a colon, such as First division:"
        ),
    )

    def __init__(self, *args: Any, club: Club, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.club = club
        self.size = 1
        self.divisions: dict[str, list[Squad]] = {}
        self.learnt: list[tuple[Player, Player]] = []

    def clean_text(self) -> str:
        text: str = self.cleaned_data["text"]
        reader = SquadReader(self.club, 1, is_one_list=False)
        found: dict[str, list[Any]] = reader.read(text)
        self.divisions = found
        self.learnt = reader.learnt
        if reader.wrong:
            raise forms.ValidationError(reader.wrong[:MOST_ERRORS])
        return text

    @property
    def sides(self) -> str:
        return Event.Sides.TEAMS

    @property
    def sizes(self) -> list[int]:
        """The number of teams in each division."""
        return [len(squads) for squads in self.divisions.values()]

    @property
    def new(self) -> list[str]:
        """Names of players who are new to the club."""
        squads = chain.from_iterable(self.divisions.values())
        return [p.name for squad in squads for p in squad.players if p._state.adding]


class SquadReader(ListReader):
    """A reader of lines with a team and its players."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.teams = set[str]()

    def entries(self, text: str) -> list[Any]:
        return [squad for row in text.splitlines() for squad in self._squads(row)]

    def _squads(self, text: str) -> list[Squad]:
        """Return the team on a line. Empty if the line is blank or invalid."""
        name, colon, people = text.partition(DIVISION)
        name = tidy_name(name)
        if not tidy_name(text):
            return []
        if not colon or not name:
            self.wrong.append(
                _("“%(line)s” isn’t a team. Enter its name, a colon and its players.")
                % {"line": text.strip()}
            )
            return []
        if len(name) > LONGEST or fold_name(name) in self.teams:
            error = (
                _("The name %(name)s is too long. Shorten it.")
                if len(name) > LONGEST
                else _("%(name)s is listed twice.")
            )
            self.wrong.append(error % {"name": name})
            return []
        self.teams.add(fold_name(name))
        lines = read_list("\n".join(people.split(",")))
        named = [player for line in lines for player in self._entry(line)]
        return [Squad(name, tuple(named))]
