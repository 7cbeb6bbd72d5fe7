"""Events of ladders, boxes, teams and matches in one's own time are drawn only by their league."""

import pytest
from django.test import Client

from leagues.actions.draw.draw import discard_drafts, draw_rounds, publish_rounds, take_back_rounds
from leagues.actions.draw.draw_updates import mend_rounds
from leagues.actions.draw.matches import write_matches
from leagues.actions.draw.opening import empty_stage
from leagues.actions.log.undo import preview_undo
from leagues.actions.refusal import Refused
from leagues.models import Action, League, Match, Stage
from leagues.pairing.values import Bye, PairedRound
from leagues.reads.leagues.kinds.ladder import ladder_of
from tests.cast import Cast
from tests.leagues.leagues.league_life import OPEN

pytestmark = pytest.mark.django_db
KINDS = ("boxes", "ladder", "own-time", "teams")
ACTS = (
    *(draw_rounds, publish_rounds, take_back_rounds),
    *(discard_drafts, mend_rounds, empty_stage),
)


@pytest.fixture(params=KINDS)
def league(request: pytest.FixtureRequest, cast: Cast) -> League:
    return OPEN[request.param](cast)


def stages_of(league: League) -> list[Stage]:
    assert league.event is not None
    return list(league.event.stages.all())


def match_numbers(league: League) -> list[int]:
    return list(Match.objects.filter(event=league.event_id).values_list("pk", flat=True))


def test_its_matches_are_not_drawn_mended_or_taken_back(league: League, cast: Cast) -> None:
    before = match_numbers(league)
    for stage in stages_of(league):
        for act in ACTS:
            with pytest.raises(Refused, match=f"Go to the page of {league.name}"):
                act(by=cast.who("ann"), stage=stage)
    assert match_numbers(league) == before


def test_its_page_of_the_draw_offers_nothing_and_leads_to_the_league(
    league: League, ann: Client
) -> None:
    assert league.event is not None
    for stage in stages_of(league):
        page = ann.get(f"/desk/events/{league.event.slug}/draw/{stage.number}/").text
        assert f'<a href="/desk/leagues/{league.slug}/">{league.name}</a>' in page
        assert "not drawn" not in page
        for act in ("make", "publish", "mend", "back", "open", "empty"):
            assert f"/draw/{stage.number}/{act}/" not in page
        assert "how-to-swap" not in page


def test_what_the_league_published_is_not_taken_back_in_the_log(cast: Cast) -> None:
    OPEN["boxes"](cast)
    with pytest.raises(Refused, match="drawn by the league"):
        preview_undo(Action.objects.get(verb="publish_rounds"))


def test_a_ladder_that_was_mended_before_can_still_be_read(cast: Cast) -> None:
    league = OPEN["ladder"](cast)
    before = [line.entry for line in ladder_of(league).lines]
    [stage] = stages_of(league)
    round_ = stage.pairing_rounds.create(number=1, state="published")
    bye = PairedRound((), (Bye(before[0].pk),))
    write_matches(stage.event, round_, {stage.pools.get(): bye}, {})

    assert [line.entry for line in ladder_of(league).lines] == before
