"""Explain in a sentence why a row of the table has its place."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from scoring.text import Count, Gap, Joined, Listing, Ordinal, Text
from scoring.tiebreaks.steps import Scope, Skip, SkipReason, Step, Value

if TYPE_CHECKING:
    from scoring.standings import Comparison, Row

Name = Callable[[Any], str]

UNSAID = frozenset(
    {SkipReason.NOT_HELD, SkipReason.NOT_DECIDED, SkipReason.MORE_THAN_TWO, SkipReason.NOT_AT_STAKE}
)
"""Reasons that need no explanation: the step was never meant for these entries."""

MANY = 4
"""With this many rivals or more, a tie is described by its size instead of by every name."""


def explain_place(row: Row[Any], name: Name) -> Text:
    """Return the place, the step that decided it, and the rivals it was decided against."""
    if row.level_with:
        return _with_skipped(_explain_tie(row, name), row.steps, row.steps[-1:], name)
    decided, place = row.decided_by, Ordinal(row.place)
    if decided is None:
        return Text("{place}, the only entry", place=place)
    why = _explain_own_value(row, decided, place) or _explain_split(row, decided, place, name)
    return _with_skipped(why, row.steps, [decided], name)


def _explain_own_value(row: Row[Any], decided: Comparison[Any], place: Ordinal) -> Text | None:
    """Explain a place that the first step of the chain decided; None if it took a later step."""
    first = next(c for c in row.steps if not c.skipped)
    if decided is not first or decided.step.scope is not Scope.OWN:
        return None
    amount = _to_amount(decided.step, decided.value_of(row.entry))
    if decided.step.name == "points" and row.made.points != row.points:
        return Text(
            "{place} with {amount} ({made} in {games})",
            place=place,
            amount=amount,
            made=row.made.points,
            games=Count("{n} game", "{n} games", row.games),
        )
    return Text("{place} with {amount}", place=place, amount=amount)


def _to_amount(step: Step, value: Value) -> Gap:
    if step.unit is None:
        return Text("{value} {step}", value=value, step=step.label)
    return step.unit.of(value)


def _explain_split(row: Row[Any], decided: Comparison[Any], place: Ordinal, name: Name) -> Text:
    """Explain a place that was decided among tied entries: the step that split them, and the
    values.
    """
    step = decided.step.label
    if decided.reason:
        reason = decided.reason
        return Text("{place} by {step}: {reason}", place=place, step=step, reason=reason)
    mine = decided.value_of(row.entry)
    rivals = decided.others(row.entry)
    if len(rivals) >= MANY:
        return Text(
            "{place} on {step} with {mine}, among {level} tied",
            place=place,
            step=step,
            mine=mine,
            level=len(decided.level),
        )
    if len(rivals) > 1:
        values = (
            Text("{name} {value}", name=name(e), value=decided.value_of(e)) for e in decided.order
        )
        return Text(
            "{place} on {step} among {level} tied: {values}",
            place=place,
            step=step,
            level=len(decided.level),
            values=Listing(tuple(values), Joined.COMMA),
        )
    gaps: dict[str, Gap] = {
        "place": place,
        "step": step,
        "mine": mine,
        "theirs": decided.value_of(rivals[0]),
        "rival": name(rivals[0]),
    }
    if decided.step.scope is Scope.MUTUAL:
        return Text("{place} on {step}, {mine}-{theirs} against {rival}", **gaps)
    return Text("{place} on {step}, {mine} to {theirs} for {rival}", **gaps)


def _explain_tie(row: Row[Any], name: Name) -> Text:
    rivals = tuple(name(entry) for entry in row.level_with)
    gaps: dict[str, Gap] = {
        "place": Ordinal(row.place),
        "others": Listing(rivals)
        if len(rivals) < MANY
        else Count("{n} other", "{n} others", len(rivals)),
        "on": _level_on(row),
    }
    if row.shared:
        return Text("shares {place} with {others}: {on}", **gaps)
    return Text("{place} in order of entry, next to {others}: {on}", **gaps)


def _level_on(row: Row[Any]) -> Text:
    steps = tuple(dict.fromkeys(c.step.label for c in row.steps if not c.skipped))
    if not steps:
        return Text("nothing separates them")
    return Text("tied on {steps}", steps=Listing(steps))


def _with_skipped(
    why: Text, steps: Sequence[Comparison[Any]], last: Sequence[Comparison[Any]], name: Name
) -> Text:
    """Add the steps that were skipped for these tied entries before the last step."""
    level = last[0].level if last else ()
    causes = {
        c.skipped: c.step.label
        for c in reversed(steps)
        if c.level is level and c.skipped and c.skipped.why not in UNSAID
    }
    if not causes:
        return why
    skipped = [
        Text("{step} skipped: {cause}", step=step, cause=_describe_skip(skip, name))
        for skip, step in reversed(causes.items())
    ]
    listing = Listing(tuple(skipped), Joined.SEMICOLON)
    return Text("{why} ({skipped})", why=why, skipped=listing)


def _describe_skip(skip: Skip, name: Name) -> Text:
    names = tuple(name(entry) for entry in skip.entries)
    if skip.why is SkipReason.NOT_ALL_MET:
        return Text("{names} did not meet", names=Listing(names))
    others: Gap = Listing(names)
    if len(names) >= MANY:
        others = Count("{n} of them", "{n} of them", len(names))
    return Text("not recorded for {others}", others=others)
