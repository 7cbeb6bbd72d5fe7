"""What every entry made in an event: points, games, 20s, and the rounds these were shot in."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, dataclass, replace
from fractions import Fraction
from typing import Any

from django.db.models import Count

from leagues.models import Event, Round
from leagues.reads.tables.results import FinishedMatch
from scoring.results import Number, Result


@dataclass(frozen=True, slots=True)
class EntryMade:
    """What an entry made in an event. ``rounds`` are those its 20s were shot in; none
    where they are not all written down. ``sat_out`` of the games count as an average, and
    bring ``sat_out_points`` of the points."""

    points: Number = 0
    twenties: int | None = None
    games: int = 0
    rounds: int | None = None
    sat_out: int = 0
    sat_out_points: Number = 0

    @property
    def kept(self) -> dict[str, Any]:
        """As plain JSON-able data: whole points as a number, a fraction as a text."""
        return {
            name: str(value) if isinstance(value, Fraction) else value
            for name, value in asdict(self).items()
        }

    def with_match(self, result: Result[int], rounds: int) -> EntryMade:
        """With one match more. A match that counts for nothing is no game."""
        if result.points is None:
            return self
        made = replace(self, points=_whole(self.points + result.points), games=self.games + 1)
        if result.is_averaged:
            made = replace(
                made,
                sat_out=self.sat_out + 1,
                sat_out_points=_whole(self.sat_out_points + result.points),
            )
        if result.twenties is None:
            return made
        is_known = rounds and (self.rounds or self.twenties is None)
        return replace(
            made,
            twenties=(self.twenties or 0) + result.twenties,
            rounds=(self.rounds or 0) + rounds if is_known else None,
        )


def _whole(points: Number) -> Number:
    return int(points) if points.denominator == 1 else points


def made_in(event: Event, matches: Iterable[FinishedMatch]) -> dict[int, EntryMade]:
    """What every entry made in these matches of an event."""
    rounds = _rounds(event)
    made: dict[int, EntryMade] = {}
    for match in matches:
        for result in match.results:
            before = made.get(result.entry, EntryMade())
            made[result.entry] = before.with_match(result, rounds.get(match.match, 0))
    return {entry: each for entry, each in made.items() if each.games}


def _rounds(event: Event) -> dict[int, int]:
    """How many rounds of each match are written down."""
    of_each = Round.objects.filter(match__event=event).order_by().values("match")
    return dict(of_each.annotate(many=Count("pk")).values_list("match", "many"))
