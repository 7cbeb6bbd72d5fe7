"""Match formats in words, and the choices for a stage.

>>> from scoring.presets import PRESETS, SINGLES
>>> conventional = PRESETS["conventional-singles"].rule
>>> [format_in_words("sheet-play-off", sheet) for sheet in (SINGLES, conventional)]
['One game, first to 9', 'One game by the rule sheet']
"""

from collections.abc import Iterator

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from leagues.stages.stage_plan import ONE_GAME, OWN, match_format
from scoring.matches import BestOf, MatchFormat
from scoring.rules import GameRule, Target

FORMATS: dict[str, Promise] = {
    "": gettext_lazy("One game by the rule sheet"),
    "four-rounds": gettext_lazy("Four rounds, a tie counts"),
    "four-rounds-deciding-round": gettext_lazy("Four rounds; if tied, one more round"),
    "four-rounds-shoot-out": gettext_lazy("Four rounds; if tied, a 20s shoot-out"),
    "first-to-5": gettext_lazy("First to 5"),
    "first-to-7": gettext_lazy("First to 7"),
    "first-to-8": gettext_lazy("First to 8"),
    "first-to-9": gettext_lazy("First to 9"),
    "first-to-11": gettext_lazy("First to 11"),
    "first-to-12": gettext_lazy("First to 12"),
    "even-rounds-to-5": gettext_lazy("To 5, once both have shot first equally often"),
    "even-rounds-to-9": gettext_lazy("To 9, once both have shot first equally often"),
    "even-rounds-to-11": gettext_lazy("To 11, once both have shot first equally often"),
    "best-of-3-to-5": gettext_lazy("Best of three, first to 5"),
    "best-of-3-to-5-even-rounds": gettext_lazy(
        "Best of three, first to 5, the last once both have shot first equally often"
    ),
    "quinte": gettext_lazy("Quinte: best of three games of four rounds"),
    "quinte-stopping-early": gettext_lazy("Quinte, ending as soon as it’s decided"),
    "shoot-out": gettext_lazy("A 20s shoot-out"),
    "to-100": gettext_lazy("By difference, first to 100"),
    "to-120": gettext_lazy("By difference, first to 120"),
    "four-rounds-difference": gettext_lazy("Four rounds by difference"),
    "four-rounds-difference-deciding-round": gettext_lazy(
        "Four rounds by difference; if tied, one more round"
    ),
    "lead-by-100": gettext_lazy("By difference, until one leads by 100"),
    OWN: gettext_lazy("Custom format"),
}
BY_THE_SHEET = ("", "sheet-deciding-round", "sheet-play-off", "sheet-best-of-3")
BY_DIFFERENCE = (
    "to-100", "to-120", "four-rounds-difference",
    "four-rounds-difference-deciding-round", "lead-by-100",
)  # fmt: skip
FOR_POINTS = tuple(name for name in FORMATS if name not in {"", *BY_DIFFERENCE, OWN})


def format_in_words(name: str, sheet: GameRule, *, needs_winner: bool = False) -> str:
    """The named format in words; if ``needs_winner``, with what breaks a tie."""
    if needs_winner and not name:
        name = ONE_GAME
    if name in FORMATS:
        words = str(FORMATS[name])
        if needs_winner and _may_tie(name, sheet):
            return _("%(format)s; in a bracket, one more round breaks a tie") % {"format": words}
        return words
    return _format_by_sheet(sheet, _format_named(name, sheet))


def _format_by_sheet(sheet: GameRule, played: MatchFormat) -> str:
    """A format that depends on the rule sheet, in words."""
    ends = played.rule.ends
    first_to = ends.points if isinstance(ends, Target) and ends != sheet.ends else None
    if isinstance(played, BestOf):
        if first_to:
            return _("Best of three games, each first to %(n)s") % {"n": first_to}
        return _("Best of three games by the rule sheet")
    if first_to:
        return _("One game, first to %(n)s") % {"n": first_to}
    words = str(FORMATS[""])
    return _with_decider(words) if sheet.ends.may_tie else words


def _with_decider(words: str) -> str:
    return _("%(format)s; if tied, one more round") % {"format": words}


def _may_tie(name: str, sheet: GameRule) -> bool:
    return name != OWN and _format_named(name, sheet).may_tie


def _format_named(name: str, sheet: GameRule) -> MatchFormat:
    return match_format({"name": name} if name else {}, sheet)


def with_a_winner(name: str, sheet: GameRule) -> str:
    """The format for a bracket: ``name``, or one game with a deciding round if ``name`` may tie."""
    return ONE_GAME if not name or _may_tie(name, sheet) else name


Choice = tuple[str, str]


def formats_to_choose(
    sheet: GameRule, chosen: str, *, needs_winner: bool
) -> Iterator[tuple[str, list[Choice]]]:
    """Yield groups of formats for a stage; if ``needs_winner``, without those that may tie."""
    for group, names in (
        (_("By the rule sheet"), _by_the_sheet(sheet, chosen, needs_winner)),
        (_("For 2, 1 or 0 points a round"), FOR_POINTS),
        (_("By difference"), BY_DIFFERENCE),
    ):
        yield (
            group,
            [
                (name, format_in_words(name, sheet))
                for name in names
                if not needs_winner or with_a_winner(name, sheet) == name
            ],
        )


def _by_the_sheet(sheet: GameRule, chosen: str, needs_winner: bool) -> tuple[str, ...]:
    """The formats that follow the sheet. Of equivalent ones, one is offered: ``chosen`` if it is
    among them.
    """
    offered: dict[MatchFormat, str] = {}
    for name in BY_THE_SHEET[needs_winner:]:
        played = _format_named(name, sheet)
        if name == chosen or played not in offered:
            offered[played] = name
    return tuple(offered.values())
