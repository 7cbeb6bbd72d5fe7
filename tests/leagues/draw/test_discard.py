"""Deleting drafts."""

from uuid import uuid4

import pytest

from leagues.actions.draw.draw import discard_drafts, draw_rounds, publish_rounds
from leagues.actions.refusal import Refused, Stale
from leagues.models import Action, Match, RoundReport, Stage
from leagues.stages.pairing_ways import SomeGames
from tests.cast import Cast
from tests.leagues.draw.draws import NOON, a_stage, an_event, drawn_rounds
from tests.scenes import scene


@scene
def drafted(cast: Cast) -> Stage:
    stage = a_stage(cast, an_event(cast, 4, boards=2), SomeGames(3))
    draw_rounds(by=cast.who("ann"), stage=stage)
    publish_rounds(by=cast.who("ann"), stage=stage, numbers=[1])
    return stage


def test_drafts_go_and_what_is_published_stays(cast: Cast, drafted: Stage) -> None:
    assert discard_drafts(by=cast.who("ann"), stage=drafted) == [2, 3]

    assert [each.number for each in drawn_rounds(drafted)] == [1]
    assert Action.objects.get(verb="discard_drafts").details["rounds"] == [2, 3]


def test_without_a_draft_there_is_nothing_to_throw_away(cast: Cast, drafted: Stage) -> None:
    discard_drafts(by=cast.who("ann"), stage=drafted)
    with pytest.raises(Stale):
        discard_drafts(by=cast.who("ann"), stage=drafted)


def test_a_draft_with_a_reported_score_stays(cast: Cast, drafted: Stage) -> None:
    match = Match.objects.filter(pairing_round__number=2)[0]
    RoundReport.objects.create(
        match=match, number=1, key=uuid4(), claim={"points": [2, 0]}, made_at=NOON
    )
    with pytest.raises(Refused, match="score of this game has already been reported"):
        discard_drafts(by=cast.who("ann"), stage=drafted)

    assert [each.number for each in drawn_rounds(drafted)] == [1, 2, 3]
