"""What a step of a tie chain is, and the ways a total becomes one."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from typing import Any

from scoring.results import Number
from scoring.text import Text, Unit
from scoring.tiebreaks.measures import Measure, Results
from scoring.tiebreaks.record import Record, project

Level = Sequence[Any]
"""The entries that are still level when a step is reached."""

Value = Number | tuple[int, ...]


class SkipReason(Enum):
    """Why a step could say nothing about the entries that were level."""

    NOT_RECORDED = Text("not recorded")
    NOT_ALL_MET = Text("not all of them met")
    MORE_THAN_TWO = Text("more than two are tied")
    NOT_HELD = Text("no shoot-out was held")
    NOT_DECIDED = Text("no decision was made")
    NOT_AT_STAKE = Text("no place that matters is at stake")


@dataclass(frozen=True, slots=True)
class Skip:
    """A step that was passed over, why, and which entries are the cause."""

    why: SkipReason
    entries: tuple[Any, ...] = ()


@dataclass(frozen=True, slots=True)
class Reading:
    """One value for each of the level entries, in their order."""

    values: Sequence[Value]
    reason: str = ""


class Scope(Enum):
    """What a step looks at, which is how a page words it."""

    OWN = "own"
    """Each entry's own results."""
    MUTUAL = "mutual"
    """The matches between the level entries."""
    GIVEN = "given"
    """What somebody tells us."""


@dataclass(frozen=True, slots=True)
class Step:
    """One link of a chain: its name, what people call it, and what it reads."""

    name: str
    label: Text
    read: Callable[[Record[Any], Level], Reading | Skip]
    scope: Scope = Scope.OWN
    low_first: bool = False
    at_stake_only: bool = False
    """Asked only where a line that matters, a cut or the podium, runs between the level."""
    unit: Unit | None = None
    """How so many of it are said: "with 1 win"; without one, "with 8 20s"."""


def own(name: str, label: Text, measure: Measure, unit: Unit | None = None) -> Step:
    """The total over all of an entry's results."""

    def read(record: Record[Any], level: Level) -> Reading | Skip:
        return _if_recorded(level, [record.value(measure, entry) for entry in level])

    return Step(name, label, read, unit=unit)


def mini(name: str, label: Text, measure: Measure) -> Step:
    """The total over the matches between the level entries, if they all met."""

    def read(record: Record[Any], level: Level) -> Reading | Skip:
        strangers = _strangers(record, level)
        if strangers:
            return Skip(SkipReason.NOT_ALL_MET, strangers)
        mutual = list(_mutual(record, level))
        return _if_recorded(level, _on_equal_games(record, measure, mutual))

    return Step(name, label, read, Scope.MUTUAL)


def at_stake(step: Step, name: str) -> Step:
    """The same step, asked only of those who are level across a line that matters."""
    label = Text("{step} for a place that matters", step=step.label)
    return replace(step, name=name, label=label, at_stake_only=True)


def head_to_head(name: str, label: Text, measure: Measure) -> Step:
    """As the mini-league, but only when exactly two are level."""
    of_two = mini(name, label, measure)

    def read(record: Record[Any], level: Level) -> Reading | Skip:
        return of_two.read(record, level) if len(level) == 2 else Skip(SkipReason.MORE_THAN_TWO)

    return Step(name, label, read, Scope.MUTUAL)


def fewer(name: str, label: Text, count: Callable[[Results], int], unit: Unit) -> Step:
    """A plain count of what happened, never prorated: the lowest comes first."""

    def read(record: Record[Any], level: Level) -> Reading:
        return Reading([count(record.results(entry)) for entry in level])

    return Step(name, label, read, low_first=True, unit=unit)


def each(name: str, label: Text, value: Callable[[Record[Any], Any], Number]) -> Step:
    """A value worked out for one entry at a time, when a tie reaches it."""

    def read(record: Record[Any], level: Level) -> Reading:
        return Reading([value(record, entry) for entry in level])

    return Step(name, label, read)


def shoot_out(record: Record[Any], level: Level) -> Reading | Skip:
    """Open shots first, then sudden death: more 20s, earlier, is better.

    A sudden-death shot counts once all who shot have taken it. Entries without any shot
    come last.
    """
    held = record.shoot_out_between(level)
    if held is None:
        return Skip(SkipReason.NOT_HELD)
    tries = [held.twenties[entry] for entry in level]
    taken = min((len(shots) for shots in tries if shots), default=0)
    return Reading([shots[:taken] for shots in tries])


def decision(record: Record[Any], level: Level) -> Reading | Skip:
    """The order an organiser put them in, with the reason given."""
    return _put_in_order(record, level, SkipReason.NOT_DECIDED)


def play_off(record: Record[Any], level: Level) -> Reading | Skip:
    """Whoever won the match they played for the place."""
    return _put_in_order(record, level, SkipReason.NOT_HELD)


def _put_in_order(record: Record[Any], level: Level, if_not: SkipReason) -> Reading | Skip:
    made = record.decision_about(level, was_played=if_not is SkipReason.NOT_HELD)
    if made is None:
        return Skip(if_not)
    return Reading([made.order.index(entry) + 1 for entry in level], made.reason)


def _if_recorded(level: Level, values: Sequence[Number | None]) -> Reading | Skip:
    known = [value for value in values if value is not None]
    if len(known) == len(values):
        return Reading(known)
    pairs = zip(level, values, strict=True)
    return Skip(SkipReason.NOT_RECORDED, tuple(entry for entry, value in pairs if value is None))


def _strangers(record: Record[Any], level: Level) -> tuple[Any, ...]:
    """The first two of the level entries that never met."""
    everyone = set(level)
    for entry in level:
        unmet = everyone - record.met(entry) - {entry}
        if unmet:
            return entry, next(other for other in level if other in unmet)
    return ()


def _mutual(record: Record[Any], level: Level) -> Iterator[Results]:
    """Each level entry's results against any of the others."""
    everyone = set(level)
    for entry in level:
        results = record.counting(entry)
        yield [r for r in results if not everyone.isdisjoint(r.opponents)]


def _on_equal_games(
    record: Record[Any], measure: Measure, mutual: Sequence[Results]
) -> list[Number | None]:
    """Projected to the most mutual games, where some met an opponent more than once."""
    totals = [measure(results) for results in mutual]
    if not record.games_due:
        return [None if total is None else total[0] for total in totals]
    most = max((total[1] for total in totals if total is not None), default=0)
    return [project(measure, results, most) for results in mutual]
