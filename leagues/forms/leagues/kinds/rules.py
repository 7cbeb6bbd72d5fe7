"""Rules that only one kind of league has: boxes, ladders, series, teams, own time."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from leagues.forms.leagues.matches.arranging import (
    HOURS,
    USUAL_LATE,
    SheetField,
    fit_schedule,
    read_sheet,
)
from leagues.forms.numbers import number_field
from leagues.models import Event
from leagues.reads.events.sheet_choice import FAMILIES, preset_for
from leagues.stages.boxes import LARGEST, SMALLEST, BoxRules
from leagues.stages.kind_rules import KindRules, rules_to_store
from leagues.stages.ladder import LadderRules
from leagues.stages.league_kinds import kind_of
from leagues.stages.match_league import LONGEST_TO_PLAY, MOST_LEGS, MatchLeague
from leagues.stages.own_time import OwnTimeRules
from leagues.stages.pairing_ways import rounds_to_meet_all
from leagues.stages.series import LARGEST_MARGIN, LONGEST_GAME, SeriesRules
from leagues.stages.team_meetings import (
    LONGEST_BEFORE,
    MOST_BOARDS,
    MOST_STAND_INS,
    BoardsPay,
    TeamRules,
    TeamsPay,
)
from scoring.errors import RuleError
from scoring.payouts import Difference
from scoring.presets import PRESETS

FormData = dict[str, list[str]]
USUAL_SHEET, TO_100 = "tournament", "conventional"


class KindRulesForm(forms.Form):
    """The rules of one kind, then those of all kinds: the rule sheet and the confirmation time."""

    asks: ClassVar[type[KindRules]]
    sheet = SheetField()
    confirm_hours = forms.TypedChoiceField(
        label=gettext_lazy("An uncontested result counts after"),
        choices=list(HOURS.items()),
        coerce=int,
    )

    def __init__(
        self, *args: Any, sides: str, sizes: Sequence[int], planned: int, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.sides, self.sizes, self.planned = sides, sizes, planned
        self.order_fields([*self.own_names, "sheet", "confirm_hours"])

    @property
    def own_names(self) -> list[str]:
        return [name for name in self.fields if name not in ("sheet", "confirm_hours")]

    def clean(self) -> dict[str, Any]:
        cleaned = self.cleaned_data
        if "sheet" in cleaned:
            self.rules = read_sheet(self, cleaned["sheet"], self.sides)
        return cleaned

    @property
    def matches(self) -> MatchLeague:
        return MatchLeague(confirm_hours=self.cleaned_data["confirm_hours"])

    @property
    def kind_rules(self) -> KindRules:
        names = rules_to_store(self.asks()).keys() & self.cleaned_data.keys()
        return self.asks(**{name: self.cleaned_data[name] for name in names})


class BoxesForm(KindRulesForm):
    asks = BoxRules
    size = number_field(SMALLEST, LARGEST, label=gettext_lazy("Players per box"))
    weeks = number_field(1, 26, label=gettext_lazy("Weeks per period"))
    moves = number_field(
        1,
        LARGEST // 2,
        label=gettext_lazy("How many go up and down"),
        required=False,
        help_text=gettext_lazy("Leave blank for one, or two in boxes of seven or more."),
    )
    games = number_field(
        0,
        LARGEST - 1,
        label=gettext_lazy("Matches a player must play to go up"),
        help_text=gettext_lazy("In a smaller box, all its matches are enough."),
    )
    legs = number_field(1, MOST_LEGS, label=gettext_lazy("How often the same two meet in a period"))

    @property
    def matches(self) -> MatchLeague:
        cleaned = self.cleaned_data
        return MatchLeague(legs=cleaned["legs"], confirm_hours=cleaned["confirm_hours"])


class LadderForm(KindRulesForm):
    asks = LadderRules
    reach = number_field(1, 20, label=gettext_lazy("How many places up you may challenge"))
    days = number_field(
        1,
        60,
        label=gettext_lazy("Days to play a challenge"),
        help_text=gettext_lazy("If it isn’t played by then, the challenged player loses."),
    )
    again_after = number_field(0, 60, label=gettext_lazy("Days until the same two may meet again"))

    @property
    def matches(self) -> MatchLeague:
        hours = self.cleaned_data["confirm_hours"]
        return MatchLeague(confirm_hours=hours, forfeits_at_once=True)


class OwnTimeForm(KindRulesForm):
    asks = OwnTimeRules
    games = number_field(1, 14, label=gettext_lazy("Matches each per period"))
    weeks = number_field(1, 8, label=gettext_lazy("Weeks per period"))
    times = number_field(1, 20, label=gettext_lazy("How often the same two may meet"))


class SeriesForm(KindRulesForm):
    asks = SeriesRules
    games = number_field(2, MOST_LEGS, label=gettext_lazy("Games per series"))
    minutes = number_field(
        0,
        LONGEST_GAME,
        label=gettext_lazy("Minutes per game"),
        help_text=gettext_lazy(
            "When time is up, the leader wins. Equal scores are a tie. 0 means no clock."
        ),
    )
    forfeit_margin = number_field(
        1,
        LARGEST_MARGIN,
        label=gettext_lazy("Losing margin of a forfeited game"),
        help_text=gettext_lazy("In points, for each forfeited game."),
    )
    catch_up_every = number_field(
        0,
        52,
        label=gettext_lazy("Weeks before each catch-up week"),
        help_text=gettext_lazy("0 means no catch-up weeks."),
    )
    days_to_play = number_field(
        0,
        LONGEST_TO_PLAY,
        label=gettext_lazy("Days to play a series"),
        help_text=gettext_lazy(
            "How many days after the date of its week it may be played. 0 means only on that date."
        ),
    )
    totals = forms.BooleanField(
        label=gettext_lazy("Accept results without rounds"),
        required=False,
        help_text=gettext_lazy("Such as 100–45, with the 20s if known."),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        sheet = self.fields["sheet"]
        assert isinstance(sheet, forms.ChoiceField)
        sheet.choices = [(name, FAMILIES[name]) for name in BY_DIFFERENCE]

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean()
        rounds = max(map(rounds_to_meet_all, self.sizes), default=0)
        if not self.errors and (needed := self.matches.needed(rounds)) > self.planned:
            self.add_error(
                "catch_up_every",
                _(
                    "Weeks needed: %(needed)s. Dates in the calendar: %(n)s. Add dates, or leave out catch-up weeks."
                )
                % {"needed": needed, "n": self.planned},
            )
        return cleaned

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
"""Rule sheets whose games have a margin."""


class TeamsForm(KindRulesForm):
    asks = TeamRules
    singles = number_field(0, MOST_BOARDS, label=gettext_lazy("Singles per meeting"))
    pairs = number_field(0, MOST_BOARDS, label=gettext_lazy("Pairs per meeting"))
    everyone = forms.BooleanField(
        label=gettext_lazy("Each player meets every player of the other team"),
        required=False,
        help_text=gettext_lazy(
            "Otherwise, the first players meet, the second players meet, and so on."
        ),
    )
    pays = forms.TypedChoiceField(
        label=gettext_lazy("What earns a team points"),
        choices=[
            (TeamsPay.MEETINGS.value, gettext_lazy("2 for a meeting won, 1 for a tie")),
            (TeamsPay.BOARDS.value, gettext_lazy("Points from its boards")),
            (TeamsPay.BOTH.value, gettext_lazy("Both added together")),
        ],
        coerce=TeamsPay,
    )
    board_pays = forms.TypedChoiceField(
        label=gettext_lazy("What a board counts"),
        choices=[
            (BoardsPay.POINTS.value, gettext_lazy("Its points, such as 5–3")),
            (BoardsPay.WINS.value, gettext_lazy("2 for a board won, 1 for a tie")),
        ],
        coerce=BoardsPay,
    )
    by_twenties = forms.BooleanField(
        label=gettext_lazy("The 20s decide a tied meeting"), required=False
    )
    stand_ins = number_field(
        0,
        MOST_STAND_INS,
        label=gettext_lazy("Times a player may substitute for another team of the club"),
    )
    hours_before = number_field(
        0, LONGEST_BEFORE, label=gettext_lazy("Line-ups are due (hours before a meeting)")
    )
    legs = number_field(1, MOST_LEGS, label=gettext_lazy("How often two teams meet"))
    totals = forms.BooleanField(
        label=gettext_lazy("Accept results without rounds"),
        required=False,
        help_text=gettext_lazy("Such as 5–3, with the 20s if known."),
    )

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean()
        if not self.errors:
            self._check_boards()
        if not self.errors and fit_schedule(self._tries, self._rounds, self.planned) is None:
            self.add_error(
                "legs",
                ngettext(
                    "These meetings don’t fit into %(n)s date. Add dates.",
                    "These meetings don’t fit into %(n)s dates. Add dates.",
                    self.planned,
                )
                % {"n": self.planned},
            )
        return cleaned

    def _check_boards(self) -> None:
        try:
            _rules = self.kind_rules
        except RuleError:
            self.add_error("singles", _("A meeting has 1 to %(n)s boards.") % {"n": MOST_BOARDS})

    @property
    def _rounds(self) -> int:
        legs: int = self.cleaned_data["legs"]
        return legs * max(map(rounds_to_meet_all, self.sizes), default=0)

    @property
    def _tries(self) -> dict[str, Any]:
        cleaned = self.cleaned_data
        return {
            "legs": cleaned["legs"],
            "totals": cleaned["totals"],
            "confirm_hours": cleaned["confirm_hours"],
            "days_late": USUAL_LATE,
        }

    @property
    def matches(self) -> MatchLeague:
        found = fit_schedule(self._tries, self._rounds, self.planned)
        return found or MatchLeague(**self._tries)


RULES_FORMS: Mapping[str, type[KindRulesForm]] = {
    "teams": TeamsForm,
    "boxes": BoxesForm,
    "ladder": LadderForm,
    "own-time": OwnTimeForm,
    "series": SeriesForm,
}
"""Forms by ``LeagueKind.rules``."""


def usual_kind_rules(kind: str) -> FormData:
    form = RULES_FORMS[kind_of(kind).rules]
    rules = rules_to_store(form.asks())
    data = {name: [str(value)] for name, value in rules.items() if value is not None}
    usual = MatchLeague()
    return data | {
        "legs": [str(usual.legs)],
        "catch_up_every": [str(usual.catch_up_every)],
        "days_to_play": [str(usual.days_to_play)],
        "totals": ["on"],
        "sheet": [TO_100 if form is SeriesForm else USUAL_SHEET],
        "confirm_hours": [str(usual.confirm_hours)],
    }
