"""The line-up form of a captain."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

from django import forms
from django.forms import BoundField
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from leagues.models import Entry, Surface
from leagues.reads.leagues.kinds.teams import SquadMember, SquadRegister
from leagues.stages.team_meetings import Place, TeamPlayer, TeamRules

NO_PLAYER = 0


class LineUpForm(forms.Form):
    """A choice for each place in the line-up, among ``players``."""

    def __init__(
        self,
        *args: Any,
        register: SquadRegister,
        team: Entry,
        players: Mapping[int, TeamPlayer],
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        self.rules = register.rules
        choices = [(NO_PLAYER, _("no one")), *_place_choices(register, team, players)]
        for at, size in enumerate(self.rules.sizes):
            for nth in range(size):
                self.fields[f"place-{at}-{nth}"] = forms.TypedChoiceField(
                    label=self._label(at, nth), choices=choices, coerce=int, initial=NO_PLAYER
                )

    def _label(self, at: int, nth: int) -> str:
        if at < self.rules.singles:
            return _("Single %(n)s") % {"n": at + 1}
        values = {"n": at + 1 - self.rules.singles}
        if nth:
            return _("Pair %(n)s, with") % values
        return _("Pair %(n)s") % values

    @property
    def places(self) -> list[Place]:
        cleaned = self.cleaned_data
        return [
            tuple(
                cleaned[f"place-{at}-{nth}"]
                for nth in range(size)
                if cleaned[f"place-{at}-{nth}"] != NO_PLAYER
            )
            for at, size in enumerate(self.rules.sizes)
        ]

    @property
    def rows(self) -> Iterator[list[BoundField]]:
        """The fields, place by place."""
        for at, size in enumerate(self.rules.sizes):
            yield [self[f"place-{at}-{nth}"] for nth in range(size)]


def initial_of(places: Sequence[Place] | None) -> dict[str, int]:
    """Return the initial values of a saved line-up."""
    return {
        f"place-{at}-{nth}": key
        for at, place in enumerate(places or ())
        for nth, key in enumerate(place)
    }


def _place_choices(
    register: SquadRegister, team: Entry, players: Mapping[int, TeamPlayer]
) -> list[Any]:
    """Return the team's players, then possible substitutes of the club, grouped by their teams."""
    here = [each for each in register.members if each.pk in players and players[each.pk].is_in]
    own = [each for each in here if each.team == team.team_id]
    others = sorted((each for each in here if each.team != team.team_id), key=lambda e: e.team)
    return [
        *((each.pk, _name_of(each)) for each in own),
        *(
            (
                register.team_names.get(of, ""),
                [
                    (each.pk, _substitute_label(each, players[each.pk], register.rules))
                    for each in found
                ],
            )
            for of, found in groupby(others, key=lambda each: each.team)
        ),
    ]


def _name_of(member: SquadMember) -> str:
    return member.entry.shown_on(Surface.WEB)


def _substitute_label(member: SquadMember, player: TeamPlayer, rules: TeamRules) -> str:
    return ngettext(
        "%(name)s (substituted %(n)s of %(most)s time)",
        "%(name)s (substituted %(n)s of %(most)s times)",
        rules.stand_ins,
    ) % {"name": _name_of(member), "n": player.stood_in, "most": rules.stand_ins}
