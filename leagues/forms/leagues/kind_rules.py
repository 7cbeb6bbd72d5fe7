"""What only one kind of league asks: boxes, a ladder, series, teams, one's own time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from leagues.forms.events.events import FAMILY_TITLES
from leagues.forms.leagues.matches import (
    HOURS,
    USUAL_LATE,
    SheetField,
    fitting,
    read_sheet,
)
from leagues.forms.numbers import number
from leagues.models import Event, League
from leagues.reads.events.sheet_choice import FAMILIES, preset_for
from leagues.stages.boxes import LARGEST, SMALLEST, BoxRules
from leagues.stages.kind_rules import KindRules, keep
from leagues.stages.ladder import LadderRules
from leagues.stages.match_league import LONGEST_TO_PLAY, MOST_LEGS, MatchLeague
from leagues.stages.own_time import OwnTimeRules
from leagues.stages.series import LARGEST_MARGIN, LONGEST_GAME, SeriesRules
from leagues.stages.team_meetings import (
    LONGEST_BEFORE,
    MOST_BOARDS,
    MOST_STAND_INS,
    BoardsPay,
    TeamRules,
    TeamsPay,
)
from leagues.stages.ways import rounds_to_meet_all
from scoring.errors import RuleError
from scoring.pays import Difference
from scoring.presets import PRESETS

Said = dict[str, list[str]]
USUAL_SHEET, TO_100 = "tournament", "conventional"


class KindRulesForm(forms.Form):
    """The questions of one kind, then the sheet and what silence means, asked of all."""

    asks: ClassVar[type[KindRules]]
    sheet = SheetField()
    confirm_hours = forms.TypedChoiceField(
        label=gettext_lazy("A result nobody contests stands after"),
        choices=list(HOURS.items()),
        coerce=int,
    )

    def __init__(
        self,
        *args: Any,
        sides: str,
        sizes: Sequence[int],
        planned: int,
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        self.sides, self.sizes, self.planned = sides, sizes, planned
        self.order_fields([*self.own_names, "sheet", "confirm_hours"])

    @property
    def own_names(self) -> list[str]:
        return [name for name in self.fields if name not in ("sheet", "confirm_hours")]

    def clean(self) -> dict[str, Any]:
        said = self.cleaned_data
        if "sheet" in said:
            self.rules = read_sheet(self, said["sheet"], self.sides)
        return said

    @property
    def matches(self) -> MatchLeague:
        return MatchLeague(confirm_hours=self.cleaned_data["confirm_hours"])

    @property
    def kind_rules(self) -> KindRules:
        names = keep(self.asks()).keys() & self.cleaned_data.keys()
        return self.asks(**{name: self.cleaned_data[name] for name in names})


class BoxesForm(KindRulesForm):
    asks = BoxRules
    size = number(SMALLEST, LARGEST, label=gettext_lazy("Players in a box"))
    weeks = number(1, 26, label=gettext_lazy("Weeks of a period"))
    moves = number(
        1,
        LARGEST // 2,
        label=gettext_lazy("How many go up, and down"),
        required=False,
        help_text=gettext_lazy("Empty: one, and two from seven players on."),
    )
    games = number(
        0,
        LARGEST - 1,
        label=gettext_lazy("Matches somebody has to play to go up"),
        help_text=gettext_lazy("In a smaller box all of them are enough."),
    )
    legs = number(1, MOST_LEGS, label=gettext_lazy("How often two meet in a period"))

    @property
    def matches(self) -> MatchLeague:
        said = self.cleaned_data
        return MatchLeague(legs=said["legs"], confirm_hours=said["confirm_hours"])


class LadderForm(KindRulesForm):
    asks = LadderRules
    reach = number(1, 20, label=gettext_lazy("Places up that a challenge may go"))
    days = number(
        1,
        60,
        label=gettext_lazy("Days to play a challenge"),
        help_text=gettext_lazy("Who was challenged and has not played by then loses."),
    )
    again_after = number(
        0, 60, label=gettext_lazy("Days until the same two may meet again")
    )

    @property
    def matches(self) -> MatchLeague:
        hours = self.cleaned_data["confirm_hours"]
        return MatchLeague(confirm_hours=hours, forfeits_at_once=True)


class OwnTimeForm(KindRulesForm):
    asks = OwnTimeRules
    games = number(1, 14, label=gettext_lazy("Matches of each in a period"))
    weeks = number(1, 8, label=gettext_lazy("Weeks of a period"))
    times = number(1, 20, label=gettext_lazy("How often the same two may meet"))


class SeriesForm(KindRulesForm):
    asks = SeriesRules
    games = number(2, MOST_LEGS, label=gettext_lazy("Games of a series"))
    minutes = number(
        0,
        LONGEST_GAME,
        label=gettext_lazy("Minutes of a game"),
        help_text=gettext_lazy(
            "When they are up, whoever leads has won; level is a tie. 0: there is no clock."
        ),
    )
    forfeit_margin = number(
        1,
        LARGEST_MARGIN,
        label=gettext_lazy("A game forfeited is lost by"),
        help_text=gettext_lazy("Points, of each game that somebody forfeits."),
    )
    catch_up_every = number(
        0,
        52,
        label=gettext_lazy("Weeks before one to catch up"),
        help_text=gettext_lazy("0: there is none."),
    )
    days_to_play = number(
        0,
        LONGEST_TO_PLAY,
        label=gettext_lazy("Days to play a series"),
        help_text=gettext_lazy("After the day of its week. 0: on that day."),
    )
    totals = forms.BooleanField(
        label=gettext_lazy("A result without its rounds will do"),
        required=False,
        help_text=gettext_lazy("100–45, with the 20s where they are known."),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        sheet = self.fields["sheet"]
        assert isinstance(sheet, forms.ChoiceField)
        sheet.choices = [(name, FAMILY_TITLES[name]) for name in BY_DIFFERENCE]

    def clean(self) -> dict[str, Any]:
        said = super().clean()
        rounds = max(map(rounds_to_meet_all, self.sizes), default=0)
        if not self.errors and (needed := self.matches.needed(rounds)) > self.planned:
            self.add_error(
                "catch_up_every",
                _(
                    "So many series need %(needed)s weeks, and there are %(n)s dates. Add "
                    "dates, or do without weeks to catch up."
                )
                % {"needed": needed, "n": self.planned},
            )
        return said

    @property
    def matches(self) -> MatchLeague:
        names = ("catch_up_every", "days_to_play", "confirm_hours", "totals")
        asked = {name: self.cleaned_data[name] for name in names}
        return MatchLeague(**asked, days_late=USUAL_LATE)


BY_DIFFERENCE = tuple(
    family
    for family in FAMILIES
    for preset in (preset_for(family, Event.Sides.SINGLES),)
    if preset and isinstance(PRESETS[preset].rule.pays, Difference)
)
"""The sheets whose games have a margin."""


class TeamsForm(KindRulesForm):
    asks = TeamRules
    singles = number(0, MOST_BOARDS, label=gettext_lazy("Singles in a meeting"))
    pairs = number(0, MOST_BOARDS, label=gettext_lazy("Pairs in a meeting"))
    everyone = forms.BooleanField(
        label=gettext_lazy("Everybody meets everybody of the other team"),
        required=False,
        help_text=gettext_lazy("Otherwise first meets first, second meets second."),
    )
    pays = forms.TypedChoiceField(
        label=gettext_lazy("What a team gets points for"),
        choices=[
            (TeamsPay.MEETINGS.value, gettext_lazy("2 for a meeting won, 1 if level")),
            (TeamsPay.BOARDS.value, gettext_lazy("What it made at the boards")),
            (TeamsPay.BOTH.value, gettext_lazy("Both, added up")),
        ],
        coerce=TeamsPay,
    )
    board_pays = forms.TypedChoiceField(
        label=gettext_lazy("What a board brings"),
        choices=[
            (BoardsPay.POINTS.value, gettext_lazy("Its points, such as 5–3")),
            (BoardsPay.WINS.value, gettext_lazy("2 for a board won, 1 if level")),
        ],
        coerce=BoardsPay,
    )
    by_twenties = forms.BooleanField(
        label=gettext_lazy("The 20s decide a level meeting"), required=False
    )
    stand_ins = number(
        0,
        MOST_STAND_INS,
        label=gettext_lazy("How often somebody may play for another team of the club"),
    )
    hours_before = number(
        0, LONGEST_BEFORE, label=gettext_lazy("Hours before a meeting line-ups are due")
    )
    legs = number(1, MOST_LEGS, label=gettext_lazy("How often two teams meet"))
    totals = forms.BooleanField(
        label=gettext_lazy("A result without its rounds will do"),
        required=False,
        help_text=gettext_lazy("5–3, with the 20s where they are known."),
    )

    def clean(self) -> dict[str, Any]:
        said = super().clean()
        if not self.errors:
            self._check_boards()
        if not self.errors and fitting(self._tries, self._rounds, self.planned) is None:
            self.add_error(
                "legs",
                _("So many meetings do not fit into %(n)s dates: add some.")
                % {"n": self.planned},
            )
        return said

    def _check_boards(self) -> None:
        try:
            _rules = self.kind_rules
        except RuleError:
            self.add_error(
                "singles",
                _("A meeting has 1 to %(n)s boards.") % {"n": MOST_BOARDS},
            )

    @property
    def _rounds(self) -> int:
        legs: int = self.cleaned_data["legs"]
        return legs * max(map(rounds_to_meet_all, self.sizes), default=0)

    @property
    def _tries(self) -> dict[str, Any]:
        said = self.cleaned_data
        return {
            "legs": said["legs"],
            "totals": said["totals"],
            "confirm_hours": said["confirm_hours"],
            "days_late": USUAL_LATE,
        }

    @property
    def matches(self) -> MatchLeague:
        found = fitting(self._tries, self._rounds, self.planned)
        return found or MatchLeague(**self._tries)


RULES_FORMS: Mapping[str, type[KindRulesForm]] = {
    League.Kind.TEAMS: TeamsForm,
    League.Kind.BOXES: BoxesForm,
    League.Kind.LADDER: LadderForm,
    League.Kind.OWN_TIME: OwnTimeForm,
    League.Kind.SERIES: SeriesForm,
}
"""The form of each kind that has rules of its own."""


def usual_kind_rules(kind: str) -> Said:
    rules = keep(RULES_FORMS[kind].asks())
    said = {name: [str(value)] for name, value in rules.items() if value is not None}
    usual = MatchLeague()
    return said | {
        "legs": [str(usual.legs)],
        "catch_up_every": [str(usual.catch_up_every)],
        "days_to_play": [str(usual.days_to_play)],
        "totals": ["on"],
        "sheet": [TO_100 if kind == League.Kind.SERIES else USUAL_SHEET],
        "confirm_hours": [str(usual.confirm_hours)],
    }
