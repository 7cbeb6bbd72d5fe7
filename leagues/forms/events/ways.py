"""What an organiser may choose of each way of pairing."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy, pgettext_lazy

from leagues.forms.numbers import number
from leagues.models import Stage
from leagues.pairing.knockout import Placing
from leagues.pairing.partners import Spare
from leagues.pairing.swiss import ByeGoes, Within
from leagues.stages.ways import PairingWay, kind_and_options, way_from

Format = Stage.Format


def one_of(choices: Mapping[Any, Any], label: Any) -> forms.ChoiceField:
    """One member of an enumeration, by its name."""
    named = [(member.name, words) for member, words in choices.items()]
    return forms.ChoiceField(label=label, choices=named)


def yes_or_no(label: Any, help_text: Any = "") -> forms.BooleanField:
    return forms.BooleanField(label=label, help_text=help_text, required=False)


WITHIN = {
    Within.HALVES: gettext_lazy("Top half against bottom half: of eight, 1 meets 5"),
    Within.FOLD: gettext_lazy("Best against last: of eight, 1 meets 8"),
    Within.NEIGHBOURS: gettext_lazy("Next to each other: of eight, 1 meets 2"),
}
BYE_GOES = {
    ByeGoes.BOTTOM: gettext_lazy("The lowest who has had none"),
    ByeGoes.TOP: gettext_lazy("The highest who has had none"),
}
SPARE = {
    Spare.REST: gettext_lazy("All three rest"),
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
"""Ways in which somebody may be left over."""
ENUMS: dict[str, type[Enum]] = {
    "within": Within,
    "bye": ByeGoes,
    "spare": Spare,
    "placing": Placing,
}


def option_fields(kind: str) -> dict[str, forms.Field]:
    """The fields of one way, freshly made."""
    rounds = number(1, 60, label=pgettext_lazy("pairing rounds", "Games"))
    fields: dict[str, dict[str, forms.Field]] = {
        Format.ROUND_ROBIN: {
            "legs": number(
                1, 4, label=gettext_lazy("How often everybody meets everybody")
            )
        },
        Format.PARTIAL: {"games": number(1, 60, label=gettext_lazy("Games for each"))},
        Format.SWISS: {
            "games": rounds,
            "within": one_of(WITHIN, gettext_lazy("Among those level on points")),
            "bye": one_of(BYE_GOES, gettext_lazy("Who sits out when one is over")),
            "by_rating": yes_or_no(
                gettext_lazy("Order those level by rating, not by 20s")
            ),
            "by_seed": yes_or_no(
                gettext_lazy("Pair the first game by the seeds, if any are saved"),
                help_text=gettext_lazy("Where everybody plays in the stage."),
            ),
        },
        Format.PARTNERS: {
            "games": number(
                1,
                60,
                label=pgettext_lazy("pairing rounds", "Games"),
                required=False,
                help_text=gettext_lazy(
                    "Left empty: until everybody partnered everybody."
                ),
            ),
            "spare": one_of(SPARE, gettext_lazy("When three are over")),
        },
        Format.HEATS: {"games": rounds},
        Format.OUTSIDERS: {
            "clubs": number(2, 40, label=gettext_lazy("How many clubs are expected")),
            "best": number(
                1,
                40,
                label=gettext_lazy("How many of a club count for it"),
                required=False,
                help_text=gettext_lazy(
                    "Those with most points. Left empty: everybody, and totals are "
                    "compared over equally many games."
                ),
            ),
        },
        Format.KNOCKOUT: {
            "placing": one_of(PLACING, gettext_lazy("What is played for"))
        },
        Format.DOUBLE_KNOCKOUT: {
            "reset": yes_or_no(
                gettext_lazy("The unbeaten finalist may lose once: a second final")
            )
        },
    }
    chosen = fields.get(kind, {})
    if kind in SITS_OUT:
        chosen["bye_points"] = number(
            0,
            99,
            label=gettext_lazy("Points for sitting out"),
            required=False,
            help_text=gettext_lazy(
                "Left empty: as many as a clean win pays. 0: it is no game. It never "
                "counts in the 20s."
            ),
        )
    return chosen


def typed_options(way: PairingWay) -> dict[str, Any]:
    """What the fields show of a way there is."""
    options = kind_and_options(way)[1]
    return {
        name: ENUMS[name](value).name if name in ENUMS else value
        for name, value in options.items()
    }


def way_of(kind: str, typed: Mapping[str, Any]) -> PairingWay:
    """The way that was chosen; what was left open is as usual."""
    return way_from(
        kind,
        {
            name: ENUMS[name][value].value if name in ENUMS else value
            for name, value in typed.items()
        },
    )
