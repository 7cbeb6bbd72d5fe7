"""Rule sheets as organisers choose them: a family, a kind of sides, and changes to the rule.

>>> ours = sheet_for("workshop-100", "doubles", length=80)
>>> ours.preset, ours.rule.ends.points
('workshop-100-doubles', 80)
>>> family_of("three-colours-8-6-4-2")
'colours-8-6-4-2'
"""

from collections.abc import Sequence
from dataclasses import replace

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from leagues.models import Event
from leagues.reads.events.sheets import Sheet
from leagues.say import say
from scoring.errors import RuleError
from scoring.presets import PRESETS
from scoring.rules import Alternate, Clockwise, Ends, FixedRounds, LastStarts, Moves, Target
from scoring.rules_card import OPTIONS, OptionalRule, rules_card

Sides = Event.Sides

# The pattern of a preset's name for each kind of sides.
NAMED: dict[str, str] = {
    Sides.SINGLES: "{}-singles",
    Sides.DOUBLES: "{}-doubles",
    Sides.REDRAWN: "{}-doubles",
    Sides.THREE: "three-{}",
    Sides.FOUR: "four-{}",
    Sides.TEAMS: "{}-singles",
}
USUAL: dict[str, str] = {Sides.THREE: "colours-8-6-4-2", Sides.FOUR: "colours-8-6-4-2"}


MOVES: dict[str, Moves] = {
    "alternate": Alternate(),
    "clockwise": Clockwise(),
    "last-starts": LastStarts(),
}
"""Rules for who shoots first in the next round."""


def family_of(preset: str) -> str:
    """The family of a preset: its name without the kind of sides."""
    name = preset.removesuffix("-singles").removesuffix("-doubles")
    return name.removeprefix("three-").removeprefix("four-")


FAMILIES = {
    "tournament": gettext_lazy("Tournament: four rounds, 2, 1 or 0 points"),
    "conventional": gettext_lazy("Conventional: by difference to 100"),
    "classic-twelve": gettext_lazy("Classic twelve: twelve discs, by difference to 100"),
    "classic-twelve-two-against-one": gettext_lazy("Classic twelve, two against one"),
    "match-play-to-8": gettext_lazy("Match play: twelve discs, first to 8"),
    "race-to-7": gettext_lazy("Race to 7"),
    "workshop-100": gettext_lazy("Workshop: twelve discs, to 100"),
    "workshop-120": gettext_lazy("Workshop: twelve discs, to 120"),
    "workshop-rounds": gettext_lazy("Workshop: a fixed number of rounds"),
    "colours": gettext_lazy("Three colours: match play, first to 8"),
    "colours-8-6-4-2": gettext_lazy("Three or four colours: 8, 6, 4 and 2 a round"),
    "last-starts": gettext_lazy("Last shooter starts the next round"),
}
"""The titles of the sheets to choose from, by family."""


def usual_family(sides: str) -> str:
    return USUAL.get(sides, "tournament")


def preset_for(family: str, sides: str) -> str | None:
    """The name of the family's preset for these sides, or None if there is none."""
    named = NAMED[sides].format(family)
    if named in PRESETS:
        return named
    return family if family in PRESETS and sides in _pairs_and_singles(family) else None


def sides_of(family: str) -> list[Event.Sides]:
    """The kinds of sides that can play by this family's sheet."""
    return [sides for sides in Sides if preset_for(family, sides)]


def sheet_title(preset: str) -> str:
    return say(PRESETS[preset].title)


def _pairs_and_singles(family: str) -> tuple[str, ...]:
    """The sides for a family with a single preset: doubles if it has two players on a side."""
    return (Sides.DOUBLES,) if max(PRESETS[family].rule.players) == 2 else ()


def sheet_for(
    family: str,
    sides: str,
    *,
    length: int | None = None,
    discs: int | None = None,
    moves: str = "",
    options: Sequence[str] = (),
    options_of: str = "",
) -> Sheet:
    """The family's sheet with the given changes. Raises ``RuleError`` with a reason if impossible.

    ``options`` replace the sheet's options if they were chosen for this family (``options_of``).
    Otherwise the sheet keeps its options, and only those added to the other family are taken over.
    """
    preset = preset_for(family, sides)
    if preset is None:
        raise RuleError(_("This sheet doesn’t fit sides of this size."))
    sheet = Sheet.named(preset)
    rule = sheet.rule
    if length is not None:
        rule = replace(rule, ends=_as_long(rule.ends, length))
    if discs is not None:
        rule = replace(rule, discs=discs)
    if moves:
        rule = replace(rule, moves=MOVES[moves])
    chosen = [OPTIONS[name] for name in options]
    agreed = (
        tuple(chosen)
        if options_of == family
        else _with_own(sheet, chosen, preset_for(options_of, sides))
    )

    rules_card(rule, agreed)  # raises if two options answer the same question
    return Sheet(preset, rule, agreed)


def _with_own(
    sheet: Sheet, chosen: Sequence[OptionalRule], before: str | None
) -> tuple[OptionalRule, ...]:
    """The sheet's options and the added ones. An added option replaces one on the same topic."""
    others = PRESETS[before].options if before else ()
    added = [o for o in chosen if o not in others and o not in sheet.options]
    topics = {option.topic for option in added}
    return (*(o for o in sheet.options if o.topic not in topics), *added)


def _as_long(ends: Ends, length: int) -> Ends:
    if isinstance(ends, FixedRounds):
        return replace(ends, rounds=length)
    assert isinstance(ends, Target), "every sheet runs a distance or to a target"
    return replace(ends, points=length)


def changes_of(sheet: Sheet) -> dict[str, object]:
    """The differences between a sheet and its preset, as arguments of ``sheet_for``."""
    own = Sheet.named(sheet.preset)
    return {
        "length": None if sheet.rule.ends == own.rule.ends else _length_of(sheet.rule.ends),
        "discs": None if sheet.rule.discs == own.rule.discs else sheet.rule.discs,
        "moves": next(
            (name for name, moves in MOVES.items() if moves == sheet.rule.moves != own.rule.moves),
            "",
        ),
        "options": [o.name for o in sheet.options],
        "options_of": family_of(sheet.preset),
    }


def _length_of(ends: Ends) -> int | None:
    if isinstance(ends, FixedRounds):
        return ends.rounds
    return ends.points if isinstance(ends, Target) else None
