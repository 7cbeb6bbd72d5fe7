"""Publishing and unpublishing rounds and brackets."""

import pytest

from leagues.actions.draw.changes import seeds_by_lot, swap_seeds
from leagues.actions.draw.draw import publish_rounds, take_back_rounds
from leagues.actions.draw.opening import open_stage
from leagues.actions.log.undo import preview_undo
from leagues.actions.refusal import Refused, Stale
from leagues.models import Event, Match
from leagues.pairing.draw_checker import find_breaches
from leagues.stages.entry_sources import Everyone, KeepPools, TopOfPools
from leagues.stages.pairing_ways import Knockout, RoundRobin, SomeGames
from tests.cast import Cast
from tests.leagues.draw.desk_acts import draw, draw_mark, publish, seated_names
from tests.leagues.draw.draws import (
    a_stage,
    an_event,
    drawn_rounds,
    entry_of,
    finish_matches,
    names_at_boards,
)

pytestmark = pytest.mark.django_db


# --- Publishing and unpublishing ---------------------------------------------------------


def test_one_round_is_published_or_all(cast: Cast) -> None:
    stage = a_stage(cast, an_event(cast, 4), SomeGames(3))
    draw(cast, stage)
    publish_rounds(by=cast.who("ann"), stage=stage, numbers=[1])
    assert [each.is_published for each in drawn_rounds(stage)] == [True, False, False]
    publish(cast, stage)
    assert all(each.is_published for each in drawn_rounds(stage))
    with pytest.raises(Stale):
        publish(cast, stage)


def test_a_round_not_begun_is_unpublished_with_all_its_matches(cast: Cast) -> None:
    event = an_event(cast, 4)
    stage = a_stage(cast, event, SomeGames(2))
    draw(cast, stage)
    before = names_at_boards(stage)
    publish(cast, stage)
    take_back_rounds(by=cast.who("ann"), stage=stage, numbers=[2])
    assert [each.is_published for each in drawn_rounds(stage)] == [True, False]
    assert names_at_boards(stage) == before
    assert event.log.latest("pk").details["rounds"] == [2]


def test_what_has_begun_is_not_taken_back(cast: Cast) -> None:
    stage = a_stage(cast, an_event(cast, 4), SomeGames(2))
    draw(cast, stage)
    publish(cast, stage)
    match = Match.objects.filter(pairing_round__number=1)[0]
    Match.objects.filter(pk=match.pk).update(state="called")
    with pytest.raises(Refused, match="begun"):
        take_back_rounds(by=cast.who("ann"), stage=stage, numbers=[1])
    assert take_back_rounds(by=cast.who("ann"), stage=stage) == [2]


def test_drawing_the_rest_again_keeps_what_is_published(cast: Cast) -> None:
    stage = a_stage(cast, an_event(cast, 6), SomeGames(4))
    draw(cast, stage)
    publish_rounds(by=cast.who("ann"), stage=stage, numbers=[1])
    kept = names_at_boards(stage)[0]
    draw(cast, stage)
    assert names_at_boards(stage)[0] == kept
    assert len(drawn_rounds(stage)) == 4
    assert find_breaches([each.pairing_round() for each in drawn_rounds(stage)]) == []


def test_after_the_event_nothing_is_drawn(cast: Cast) -> None:
    event = an_event(cast, 4)
    stage = a_stage(cast, event, SomeGames(1))
    Event.objects.filter(pk=event.pk).update(state=Event.State.FINISHED)
    with pytest.raises(Refused, match="finished"):
        draw(cast, stage)


# --- Brackets ----------------------------------------------------------------------------


def test_a_bracket_is_published_from_its_seeds_and_taken_back(cast: Cast) -> None:
    stage = a_stage(cast, an_event(cast, 4), Knockout())
    publish(cast, stage)
    assert names_at_boards(stage) == [[{"Ada", "Gus"}, {"Eve", "Fay"}]]
    with pytest.raises(Refused, match="Unpublish it"):
        seeds_by_lot(by=cast.who("ann"), stage=stage)
    take_back_rounds(by=cast.who("ann"), stage=stage)
    assert drawn_rounds(stage) == []
    swap_seeds(
        by=cast.who("ann"),
        stage=stage,
        one=entry_of(stage.event, "Ada").pk,
        other=entry_of(stage.event, "Eve").pk,
        seen=draw_mark(stage),
    )
    publish(cast, stage)
    assert names_at_boards(stage) == [[{"Eve", "Gus"}, {"Ada", "Fay"}]]


def test_a_bracket_is_published_once(cast: Cast) -> None:
    """Otherwise an undo of the second time would also undo the first."""
    stage = a_stage(cast, an_event(cast, 4), Knockout())
    publish(cast, stage)

    with pytest.raises(Stale):
        publish(cast, stage)

    assert names_at_boards(stage) == [[{"Ada", "Gus"}, {"Eve", "Fay"}]]


def test_a_bracket_by_lot_keeps_everybody_in_their_pool(cast: Cast) -> None:
    stage = a_stage(cast, an_event(cast, 8), Knockout(), Everyone(pools=2))
    open_stage(by=cast.who("ann"), stage=stage)
    before = seated_names(stage)
    seeds_by_lot(by=cast.who("ann"), stage=stage)
    after = seated_names(stage)
    assert after != before
    assert [sorted(pool) for pool in after] == [sorted(pool) for pool in before]
    with pytest.raises(Refused, match="can’t swap places"):
        swap_seeds(
            by=cast.who("ann"),
            stage=stage,
            one=entry_of(stage.event, before[0][0]).pk,
            other=entry_of(stage.event, before[1][0]).pk,
        )


@pytest.mark.parametrize(("takes", "sizes"), [(KeepPools(2), [2, 2]), (TopOfPools(2), [4])])
def test_a_play_off_takes_the_best_of_each_pool(
    cast: Cast, takes: KeepPools | TopOfPools, sizes: list[int]
) -> None:
    event = an_event(cast, 6)
    pools = a_stage(cast, event, RoundRobin(), Everyone(pools=2))
    draw(cast, pools)
    publish(cast, pools)
    finish_matches(pools)
    cup = a_stage(cast, event, Knockout(), takes, name="Cup")
    publish(cast, cup)
    assert [len(pool) for pool in seated_names(cup)] == sizes


def test_games_of_which_one_has_begun_stay_published(cast: Cast) -> None:
    event = an_event(cast, 4)
    stage = a_stage(cast, event, SomeGames(2))
    draw(cast, stage)
    publish(cast, stage)
    published = event.log.filter(verb="publish_rounds").last()
    assert published is not None
    Match.objects.filter(pairing_round__number=1).update(state=Match.State.PLAYING)
    with pytest.raises(Refused, match="has already begun"):
        preview_undo(published)
