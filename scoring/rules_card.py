"""The rules card: everything agreed for a game, in sentences a player can read.

Agreements that are not on the sheet are optional rules, values with a text. Each settles one
question, its topic, so that a card never answers the same question twice:

>>> from scoring.presets import PRESETS
>>> three = PRESETS["three-colours"].rule
>>> [str(sentence) for sentence in rules_card(three) if "Three tied" in str(sentence)]
['Three tied sides get 1 each.']
>>> str(rules_card(three, [OPTIONS["edge-discs-count-5"]])[2])
'A disc on or past the outer line but still on the surface stays and counts 5.'
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import ClassVar, Protocol

from scoring.errors import RuleError
from scoring.rules import GameRule
from scoring.serialization import from_dict, stored_as
from scoring.sides import BySeat
from scoring.text import Joined, Listing, Text


class OptionalRule(Protocol):
    """A rule agreed in addition to the sheet."""

    @property
    def name(self) -> str: ...

    @property
    def title(self) -> Text: ...

    @property
    def topic(self) -> Text:
        """The question it settles."""
        ...

    @property
    def text(self) -> Text:
        """The sentence on the card."""
        ...


@stored_as("agreed", OptionalRule)
@dataclass(frozen=True)
class Agreed:
    """An optional rule that only has a text; the players apply it themselves."""

    name: str
    title: Text
    topic: Text
    text: Text


@stored_as("shot-clock", OptionalRule)
@dataclass(frozen=True)
class ShotClock:
    """A countdown for every shot, visible on the phone."""

    seconds: int = 20

    name: ClassVar[str] = "shot-clock"
    title: ClassVar[Text] = Text("Shot clock")
    topic: ClassVar[Text] = Text("time for a shot")

    def __post_init__(self) -> None:
        if self.seconds < 1:
            raise RuleError(Text("a shot clock must run for at least one second"))

    @property
    def text(self) -> Text:
        return Text("Every shot is made within {seconds} seconds.", seconds=self.seconds)


OUTER_LINE = Agreed(
    "outer-line-is-out",
    Text("Outer line is out"),
    Text("outer line"),
    Text("A disc touching the outer line is out."),
)

VALID_SHOT = Agreed(
    "own-discs-go",
    Text("Valid shot: own discs removed"),
    Text("valid hit"),
    Text(
        "While an opposing disc is on the board, a shot has to hit one, directly or by way of another disc. Otherwise the disc shot is removed, with every disc of the same colour it touched."
    ),
)

_OPTIONS: tuple[OptionalRule, ...] = (
    Agreed(
        "every-disc-goes",
        Text("Valid shot: every disc struck removed"),
        Text("valid hit"),
        Text(
            "While an opposing disc is on the board, a shot has to hit one, directly or by way of another disc. Otherwise the disc shot is removed, with every disc it struck, of either colour, 20s included."
        ),
    ),
    Agreed(
        "direct-hit-only",
        Text("Direct hit only"),
        Text("valid hit"),
        Text(
            "The disc shot must itself strike an opposing disc first. Otherwise it is removed, with every disc of the same colour it moved, and opposing discs go back to where they were."
        ),
    ),
    Agreed(
        "edge-discs-count-5",
        Text("Edge discs count 5"),
        Text("outer line"),
        Text("A disc on or past the outer line but still on the surface stays and counts 5."),
    ),
    Agreed(
        "free-order-in-doubles",
        Text("Free order in doubles"),
        Text("order of partners"),
        Text(
            "After the first shot the sides shoot in turn and either partner may take the shot; each partner shoots all the discs they hold."
        ),
    ),
    Agreed(
        "no-hiding",
        Text("No hiding"),
        Text("empty board"),
        Text(
            "With no opposing disc on the board a shot must end touching or inside the 15 ring, "
            "otherwise it is removed."
        ),
    ),
    Agreed(
        "no-hiding-remove-all",
        Text("No hiding, all removed"),
        Text("empty board"),
        Text(
            "With no opposing disc on the board a shot must end touching or inside the 15 ring, "
            "otherwise it is removed with every disc it touched."
        ),
    ),
    Agreed(
        "no-hiding-ring-stays",
        Text("No hiding, the ring stays"),
        Text("empty board"),
        Text(
            "With no opposing disc on the board a shot must end touching or inside the 15 ring, "
            "otherwise it alone is removed; discs resting in the 15 ring stay."
        ),
    ),
    Agreed(
        "re-entering-disc-others-stay",
        Text("Re-entering disc: others stay"),
        Text("re-entering disc"),
        Text(
            "A disc that leaves the surface and comes back is out; discs it moved stay where they are."
        ),
    ),
    Agreed(
        "re-entering-disc-others-return",
        Text("Re-entering disc: others go back"),
        Text("re-entering disc"),
        Text("A disc that leaves the surface and comes back is out; discs it moved go back."),
    ),
    Agreed(
        "re-entering-disc-20s-count",
        Text("Re-entering disc: 20s of others count"),
        Text("20s of a re-entering disc"),
        Text(
            "A disc that leaves the surface and comes back never scores, "
            "but 20s made by discs it moved count."
        ),
    ),
    Agreed(
        "spinning-disc-stays",
        Text("Spinning disc stays"),
        Text("spinning disc"),
        Text(
            "A disc that spins off the surface and comes back by itself, touching nothing "
            "outside, stays."
        ),
    ),
    Agreed(
        "invalid-shot-loses-20s",
        Text("Invalid shot loses its 20s"),
        Text("20s of an invalid shot"),
        Text("A 20 made by an invalid shot does not count."),
    ),
    Agreed(
        "novice-re-shoot",
        Text("Novice re-shoot"),
        Text("disc left on the line"),
        Text("A novice may shoot a disc again that never left the starting line."),
    ),
    ShotClock(),
    Agreed(
        "measuring",
        Text("Measuring"),
        Text("measuring"),
        Text(
            "If it isn’t clear where a disc lies, it may be measured at the end of the round, if both sides agree."
        ),
    ),
    Agreed(
        "partners-may-talk",
        Text("Partners may talk"),
        Text("advice"),
        Text("Partners may talk to each other during a round."),
    ),
    Agreed(
        "one-cheek",
        Text("One cheek on the chair"),
        Text("sitting"),
        Text("The shooter keeps at least one cheek on the chair."),
    ),
    Agreed(
        "hands-off-the-board",
        Text("Hands off the board"),
        Text("hands"),
        Text("Don't touch the board or lean on it, except to shoot."),
    ),
    Agreed(
        "chairs-fixed",
        Text("Chairs stay where they are"),
        Text("chairs"),
        Text("Don't move your chair once the round has begun."),
    ),
)

OPTIONS: Mapping[str, OptionalRule] = MappingProxyType({option.name: option for option in _OPTIONS})


def option_from_dict(data: object) -> OptionalRule:
    """The optional rule that ``to_dict`` stored."""
    option: OptionalRule = from_dict(OptionalRule, data)
    return option


def rules_card(rule: GameRule, options: Iterable[OptionalRule] = ()) -> tuple[Text, ...]:
    """Return the rules agreed for a game, as sentences a player can read."""
    return tuple(line for _label, lines in labelled_card(rule, options) for line in lines)


def labelled_card(
    rule: GameRule, options: Iterable[OptionalRule] = ()
) -> tuple[tuple[Text, tuple[Text, ...]], ...]:
    """Return the sentences of ``rules_card`` below what each is about."""
    agreed = list(options)
    by_topic = {each.topic: each for each in (OUTER_LINE, VALID_SHOT)} | {
        option.topic: option for option in agreed
    }
    if len({option.topic for option in agreed}) < len(agreed):
        raise RuleError(_repeated_topic(agreed))
    rings = Text(
        "The hole counts 20, the inner ring 15, the middle ring 10 and the outer ring 5. A disc touching a line counts for the lower zone."
    )
    twenties = Text(
        "A disc that falls flat into the hole is taken off at once and kept in sight. At the end of the round it counts for the side of its colour."
    )
    starter = Text(
        "Chance decides who shoots first in the first round, unless the schedule sets it."
    )
    card = [
        (Text("Sides"), (_describe_sides(rule),)),
        (Text("The board"), (rings, by_topic.pop(OUTER_LINE.topic).text)),
        (Text("20s"), (twenties,)),
        (Text("A valid shot"), (by_topic.pop(VALID_SHOT.topic).text,)),
        (Text("Points"), rule.pays.sentences),
        (Text("A game"), rule.ends.sentences),
        (Text("Who shoots first"), (starter, rule.moves.sentence)),
        (Text("Also agreed"), tuple(option.text for option in by_topic.values())),
    ]
    return tuple((label, lines) for label, lines in card if lines)


def _describe_sides(rule: GameRule) -> Text:
    """Describe the sides: how many, with how many players each, and their discs."""
    who, discs = _describe_players(rule.players), rule.discs
    if max(rule.players) == 1:
        return Text("{who} Each side shoots {discs} discs in a round.", who=who, discs=discs)
    return Text(
        "{who} Each side shoots {discs} discs in a round, partners {share} each.",
        who=who,
        discs=discs,
        share=discs // 2,
    )


_OF_ONE = {
    2: Text("Two sides of one player each."),
    3: Text("Three sides of one player each."),
    4: Text("Four sides of one player each."),
}
_OF_TWO = {
    2: Text("Two sides of two partners each."),
    3: Text("Three sides of two partners each."),
    4: Text("Four sides of two partners each."),
}


def _describe_players(players: BySeat[int]) -> Text:
    if max(players) == 1:
        return _OF_ONE[len(players)]
    if min(players) == 2:
        return _OF_TWO[len(players)]
    if players[0] == 2:
        return Text("A pair against a single player. The single player shoots every other turn.")
    return Text("A single player against a pair. The single player shoots every other turn.")


def _repeated_topic(options: list[OptionalRule]) -> Text:
    topics = [option.topic for option in options]
    twice = next(topic for topic in topics if topics.count(topic) > 1)
    titles = (option.title for option in options if option.topic == twice)
    return Text(
        "choose only one rule about “{topic}”: {titles}",
        topic=twice,
        titles=Listing(tuple(titles), Joined.SEMICOLON),
    )
