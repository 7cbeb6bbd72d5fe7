"""The league set-up: one form on each screen, and the draft that keeps the answers."""

from collections.abc import Callable, Mapping
from datetime import date
from functools import cached_property
from typing import Any

from django import forms
from django.db.models import QuerySet
from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from leagues.actions.leagues.kinds.openers import with_forfeit_points
from leagues.forms.events.boards import BoardsField, boards_in_words
from leagues.forms.leagues.counting import CountingForm, handicap_for, usual_counting
from leagues.forms.leagues.joining.divisions import DivisionsForm, members_text
from leagues.forms.leagues.joining.members_screen import WhoForm
from leagues.forms.leagues.kinds.rules import RULES_FORMS, usual_kind_rules
from leagues.forms.leagues.matches.arranging import MatchesForm, usual_matches
from leagues.forms.leagues.nights import calendar, evening
from leagues.forms.leagues.nights.calendar import CalendarForm, usual_rule
from leagues.forms.leagues.nights.evening import EveningForm
from leagues.forms.leagues.teams.squads import SquadsForm
from leagues.models import Club, League, Player
from leagues.models.names import tidy_name
from leagues.reads.leagues.night_format import usual_evening
from leagues.reads.leagues.words import kind_cards
from leagues.stages.calendar import CalendarRule
from leagues.stages.league_kinds import kind_of
from scoring.serialization import to_dict

SCREENS = ("what", "when", "where", "who", "night", "counts", "review")
SCREENS_OF_MATCHES = ("what", "when", "where", "divisions", "matches", "review")
SCREENS_OF_KINDS = ("what", "when", "where", "divisions", "rules", "review")
MAY_OPEN_FROM = "where"
USUAL_BOARDS = "4"

FormData = dict[str, list[str]]


class KindForm(forms.Form):
    kind = forms.ChoiceField(
        label=gettext_lazy("What happens on a night"),
        choices=[(card.kind, card.title) for card in kind_cards()],
        widget=forms.RadioSelect,
    )


class PlaceForm(forms.Form):
    place = forms.CharField(
        label=pgettext_lazy("where", "Venue"),
        max_length=120,
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    boards = BoardsField(
        label=gettext_lazy("Boards"),
        max_length=600,
        help_text=gettext_lazy("How many or which ones: 6, or 5–10, or 1–4, 7."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )

    def clean_place(self) -> str:
        return tidy_name(self.cleaned_data["place"])


class NameForm(forms.Form):
    name = forms.CharField(
        label=gettext_lazy("Name of the league"),
        max_length=120,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )

    def clean_name(self) -> str:
        name = tidy_name(self.cleaned_data["name"])
        if not name:
            raise forms.ValidationError(_("A league needs a name."))
        return name


class LeagueDraft:
    """A league that is being set up: the answers of each screen, or the usual ones."""

    def __init__(self, club: Club, kept: Mapping[str, FormData], today: date) -> None:
        self.club, self.kept, self.today = club, dict(kept), today

    def form(self, screen: str, data: QueryDict | None = None) -> forms.Form:
        """Return the form of a screen with the submitted, kept (if valid) or usual answers."""
        if data is not None:
            return self._make(screen, data)
        if screen in self.kept:
            form = self._make(screen, as_query(self.kept[screen]))
            if form.is_valid():
                return form
        return self._make(screen, as_query(self._usual(screen)))

    def opened(self, screen: str, *, with_members: bool = False) -> forms.Form:
        """Return the form of a screen for a GET: the kept answers with their errors, else the usual
        ones without errors.

        ``with_members`` fills in the list of players with the club's members.
        """
        if with_members:
            return self._make(screen, as_query({"text": [self.members_text]}))
        if screen in self.kept:
            return self._make(screen, as_query(self.kept[screen]))
        form = self._make(screen, as_query(self._usual(screen)))
        form.errors.clear()
        return form

    def keep(self, screen: str, data: QueryDict) -> None:
        """Keep the answers of a screen. Another kind drops the answers that depend on it."""
        if screen == "what" and data.get("kind") != self.kind:
            for other in ("night", "counts", "divisions", "matches", "rules"):
                self.kept.pop(other, None)  # they depend on the kind
        self.kept[screen] = {name: data.getlist(name) for name in data if name not in NOT_KEPT}

    def _make(self, screen: str, data: QueryDict) -> forms.Form:
        return FORMS[screen](self, data)

    def _usual(self, screen: str) -> FormData:
        return USUAL[screen](self)

    # --- The resulting league ------------------------------------------------------------

    def read_form(self, screen: str) -> Any:
        """Return the valid, cleaned form of a screen."""
        form: Any = self.form(screen)
        form.is_valid()
        return form

    @property
    def kind(self) -> str:
        kind: str = self.read_form("what").cleaned_data["kind"]
        return kind

    @property
    def has_dated_matches(self) -> bool:
        return kind_of(self.kind).is_dated

    @property
    def screens(self) -> tuple[str, ...]:
        """The screens for this kind of league, in order."""
        if kind_of(self.kind).rules:
            return SCREENS_OF_KINDS
        return SCREENS_OF_MATCHES if self.has_dated_matches else SCREENS

    @property
    def sides(self) -> str:
        """The sides of its matches: singles, doubles or teams."""
        sides: str = self.read_form("divisions").sides
        return sides

    @property
    def sizes(self) -> list[int]:
        """The sizes of the divisions."""
        sizes: list[int] = self.read_form("divisions").sizes
        return sizes

    @property
    def rule(self) -> CalendarRule:
        rule: CalendarRule = self.read_form("when").tapped
        return rule

    @property
    def planned(self) -> int:
        return len(self.rule.dates())

    @property
    def usual_name(self) -> str:
        """The default name: the weekday, such as "Mondays"."""
        return str(_NAMES[self.rule.weekday])

    @cached_property
    def players(self) -> QuerySet[Player]:
        here = Player.objects.filter(club=self.club, merged_into=None, binned_at=None)
        return here.by_surname()

    @property
    def members(self) -> QuerySet[Player]:
        """The club's players except guests."""
        return self.players.filter(is_guest=False)

    @property
    def members_text(self) -> str:
        """The club's members as a list to edit, the strongest first."""
        return members_text(self.club, self.kind, self.members)

    def regulars(self) -> QuerySet[Player]:
        """Return the members of the club's latest league, else all members of the club."""
        before = League.objects.of(self.club).order_by("-pk").first()
        members = before.enrolments.filter(last=None) if before else None
        if members:
            return self.players.filter(pk__in=members.values("player"))
        return self.members

    def usual_boards(self) -> str:
        numbers = self.club.boards.order_by("number").values_list("number", flat=True)
        return boards_in_words(list(numbers)) or USUAL_BOARDS

    def first_wrong(self) -> str:
        """Return the first screen with an error. Empty if all are valid."""
        return next((name for name in self.screens if not self._is_fine(name)), "")

    def _is_fine(self, screen: str) -> bool:
        data = self.kept.get(screen) or self._usual(screen)
        return self._make(screen, as_query(data)).is_valid()

    def match_facts(self) -> dict[str, Any]:
        """Return the arguments for ``open_dated_league``."""
        has_own = bool(kind_of(self.kind).rules)
        where = self.read_form("where").cleaned_data
        matches = self.read_form("rules" if has_own else "matches")
        return {
            "name": self.read_form("review").cleaned_data["name"],
            "kind": League.Kind(self.kind),
            "calendar": self.rule,
            "place": where["place"],
            "boards": where["boards"],
            "divisions": self.read_form("divisions").divisions,
            "learnt": self.read_form("divisions").learnt,
            "sheet": matches.rules,
            "matches": with_forfeit_points(matches.matches, self.kind, matches.rules),
            "rules": matches.kind_rules if has_own else None,
        }

    def facts(self) -> dict[str, Any]:
        """Return the arguments for ``open_league``."""
        handicap = handicap_for(self.kind)
        where, listed = self.read_form("where").cleaned_data, self.read_form("who")
        who = listed.cleaned_data
        return {
            "name": self.read_form("review").cleaned_data["name"],
            "kind": self.kind,
            "calendar": self.rule,
            "place": where["place"],
            "boards": where["boards"],
            "is_open": who["who"] == "everybody",
            "members": listed.members,
            "learnt": listed.learnt,
            "takes_members": who["who"] == "link",
            "divisions": [] if who["who"] == "everybody" else who["divisions"],
            "evening": self.read_form("night").evening.to_dict(),
            "scheme": self.read_form("counts").scheme,
            "handicap": to_dict(handicap) if handicap else None,
        }


FORMS: Mapping[str, Callable[[LeagueDraft, QueryDict], forms.Form]] = {
    "what": lambda _draft, data: KindForm(data),
    "when": lambda _draft, data: CalendarForm(data),
    "where": lambda _draft, data: PlaceForm(data),
    "who": lambda draft, data: WhoForm(data, club=draft.club, players=draft.players),
    "night": lambda draft, data: EveningForm(data, kind=draft.kind),
    "counts": lambda draft, data: CountingForm(data, planned=draft.planned),
    "divisions": lambda draft, data: (
        SquadsForm(data, club=draft.club)
        if kind_of(draft.kind).has_teams
        else DivisionsForm(data, club=draft.club, kind=draft.kind)
    ),
    "matches": lambda draft, data: MatchesForm(
        data, kind=draft.kind, sizes=draft.sizes, planned=draft.planned
    ),
    "rules": lambda draft, data: RULES_FORMS[kind_of(draft.kind).rules](
        data, sides=draft.sides, sizes=draft.sizes, planned=draft.planned
    ),
    "review": lambda _draft, data: NameForm(data),
}
"""The form of each screen."""

USUAL: Mapping[str, Callable[[LeagueDraft], FormData]] = {
    "what": lambda _draft: {"kind": [League.Kind.SINGLES]},
    "when": lambda draft: calendar.form_data_of(usual_rule(draft.today)),
    "where": lambda draft: {"boards": [draft.usual_boards()]},
    "who": lambda draft: {
        "who": ["everybody"],
        "player": [str(player.pk) for player in draft.regulars()],
    },
    "night": lambda draft: evening.form_data_of(usual_evening(draft.kind)),
    "counts": lambda draft: usual_counting(draft.kind, draft.planned),
    "divisions": lambda _draft: {"text": [""]},
    "matches": lambda draft: usual_matches(draft.kind, draft.sizes, draft.planned),
    "rules": lambda draft: usual_kind_rules(draft.kind),
    "review": lambda draft: {"name": [draft.usual_name]},
}
"""The usual answers of each screen."""

NOT_KEPT = {"csrfmiddlewaretoken", "next", "open"}
_NAMES = [
    gettext_lazy("Mondays"),
    gettext_lazy("Tuesdays"),
    gettext_lazy("Wednesdays"),
    gettext_lazy("Thursdays"),
    gettext_lazy("Fridays"),
    gettext_lazy("Saturdays"),
    gettext_lazy("Sundays"),
]


def as_query(form_data: FormData) -> QueryDict:
    data = QueryDict(mutable=True)
    for name, values in form_data.items():
        data.setlist(name, values)
    return data
