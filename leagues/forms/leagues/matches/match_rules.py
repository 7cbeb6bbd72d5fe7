"""The form to change a running league's match rules."""

from typing import Any, ClassVar

from django import forms
from django.utils.translation import gettext_lazy

from leagues.forms.groups import GroupedForm
from leagues.forms.leagues.kinds.rules import RULES_FORMS
from leagues.forms.leagues.matches.arranging import HOURS
from leagues.forms.numbers import number_field
from leagues.forms.stale_forms import RemembersForm
from leagues.models import League
from leagues.reads.leagues.kinds.rules import rules_of
from leagues.stages.kind_rules import KindRules, rules_to_store
from leagues.stages.match_league import (
    LONGEST_TO_PLAY,
    MOST_MATCHES,
    MOST_PAID,
    MOST_PUT_OFF,
    MatchLeague,
)

OF_FORFEITS = (
    *("forfeits_at_once", "forfeit_points", "forfeit_games"),
    *("forfeits_capped", "unplayed_is_lost"),
)
OF_ALL = (
    *("confirm_hours", "totals", "most_put_off", "answer_hours"),
    "most_as_substitute",
    *OF_FORFEITS,
)
OF_WEEKS = ("days_to_play", "days_late")
NOT_OF_ALL = ("sheet", "confirm_hours")


def hours_field(label: Any, kept: int) -> forms.TypedChoiceField:
    """Return a field with the usual periods, and the saved one if it differs."""
    choices = HOURS | ({} if kept in HOURS else {kept: str(kept)})
    return forms.TypedChoiceField(label=label, choices=sorted(choices.items()), coerce=int)


class MatchRulesForm(GroupedForm, RemembersForm):
    groups: ClassVar = {gettext_lazy("Matches"): (), gettext_lazy("Forfeits"): OF_FORFEITS}
    most_put_off = number_field(
        0,
        MOST_PUT_OFF,
        label=gettext_lazy("Matches a side may postpone at a time"),
        help_text=gettext_lazy("A match can wait until the last catch-up week. 0 means none."),
    )
    most_as_substitute = number_field(
        0, MOST_MATCHES, label=gettext_lazy("Times a player may substitute")
    )
    totals = forms.BooleanField(label=gettext_lazy("Accept results without rounds"), required=False)
    forfeits_at_once = forms.BooleanField(
        label=gettext_lazy("Award a match at once to the side that was ready"),
        required=False,
        help_text=gettext_lazy("Otherwise, you’re asked to decide."),
    )
    forfeit_points = number_field(
        0,
        MOST_PAID,
        label=gettext_lazy("Points credited for a forfeit"),
        required=False,
        help_text=gettext_lazy("Leave blank for as many as a full win."),
    )
    forfeit_games = number_field(
        0, MOST_PAID, label=gettext_lazy("Games credited for a forfeit"), required=False
    )
    forfeits_capped = forms.BooleanField(
        label=gettext_lazy("A forfeit earns no more than the average win"),
        required=False,
        help_text=gettext_lazy(
            "We work out the average when you award the forfeit, so forfeits in one season may differ."
        ),
    )
    unplayed_is_lost = forms.BooleanField(
        label=gettext_lazy("Both sides lose a match that neither tried to play"),
        required=False,
        help_text=gettext_lazy(
            "From now on, when its time is up. Otherwise, the match is void and totals are projected."
        ),
    )

    def __init__(self, *args: Any, league: League, **kwargs: Any) -> None:
        self.league, self.kept = league, rules_of(league)
        kind = None if league.of_kind.has_weeks else RULES_FORMS[league.of_kind.rules]
        self.asks = kind.asks if kind else None
        kwargs["initial"] = self.kept.to_dict() | league.kind_rules | kwargs["initial"]
        super().__init__(*args, **kwargs)
        if not self.kept.forfeits_capped:
            del self.fields["forfeits_capped"]
        if league.of_kind.is_arranged:
            del self.fields["unplayed_is_lost"]
        own = {
            name: field
            for name, field in (kind.base_fields if kind else {}).items()
            if name not in NOT_OF_ALL
        }
        if league.of_kind.has_weeks:
            own |= self._deadlines()
        silence = gettext_lazy("An uncontested result counts after")
        claims = gettext_lazy("Time to answer a reported no-show")
        own["confirm_hours"] = hours_field(silence, self.kept.confirm_hours)
        own["answer_hours"] = hours_field(claims, self.kept.answer_hours)
        self.fields = own | self.fields

    def _deadlines(self) -> dict[str, forms.Field]:
        return {
            "days_to_play": number_field(
                0,
                LONGEST_TO_PLAY,
                label=gettext_lazy("Days to play a match"),
                help_text=gettext_lazy("Also applies to matches not yet played."),
            ),
            "days_late": number_field(
                0, LONGEST_TO_PLAY, label=gettext_lazy("Extra days to play an overdue match")
            ),
        }

    @property
    def matches(self) -> MatchLeague:
        names = (*OF_ALL, *OF_WEEKS, "legs")
        cleaned = {name: self.cleaned_data[name] for name in names if name in self.cleaned_data}
        return MatchLeague(**(self.kept.to_dict() | cleaned))

    @property
    def kind_rules(self) -> KindRules | None:
        if self.asks is None:
            return None
        names = rules_to_store(self.asks()).keys() & self.cleaned_data.keys()
        return self.asks(**{name: self.cleaned_data[name] for name in names})
