"""Places: entries ranked by a chain of tie-breaks, each row with its reasons.

>>> from scoring.results import match_results
>>> from scoring.sides import BySeat
>>> results = [
...     *match_results(BySeat("Ann", "Ben"), points=BySeat(3, 5), twenties=BySeat(6, 4)),
...     *match_results(BySeat("Ann", "Cy"), points=BySeat(6, 2), twenties=BySeat(5, 7)),
...     *match_results(BySeat("Ben", "Cy"), points=BySeat(4, 4), twenties=BySeat(2, 6)),
... ]
>>> for row in rank_entries(["Ann", "Ben", "Cy"], results):
...     print(row.place, row.entry, row.points, row.because())
1 Ben 9 first on head-to-head, 5-3 against Ann
2 Ann 9 second on head-to-head, 3-5 against Ben
3 Cy 6 third with 6 points
"""

from collections import defaultdict
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import accumulate
from typing import Generic, TypeVar, cast

from scoring.reasons import explain_place
from scoring.results import Number, Result, SatOut, sat_out_in
from scoring.text import Text
from scoring.tiebreaks import measures
from scoring.tiebreaks.chains import ROUND_ROBIN, Chain, steps_of, strength_in
from scoring.tiebreaks.record import Decision, Prorate, Record, ShootOutRecord
from scoring.tiebreaks.steps import Scope, Skip, SkipReason, Step, Value

E = TypeVar("E", bound=Hashable)

OWN, GIVEN = Scope.OWN, Scope.GIVEN


class AfterSplit(Enum):
    """What happens to entries still tied after a step has separated some others."""

    START_AGAIN = "start-again"
    """The chain starts again from its top for those still tied."""
    CONTINUE = "continue"
    """Those still tied go on with the next step."""


class Places(Enum):
    """The places of entries that no step could separate."""

    SHARED = "1, 2, 2, 4"
    FORCED = "1, 2, 3, 4: level entries stay in the order they were entered"


@dataclass(frozen=True, slots=True)
class Comparison(Generic[E]):
    """One step of the chain, applied to the entries that were tied when it was reached."""

    step: Step
    level: tuple[E, ...]
    values: tuple[Value, ...]  # one for each of the tied entries; none when skipped
    skipped: Skip | None = None
    reason: str = ""
    splits: bool = False

    def value_of(self, entry: E) -> Value:
        return self.values[self.level.index(entry)]

    @property
    def order(self) -> tuple[E, ...]:
        """The tied entries, best first."""
        return tuple(entry for part in _group_by_value(self) for entry in part)

    def others(self, entry: E) -> tuple[E, ...]:
        return tuple(other for other in self.level if other != entry)


@dataclass(frozen=True, slots=True)
class Made:
    """What an entry really made, without any prorating."""

    points: Number
    twenties: Number | None
    shot_in: int
    """The number of games in which 20s could be shot: byes and walkovers are not among them."""


@dataclass(frozen=True, slots=True)
class Row(Generic[E]):
    """One line of a table, and the reasons for its place.

    ``points`` and ``twenties`` are as compared, projected to ``due`` games; ``made`` is what was
    really made in ``games`` games. ``shared`` is true if others have the same place. ``steps`` are
    all comparisons the entry went through. ``ahead`` and ``behind`` are the comparisons that
    separate the row from the one above and the one below, None if nothing does.
    """

    place: int
    entry: E
    games: int
    points: Number
    twenties: Number | None
    made: Made
    sat_out: SatOut
    due: int
    shared: bool
    level_with: tuple[E, ...]
    steps: tuple[Comparison[E], ...]
    ahead: Comparison[E] | None
    behind: Comparison[E] | None

    @property
    def decided_by(self) -> Comparison[E] | None:
        """The last comparison that separated this entry from another."""
        return next((c for c in reversed(self.steps) if c.splits), None)

    def because(self, name: Callable[[E], str] = str) -> Text:
        """Explain the place in a sentence: "third on head-to-head, 5-3 against Ben"."""
        return explain_place(self, name)


def rank_entries(
    entries: Iterable[E],
    results: Iterable[Result[E]],
    chain: Chain = ROUND_ROBIN,
    *,
    prorate_to: int | Prorate = Prorate.TO_MOST_GAMES,
    after_split: AfterSplit = AfterSplit.START_AGAIN,
    places: Places = Places.SHARED,
    shoot_outs: Sequence[ShootOutRecord[E]] = (),
    decisions: Sequence[Decision[E]] = (),
    at_stake: Collection[int] = (),
    withdrawn: Collection[E] = (),
) -> tuple[Row[E], ...]:
    """Rank these entries, first place first.

    Totals over unequal games are projected as ``project`` does; those of ``withdrawn`` never are.

    ``at_stake`` lists places after which a line runs that matters: 8 for a cut after the eighth,
    1, 2 and 3 for the podium. Some steps are asked only for ties across such a line.

    ``results`` may contain results of entries that are not in ``entries``: matches against a
    player who has left the table still count for those who stay.
    """
    entered = tuple(dict.fromkeys(entries))
    strength = strength_in(steps_of(chain))
    record = Record(entered, results, prorate_to, strength, shoot_outs, decisions, withdrawn)
    return rank_record(record, entered, chain, after_split, places, at_stake)


def rank_record(
    record: Record[E],
    entries: tuple[E, ...],
    chain: Chain,
    after_split: AfterSplit = AfterSplit.START_AGAIN,
    places: Places = Places.SHARED,
    at_stake: Collection[int] = (),
) -> tuple[Row[E], ...]:
    """Rank the entries of a record as ``rank_entries`` does."""
    ties = _Resolver(record, steps_of(chain), after_split, at_stake).resolve(entries)
    return tuple(_build_rows(record, list(ties), places))


def measure_entries(
    entries: Iterable[E],
    results: Iterable[Result[E]],
    chain: Chain = ROUND_ROBIN,
    *,
    prorate_to: int | Prorate = Prorate.TO_MOST_GAMES,
    withdrawn: Collection[E] = (),
) -> dict[str, dict[E, Number | None]]:
    """Return the values of every step for every entry, even if no tie reached the step.

    The key is the name of a step that looks at an entry's own results; the value is None if it
    is not recorded.
    """
    entered = tuple(dict.fromkeys(entries))
    strength = strength_in(steps_of(chain))
    record = Record(entered, results, prorate_to, strength, withdrawn=withdrawn)
    return measure_record(record, entered, chain)


def measure_record(
    record: Record[E], entries: Sequence[E], chain: Chain
) -> dict[str, dict[E, Number | None]]:
    """Return the values of every step for the entries of a record, as ``measure_entries`` does."""

    def value(step: Step, entry: E) -> Number | None:
        reading = step.read(record, (entry,))
        if isinstance(reading, Skip):
            return None
        return cast(Number, reading.values[0])  # tuples of tries come only from ``GIVEN`` steps

    return {
        step.name: {entry: value(step, entry) for entry in entries}
        for step in steps_of(chain)
        if step.scope is OWN
    }


@dataclass(frozen=True, slots=True)
class _Tie(Generic[E]):
    """Entries tied so far, the comparisons behind them, and the next step."""

    level: tuple[E, ...]
    path: tuple[Comparison[E], ...] = ()
    position: int = 0
    settled: frozenset[int] = frozenset()  # steps they are known to be tied on
    place: int = 1  # the first place that they fill

    def is_across(self, lines: Collection[int]) -> bool:
        """True if one of these lines runs between the places they fill."""
        return any(self.place <= line < self.place + len(self.level) - 1 for line in lines)


@dataclass(frozen=True, slots=True)
class _Resolver(Generic[E]):
    """Takes ties down the chain until each is one entry or the chain ends."""

    record: Record[E]
    steps: tuple[Step, ...]
    after_split: AfterSplit
    at_stake: Collection[int] = ()

    def resolve(self, entries: tuple[E, ...]) -> Iterator[_Tie[E]]:
        """Yield the ties that can't be split further, in the order of the table."""
        waiting = [_Tie(entries)] if entries else []
        while waiting:
            tie = waiting.pop()
            parts = self._split(tie) if len(tie.level) > 1 else [tie]
            if len(parts) == 1:
                yield parts[0]
            else:
                waiting.extend(reversed(parts))

    def _split(self, tie: _Tie[E]) -> list[_Tie[E]]:
        """Split a tie into parts, best first; one part if no step can split it."""
        path, settled = list(tie.path), set(tie.settled)
        for position in range(tie.position, len(self.steps)):
            if position in settled:
                continue
            step = self.steps[position]
            comparison = self._compare(step, tie)
            path.append(comparison)
            if step.scope is OWN and not comparison.skipped:
                settled.add(position)
            if comparison.splits:
                onward = self._onward(step, position)
                way = tuple(path), onward, frozenset(settled)
                parts = _group_by_value(comparison)
                before = accumulate(map(len, parts), initial=tie.place)
                return [_Tie(part, *way, place) for part, place in zip(parts, before, strict=False)]
        return [_Tie(tie.level, tuple(path), place=tie.place)]

    def _compare(self, step: Step, tie: _Tie[E]) -> Comparison[E]:
        if step.at_stake_only and not tie.is_across(self.at_stake):
            return Comparison(step, tie.level, (), Skip(SkipReason.NOT_AT_STAKE))
        return _compare_entries(step, self.record, tie.level)

    def _onward(self, step: Step, position: int) -> int:
        """Return the next position.

        A ``GIVEN`` step repeats: a second shoot-out may have fewer entries.
        """
        if self.after_split is AfterSplit.START_AGAIN:
            return 0
        return position if step.scope is GIVEN else position + 1


def _compare_entries(step: Step, record: Record[E], level: tuple[E, ...]) -> Comparison[E]:
    reading = step.read(record, level)
    if isinstance(reading, Skip):
        return Comparison(step, level, (), reading)
    values = tuple(reading.values)
    return Comparison(step, level, values, None, reading.reason, len(set(values)) > 1)


def _group_by_value(comparison: Comparison[E]) -> list[tuple[E, ...]]:
    """Group the entries by value, best first, in their old order within a value."""
    by_value: dict[Value, list[E]] = defaultdict(list)
    for entry, value in zip(comparison.level, comparison.values, strict=True):
        by_value[value].append(entry)
    values = cast("list[Number]", list(by_value))  # one step gives values of one kind
    best_first = sorted(values, reverse=not comparison.step.low_first)
    return [tuple(by_value[value]) for value in best_first]


def _build_rows(record: Record[E], ties: Sequence[_Tie[E]], places: Places) -> Iterator[Row[E]]:
    parted = [None, *map(_last_shared_comparison, ties, ties[1:]), None]
    before = 0
    for n, tie in enumerate(ties):
        last = len(tie.level) - 1
        for offset, entry in enumerate(tie.level):
            shared = last > 0 and places is Places.SHARED
            games = sum(not each.is_averaged for each in record.counting(entry))
            yield Row(
                place=before + 1 + (0 if shared else offset),
                entry=entry,
                games=games,
                points=record.value(measures.sum_points, entry) or 0,
                twenties=record.value(measures.sum_twenties, entry),
                made=_made_by(record, entry),
                sat_out=sat_out_in(record.counting(entry)),
                due=record.due(entry),
                shared=shared,
                level_with=tuple(other for other in tie.level if other != entry),
                steps=tie.path,
                ahead=parted[n] if offset == 0 else None,
                behind=parted[n + 1] if offset == last else None,
            )
        before += len(tie.level)


def _last_shared_comparison(upper: _Tie[E], lower: _Tie[E]) -> Comparison[E]:
    """Return the last comparison that two neighbouring ties have in common."""
    pairs = zip(upper.path, lower.path, strict=False)
    return [mine for mine, theirs in pairs if mine is theirs][-1]


def _made_by(record: Record[E], entry: E) -> Made:
    played = [each for each in record.counting(entry) if not each.is_averaged]
    points, _ = measures.sum_points(played)
    twenties, shot_in = record.total(measures.sum_twenties, entry) or (None, 0)
    return Made(points, twenties, shot_in)
