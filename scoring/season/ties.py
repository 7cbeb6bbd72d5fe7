"""Split players tied on total, step by step.

Each step gives every tied player a value, more is better; or it is skipped if it has no value
for one of them. Players whose values differ are separated; those still tied go on to the
next step among themselves.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations, groupby
from math import inf
from typing import Any, Generic

from scoring.season.event import Score
from scoring.season.finish import Meeting, P
from scoring.season.row import SeasonRow, TieDecision
from scoring.season.scheme import SeasonTie

Rows = Sequence[SeasonRow[P]]
Values = Sequence[Any] | None

WIN, TIE = 2, 1


@dataclass(frozen=True)
class TieFacts(Generic[P]):
    """Facts that are not in the table: final ratings, and who played against each other."""

    ratings: Mapping[P, float] = field(default_factory=dict)
    meetings: Sequence[Meeting[P]] = ()


def split_ties(
    level: Rows[P],
    ties: tuple[SeasonTie, ...],
    facts: TieFacts[P],
    decision: TieDecision[P] | None = None,
) -> Iterator[tuple[Rows[P], TieDecision[P] | None]]:
    """Yield groups that share a place, best first, each with the last step that separated it."""
    for number, tie in enumerate(ties, 1):
        values = _VALUES[tie](level, facts) if len(level) > 1 else None
        if values is None or all(value == values[0] for value in values):
            continue
        ordered = sorted(zip(level, values, strict=True), key=lambda each: each[1], reverse=True)
        decision = TieDecision(tie, tuple((row.player, value) for row, value in ordered))
        for _, group in groupby(ordered, key=lambda each: each[1]):
            yield from split_ties([row for row, _ in group], ties[number:], facts, decision)
        return
    yield level, decision


def _count_medals(row: SeasonRow[Any]) -> tuple[int, ...]:
    return tuple(sum(s.place == place for s in row.scores) for place in (1, 2, 3))


def _best_first(of_each: Sequence[Sequence[Score]]) -> Values:
    """Return the best scores of each player in order; a missed night is worth 0, like a bad one."""
    ordered = [sorted((s.total for s in own), reverse=True) for own in of_each]
    longest = max(map(len, ordered))
    return [(*own, *[0] * (longest - len(own))) for own in ordered]


def _head_to_head(level: Rows[Any], facts: TieFacts[Any]) -> Values:
    """Return 2 for each match won and 1 for a tie; None unless all met equally often."""
    players = [row.player for row in level]
    between = [m for m in facts.meetings if {m.one, m.other} <= set(players)]
    met = Counter(frozenset((m.one, m.other)) for m in between)
    times = {met[frozenset(pair)] for pair in combinations(players, 2)}
    if len(times) > 1 or 0 in times:
        return None
    return [
        sum(
            WIN if m.winner == player else TIE
            for m in between
            if player in (m.one, m.other) and m.winner in (player, None)
        )
        for player in players
    ]


def _twenties_values(level: Rows[Any], _facts: TieFacts[Any]) -> Values:
    """Count 20s; None if those of a tied player were not written down."""
    counted = [[score.twenties for score in row.played] for row in level]
    if any(None in own for own in counted):
        return None
    return [sum(filter(None, own)) for own in counted]


def _latest_scores(level: Rows[Any], _facts: TieFacts[Any]) -> Values:
    """Return the scores of the nights they all played, the latest first."""
    played = [{score.night: score.total for score in row.played} for row in level]
    common = set.intersection(*(set(own) for own in played))
    return [tuple(own[night] for night in sorted(common)[::-1]) for own in played]


_VALUES: Mapping[SeasonTie, Callable[[Rows[Any], TieFacts[Any]], Values]] = {
    SeasonTie.WINS: lambda level, _facts: [_count_medals(row)[0] for row in level],
    SeasonTie.MEDALS: lambda level, _facts: [_count_medals(row) for row in level],
    SeasonTie.COUNTBACK: lambda level, _facts: _best_first([r.counted for r in level]),
    SeasonTie.RATING: lambda level, facts: [facts.ratings.get(row.player, -inf) for row in level],
    SeasonTie.NEXT_BEST: lambda level, _facts: _best_first([r.dropped for r in level]),
    SeasonTie.HEAD_TO_HEAD: _head_to_head,
    SeasonTie.TWENTIES: _twenties_values,
    SeasonTie.LATEST: _latest_scores,
}
