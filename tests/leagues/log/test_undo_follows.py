"""Consequences of an undo, shown before it."""

from leagues.actions.events.stages import plan_stage
from leagues.actions.log.undo import follows, may_ever, undo
from leagues.models import Action
from leagues.stages.plan import StagePlan
from leagues.stages.sources import Top
from leagues.stages.ways import Knockout
from tests.cast import Cast
from tests.leagues.log.as_seen import state
from tests.leagues.log.undo_halls import called, last, planned, play_one, published


def test_undoing_says_who_would_move_and_moves_nobody_yet(cast: Cast) -> None:
    hall = published(cast)
    play_one(hall)
    card = last("enter_card")
    before = state(hall.event), hall.event.log.count()

    moves = follows(by=hall.by, action=card)

    assert {move.entry for move in moves.moves} >= {hall.entry(2)}
    assert (state(hall.event), hall.event.log.count()) == before
    shown = cast.browser_of("ann").get(f"/desk/events/{hall.event.slug}/log/{card.pk}/undo/")
    assert "Player 2 moves up from place" in shown.content.decode()


def test_whoever_undoes_an_event_is_led_to_those_there_are(cast: Cast) -> None:
    hall = planned(cast)
    line = last("create_event")
    address = f"/desk/events/{hall.event.slug}/log/{line.pk}/undo/"
    browser = cast.browser_of("ann")

    shown = browser.get(address).content.decode()
    assert "Westport Open will be moved to the bin, with everything in it." in shown
    done = browser.post(address, follow=True)

    assert done.status_code == 200
    assert "Undone: Planned Westport Open." in done.content.decode()


def test_an_act_that_moves_no_table_says_nothing_of_it(cast: Cast) -> None:
    hall = called(cast)
    assert not follows(by=hall.by, action=last("call_match"))


def test_the_log_offers_undo_where_there_is_one(cast: Cast) -> None:
    hall = called(cast)
    assert may_ever(last("call_match"))
    assert not may_ever(Action(verb="promise_seed", club=cast.club, event=hall.event))


def test_a_stage_that_comes_back_brings_a_cut_that_moves_no_one(cast: Cast) -> None:
    hall = published(cast)
    final = StagePlan(name="Final", way=Knockout(), takes=Top(go_on=2))
    plan_stage(by=hall.by, event=hall.event, plan=final)
    undone = undo(by=hall.by, action=last("plan_stage"))

    assert not follows(by=hall.by, action=undone)
    shown = cast.browser_of("ann").get(f"/desk/events/{hall.event.slug}/log/{undone.pk}/undo/")
    assert shown.status_code == 200
