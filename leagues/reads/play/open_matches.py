"""The unfinished published matches of an event, listed when the event is ended."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from leagues.models import Event, Match, Surface
from leagues.reads.events.sheets import match_format_of
from leagues.reads.play.blockers import round_label
from scoring.matches import SingleGame
from scoring.sides import BySeat


@dataclass(frozen=True)
class LeftOpen:
    """An unfinished match, with the number of rounds played."""

    match: Match
    round: str
    names: str
    rounds_played: int
    is_half_played: bool = False
    """Whether it may count as it is if the rest can't be played."""


def left_open(event: Event) -> tuple[LeftOpen, ...]:
    """The unfinished matches in order of play, in a constant number of queries."""
    matches = event.matches.published().unfinished().with_sides().with_rounds()
    return tuple(
        LeftOpen(
            match,
            round_label(match.pairing_round),
            " – ".join(side.shown_on(Surface.DESK) for side in match.sides.all()),
            len(match.rounds.all()),
            _is_half_played(match, event),
        )
        for match in matches.order_by(
            "pairing_round__stage__number", "pairing_round__number", "number"
        )
    )


def _is_half_played(match: Match, event: Event) -> bool:
    """Whether at least half of a single game was played; False for a match of several games."""
    stage = match.pairing_round.stage
    stage.event = event
    match_format = match_format_of(stage)
    rounds = [BySeat(*each.points) for each in match.rounds.all()]
    rule = match_format.rule
    return isinstance(match_format, SingleGame) and rule.ends.is_half_played(rounds)


def state_of_open(left: Iterable[LeftOpen]) -> dict[str, Any]:
    """The open matches to compare before the event ends: they must be those that were shown."""
    return {str(e.match.number): [e.match.state, e.rounds_played] for e in left}
