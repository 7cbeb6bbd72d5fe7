"""A round as it was written down, and the points it pays.

A scorer may know the discs in every zone, only the totals, or only the result; with the
number of 20s or without:

>>> from scoring.presets import PRESETS
>>> twelve = PRESETS["classic-twelve-singles"].rule
>>> ann = Zones(twenties=2, fifteens=3, tens=1)
>>> ben = Zones(twenties=1, fifteens=2, tens=2, fives=1)
>>> counted = score_round(twelve, ByDiscs(BySeat(ann, ben)))
>>> counted.score, counted.points
(BySeat(95, 75), BySeat(20, 0))

An impossible score is refused with a sentence:

>>> score_round(twelve, ByDiscs(BySeat(Zones(tens=14), ben)))
Traceback (most recent call last):
scoring.errors.ScoreError: side A: 14 discs, but this game is played with 12 a side
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import astuple, dataclass
from typing import Any, Protocol

from scoring.errors import ScoreError
from scoring.outcome import Points
from scoring.rules import GameRule
from scoring.sides import BySeat, Seat
from scoring.text import Count, Text

__all__ = [
    "ByDiscs",
    "ByResult",
    "ByTotals",
    "RoundScore",
    "ScoreError",
    "ScoredRound",
    "Unusual",
    "Zones",
    "find_unusual",
    "possible_totals",
    "score_as_recorded",
    "score_round",
]

Twenties = BySeat[int | None]
"""The 20s of each side. None means they were not written down, which is not the same as 0."""


@dataclass(frozen=True)
class Zones:
    """The number of discs of one side in each zone. The rest are in the ditch."""

    twenties: int = 0
    fifteens: int = 0
    tens: int = 0
    fives: int = 0

    @property
    def discs(self) -> int:
        return self.twenties + self.fifteens + self.tens + self.fives

    @property
    def total(self) -> int:
        return 20 * self.twenties + 15 * self.fifteens + 10 * self.tens + 5 * self.fives


def possible_totals(discs: int, twenties: int | None = None) -> range:
    """Return every total one side can make with these discs, ``twenties`` of them in the hole.

    >>> list(possible_totals(2))
    [0, 5, 10, 15, 20, 25, 30, 35, 40]
    >>> list(possible_totals(2, twenties=1))
    [20, 25, 30, 35]
    """
    if twenties is None:
        return range(0, 20 * discs + 1, 5)
    return range(20 * twenties, 20 * twenties + 15 * (discs - twenties) + 1, 5)


class RoundScore(Protocol):
    """A round in one of three levels of detail: discs, totals or result."""

    @property
    def score(self) -> BySeat[int] | None:
        """The totals on the board; None if they are not known."""
        ...

    @property
    def twenties(self) -> Twenties | None: ...

    def points(self, rule: GameRule) -> Points: ...

    def faults(self, rule: GameRule) -> Iterator[Text]:
        """Return why this can't have happened under these rules, in sentences."""
        ...


@dataclass(frozen=True)
class ByDiscs:
    """A round recorded disc by disc."""

    zones: BySeat[Zones]

    @property
    def score(self) -> BySeat[int]:
        return self.zones.map(lambda zones: zones.total)

    @property
    def twenties(self) -> Twenties:
        return self.zones.map(lambda zones: zones.twenties)

    def points(self, rule: GameRule) -> Points:
        return rule.pays.points(self.score)

    def faults(self, rule: GameRule) -> Iterator[Text]:
        for seat, zones in self.zones.items():
            if min(astuple(zones)) < 0:
                yield _of_side(seat, Text("a zone can't hold fewer than 0 discs"))
            if zones.discs > rule.discs:
                discs = Count("{n} disc", "{n} discs", zones.discs)
                yield _of_side(seat, _too_many(discs, rule))


@dataclass(frozen=True)
class ByTotals:
    """A round recorded by its totals, with the 20s of both sides, one side, or neither."""

    score: BySeat[int]
    twenties: Twenties | None = None

    def points(self, rule: GameRule) -> Points:
        return rule.pays.points(self.score)

    def faults(self, rule: GameRule) -> Iterator[Text]:
        twenties = self.twenties or BySeat.repeat(None, len(self.score))
        for seat, total in self.score.items():
            fault = _fault_in_twenties(twenties[seat], rule) or _fault_in_total(
                total, twenties[seat], rule
            )
            if fault:
                yield _of_side(seat, fault)


@dataclass(frozen=True)
class ByResult:
    """A round recorded only by the points it paid; the 20s may be recorded too."""

    result: Points
    twenties: Twenties | None = None

    @property
    def score(self) -> None:
        return None

    def points(self, rule: GameRule) -> Points:
        return self.result

    def faults(self, rule: GameRule) -> Iterator[Text]:
        if refusal := rule.refusal(self.result):
            yield refusal
        twenties = self.twenties or BySeat.repeat(None, rule.sides)
        faults = [
            _of_side(seat, fault)
            for seat, made in twenties.items()
            if (fault := _fault_in_twenties(made, rule))
        ]
        yield from faults or _faults_in_order(self.result, twenties, rule)


@dataclass(frozen=True)
class ScoredRound:
    """A round and the points it paid.

    ``doubts`` are reasons why it can't have happened as recorded.
    """

    points: Points
    score: BySeat[int] | None
    twenties: Twenties
    doubts: tuple[Text, ...] = ()


def score_round(rule: GameRule, entry: RoundScore) -> ScoredRound:
    """Return the round with its points, or raise a ``ScoreError`` if it can't have happened."""
    scored = score_as_recorded(rule, entry)
    if scored.doubts:
        raise ScoreError(*scored.doubts)
    return scored


def score_as_recorded(rule: GameRule, entry: RoundScore) -> ScoredRound:
    """Return the round with its points as recorded, and with every doubt about it."""
    _same_sides(rule, entry)
    return ScoredRound(
        points=entry.points(rule),
        score=entry.score,
        twenties=entry.twenties or BySeat.repeat(None, rule.sides),
        doubts=tuple(entry.faults(rule)),
    )


@dataclass(frozen=True)
class Unusual:
    """A possible but unusual score, worth a second look before it is sent."""

    seat: Seat
    twenties: int
    rounds: int

    def __str__(self) -> str:
        return str(self.text)

    @property
    def text(self) -> Text:
        return Text(
            "side {side}: {made} 20s in {rounds} is unusual. Is it right?",
            side=self.seat.name,
            made=self.twenties,
            rounds=Count("one round", "{n} rounds", self.rounds),
        )


def find_unusual(rule: GameRule, rounds: Sequence[ScoredRound]) -> tuple[Unusual, ...]:
    """Return the sides with more 20s in this game than 99 of 100 sides make: only a warning.

    The measured limit is that of a four-round game; a longer game has one in proportion.
    """
    if rule.unusual_twenties is None:
        return ()
    made = {seat: sum(each.twenties[seat] or 0 for each in rounds) for seat in rule.players.seats}
    return tuple(
        Unusual(seat, twenties, len(rounds))
        for seat, twenties in made.items()
        if 4 * twenties > rule.unusual_twenties * max(4, len(rounds))
    )


def _same_sides(rule: GameRule, entry: RoundScore) -> None:
    """Refuse an entry for another number of sides: with a number missing, nothing can be
    recorded.
    """
    _one_each(rule, entry.score)
    _one_each(rule, entry.twenties)
    _one_each(rule, entry.points(rule))


def _one_each(rule: GameRule, values: BySeat[Any] | None) -> None:
    if values is not None and len(values) != rule.sides:
        raise ScoreError(
            Text(
                "numbers for {numbers} sides, but this game has {sides}",
                numbers=len(values),
                sides=rule.sides,
            )
        )


def _fault_in_twenties(twenties: int | None, rule: GameRule) -> Text | None:
    if twenties is None or 0 <= twenties <= rule.discs:
        return None
    return (
        Text("there can't be fewer than 0 20s")
        if twenties < 0
        else _too_many(_of_20s(twenties), rule)
    )


def _fault_in_total(total: int, twenties: int | None, rule: GameRule) -> Text | None:
    totals = possible_totals(rule.discs, twenties)
    if total in totals:
        return None
    if total % 5:
        return Text(
            "{total} isn't a possible total because every zone counts in fives", total=total
        )
    if twenties is None:
        return Text(
            "a total of {total}, but {discs} discs make 0 to {most}",
            total=total,
            discs=rule.discs,
            most=totals[-1],
        )
    return Text(
        "a total of {total}, but {discs} discs with {twenties} make {least} to {most}",
        total=total,
        discs=rule.discs,
        twenties=_of_20s(twenties),
        least=totals[0],
        most=totals[-1],
    )


def _faults_in_order(points: Points, twenties: Twenties, rule: GameRule) -> Iterable[Text]:
    """Yield a fault if a side is paid less although the 20s alone put it out of the other's
    reach.
    """
    for seat, made in twenties.items():
        for other, others in twenties.items():
            least = possible_totals(rule.discs, made or 0)[0]
            most = possible_totals(rule.discs, others)[-1]
            behind = points[seat] < points[other] and least >= most
            level = points[seat] == points[other] and least > most
            if behind or level:
                yield Text(
                    "side {side} with {twenties} has {least} or more, and side {other} at most {most}, so it can't be {paid}",
                    side=seat.name,
                    twenties=_of_20s(made or 0),
                    least=least,
                    other=other.name,
                    most=most,
                    paid="-".join(map(str, points)),
                )


def _too_many(counted: Count, rule: GameRule) -> Text:
    return Text(
        "{counted}, but this game is played with {discs} a side", counted=counted, discs=rule.discs
    )


def _of_20s(number: int) -> Count:
    return Count("{n} 20", "{n} 20s", number)


def _of_side(seat: Seat, fault: Text) -> Text:
    return Text("side {side}: {fault}", side=seat.name, fault=fault)
