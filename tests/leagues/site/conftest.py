"""One row of every model."""

import pytest

from leagues.models import (
    Board,
    Club,
    Entry,
    Match,
    MatchSide,
    PairingRound,
    Player,
    Pool,
    Stage,
    User,
)
from tests.leagues.site.model_rows import World, make_event


@pytest.fixture
def world() -> World:
    club = Club.objects.create(name="Westport", slug="westport", is_home=True)
    event = make_event(club)
    stage = Stage.objects.create(
        event=event, number=1, name="Morning", format=Stage.Format.ROUND_ROBIN
    )
    pairing_round = PairingRound.objects.create(stage=stage, number=1)
    board = Board.objects.create(club=club, number=1)
    match = Match.objects.create(
        event=event, pairing_round=pairing_round, number=1, board=board, state=Match.State.CALLED
    )
    return World(
        club=club,
        user=User.objects.create_user("ann@example.org"),
        ann=Player.objects.create(club=club, name="Ann Boer"),
        ben=Player.objects.create(club=club, name="Ben Ito"),
        event=event,
        entry=Entry.objects.create(event=event, seed=1),
        other_entry=Entry.objects.create(event=event, seed=2),
        stage=stage,
        pool=Pool.objects.create(stage=stage, number=1),
        pairing_round=pairing_round,
        board=board,
        match=match,
        side=MatchSide.objects.create(match=match, seat=0),
        other_side=MatchSide.objects.create(match=match, seat=1),
    )
