"""The form of an event."""

from collections.abc import Mapping, Sequence
from datetime import date, datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from leagues.forms.club.set_up import zone_choices
from leagues.forms.events.boards import BoardsField
from leagues.forms.messages import TellingForm
from leagues.forms.numbers import number_field
from leagues.forms.stale_forms import RemembersForm
from leagues.models import Event
from leagues.models.names import tidy_name
from leagues.reads.events.fitting_formats import (
    NOT_TWO_AGAINST_ONE,
    sees_to_two_against_one,
    sides_for,
)
from leagues.reads.events.sheet_choice import (
    FAMILIES,
    changes_of,
    family_of,
    sheet_for,
    sides_of,
    usual_family,
)
from leagues.reads.events.sheets import Sheet, sheet_of
from leagues.say import say, say_later, say_why
from leagues.stages.estimate import HallPlan
from leagues.stages.event_templates import Group, Shape
from leagues.stages.stage_plan import StagePlan
from scoring.errors import RuleError
from scoring.rules_card import OPTIONS

MOST_ENTRIES = 600
YEARS = (date(1900, 1, 1), date(2199, 12, 31))
TRUSTS = [
    (
        Event.Trust.FIRST,
        gettext_lazy(
            "The first report counts. This is quickest; players who disagree call the desk."
        ),
    ),
    (
        Event.Trust.CONFIRM,
        gettext_lazy(
            "The other side confirms with one tap, or the report counts after some minutes."
        ),
    ),
    (
        Event.Trust.BOTH,
        gettext_lazy(
            "Both sides enter the score. It counts if they agree; otherwise both see the difference."
        ),
    ),
    (
        Event.Trust.DESK,
        gettext_lazy("Only the desk enters scores. Phones show the match and call for help."),
    ),
]
NIGHTS = ("club-night", "swiss-night", "league")
EVENINGS = {"club-night": Event.Kind.CLUB_NIGHT, "league": Event.Kind.LEAGUE}


def kind_of(shape: Shape) -> Event.Kind:
    return EVENINGS.get(shape.name, Event.Kind.TOURNAMENT)


class EventForm(TellingForm, RemembersForm):
    """An event's settings. ``length``, ``discs`` and ``moves`` override the rule sheet; blank
    follows it.
    """

    template_name = "desk/events/_event_form.html"
    tell_label = gettext_lazy("Tell the people concerned if the day, time or venue changes")
    tells_of_past = True
    explains = False
    """True to explain terms next to the fields, for users who plan their first event."""

    name = forms.CharField(
        label=gettext_lazy("Name of the event"),
        max_length=120,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    day = forms.DateField(
        label=gettext_lazy("Day"), widget=forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"})
    )
    time = forms.TimeField(
        label=gettext_lazy("Play begins at"),
        widget=forms.TimeInput(format="%H:%M", attrs={"type": "time"}),
    )
    zone = forms.ChoiceField(label=gettext_lazy("Time zone"), choices=zone_choices)
    place = forms.CharField(label=pgettext_lazy("where", "Venue"), max_length=120, required=False)
    entries = number_field(
        2,
        MOST_ENTRIES,
        label=gettext_lazy("Expected number of players"),
        help_text=gettext_lazy("An estimate is enough. If pairs play, count each pair as one."),
    )
    boards = BoardsField(
        label=gettext_lazy("Boards"),
        max_length=600,  # enough for every second of all possible boards
        help_text=gettext_lazy("How many or which ones: 12, or 5–10, or 1–4, 7."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    game_minutes = number_field(1, 240, label=gettext_lazy("Minutes per game"))
    change_over_minutes = number_field(0, 60, label=gettext_lazy("Minutes between games"))
    sides = forms.ChoiceField(label=gettext_lazy("Who plays together"), choices=Event.Sides)
    sheet = forms.ChoiceField(
        label=gettext_lazy("Rule sheet"),
        choices=FAMILIES.items(),
    )
    length = number_field(
        1,
        999,
        label=gettext_lazy("Rounds, or points to reach"),
        required=False,
        help_text=gettext_lazy("Leave blank to follow the sheet."),
    )
    discs = number_field(
        1,
        60,
        label=gettext_lazy("Discs per side"),
        required=False,
        help_text=gettext_lazy("Leave blank to follow the sheet."),
    )
    moves = forms.ChoiceField(
        label=gettext_lazy("Who shoots first in the next round"),
        choices=[
            ("", gettext_lazy("Follow the sheet")),
            ("alternate", gettext_lazy("The sides take turns")),
            ("clockwise", gettext_lazy("The next seat clockwise")),
            ("last-starts", gettext_lazy("The side that shot last")),
        ],
        required=False,
    )
    options_of = forms.CharField(widget=forms.HiddenInput, required=False)
    options = forms.MultipleChoiceField(
        label=gettext_lazy("Rules at the board"),
        help_text=gettext_lazy("Each sheet has its own. The rules card lists what applies."),
        choices=[(name, say_later(option.title)) for name, option in OPTIONS.items()],
        widget=forms.CheckboxSelectMultiple,
        required=False,
    )
    visibility = forms.ChoiceField(label=gettext_lazy("Who can see it"), choices=Event.Visibility)
    trust = forms.ChoiceField(
        label=gettext_lazy("When a score counts"), choices=TRUSTS, widget=forms.RadioSelect
    )
    confirm_minutes = number_field(
        1, 240, label=gettext_lazy("Minutes until an uncontested report counts")
    )
    entry_way = forms.ChoiceField(
        label=gettext_lazy("What phones offer first"),
        help_text=gettext_lazy("Players may switch to another way."),
        choices=[("", gettext_lazy("Follow the rule sheet")), *Event.EntryWay.choices],
        required=False,
    )

    def __init__(self, *args: Any, stages: Sequence[StagePlan], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        sides = self.fields["sides"]
        assert isinstance(sides, forms.ChoiceField)
        self.ways = [stage.way for stage in stages]
        self.offered = sides_for(self.ways)
        sides.choices = [(each.value, each.label) for each in self.offered]

    def close(self, fixed: frozenset[str]) -> None:
        """Disable the fields that can no longer change."""
        names = {"sides"} & fixed
        if "rules" in fixed:
            names |= {"sheet", "length", "discs", "moves", "options", "options_of"}
        for name in names:
            self.fields[name].disabled = True

    @property
    def fixed_note(self) -> str:
        if self.fields["sheet"].disabled:
            return _("Play has begun, so you can’t change who plays together or the rule sheet.")
        if self.fields["sides"].disabled:
            return _("There are entries already, so you can’t change who plays together.")
        return ""

    def clean_name(self) -> str:
        name = tidy_name(self.cleaned_data["name"])
        if not name:
            raise forms.ValidationError(_("An event needs a name."))
        return name

    def clean_place(self) -> str:
        return tidy_name(self.cleaned_data["place"])

    def clean_day(self) -> date:
        day: date = self.cleaned_data["day"]
        if not YEARS[0] <= day <= YEARS[1]:
            raise forms.ValidationError(_("This day is too far away."))
        return day

    def clean(self) -> dict[str, Any]:
        try:
            uneven = self._sheet().rule.is_uneven
        except RuleError as refused:
            other_sides = self._other_sides_error()
            topics = [OPTIONS[name].topic for name in self.value_of("options") or ()]
            answers_twice = len(set(topics)) < len(topics)
            field = "options" if answers_twice and not other_sides else "sheet"
            self.add_error(field, other_sides or say_why(refused))
        else:
            if uneven and not all(map(sees_to_two_against_one, self.ways)):
                self.add_error("sheet", NOT_TWO_AGAINST_ONE)
        return self.cleaned_data

    def _other_sides_error(self) -> str:
        """Return an error if the sheet isn't for the chosen sides. Empty if it fits."""
        written_for = sides_of(self.value_of("sheet"))
        if self.value_of("sides") in written_for:
            return ""
        to_choose = [each for each in written_for if each in self.offered]
        text = (
            _(
                "This sheet is for: %(sides)s. Choose that under “Who plays together”, or choose another sheet."
            )
            if to_choose
            else _("This sheet is for: %(sides)s. Choose another sheet for an event of this shape.")
        )
        return text % {"sides": " · ".join(str(s.label) for s in to_choose or written_for)}

    # --- Its values ------------------------------------------------------------------

    def value_of(self, name: str) -> Any:
        """Return the cleaned value of a field, or its initial value if it is invalid."""
        return getattr(self, "cleaned_data", {}).get(name, self.initial.get(name))

    def _sheet(self) -> Sheet:
        return sheet_for(
            self.value_of("sheet"),
            self.value_of("sides"),
            length=self.value_of("length"),
            discs=self.value_of("discs"),
            moves=self.value_of("moves") or "",
            options=self.value_of("options") or (),
            options_of=self.value_of("options_of") or "",
        )

    @property
    def rules(self) -> Sheet:
        """The chosen rule sheet; the usual one while the choices are invalid."""
        try:
            return self._sheet()
        except RuleError:
            sides = self.value_of("sides")
            return sheet_for(usual_family(sides), sides)

    def facts(self) -> dict[str, Any]:
        cleaned = self.cleaned_data
        kept = (
            "name zone place sides visibility trust confirm_minutes entry_way "
            "game_minutes change_over_minutes"
        )
        return {name: cleaned[name] for name in kept.split()} | {"starts_at": self.starts_at}

    @property
    def starts_at(self) -> datetime:
        """The start of play, in the event's time zone."""
        zone = ZoneInfo(self.value_of("zone"))
        return datetime.combine(self.value_of("day"), self.value_of("time"), zone)

    @property
    def hall(self) -> HallPlan:
        return HallPlan(
            boards=len(self.value_of("boards")) or 1,
            minutes=self.value_of("game_minutes"),
            change_over=self.value_of("change_over_minutes"),
            sheet=self.rules.rule,
        )


def next_start(now: datetime, *, in_the_evening: bool) -> datetime:
    """Return 7 pm today, or half past nine on Saturday.

    If that is just over, return the next half hour; late in the day, the next such time.
    """
    usual, latest = (time(19), time(21)) if in_the_evening else (time(9, 30), time(14))
    to_the_day = 0 if in_the_evening else (5 - now.weekday()) % 7
    found = datetime.combine(now.date() + timedelta(days=to_the_day), usual)
    clock = now.replace(tzinfo=None, second=0, microsecond=0)
    if clock <= found:
        return found
    if clock.time() < latest:
        return clock + timedelta(minutes=30 - clock.minute % 30)
    return found + timedelta(days=1 if in_the_evening else 7)


def first_guess(shape: Shape, now: datetime, zone: str, boards: list[int]) -> dict[str, Any]:
    """Return the usual initial values of a new event from this template."""
    starts = next_start(now, in_the_evening=shape.group is Group.EVENING or shape.name in NIGHTS)
    return {
        "name": "",
        "day": starts.date(),
        "time": starts.time(),
        "zone": zone,
        "entries": 24,
        "boards": boards or list(range(1, 13)),
        "game_minutes": 12,
        "change_over_minutes": 2,
        "sides": shape.sides,
        **changes_of(sheet_for(usual_family(shape.sides), shape.sides)),
        "sheet": usual_family(shape.sides),
        "visibility": Event.Visibility.PUBLIC,
        "trust": Event.Trust.CONFIRM,
        "confirm_minutes": 3,
        "entry_way": "",
    }


def an_example(guess: Mapping[str, Any], shape: Shape) -> dict[str, Any]:
    """Return the values with an example filled in, so that beginners see what to enter."""
    return {**guess, "name": say(shape.title), "entries": 12, "boards": guess["boards"][:6]}


def saved_values(state: Mapping[str, Any], event: Event) -> dict[str, Any]:
    """Return the initial values for a saved event."""
    starts = event.starts_at.astimezone(event.tzinfo)
    sheet = sheet_of(event)
    return {
        **state,
        **changes_of(sheet),
        "day": starts.date(),
        "time": starts.time().replace(second=0, microsecond=0),
        "sheet": family_of(sheet.preset),
    }
