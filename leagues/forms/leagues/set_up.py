"""Setting up a league: seven screens with a question each, and what is kept between them."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from functools import cached_property
from typing import Any

from django import forms
from django.db.models import QuerySet
from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from leagues.forms.events.boards import BoardsField, boards_in_words
from leagues.forms.leagues import calendar, evening
from leagues.forms.leagues.calendar import CalendarForm, usual_rule
from leagues.forms.leagues.counting import CountingForm, handicap_for, usual_counting
from leagues.forms.leagues.evening import EveningForm
from leagues.models import Club, League, Player
from leagues.models.names import tidy
from leagues.reads.leagues.evening import usual_evening
from leagues.stages.calendar import CalendarRule
from scoring.stored import to_dict

SCREENS = ("what", "when", "where", "who", "night", "counts", "review")
MAY_OPEN_FROM = "where"
USUAL_BOARDS = "4"

Said = dict[str, list[str]]


class KindForm(forms.Form):
    kind = forms.ChoiceField(
        label=gettext_lazy("What happens on a night"),
        choices=League.Kind,
        widget=forms.RadioSelect,
    )


class PlaceForm(forms.Form):
    place = forms.CharField(
        label=gettext_lazy("Place"),
        max_length=120,
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    boards = BoardsField(
        label=gettext_lazy("Boards"),
        max_length=600,
        help_text=gettext_lazy("How many, or which: 6, or 5–10, or 1–4, 7."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )

    def clean_place(self) -> str:
        return tidy(self.cleaned_data["place"])


class MembersForm(forms.Form):
    """Who is in its table: everybody, those who are ticked, or whoever is enrolled later."""

    template_name = "desk/leagues/new/_members_form.html"

    who = forms.ChoiceField(
        label=gettext_lazy("Who is in the table"),
        choices=[
            ("everybody", gettext_lazy("Whoever plays, but for the club’s guests")),
            ("chosen", gettext_lazy("Those I tick here")),
            ("later", gettext_lazy("I choose later: until then all play as guests")),
        ],
        widget=forms.RadioSelect,
    )
    player = forms.ModelMultipleChoiceField(Player.objects.none(), required=False)

    def __init__(self, *args: Any, players: QuerySet[Player], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["player"]
        assert isinstance(field, forms.ModelMultipleChoiceField)
        field.queryset = players

    @property
    def ticks(self) -> list[tuple[Player, bool]]:
        """Everybody who may be a member, and whether they are ticked."""
        field = self.fields["player"]
        assert isinstance(field, forms.ModelMultipleChoiceField)
        ticked = self["player"].value() or []
        return [(player, str(player.pk) in ticked) for player in field.queryset or ()]

    def clean(self) -> dict[str, Any]:
        said = self.cleaned_data
        if said.get("who") == "chosen" and not said.get("player"):
            self.add_error("who", _("Tick who is a member, or choose later."))
        return said


class NameForm(forms.Form):
    name = forms.CharField(
        label=gettext_lazy("Name of the league"),
        max_length=120,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )

    def clean_name(self) -> str:
        name = tidy(self.cleaned_data["name"])
        if not name:
            raise forms.ValidationError(_("A league needs a name."))
        return name


class LeagueDraft:
    """A league that is being set up: what was typed on each screen, else what is usual."""

    def __init__(self, club: Club, kept: Mapping[str, Said], today: date) -> None:
        self.club, self.kept, self.today = club, dict(kept), today

    def form(self, screen: str, data: QueryDict | None = None) -> forms.Form:
        """The form of a screen: as it was sent, as it was kept, or as is usual."""
        if data is not None:
            return self._make(screen, data)
        if screen in self.kept:
            form = self._make(screen, as_query(self.kept[screen]))
            if form.is_valid():
                return form
        return self._make(screen, as_query(self._usual(screen)))

    def keep(self, screen: str, data: QueryDict) -> None:
        """What was typed, for the screens that follow."""
        if screen == "what" and data.get("kind") != self.kind:
            for other in ("night", "counts"):  # they follow from what happens
                self.kept.pop(other, None)
        self.kept[screen] = {
            name: data.getlist(name) for name in data if name not in NOT_KEPT
        }

    def _make(self, screen: str, data: QueryDict) -> forms.Form:
        match screen:
            case "what":
                return KindForm(data)
            case "when":
                return CalendarForm(data)
            case "where":
                return PlaceForm(data)
            case "who":
                return MembersForm(data, players=self.players)
            case "night":
                return EveningForm(data, kind=self.kind)
            case "counts":
                return CountingForm(data, planned=self.planned)
            case _:
                return NameForm(data)

    def _usual(self, screen: str) -> Said:
        match screen:
            case "what":
                return {"kind": [League.Kind.SINGLES]}
            case "when":
                return calendar.said_of(usual_rule(self.today))
            case "where":
                return {"boards": [self._boards()]}
            case "who":
                ticked = [str(pk) for pk in self._regulars()]
                return {"who": ["everybody"], "player": ticked}
            case "night":
                return evening.said_of(usual_evening(self.kind))
            case "counts":
                return usual_counting(self.kind, self.planned)
            case _:
                return {"name": [self.usual_name]}

    # --- What it comes to ---------------------------------------------------------------

    def said(self, screen: str) -> Any:
        """The form of a screen, read: it has no errors."""
        form: Any = self.form(screen)
        form.is_valid()
        return form

    @property
    def kind(self) -> str:
        kind: str = self.said("what").cleaned_data["kind"]
        return kind

    @property
    def rule(self) -> CalendarRule:
        rule: CalendarRule = self.said("when").tapped
        return rule

    @property
    def planned(self) -> int:
        return len(self.rule.dates())

    @property
    def usual_name(self) -> str:
        """Mondays."""
        return str(_NAMES[self.rule.weekday])

    @cached_property
    def players(self) -> QuerySet[Player]:
        here = Player.objects.filter(club=self.club, merged_into=None, binned_at=None)
        return here.by_surname()

    def _regulars(self) -> list[int]:
        """The members of the league before; else all but the club's guests."""
        before = League.objects.of(self.club).order_by("-pk").first()
        members = before.enrolments.filter(last=None) if before else None
        if members:
            return list(members.values_list("player", flat=True))
        return list(self.players.filter(is_guest=False).values_list("pk", flat=True))

    def _boards(self) -> str:
        numbers = self.club.boards.order_by("number").values_list("number", flat=True)
        return boards_in_words(list(numbers)) or USUAL_BOARDS

    def facts(self) -> dict[str, Any]:
        """All that ``open_league`` asks for."""
        handicap = handicap_for(self.kind)
        where, who = self.said("where").cleaned_data, self.said("who").cleaned_data
        return {
            "name": self.said("review").cleaned_data["name"],
            "kind": self.kind,
            "calendar": self.rule,
            "place": where["place"],
            "boards": where["boards"],
            "is_open": who["who"] == "everybody",
            "members": who["player"] if who["who"] == "chosen" else (),
            "evening": self.said("night").evening.to_dict(),
            "scheme": self.said("counts").scheme,
            "handicap": to_dict(handicap) if handicap else None,
        }


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


def as_query(said: Said) -> QueryDict:
    data = QueryDict(mutable=True)
    for name, values in said.items():
        data.setlist(name, values)
    return data
