"""Why a row stands where it stands, in plain English.

A page that speaks another language builds its own sentence from the same row.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from scoring.tiebreaks.steps import Scope, Skip, Value, Why

if TYPE_CHECKING:
    from scoring.standings import Comparison, Row

Name = Callable[[Any], str]

ORDINALS = (
    *("first", "second", "third", "fourth", "fifth", "sixth"),
    *("seventh", "eighth", "ninth", "tenth", "eleventh", "twelfth"),
)
VULGAR = {
    Fraction(1, 2): "½",
    Fraction(1, 3): "⅓",
    Fraction(2, 3): "⅔",
    Fraction(1, 4): "¼",
    Fraction(3, 4): "¾",
}
UNSAID = frozenset({Why.NOT_HELD, Why.NOT_DECIDED, Why.MORE_THAN_TWO})
"""Nobody asks why a step was skipped that was never meant for them."""

MANY = 4
"""Above this, a tie is told by its size and not by every name."""


def sentence(row: Row[Any], name: Name) -> str:
    """The place, the step that decided it, and against whom."""
    if row.level_with:
        return _level(row, name) + _skipped(row.steps, row.steps[-1:], name)
    decided = row.decided_by
    if decided is None:
        return f"{ordinal(row.place)}, the only entry"
    why = _alone(row, decided) or _on(row, decided, name)
    return ordinal(row.place) + why + _skipped(row.steps, [decided], name)


def ordinal(place: int) -> str:
    """
    >>> ordinal(3), ordinal(13), ordinal(21), ordinal(102)
    ('third', '13th', '21st', '102nd')
    """
    if place <= len(ORDINALS):
        return ORDINALS[place - 1]
    ending = {1: "st", 2: "nd", 3: "rd"}.get(place % 10, "th")
    return f"{place}{'th' if place % 100 in (11, 12, 13) else ending}"


def listed(words: Sequence[str]) -> str:
    """
    >>> listed(["Ann"]), listed(["Ann", "Ben", "Cy"])
    ('Ann', 'Ann, Ben and Cy')
    """
    return " and ".join(filter(None, [", ".join(words[:-1]), words[-1]]))


def shown(value: Value) -> str:
    """
    Parts as people write them, and exactly: 19½, 43.2, 5 5/7.

    >>> shown(5), shown(Fraction(39, 2)), shown(Fraction(216, 5)), shown((9, 1))
    ('5', '19½', '43.2', '9+1')
    """
    if isinstance(value, tuple):
        return "+".join(map(str, value))
    whole, part = divmod(value, 1)
    if not part or whole < 0:
        return str(value)
    if part not in VULGAR and part * 100 == part * 100 // 1:
        return f"{float(value):g}"
    return f"{whole or ''}{VULGAR.get(Fraction(part), f' {part}')}".strip()


def _alone(row: Row[Any], decided: Comparison[Any]) -> str:
    """Nobody was level with it on the first thing that counts: the value says it all."""
    first = next(c for c in row.steps if not c.skipped)
    if decided is not first or decided.step.scope is not Scope.OWN:
        return ""
    value, label = shown(decided.value_of(row.entry)), decided.step.label
    unit = label.removesuffix("s") if value == "1" and label != "20s" else label
    if decided.step.name == "points" and row.made.points != row.points:
        return f" with {value} {unit} ({shown(row.made.points)} in {_games(row.games)})"
    return f" with {value} {unit}"


def _on(row: Row[Any], decided: Comparison[Any], name: Name) -> str:
    """Somebody was level with it: the step that separated them, and both values."""
    if decided.reason:
        return f" by {decided.step.label}: {decided.reason}"
    label, mine = decided.step.label, shown(decided.value_of(row.entry))
    rivals = decided.others(row.entry)
    if len(rivals) >= MANY:
        return f" on {label}, with {mine}, of {len(decided.level)} level"
    if len(rivals) > 1:
        values = ", ".join(
            f"{name(e)} {shown(decided.value_of(e))}" for e in decided.order
        )
        return f" on {label} between {len(decided.level)}: {values}"
    theirs, rival = shown(decided.value_of(rivals[0])), name(rivals[0])
    if decided.step.scope is Scope.MUTUAL:
        return f" on {label}, {mine}-{theirs} against {rival}"
    return f" on {label}, {mine} to {theirs} for {rival}"


def _level(row: Row[Any], name: Name) -> str:
    rivals = [name(entry) for entry in row.level_with]
    whom = listed(rivals) if len(rivals) < MANY else f"{len(rivals)} others"
    labels = list(dict.fromkeys(c.step.label for c in row.steps if not c.skipped))
    on = f"level on {listed(labels)}" if labels else "nothing separates them"
    if row.shared:
        return f"shares {ordinal(row.place)} with {whom}: {on}"
    return f"{ordinal(row.place)} in order of entry, beside {whom}: {on}"


def _skipped(
    steps: Sequence[Comparison[Any]], last: Sequence[Comparison[Any]], name: Name
) -> str:
    """What was passed over for these level entries on the way to the last step."""
    level = last[0].level if last else ()
    causes = {
        c.skipped: c.step.label
        for c in reversed(steps)
        if c.level is level and c.skipped and c.skipped.why not in UNSAID
    }
    told = [f"{label} skipped: {_cause(skip, name)}" for skip, label in causes.items()]
    return f" ({'; '.join(reversed(told))})" if told else ""


def _cause(skip: Skip, name: Name) -> str:
    names = [name(entry) for entry in skip.entries]
    if skip.why is Why.NOT_ALL_MET:
        return f"{listed(names)} did not meet"
    whom = listed(names) if len(names) < MANY else f"{len(names)} of them"
    return f"not recorded for {whom}"


def _games(games: int) -> str:
    return "1 game" if games == 1 else f"{games} games"
