"""The form fields for the options of each way of pairing."""

from collections.abc import Mapping
from enum import Enum
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy, pgettext_lazy

from leagues.forms.numbers import number_field
from leagues.models import Stage
from leagues.pairing.knockout import Placing
from leagues.pairing.partners import Spare
from leagues.pairing.swiss import ByeGoes, Within
from leagues.stages.pairing_ways import PairingWay, kind_and_options, way_from

Format = Stage.Format


def one_of(choices: Mapping[Any, Any], label: Any) -> forms.ChoiceField:
    """Return a field for a member of an enumeration, by name."""
    named = [(member.name, words) for member, words in choices.items()]
    return forms.ChoiceField(label=label, choices=named)


def yes_or_no(label: Any, help_text: Any = "") -> forms.BooleanField:
    return forms.BooleanField(label=label, help_text=help_text, required=False)


WITHIN = {
    Within.HALVES: gettext_lazy("Top half against bottom half (with eight, 1 meets 5)"),
    Within.FOLD: gettext_lazy("Best against last (with eight, 1 meets 8)"),
    Within.NEIGHBOURS: gettext_lazy("Next to each other (with eight, 1 meets 2)"),
}
BYE_GOES = {
    ByeGoes.BOTTOM: gettext_lazy("The lowest-placed without a bye so far"),
    ByeGoes.TOP: gettext_lazy("The highest-placed without a bye so far"),
}
SPARE = {
    Spare.REST: gettext_lazy("All three have a bye"),
    Spare.ALONE: gettext_lazy("They play, one against two"),
}
PLACING = {
    Placing.SHARED: gettext_lazy("The final; losers share their places"),
    Placing.BRONZE: gettext_lazy("The final, and a match for bronze"),
    Placing.ALL: gettext_lazy("Every place"),
}
SITS_OUT = {
    Format.ROUND_ROBIN,
    Format.PARTIAL,
    Format.SWISS,
    Format.PARTNERS,
    Format.HEATS,
    Format.OUTSIDERS,
}
"""Ways of pairing in which players can be left over."""
ENUMS: dict[str, type[Enum]] = {
    "within": Within,
    "bye": ByeGoes,
    "spare": Spare,
    "placing": Placing,
}


def option_fields(kind: str) -> dict[str, forms.Field]:
    """Return new fields for the options of this way of pairing."""
    rounds = number_field(1, 60, label=pgettext_lazy("pairing rounds", "Games"))
    fields: dict[str, dict[str, forms.Field]] = {
        Format.ROUND_ROBIN: {
            "legs": number_field(1, 4, label=gettext_lazy("How often each two meet"))
        },
        Format.PARTIAL: {"games": number_field(1, 60, label=gettext_lazy("Games each"))},
        Format.SWISS: {
            "games": rounds,
            "within": one_of(WITHIN, gettext_lazy("Among those tied on points")),
            "bye": one_of(BYE_GOES, gettext_lazy("Who has a bye if one is left over")),
            "by_rating": yes_or_no(gettext_lazy("Order those tied by rating, not by 20s")),
            "by_seed": yes_or_no(
                gettext_lazy("Pair the first game by the seeds, if any are saved"),
                help_text=gettext_lazy("Only if everyone plays in the stage."),
            ),
        },
        Format.PARTNERS: {
            "games": number_field(
                1,
                60,
                label=pgettext_lazy("pairing rounds", "Games"),
                required=False,
                help_text=gettext_lazy(
                    "Leave blank to play until everyone has partnered everyone."
                ),
            ),
            "spare": one_of(SPARE, gettext_lazy("If three players are left over")),
        },
        Format.HEATS: {"games": rounds},
        Format.OUTSIDERS: {
            "clubs": number_field(2, 40, label=gettext_lazy("Expected number of clubs")),
            "best": number_field(
                1,
                40,
                label=gettext_lazy("How many players count for their club"),
                required=False,
                help_text=gettext_lazy(
                    "Those with the most points. If you leave it blank, everyone counts and totals are compared over the same number of games."
                ),
            ),
        },
        Format.KNOCKOUT: {"placing": one_of(PLACING, gettext_lazy("Places to play for"))},
        Format.DOUBLE_KNOCKOUT: {
            "reset": yes_or_no(gettext_lazy("Play a second final if the unbeaten finalist loses"))
        },
    }
    chosen = fields.get(kind, {})
    if kind in SITS_OUT:
        chosen["bye_points"] = number_field(
            0,
            99,
            label=gettext_lazy("Points for a bye"),
            required=False,
            help_text=gettext_lazy(
                "Leave blank for as many as winning every round. With 0, a bye doesn’t count as a game. A bye never counts in the 20s."
            ),
        )
    return chosen


def typed_options(way: PairingWay) -> dict[str, Any]:
    """Return the initial values of these fields for a way of pairing."""
    options = kind_and_options(way)[1]
    return {
        name: ENUMS[name](value).name if name in ENUMS else value for name, value in options.items()
    }


def way_of(kind: str, typed: Mapping[str, Any]) -> PairingWay:
    """Return the way of pairing with these options. Blank ones get their usual values."""
    return way_from(
        kind,
        {
            name: ENUMS[name][value].value if name in ENUMS else value
            for name, value in typed.items()
        },
    )
