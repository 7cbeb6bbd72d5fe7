"""The data that tie-breaks read: the results of each entry, and prorated totals."""

from collections import Counter, defaultdict
from collections.abc import Collection, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from typing import Any, Generic, TypeVar

from scoring.results import Number, Result
from scoring.tiebreaks.measures import PLAYED, Measure, Sum, Total, sum_points

E = TypeVar("E", bound=Hashable)


class Prorate(Enum):
    """How totals over unequal numbers of games are made comparable.

    ``TO_MOST_GAMES`` is applied stage by stage.
    """

    TO_MOST_GAMES = "to the most games anybody has"
    NOT = "totals stand as they are"


@dataclass(frozen=True)
class ShootOutRecord(Generic[E]):
    """The 20s of each entry in a shoot-out: the open shots, then each sudden-death shot."""

    twenties: Mapping[E, tuple[int, ...]]


@dataclass(frozen=True)
class Decision(Generic[E]):
    """An order of tied entries that an organiser decided, with the reason."""

    order: tuple[E, ...]
    reason: str
    was_played: bool = False
    """True if the entries played for the order, instead of an organiser deciding it."""


def project_total(measure: Measure, results: Sequence[Result[Any]], due: int) -> Number | None:
    """Return the total of ``results`` projected to ``due`` games; None if a value is not recorded.

    Each missing game counts as the average of those really played. If fewer than half of them
    were played, there is no average to go by, and the total isn't changed.
    """
    total = measure(results)
    if total is None:
        return None
    made, games = total
    played = [result for result in results if result.ending is PLAYED]
    if games == due or 2 * len(played) < due:
        return made
    average_of = measure(played)
    assert average_of is not None  # they are among the results, which are all recorded
    return made + prorate_total(*average_of, due - games)


def prorate_total(total: Number, games: int, to: int) -> Number:
    """Return the exact total over another number of games.

    >>> prorate_total(54, games=9, to=10), prorate_total(51, games=9, to=10)
    (60, Fraction(170, 3))
    """
    if games in (to, 0):
        return total
    whole, rest = divmod(total * to, games)
    return Fraction(total * to, games) if rest else whole


class Record(Generic[E]):
    """The results of a stage by entry, with each total added up at most once."""

    def __init__(
        self,
        entries: Sequence[E],
        results: Iterable[Result[E]],
        prorate_to: int | Prorate = Prorate.TO_MOST_GAMES,
        strength: Sum = sum_points,
        shoot_outs: Sequence[ShootOutRecord[E]] = (),
        decisions: Sequence[Decision[E]] = (),
        withdrawn: Collection[E] = (),
    ) -> None:
        self.shoot_outs = shoot_outs
        self.decisions = decisions
        self._withdrawn = withdrawn
        self._strength = strength  # the measure of an opponent's strength
        self._results: dict[E, list[Result[E]]] = defaultdict(list)
        for result in results:
            self._results[result.entry].append(result)
        self._counting: dict[E, list[Result[E]]] = {}
        self._stages: dict[E, list[tuple[list[Result[E]], int]]] = {}
        self._met: dict[E, set[E]] = {}
        self._totals: dict[Measure, dict[E, Total | None]] = defaultdict(dict)
        self._values: dict[Measure, dict[E, Number | None]] = defaultdict(dict)
        self._strengths: dict[E, Number] = {}
        self._opposition: dict[E, list[Number]] = {}
        self.games_due = self._games_due(entries, prorate_to)

    def _games_due(self, entries: Sequence[E], to: int | Prorate) -> Mapping[int, int]:
        """Return how many games are compared in each stage; empty if nothing is projected."""
        due: dict[int, int] = {}
        for entry in () if to is Prorate.NOT else entries:
            for stage, games in Counter(r.stage for r in self.counting(entry)).items():
                most = max(due.get(stage, 0), games)
                due[stage] = to if isinstance(to, int) else most
        return due

    def _in_stages(self, entry: E) -> list[tuple[list[Result[E]], int]]:
        """Return an entry's counting results of each stage, and the games they are compared over."""
        if entry not in self._stages:
            by_stage: dict[int, list[Result[E]]] = defaultdict(list)
            for result in self.counting(entry):
                by_stage[result.stage].append(result)
            due = {} if entry in self._withdrawn else self.games_due
            self._stages[entry] = [
                (results, due.get(stage, len(results))) for stage, results in by_stage.items()
            ]
        return self._stages[entry]

    def due(self, entry: E) -> int:
        """Return the number of games that an entry's totals are compared over."""
        return sum(games for _results, games in self._in_stages(entry))

    def results(self, entry: E) -> Sequence[Result[E]]:
        """Return all results of an entry, including those that don't count."""
        return self._results.get(entry, ())

    def counting(self, entry: E) -> list[Result[E]]:
        """Return the results that have points, even if 0: the games of an entry."""
        if entry not in self._counting:
            found = [r for r in self.results(entry) if r.points is not None]
            self._counting[entry] = found
        return self._counting[entry]

    def met(self, entry: E) -> set[E]:
        """Return the opponents an entry has a counting match against."""
        if entry not in self._met:
            sides = (result.opponents for result in self.counting(entry))
            self._met[entry] = {opponent for side in sides for opponent in side}
        return self._met[entry]

    def total(self, measure: Measure, entry: E) -> Total | None:
        """Return what an entry really made and in how many games; None if not recorded."""
        known = self._totals[measure]
        if entry not in known:
            known[entry] = measure(self.counting(entry))
        return known[entry]

    def value(self, measure: Measure, entry: E) -> Number | None:
        """Return the total as it is compared: projected in each stage.

        If nothing is projected, a bye or a walkover that pays is still a game without shots: its
        20s are taken from the average of the games with shots.
        """
        known = self._values[measure]
        if entry not in known:
            known[entry] = self._add_up(measure, entry)
        return known[entry]

    def _add_up(self, measure: Measure, entry: E) -> Number | None:
        if self.total(measure, entry) is None:
            return None
        parts = (project_total(measure, *each) for each in self._in_stages(entry))
        return sum(part for part in parts if part is not None)

    def strength(self, entry: E) -> Number:
        """Return what an entry is worth as an opponent: its total in the stage's main score."""
        if entry not in self._strengths:
            self._strengths[entry] = self.value(self._strength, entry) or 0
        return self._strengths[entry]

    def opposition(self, entry: E) -> list[Number]:
        """Return what the opponents of each counting match are worth."""
        if entry not in self._opposition:
            worth = [self._worth(entry, result) for result in self.counting(entry)]
            self._opposition[entry] = worth
        return self._opposition[entry]

    def _worth(self, entry: E, result: Result[E]) -> Number:
        """Return the worth of a match's opponents: their mean if there are several.

        A bye, walkover or forfeit counts as an opponent exactly as good as the entry, so that
        luck in the pairing neither helps nor hurts.
        """
        met = result.opponents if result.ending is PLAYED else (entry,)
        if len(met) == 1:
            return self.strength(met[0])
        return Fraction(sum(map(self.strength, met)), len(met))

    def prorated(self, entry: E, total: Number, games: int, fewer: int = 0) -> Number:
        """Prorate a sum over opponents to all games due, less the ``fewer`` that were left out."""
        due = self.due(entry)
        played = sum(result.ending is PLAYED for result in self.counting(entry))
        if 2 * played < due:
            return total
        return prorate_total(total, games, max(due - fewer, 0))

    def shoot_out_between(self, level: Sequence[E]) -> ShootOutRecord[E] | None:
        """Return the last shoot-out that all of them took part in; None if there is none."""
        held = (s for s in reversed(self.shoot_outs) if s.twenties.keys() >= set(level))
        return next(held, None)

    def decision_about(self, level: Sequence[E], *, was_played: bool) -> Decision[E] | None:
        """Return the last decision, or the last play-off, that puts all of them in order, or
        None.
        """
        made = (d for d in reversed(self.decisions) if d.was_played is was_played)
        return next((d for d in made if set(d.order) >= set(level)), None)
