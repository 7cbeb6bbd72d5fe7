"""The form of a stage."""

from dataclasses import replace
from datetime import date, time, timedelta
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext_lazy, pgettext_lazy

from leagues.dates import date_format
from leagues.forms.events.chain import OWN_ORDER, OwnChain
from leagues.forms.events.ways import option_fields, typed_options, way_of
from leagues.forms.numbers import number_field
from leagues.forms.stale_forms import RemembersForm
from leagues.models import Event, Stage
from leagues.models.names import tidy_name
from leagues.reads.events.fitting_formats import (
    NOT_TWO_AGAINST_ONE,
    has_two_sides,
    sees_to_two_against_one,
)
from leagues.reads.events.format_words import FORMATS, formats_to_choose, with_a_winner
from leagues.reads.events.sheets import sheet_of, usual_chain
from leagues.reads.events.stage_words import chain_in_words
from leagues.reads.events.tie_words import AFTER_SPLIT, PRORATE
from leagues.say import say_why
from leagues.stages.entry_sources import Deal, Source, source_from
from leagues.stages.pairing_ways import BracketWay, PairingWay, kind_and_options
from leagues.stages.ranking import Ranking, WhenUnequal
from leagues.stages.stage_changes import Progress, fixed_parts
from leagues.stages.stage_plan import OWN, StagePlan
from scoring.errors import RuleError
from scoring.rules import GameRule
from scoring.serialization import to_dict
from scoring.standings import AfterSplit
from scoring.tiebreaks import CHAINS

WHO = {
    "everyone": ngettext_lazy("Everyone", "Everyone, in %(n)s pools", 1),
    "top": gettext_lazy("The best overall"),
    "top_of_pools": gettext_lazy("The best of each pool, together"),
    "bands": gettext_lazy("Everyone, by place in the table: the first to pool A, the next to B"),
    "keep_pools": gettext_lazy("The best of each pool, without mixing pools"),
}
# The further fields of each choice.
ASKS = {
    "everyone": ("pools", "deal"),
    "top": ("go_on", "pools", "deal"),
    "top_of_pools": ("go_on",),
    "bands": ("pools",),
    "keep_pools": ("go_on",),
}
DEALS = {
    Deal.SNAKE: gettext_lazy("Back and forth: 1 to A, 2 to B, 3 to B, 4 to A"),
    Deal.TIERS: gettext_lazy("At random, with strong players spread over the pools"),
    Deal.UNMET: gettext_lazy("Players together who have met least on earlier nights"),
}
USUAL = "usual"
OF_THE_RANKING = ("after_split", "prorate")
OF_THE_BREAK = ("break_minutes", "not_before", "day")
LATEST_DAY = 14  # days after the event's first
OF_THE_SOURCE = ("who", "go_on", "pools", "deal")


class StageForm(RemembersForm):
    """One stage. Its fields depend on the way of pairing."""

    template_name = "desk/events/_stage_form.html"

    name = forms.CharField(
        label=gettext_lazy("Name of the stage"),
        max_length=60,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    who = forms.ChoiceField(
        label=gettext_lazy("Who plays in it"), choices=list(WHO.items()), widget=forms.RadioSelect
    )
    go_on = number_field(1, 512, label=gettext_lazy("How many go on"))
    pools = number_field(1, 26, label=gettext_lazy("Number of pools"))
    deal = forms.ChoiceField(
        label=gettext_lazy("How pools are filled"),
        choices=[(deal.value, words) for deal, words in DEALS.items()],
    )
    match_format = forms.ChoiceField(label=gettext_lazy("A match is"))
    minutes = number_field(
        1,
        240,
        label=gettext_lazy("Minutes per match"),
        required=False,
        help_text=gettext_lazy("Leave blank for the event’s usual minutes."),
    )
    break_minutes = number_field(
        0,
        600,
        label=gettext_lazy("Minutes of break before the stage"),
        required=False,
        help_text=gettext_lazy("Leave blank for 20."),
    )
    not_before = forms.TimeField(
        label=pgettext_lazy("start of a stage", "Not before"),
        required=False,
        help_text=gettext_lazy("When lunch is over, for example."),
        widget=forms.TimeInput(format="%H:%M", attrs={"type": "time"}),
    )
    day = forms.DateField(
        label=gettext_lazy("Day"),
        required=False,
        widget=forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"}),
    )
    chain = forms.ChoiceField(label=gettext_lazy("Ties are broken by"))
    after_split = forms.ChoiceField(
        label=gettext_lazy("When a tie-break separates some and leaves others tied"),
        choices=[(after.value, words) for after, words in AFTER_SPLIT.items()],
    )
    prorate = forms.ChoiceField(
        label=gettext_lazy("When players have played different numbers of games"),
        choices=[(when.value, words) for when, words in PRORATE.items()],
        help_text=gettext_lazy(
            "The actual score is always shown, with what it counts as next to it."
        ),
    )
    carries_over = forms.BooleanField(
        label=gettext_lazy("Carry over points from the stage before"), required=False
    )
    is_queue = forms.BooleanField(
        label=gettext_lazy("The next match goes to the next free board"), required=False
    )
    walkover = number_field(
        0,
        999,
        label=gettext_lazy("Points for a walkover"),
        required=False,
        help_text=gettext_lazy("Leave blank for as many as a full win."),
    )

    def __init__(
        self,
        data: QueryDict | None = None,
        *,
        plan: StagePlan,
        event: Event,
        is_first: bool,
        progress: Progress | None = None,
        seen: str = "",
    ) -> None:
        self.event = event
        starts = event.midnight + timedelta(minutes=plan.not_before or 0)
        super().__init__(data, initial=plan_values(plan) | {"day": starts.date(), "seen": seen})
        self.plan_before, self.progress = plan, progress or Progress()
        self.is_uneven = sheet_of(event).rule.is_uneven
        self.kind = kind_and_options(plan.way)[0]
        self.own_chain = OwnChain.typed(data, plan.chain or usual_chain(self.kind))
        self.fields |= option_fields(self.kind)
        self._offer_what_there_is(event, is_first)
        self._close_what_is_fixed()

    def _offer_what_there_is(self, event: Event, is_first: bool) -> None:
        if is_first:
            self._field("who").choices = [("everyone", WHO["everyone"])]
            for name in ("carries_over", "go_on", *OF_THE_BREAK):
                del self.fields[name]
        self._offer_formats(event)
        if isinstance(self.plan_before.way, BracketWay):
            for name in ("chain", "after_split", "prorate"):
                del self.fields[name]  # a bracket has no table
        else:
            self._field("chain").choices = chain_choices(self.kind)

    def _offer_formats(self, event: Event) -> None:
        field, chosen = self._field("match_format"), self.plan_before.match_format
        if chosen == OWN:
            field.choices = [(OWN, FORMATS[OWN])]
        elif not has_two_sides(event.sides):
            field.choices = [(USUAL, FORMATS[""])]
        else:
            self._offer_by_name(field, sheet_of(event).rule)

    def _offer_by_name(self, field: forms.ChoiceField, sheet: GameRule) -> None:
        """Offer the match formats. In a bracket, only formats that have a winner."""
        needs_winner = isinstance(self.plan_before.way, BracketWay)
        chosen = self.plan_before.match_format
        if needs_winner:
            chosen = with_a_winner(chosen, sheet)
            field.error_messages["invalid_choice"] = _(
                "In a bracket, one side must win. Choose a match that can’t end in a tie."
            )
        self.initial["match_format"] = chosen or USUAL
        groups = formats_to_choose(sheet, chosen, needs_winner=needs_winner)
        field.choices = [
            (group, [(name or USUAL, label) for name, label in formats])
            for group, formats in groups
        ]

    def _field(self, name: str) -> forms.ChoiceField:
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)
        return field

    def _close_what_is_fixed(self) -> None:
        """Disable what is fixed. Of a drawn way of pairing, only the number of games can change."""
        closed = fixed_parts(self.progress)
        options = set(option_fields(self.kind))
        if not self.progress.over:
            options.discard("games")
        names = set(closed)
        names |= set(OF_THE_SOURCE) if "takes" in closed else set()
        names |= set(OF_THE_BREAK) if "not_before" in closed else set()
        names |= options if "way" in closed else set()
        names |= set(OF_THE_RANKING) if "ranking" in closed else set()
        for name in self.fields.keys() & names:
            self.fields[name].disabled = True

    @property
    def format_label(self) -> str:
        return str(Stage.Format(self.kind).label)

    @property
    def fixed_note(self) -> str:
        """What can still change in a stage with this progress. Empty while everything can."""
        if self.progress.over:
            return _("This stage is finished. You can only change its name.")
        if self.progress.begun:
            return _(
                "Play has begun in this stage. You can change its name, tie-breaks, minutes and queue, and add games or drop games that aren’t drawn."
            )
        if self.progress.drawn:
            return _(
                "This stage is drawn. You can’t change who plays in it or how it is paired, but you can add games or drop games that aren’t drawn."
            )
        if self.progress.opened:
            return _(
                "This stage is open. You can’t change who plays in it, but you can change everything else."
            )
        return ""

    @property
    def of_the_way(self) -> list[forms.BoundField]:
        """The fields of the stage's way of pairing."""
        return [self[name] for name in option_fields(self.kind)]

    def clean_name(self) -> str:
        name = tidy_name(self.cleaned_data["name"])
        if not name:
            raise forms.ValidationError(_("A stage needs a name."))
        # An unchanged name keeps the English text stored in its row.
        before = self.plan_before.name
        return before if name == before else name

    def clean_day(self) -> date:
        first = self.event.midnight.date()
        day: date = self.cleaned_data["day"] or first
        if not first <= day <= first + timedelta(days=LATEST_DAY):
            raise forms.ValidationError(
                _("Choose the first day of the event or one of the two weeks after it.")
            )
        return day

    def clean(self) -> dict[str, Any]:
        cleaned = self.cleaned_data
        starts_at = self.event.starts_at.astimezone(self.event.tzinfo)
        at = cleaned.get("not_before")
        if at and cleaned.get("day") == starts_at.date() and at <= starts_at.time():
            text = _("The event begins at %(time)s. Choose a later time.")
            begins = date_format(starts_at, "H:i")
            self.add_error("not_before", text % {"time": begins})
        if self.is_uneven and not sees_to_two_against_one(self.plan_before.way):
            self.add_error(None, NOT_TWO_AGAINST_ONE)
        try:
            cleaned["plan"] = self._plan()
        except RuleError as refused:
            self.add_error(None, say_why(refused))
        except KeyError:
            pass  # a field is invalid and has its error
        return cleaned

    @property
    def plan(self) -> StagePlan:
        """The plan as filled in, or the earlier plan while the form is invalid."""
        understood = self.cleaned_data if self.is_bound and not self.errors else {}
        plan: StagePlan = understood.get("plan", self.plan_before)
        return plan

    def _plan(self) -> StagePlan:
        cleaned = self.cleaned_data
        return replace(
            self.plan_before,
            name=cleaned["name"],
            way=self._way(),
            takes=self._takes(),
            match_format=stored_choice(cleaned["match_format"]),
            chain=self._chain(),
            ranking=self._ranking(),
            carries_over=cleaned.get("carries_over", False),
            minutes=cleaned["minutes"],
            is_queue=cleaned["is_queue"],
            walkover=cleaned["walkover"],
            **self._break(),
        )

    def _break(self) -> dict[str, int | None]:
        """Return the break before the stage.

        Empty for the first stage, which begins with the event.
        """
        if "not_before" not in self.fields:
            return {}
        cleaned = self.cleaned_data
        at, day = cleaned["not_before"], cleaned["day"]
        days = (day - self.event.midnight.date()).days
        return {
            "break_minutes": cleaned["break_minutes"],
            "not_before": at and (days * 24 + at.hour) * 60 + at.minute,
        }

    def _chain(self) -> tuple[str, ...]:
        if "chain" not in self.fields or self.fields["chain"].disabled:
            return self.plan_before.chain
        if self.cleaned_data["chain"] == OWN_ORDER:
            return self.own_chain.checked()
        return tuple(filter(None, stored_choice(self.cleaned_data["chain"]).split(",")))

    def _ranking(self) -> Ranking:
        if "prorate" not in self.fields:
            return self.plan_before.ranking
        cleaned = self.cleaned_data
        return Ranking(AfterSplit(cleaned["after_split"]), WhenUnequal(cleaned["prorate"]))

    def _way(self) -> PairingWay:
        """Return the way of pairing. Options without a field keep their values."""
        asked = {name: self.cleaned_data[name] for name in option_fields(self.kind)}
        return way_of(self.kind, typed_options(self.plan_before.way) | asked)

    def _takes(self) -> Source:
        """Return the source of the stage's players. If nothing changed, the sizes of power pools,
        which have no field here, are kept.
        """
        who = self.cleaned_data["who"]
        asked = {name: self.cleaned_data[name] for name in ASKS[who]}
        before = to_dict(self.plan_before.takes)
        if before == before | asked | {"kind": who}:
            return self.plan_before.takes
        return source_from({"kind": who, **asked})


def stored_choice(chosen: str) -> str:
    """Return the chosen value; ``USUAL`` is stored as an empty string."""
    return "" if chosen == USUAL else chosen


def plan_values(plan: StagePlan) -> dict[str, Any]:
    """Return the initial values for a plan."""
    source = to_dict(plan.takes)
    return {
        "name": plan.name,
        "who": source.pop("kind"),
        "go_on": 8,
        "pools": 1,
        "deal": Deal.SNAKE.value,
        **source,
        **typed_options(plan.way),
        "match_format": plan.match_format or USUAL,
        "minutes": plan.minutes,
        "chain": named_chain(plan.chain),
        "after_split": plan.ranking.after_split.value,
        "prorate": plan.ranking.prorate.value,
        "carries_over": plan.carries_over,
        "is_queue": plan.is_queue,
        "walkover": plan.walkover,
        "break_minutes": plan.break_minutes,
        "not_before": clock_of(plan),
    }


def clock_of(plan: StagePlan) -> time | None:
    """Return the earliest time of day of the stage. None if there is no limit."""
    if plan.not_before is None:
        return None
    return time(plan.not_before // 60 % 24, plan.not_before % 60)


def named_chain(chain: tuple[str, ...]) -> str:
    """Return the choice for these tie-breaks: a standard chain, ``USUAL`` or ``OWN_ORDER``."""
    if chain and chain not in CHAINS.values():
        return OWN_ORDER
    return ",".join(chain) or USUAL


def chain_choices(kind: str) -> list[tuple[str, str]]:
    """Return the tie-break orders as choices."""
    usual = _("As usual: %(chain)s") % {"chain": chain_in_words(usual_chain(kind))}
    return [
        (USUAL, usual),
        *(
            (",".join(map(str, chain)), _capitalise_first(chain_in_words(chain)))
            for chain in CHAINS.values()
        ),
        (OWN_ORDER, _("Our own order")),
    ]


def _capitalise_first(text: str) -> str:
    return text[:1].upper() + text[1:]
