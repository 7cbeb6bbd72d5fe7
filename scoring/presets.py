"""The sheets in use, by name: values to pick and to change.

>>> from dataclasses import replace
>>> ours = replace(PRESETS["workshop-100-singles"].rule, ends=Target(120))
>>> ours == PRESETS["workshop-120-singles"].rule
True
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

from scoring.rules import (
    Alternate,
    Clockwise,
    Difference,
    FixedRounds,
    GameRule,
    MatchPoints,
    Places,
    Target,
    ThreeSides,
)
from scoring.rules_card import OPTIONS, OptionalRule
from scoring.sides import BySeat


@dataclass(frozen=True)
class Preset:
    """A sheet as people know it: its rule, and the options it names or leaves to agreement."""

    name: str
    title: str
    text: str
    rule: GameRule
    options: tuple[OptionalRule, ...] = ()
    """Part of the sheet."""
    by_agreement: tuple[OptionalRule, ...] = ()
    """Mentioned by the sheet, in force only when both sides agree."""


# 99 of 100 sides make at most 18 20s in a four-round singles game of 8 discs, and about
# 20 in a doubles game; twelve discs in singles are given the same share of them.
SINGLES = GameRule(
    players=BySeat(1, 1),
    discs=8,
    pays=MatchPoints(),
    ends=FixedRounds(4),
    moves=Alternate(),
    unusual_twenties=18,
)
DOUBLES = replace(
    SINGLES, players=BySeat(2, 2), discs=12, moves=Clockwise(), unusual_twenties=20
)
TWELVE = replace(SINGLES, discs=12, unusual_twenties=27)


def _both(
    name: str,
    title: str,
    text: str,
    singles: GameRule,
    **agreed: tuple[OptionalRule, ...],
) -> tuple[Preset, Preset]:
    """The sheet for singles, and the same sheet for doubles with six discs a player."""
    doubles = replace(DOUBLES, pays=singles.pays, ends=singles.ends)
    return (
        Preset(f"{name}-singles", f"{title}, singles", text, singles, **agreed),
        Preset(f"{name}-doubles", f"{title}, doubles", text, doubles, **agreed),
    )


_WORKSHOP = {
    "by_agreement": (OPTIONS["shot-clock"], OPTIONS["partners-may-talk"]),
}

_PRESETS = (
    *_both(
        "tournament",
        "Tournament",
        "Four rounds for 2, 1 or 0 points; a tie is a result.",
        SINGLES,
    ),
    *_both(
        "conventional",
        "Conventional to 100",
        "The difference counts, first to 100.",
        replace(SINGLES, pays=Difference(), ends=Target(100)),
    ),
    *_both(
        "classic-twelve",
        "Classic twelve",
        "Twelve discs a side, the difference counts, first to 100; level, one round decides.",
        replace(TWELVE, pays=Difference(), ends=Target(100)),
    ),
    Preset(
        "classic-twelve-two-against-one",
        "Classic twelve, two against one",
        "A pair with six discs each against one player with twelve, who shoots every other turn.",
        replace(DOUBLES, players=BySeat(2, 1), pays=Difference(), ends=Target(100)),
    ),
    *_both(
        "match-play-to-8",
        "Match play to 8",
        "Twelve discs a side, 2, 1 or 0 points a round, first to 8; level, one round decides.",
        replace(TWELVE, ends=Target(8)),
    ),
    *_both(
        "race-to-7",
        "Race to 7",
        "2, 1 or 0 points a round, first to 7.",
        replace(SINGLES, ends=Target(7)),
        options=(OPTIONS["novice-re-shoot"],),
    ),
    *_both(
        "workshop-100",
        "Workshop to 100",
        "Twelve discs a side, the difference counts, first to 100.",
        replace(TWELVE, pays=Difference(), ends=Target(100)),
        **_WORKSHOP,
    ),
    *_both(
        "workshop-120",
        "Workshop to 120",
        "Twelve discs a side, the difference counts, first to 120.",
        replace(TWELVE, pays=Difference(), ends=Target(120)),
        **_WORKSHOP,
    ),
    *_both(
        "workshop-rounds",
        "Workshop, a fixed number of rounds",
        "Twelve discs a side, the difference counts over an agreed number of rounds.",
        replace(TWELVE, pays=Difference(), ends=FixedRounds(4)),
        **_WORKSHOP,
    ),
    Preset(
        "three-colours",
        "Three colours, match play",
        "Three players with twelve discs each; 2 points, 1 and 0 a round, first to 8.",
        GameRule(
            players=BySeat(1, 1, 1),
            discs=12,
            pays=ThreeSides(),
            ends=Target(8),
            moves=Clockwise(),
        ),
    ),
    *(
        Preset(
            f"{name}-colours-8-6-4-2",
            f"{name.capitalize()} colours, 8-6-4-2",
            "Six discs each, and the places in a round score 8, 6, 4 and 2; level sides share.",
            GameRule(
                players=BySeat.repeat(1, sides),
                discs=6,
                pays=Places(),
                ends=FixedRounds(4),
                moves=Clockwise(),
            ),
        )
        for name, sides in (("three", 3), ("four", 4))
    ),
)

PRESETS: Mapping[str, Preset] = MappingProxyType(
    {preset.name: preset for preset in _PRESETS}
)
