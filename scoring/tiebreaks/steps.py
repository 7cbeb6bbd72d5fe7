"""The steps of a tie chain, and the ways to make one from a total."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from typing import Any

from scoring.results import Number
from scoring.text import Text, Unit
from scoring.tiebreaks.measures import Measure, Results
from scoring.tiebreaks.record import Record, project_total

Level = Sequence[Any]
"""The entries that are still tied when a step is reached."""

Value = Number | tuple[int, ...]


class SkipReason(Enum):
    """Why a step has no values for the tied entries."""

    NOT_RECORDED = Text("not recorded")
    NOT_ALL_MET = Text("not all of them met")
    MORE_THAN_TWO = Text("more than two are tied")
    NOT_HELD = Text("no shoot-out was held")
    NOT_DECIDED = Text("no decision was made")
    NOT_AT_STAKE = Text("no place that matters is at stake")


@dataclass(frozen=True, slots=True)
class Skip:
    """A step that was skipped, the reason, and the entries that are the cause."""

    why: SkipReason
    entries: tuple[Any, ...] = ()


@dataclass(frozen=True, slots=True)
class Reading:
    """One value for each of the tied entries, in their order."""

    values: Sequence[Value]
    reason: str = ""


class Scope(Enum):
    """The results that a step looks at; pages word it accordingly."""

    OWN = "own"
    """Each entry's own results."""
    MUTUAL = "mutual"
    """The matches between the tied entries."""
    GIVEN = "given"
    """An order that is entered: by an organiser, or from a match for the place."""


@dataclass(frozen=True, slots=True)
class Step:
    """One link of a chain: its name, its label, and the values it reads."""

    name: str
    label: Text
    read: Callable[[Record[Any], Level], Reading | Skip]
    scope: Scope = Scope.OWN
    low_first: bool = False
    at_stake_only: bool = False
    """Asked only if a line that matters, a cut or the podium, runs between the tied entries."""
    unit: Unit | None = None
    """How an amount of it is worded: "with 1 win"; None gives "with 8 20s"."""


def own_total(name: str, label: Text, measure: Measure, unit: Unit | None = None) -> Step:
    """Return a step on the total over all of an entry's results."""

    def read(record: Record[Any], level: Level) -> Reading | Skip:
        return _if_recorded(level, [record.value(measure, entry) for entry in level])

    return Step(name, label, read, unit=unit)


def mini_league(name: str, label: Text, measure: Measure) -> Step:
    """Return a step on the matches between the tied entries, skipped unless they all met."""

    def read(record: Record[Any], level: Level) -> Reading | Skip:
        strangers = _find_strangers(record, level)
        if strangers:
            return Skip(SkipReason.NOT_ALL_MET, strangers)
        mutual = list(_mutual_results(record, level))
        return _if_recorded(level, _on_equal_games(record, measure, mutual))

    return Step(name, label, read, Scope.MUTUAL)


def at_stake(step: Step, name: str) -> Step:
    """Return the same step, asked only of entries tied across a line that matters."""
    label = Text("{step} for a place that matters", step=step.label)
    return replace(step, name=name, label=label, at_stake_only=True)


def head_to_head(name: str, label: Text, measure: Measure) -> Step:
    """Return a step like ``mini_league``, but only for ties of exactly two."""
    of_two = mini_league(name, label, measure)

    def read(record: Record[Any], level: Level) -> Reading | Skip:
        return of_two.read(record, level) if len(level) == 2 else Skip(SkipReason.MORE_THAN_TWO)

    return Step(name, label, read, Scope.MUTUAL)


def fewer_first(name: str, label: Text, count: Callable[[Results], int], unit: Unit) -> Step:
    """Return a step on a count that is never prorated; the lowest comes first."""

    def read(record: Record[Any], level: Level) -> Reading:
        return Reading([count(record.results(entry)) for entry in level])

    return Step(name, label, read, low_first=True, unit=unit)


def each_value(name: str, label: Text, value: Callable[[Record[Any], Any], Number]) -> Step:
    """Return a step on a value that is worked out for one entry at a time."""

    def read(record: Record[Any], level: Level) -> Reading:
        return Reading([value(record, entry) for entry in level])

    return Step(name, label, read)


def shoot_out(record: Record[Any], level: Level) -> Reading | Skip:
    """Compare open shots first, then sudden death: more 20s, earlier, is better.

    A sudden-death shot counts once all who shot have taken it. Entries without any shot come last.
    """
    held = record.shoot_out_between(level)
    if held is None:
        return Skip(SkipReason.NOT_HELD)
    tries = [held.twenties[entry] for entry in level]
    taken = min((len(shots) for shots in tries if shots), default=0)
    return Reading([shots[:taken] for shots in tries])


def by_decision(record: Record[Any], level: Level) -> Reading | Skip:
    """Read the order that an organiser decided, with the reason given."""
    return _put_in_order(record, level, SkipReason.NOT_DECIDED)


def play_off(record: Record[Any], level: Level) -> Reading | Skip:
    """Put the winner of the match played for the place first."""
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


def _find_strangers(record: Record[Any], level: Level) -> tuple[Any, ...]:
    """Return the first two of the tied entries that never met; empty if all met."""
    everyone = set(level)
    for entry in level:
        unmet = everyone - record.met(entry) - {entry}
        if unmet:
            return entry, next(other for other in level if other in unmet)
    return ()


def _mutual_results(record: Record[Any], level: Level) -> Iterator[Results]:
    """Yield each tied entry's results against any of the others."""
    everyone = set(level)
    for entry in level:
        results = record.counting(entry)
        yield [r for r in results if not everyone.isdisjoint(r.opponents)]


def _on_equal_games(
    record: Record[Any], measure: Measure, mutual: Sequence[Results]
) -> list[Number | None]:
    """Project to the most mutual games, if some met an opponent more than once."""
    totals = [measure(results) for results in mutual]
    if not record.games_due:
        return [None if total is None else total[0] for total in totals]
    most = max((total[1] for total in totals if total is not None), default=0)
    return [project_total(measure, results, most) for results in mutual]
