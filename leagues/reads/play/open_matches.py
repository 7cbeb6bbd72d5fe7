"""The matches of an event that are published and not over, as its end has to name them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from leagues.models import Event, Match, Surface
from leagues.reads.play.blockers import named


@dataclass(frozen=True)
class LeftOpen:
    """A match that is not over, with what was played of it."""

    match: Match
    round: str
    names: str
    rounds_played: int


def left_open(event: Event) -> tuple[LeftOpen, ...]:
    """In the order of play, in a number of queries that never grows."""
    matches = event.matches.published().unfinished().with_sides().with_rounds()
    return tuple(
        LeftOpen(
            match,
            named(match.pairing_round),
            " – ".join(side.shown_on(Surface.DESK) for side in match.sides.all()),
            len(match.rounds.all()),
        )
        for match in matches.order_by(
            "pairing_round__stage__number", "pairing_round__number", "number"
        )
    )


def state_of_open(left: Iterable[LeftOpen]) -> dict[str, Any]:
    """What somebody agrees to who ends an event with these matches open."""
    return {str(e.match.number): [e.match.state, e.rounds_played] for e in left}
