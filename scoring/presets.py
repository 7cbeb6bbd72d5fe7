"""The rule sheets in use, by name: values to choose from and to change.

>>> from dataclasses import replace
>>> ours = replace(PRESETS["workshop-100-singles"].rule, ends=Target(120))
>>> ours == PRESETS["workshop-120-singles"].rule
True
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

from scoring.rules import (
    Alternate,
    Clockwise,
    Difference,
    FixedRounds,
    GameRule,
    LastStarts,
    MatchPoints,
    PlacePoints,
    Target,
    ThreeSides,
)
from scoring.rules_card import OPTIONS, OptionalRule
from scoring.sides import BySeat
from scoring.text import Text


@dataclass(frozen=True)
class Preset:
    """A rule sheet with its name, its rule, and its options: fixed, or by agreement."""

    name: str
    title: Text
    text: Text
    rule: GameRule
    options: tuple[OptionalRule, ...] = ()
    """Part of the sheet."""
    by_agreement: tuple[OptionalRule, ...] = ()
    """Mentioned by the sheet; in force only if both sides agree."""


# 99 of 100 sides make at most 18 20s in a four-round singles game of 8 discs, and about
# 20 in a doubles game; the limit for twelve discs in singles is in proportion.
SINGLES = GameRule(
    players=BySeat(1, 1),
    discs=8,
    pays=MatchPoints(),
    ends=FixedRounds(4),
    moves=Alternate(),
    unusual_twenties=18,
)
DOUBLES = replace(SINGLES, players=BySeat(2, 2), discs=12, moves=Clockwise(), unusual_twenties=20)
TWELVE = replace(SINGLES, discs=12, unusual_twenties=27)


def _singles_and_doubles(
    name: str, title: Text, text: Text, singles: GameRule, **agreed: tuple[OptionalRule, ...]
) -> tuple[Preset, Preset]:
    """Return the sheet for singles, and the same sheet for doubles with six discs a player."""
    doubles = replace(DOUBLES, pays=singles.pays, ends=singles.ends)
    return (
        Preset(f"{name}-singles", Text("{sheet}, singles", sheet=title), text, singles, **agreed),
        Preset(f"{name}-doubles", Text("{sheet}, doubles", sheet=title), text, doubles, **agreed),
    )


def _colours_rule(sides: int) -> GameRule:
    """Six discs each, every player alone."""
    return GameRule(
        players=BySeat.repeat(1, sides),
        discs=6,
        pays=PlacePoints(),
        ends=FixedRounds(4),
        moves=Clockwise(),
    )


def _options_named(*names: str) -> tuple[OptionalRule, ...]:
    return tuple(OPTIONS[name] for name in names)


_OF_TOURNAMENTS = _options_named(
    "no-hiding",
    "invalid-shot-loses-20s",
    "re-entering-disc-others-stay",
    "re-entering-disc-20s-count",
    "spinning-disc-stays",
    "one-cheek",
    "chairs-fixed",
)
# One sheet comes in the box of a set of twelve discs. Its games are to 100, two against one,
# match play to 8 and three colours; the rules at the board are the same in all of them.
_OF_THE_BOX = _options_named(
    "no-hiding-remove-all",
    "invalid-shot-loses-20s",
    "re-entering-disc-others-return",
    "one-cheek",
    "chairs-fixed",
    "hands-off-the-board",
)
_LAST_STARTS = Text(
    "The player who shot last in a round starts the next one; the difference counts, first to 100."
)
_LAST_STARTS_COLOURS = Text(
    "The player who shot last in a round starts the next one; "
    "the places in a round score 8, 6, 4 and 2."
)
_WORKSHOP = {"by_agreement": _options_named("shot-clock", "partners-may-talk")}

_PRESETS = (
    *_singles_and_doubles(
        "tournament",
        Text("Tournament"),
        Text("Four rounds for 2, 1 or 0 points; a match can end tied."),
        SINGLES,
        options=_OF_TOURNAMENTS,
        by_agreement=_options_named("measuring"),
    ),
    *_singles_and_doubles(
        "conventional",
        Text("Conventional to 100"),
        Text("The difference counts, first to 100."),
        replace(SINGLES, pays=Difference(), ends=Target(100)),
    ),
    *_singles_and_doubles(
        "classic-twelve",
        Text("Classic twelve"),
        Text(
            "Twelve discs a side, the difference counts, first to 100; if tied, one more round decides."
        ),
        replace(TWELVE, pays=Difference(), ends=Target(100)),
        options=_OF_THE_BOX,
    ),
    Preset(
        "classic-twelve-two-against-one",
        Text("Classic twelve, two against one"),
        Text(
            "A pair with six discs each against one player with twelve, who shoots every other turn."
        ),
        replace(DOUBLES, players=BySeat(2, 1), pays=Difference(), ends=Target(100)),
        options=_OF_THE_BOX,
    ),
    *_singles_and_doubles(
        "match-play-to-8",
        Text("Match play to 8"),
        Text(
            "Twelve discs a side, 2, 1 or 0 points a round, first to 8; if tied, one more round decides."
        ),
        replace(TWELVE, ends=Target(8)),
        options=_OF_THE_BOX,
    ),
    *_singles_and_doubles(
        "race-to-7",
        Text("Race to 7"),
        Text("2, 1 or 0 points a round, first to 7."),
        replace(SINGLES, ends=Target(7)),
        options=_options_named("novice-re-shoot"),
    ),
    *_singles_and_doubles(
        "workshop-100",
        Text("Workshop to 100"),
        Text("Twelve discs a side, the difference counts, first to 100."),
        replace(TWELVE, pays=Difference(), ends=Target(100)),
        **_WORKSHOP,
    ),
    *_singles_and_doubles(
        "workshop-120",
        Text("Workshop to 120"),
        Text("Twelve discs a side, the difference counts, first to 120."),
        replace(TWELVE, pays=Difference(), ends=Target(120)),
        **_WORKSHOP,
    ),
    *_singles_and_doubles(
        "workshop-rounds",
        Text("Workshop, a fixed number of rounds"),
        Text("Twelve discs a side, the difference counts over an agreed number of rounds."),
        replace(TWELVE, pays=Difference(), ends=FixedRounds(4)),
        **_WORKSHOP,
    ),
    Preset(
        "three-colours",
        Text("Three colours, match play"),
        Text("Three players with twelve discs each; 2 points, 1 and 0 a round, first to 8."),
        GameRule(
            players=BySeat(1, 1, 1), discs=12, pays=ThreeSides(), ends=Target(8), moves=Clockwise()
        ),
        options=_OF_THE_BOX,
    ),
    *(
        Preset(
            f"{name}-colours-8-6-4-2",
            title,
            Text(
                "Six discs each, and the places in a round score 8, 6, 4 and 2; tied sides share."
            ),
            _colours_rule(sides),
        )
        for name, title, sides in (
            ("three", Text("Three colours, 8-6-4-2"), 3),
            ("four", Text("Four colours, 8-6-4-2"), 4),
        )
    ),
    *(
        Preset(name, title, text, replace(rule, moves=LastStarts()))
        for name, title, text, rule in (
            (
                "last-starts-singles",
                Text("Last shooter starts, singles"),
                _LAST_STARTS,
                replace(SINGLES, pays=Difference(), ends=Target(100)),
            ),
            (
                "last-starts-doubles",
                Text("Last shooter starts, doubles"),
                _LAST_STARTS,
                replace(DOUBLES, pays=Difference(), ends=Target(100)),
            ),
            (
                "three-last-starts",
                Text("Last shooter starts, three sides"),
                _LAST_STARTS_COLOURS,
                _colours_rule(3),
            ),
            (
                "four-last-starts",
                Text("Last shooter starts, four sides"),
                _LAST_STARTS_COLOURS,
                _colours_rule(4),
            ),
        )
    ),
)

PRESETS: Mapping[str, Preset] = MappingProxyType({preset.name: preset for preset in _PRESETS})
