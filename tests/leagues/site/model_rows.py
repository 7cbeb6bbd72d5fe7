"""Rows for tests of models."""

import uuid
from dataclasses import dataclass
from typing import Any

from django.utils import timezone

from leagues.models import (
    Board,
    Club,
    Entry,
    Event,
    Match,
    MatchSide,
    PairingRound,
    Player,
    Pool,
    RoundReport,
    Stage,
    User,
)


@dataclass(frozen=True)
class World:
    """One match in a small event: Ann against Ben, on board 1."""

    club: Club
    user: User
    ann: Player
    ben: Player
    event: Event
    entry: Entry
    other_entry: Entry
    stage: Stage
    pool: Pool
    pairing_round: PairingRound
    board: Board
    match: Match
    side: MatchSide
    other_side: MatchSide


def make_event(club: Club, slug: str = "open") -> Event:
    return Event.objects.create(club=club, name="Open", slug=slug, starts_at=timezone.now())


def make_report(world: World, **facts: Any) -> RoundReport:
    return RoundReport.objects.create(
        **{
            "key": uuid.uuid4(),
            "match": world.match,
            "number": 1,
            "claim": {"points": [2, 0]},
            "made_at": timezone.now(),
        }
        | facts
    )
