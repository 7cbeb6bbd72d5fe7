"""The rules card: everything agreed for a game, in sentences a player can read.

What clubs agree beside the sheet are optional rules, values with a text. Each settles one
question, its topic, so that a card never answers the same question twice:

>>> from scoring.presets import PRESETS
>>> three = PRESETS["three-colours"].rule
>>> [sentence for sentence in rules_card(three) if "Three level" in sentence]
['Three level sides get 1 each.']
>>> rules_card(three, [OPTIONS["edge-discs-count-5"]])[2]
'A disc on or past the outer line but still on the surface stays and counts 5.'
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import ClassVar, Protocol

from scoring.errors import RuleError
from scoring.rules import GameRule
from scoring.sides import BySeat
from scoring.stored import from_dict, stored


class OptionalRule(Protocol):
    """A rule agreed beside the sheet."""

    @property
    def name(self) -> str: ...

    @property
    def title(self) -> str: ...

    @property
    def topic(self) -> str:
        """The question it settles."""
        ...

    @property
    def text(self) -> str:
        """What the card says."""
        ...


@stored("agreed", OptionalRule)
@dataclass(frozen=True)
class Agreed:
    """An optional rule that is words only: the players see to it themselves."""

    name: str
    title: str
    topic: str
    text: str


@stored("shot-clock", OptionalRule)
@dataclass(frozen=True)
class ShotClock:
    """A countdown for every shot, visible on the phone."""

    seconds: int = 20

    name: ClassVar[str] = "shot-clock"
    title: ClassVar[str] = "Shot clock"
    topic: ClassVar[str] = "time"

    def __post_init__(self) -> None:
        if self.seconds < 1:
            raise RuleError("a shot clock runs for at least one second")

    @property
    def text(self) -> str:
        return f"Every shot is made within {self.seconds} seconds."


OUTER_LINE = Agreed(
    "outer-line-is-out",
    "Outer line is out",
    "outer line",
    "A disc touching the outer line is out.",
)

_OPTIONS: tuple[OptionalRule, ...] = (
    Agreed(
        "direct-hit-only",
        "Direct hit only",
        "valid hit",
        "The disc shot must itself strike an opposing disc first; otherwise it is removed with every "
        "disc of its own colour it moved, and opposing discs go back to where they were.",
    ),
    Agreed(
        "edge-discs-count-5",
        "Edge discs count 5",
        "outer line",
        "A disc on or past the outer line but still on the surface stays and counts 5.",
    ),
    Agreed(
        "free-order-in-doubles",
        "Free order in doubles",
        "order of partners",
        "After the first shot the sides shoot in turn and either partner may take the shot; "
        "each partner shoots all of their own discs.",
    ),
    Agreed(
        "no-hiding",
        "No hiding",
        "empty board",
        "With no opposing disc on the board a shot must end touching or inside the 15 ring, "
        "otherwise it is removed.",
    ),
    Agreed(
        "no-hiding-remove-all",
        "No hiding, all removed",
        "empty board",
        "With no opposing disc on the board a shot must end touching or inside the 15 ring, "
        "otherwise it is removed with every disc it touched.",
    ),
    Agreed(
        "no-hiding-ring-stays",
        "No hiding, the ring stays",
        "empty board",
        "With no opposing disc on the board a shot must end touching or inside the 15 ring, "
        "otherwise it alone is removed; discs resting in the 15 ring stay.",
    ),
    Agreed(
        "re-entering-disc-others-stay",
        "Re-entering disc: others stay",
        "re-entering disc",
        "A disc that leaves the surface and comes back is out; discs it moved stay where they are.",
    ),
    Agreed(
        "re-entering-disc-others-return",
        "Re-entering disc: others go back",
        "re-entering disc",
        "A disc that leaves the surface and comes back is out; discs it moved go back.",
    ),
    Agreed(
        "invalid-shot-loses-20s",
        "Invalid shot loses its 20s",
        "20s of an invalid shot",
        "A 20 made by an invalid shot does not count.",
    ),
    Agreed(
        "novice-re-shoot",
        "Novice re-shoot",
        "disc left on the line",
        "A novice may shoot a disc again that never left the starting line.",
    ),
    ShotClock(),
    Agreed(
        "measuring",
        "Measuring",
        "measuring",
        "A doubtful disc may be measured at the end of the round, if both sides agree to it.",
    ),
    Agreed(
        "partners-may-talk",
        "Partners may talk",
        "advice",
        "Partners may talk to each other during a round.",
    ),
    Agreed(
        "one-cheek",
        "One cheek on the chair",
        "sitting",
        "The shooter keeps at least one cheek on the chair.",
    ),
    Agreed(
        "hands-off-the-board",
        "Hands off the board",
        "hands",
        "Nobody touches the board or leans on it, except to shoot.",
    ),
    Agreed(
        "chairs-fixed",
        "Chairs stay where they are",
        "chairs",
        "A chair is not moved once the round has begun.",
    ),
)

OPTIONS: Mapping[str, OptionalRule] = MappingProxyType(
    {option.name: option for option in _OPTIONS}
)


def option_from_dict(data: object) -> OptionalRule:
    """The optional rule that ``to_dict`` stored."""
    option: OptionalRule = from_dict(OptionalRule, data)
    return option


def rules_card(rule: GameRule, options: Iterable[OptionalRule] = ()) -> tuple[str, ...]:
    """The rules agreed for a game, as sentences a player can read."""
    agreed = list(options)
    by_topic = {OUTER_LINE.topic: OUTER_LINE} | {
        option.topic: option for option in agreed
    }
    if len({option.topic for option in agreed}) < len(agreed):
        raise RuleError(_said_twice(agreed))
    return (
        f"{_who(rule.players)} Each side shoots {rule.discs} discs in a round{_share(rule)}.",
        "The hole counts 20, the inner ring 15, the middle ring 10 and the outer ring 5; "
        "a disc touching a line counts the lower zone.",
        by_topic.pop(OUTER_LINE.topic).text,
        "A disc that falls flat into the hole is taken off at once, set aside in sight and "
        "counted at the end of the round for the side whose colour it is.",
        *rule.pays.sentences,
        *rule.ends.sentences,
        "Chance decides who shoots first in the first round, unless the schedule says it.",
        rule.moves.sentence,
        *(option.text for option in by_topic.values()),
    )


_SIDES = {2: "Two sides", 3: "Three sides", 4: "Four sides"}


def _who(players: BySeat[int]) -> str:
    """The first sentence: how many sides, and how many on each."""
    if max(players) == 1:
        return f"{_SIDES[len(players)]} of one player each."
    if min(players) == 2:
        return f"{_SIDES[len(players)]} of two partners each."
    against = " against ".join(
        "a pair" if each == 2 else "a single player" for each in players
    )
    return f"{against.capitalize()}; the single player shoots every other turn."


def _share(rule: GameRule) -> str:
    return f", partners {rule.discs // 2} each" if max(rule.players) == 2 else ""


def _said_twice(options: list[OptionalRule]) -> str:
    topics = [option.topic for option in options]
    twice = next(topic for topic in topics if topics.count(topic) > 1)
    names = ", ".join(option.name for option in options if option.topic == twice)
    return f"only one rule can say what happens about “{twice}”: {names}"
