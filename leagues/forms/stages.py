"""A stage, as organisers build an event of it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from leagues.bridge.rules.sheets import usual_chain
from leagues.bridge.rules.stage_words import FORMATS, chain_in_words
from leagues.bridge.rules.suits import has_two_sides
from leagues.forms.numbers import number
from leagues.forms.seen import RemembersForm
from leagues.forms.ways import option_fields, typed_options, way_of
from leagues.models import Event, Stage
from leagues.names import tidy
from leagues.stages.changes import Progress, fixed
from leagues.stages.plan import OWN, StagePlan
from leagues.stages.takes import Deal, Takes, takes_from
from leagues.stages.ways import BracketWay, Way, kind_and_options
from scoring.errors import RuleError
from scoring.stored import to_dict
from scoring.tiebreaks import CHAINS

WHO = {
    "everyone": gettext_lazy("Everybody"),
    "top": gettext_lazy("The best of all"),
    "top_of_pools": gettext_lazy("The best of each pool, together"),
    "bands": gettext_lazy("Everybody, by place: the first to pool A, the next to B"),
    "keep_pools": gettext_lazy("The best of each pool, still among themselves"),
}
# What each of them asks besides.
ASKS = {
    "everyone": ("pools", "deal"),
    "top": ("go_on", "pools", "deal"),
    "top_of_pools": ("go_on",),
    "bands": ("pools",),
    "keep_pools": ("go_on",),
}
DEALS = {
    Deal.SNAKE: gettext_lazy("Down and up again: 1 to A, 2 to B, 3 to B, 4 to A"),
    Deal.TIERS: gettext_lazy("By lot, one of every tier to each pool"),
}
USUAL = "usual"
OF_THE_SOURCE = ("who", "go_on", "pools", "deal")


class StageForm(RemembersForm):
    """One stage. Which fields there are follows from its way of pairing."""

    template_name = "desk/setup/_stage_form.html"

    name = forms.CharField(
        label=gettext_lazy("Name of the stage"),
        max_length=60,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    who = forms.ChoiceField(
        label=gettext_lazy("Who plays in it"),
        choices=list(WHO.items()),
        widget=forms.RadioSelect,
    )
    go_on = number(1, 512, label=gettext_lazy("How many go on"))
    pools = number(1, 26, label=gettext_lazy("Into how many pools"))
    deal = forms.ChoiceField(
        label=gettext_lazy("How pools are dealt"),
        choices=[(deal.value, words) for deal, words in DEALS.items()],
    )
    match_format = forms.ChoiceField(
        label=gettext_lazy("A match is"),
        choices=[
            (name or USUAL, says) for name, says in FORMATS.items() if name != OWN
        ],
    )
    minutes = number(
        1,
        240,
        label=gettext_lazy("Minutes a match"),
        required=False,
        help_text=gettext_lazy("Left empty: as usual for the event."),
    )
    chain = forms.ChoiceField(label=gettext_lazy("Ties are broken by"))
    carries_over = forms.BooleanField(
        label=gettext_lazy("Points of the stage before count on"), required=False
    )
    is_queue = forms.BooleanField(
        label=gettext_lazy("The next match goes to the next free board"),
        required=False,
    )
    walkover = number(
        0,
        999,
        label=gettext_lazy("Points for a walkover"),
        required=False,
        help_text=gettext_lazy("Left empty: as many as a clean win pays."),
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
        super().__init__(data, initial=typed(plan) | {"seen": seen})
        self.plan_before, self.progress = plan, progress or Progress()
        self.kind = kind_and_options(plan.way)[0]
        self.fields |= option_fields(self.kind)
        self._offer_what_there_is(event, is_first)
        self._close_what_is_fixed()

    def _offer_what_there_is(self, event: Event, is_first: bool) -> None:
        if is_first:
            self._field("who").choices = [("everyone", WHO["everyone"])]
            del self.fields["carries_over"], self.fields["go_on"]
        if not has_two_sides(event.sides):
            self._field("match_format").choices = [(USUAL, FORMATS[""])]
        if self.plan_before.match_format == OWN:
            self._field("match_format").choices = [(OWN, FORMATS[OWN])]
        if isinstance(self.plan_before.way, BracketWay):
            del self.fields["chain"]  # a bracket has no table
        else:
            self._field("chain").choices = chains(self.kind, self.plan_before.chain)

    def _field(self, name: str) -> forms.ChoiceField:
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)
        return field

    def _close_what_is_fixed(self) -> None:
        """Of a way that is drawn only the number of rounds may change."""
        closed = fixed(self.progress)
        options = set(option_fields(self.kind))
        if not self.progress.over:
            options.discard("games")
        names = set(closed)
        names |= set(OF_THE_SOURCE) if "takes" in closed else set()
        names |= options if "way" in closed else set()
        for name in self.fields.keys() & names:
            self.fields[name].disabled = True

    @property
    def format_label(self) -> str:
        return str(Stage.Format(self.kind).label)

    @property
    def says_fixed(self) -> str:
        """What may still change of a stage that has come so far; nothing while all may."""
        if self.progress.over:
            return _("This stage is over: only its name may change.")
        if self.progress.begun:
            return _(
                "This stage is being played: its name, its tie-breaks, the minutes and "
                "the queue may change, and rounds that are not drawn may be dropped or "
                "added."
            )
        if self.progress.drawn:
            return _(
                "This stage is drawn: who plays in it and how it is paired stay, but "
                "rounds may be added, or dropped where they are not drawn."
            )
        if self.progress.opened:
            return _("This stage is open: who plays in it stays, all else may change.")
        return ""

    @property
    def of_the_way(self) -> list[forms.BoundField]:
        """The fields of this way of pairing."""
        return [self[name] for name in option_fields(self.kind)]

    def clean_name(self) -> str:
        name = tidy(self.cleaned_data["name"])
        if not name:
            raise forms.ValidationError(_("A stage needs a name."))
        return name

    def clean(self) -> dict[str, Any]:
        said = self.cleaned_data
        try:
            said["plan"] = self._plan()
        except RuleError as refused:
            self.add_error(None, str(refused))
        except KeyError:
            pass  # a field is wrong already, and says so itself
        return said

    @property
    def plan(self) -> StagePlan:
        """What was typed, as far as it makes sense."""
        understood = self.cleaned_data if self.is_bound and not self.errors else {}
        plan: StagePlan = understood.get("plan", self.plan_before)
        return plan

    def _plan(self) -> StagePlan:
        said = self.cleaned_data
        return replace(
            self.plan_before,
            name=said["name"],
            way=self._way(),
            takes=self._takes(),
            match_format=named(said["match_format"]),
            chain=self._chain(),
            carries_over=said.get("carries_over", False),
            minutes=said["minutes"],
            is_queue=said["is_queue"],
            walkover=said["walkover"],
        )

    def _chain(self) -> tuple[str, ...]:
        if "chain" not in self.fields:
            return self.plan_before.chain
        return tuple(filter(None, named(self.cleaned_data["chain"]).split(",")))

    def _way(self) -> Way:
        """What is not asked here stays as it was."""
        asked = {name: self.cleaned_data[name] for name in option_fields(self.kind)}
        return way_of(self.kind, typed_options(self.plan_before.way) | asked)

    def _takes(self) -> Takes:
        """What is not asked here, the sizes of power pools, stays with the rest."""
        who = self.cleaned_data["who"]
        asked = {name: self.cleaned_data[name] for name in ASKS[who]}
        before = to_dict(self.plan_before.takes)
        if before == before | asked | {"kind": who}:
            return self.plan_before.takes
        return takes_from({"kind": who, **asked})


def named(said: str) -> str:
    """What was chosen, by its name; the usual has none."""
    return "" if said == USUAL else said


def typed(plan: StagePlan) -> dict[str, Any]:
    """What the form shows of a plan."""
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
        "chain": ",".join(plan.chain) or USUAL,
        "carries_over": plan.carries_over,
        "is_queue": plan.is_queue,
        "walkover": plan.walkover,
    }


def chains(kind: str, own: tuple[str, ...]) -> list[tuple[str, str]]:
    """The orders of tie-breaks to choose from, with the one in force."""
    usual = _("As usual: %(chain)s") % {"chain": chain_in_words(usual_chain(kind))}
    known = dict.fromkeys([own, *CHAINS.values()] if own else CHAINS.values())
    return [(USUAL, usual)] + [
        (",".join(map(str, chain)), _capital(chain_in_words(chain))) for chain in known
    ]


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
