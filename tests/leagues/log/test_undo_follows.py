"""Consequences of an undo, shown before it."""

from leagues.actions.events.stages import plan_stage
from leagues.actions.log.undo import consequences_of_undo, may_ever, undo
from leagues.models import Action
from leagues.stages.entry_sources import Top
from leagues.stages.pairing_ways import Knockout
from leagues.stages.stage_plan import StagePlan
from tests.cast import Cast
from tests.leagues.log.as_seen import event_state
from tests.leagues.log.undo_halls import (
    called_hall,
    last_action,
    planned_hall,
    play_one,
    published_hall,
)


def test_an_undo_previews_who_would_move_and_moves_no_one(cast: Cast) -> None:
    hall = published_hall(cast)
    play_one(hall)
    card = last_action("enter_card")
    before = event_state(hall.event), hall.event.log.count()

    moves = consequences_of_undo(by=hall.by, action=card)

    assert {move.entry for move in moves.moves} >= {hall.entry(2)}
    assert (event_state(hall.event), hall.event.log.count()) == before
    shown = cast.browser_of("ann").get(f"/desk/events/{hall.event.slug}/log/{card.pk}/undo/")
    assert "Player 2 moves up from place" in shown.content.decode()


def test_undoing_an_event_leads_to_the_list_of_events(cast: Cast) -> None:
    hall = planned_hall(cast)
    line = last_action("create_event")
    address = f"/desk/events/{hall.event.slug}/log/{line.pk}/undo/"
    browser = cast.browser_of("ann")

    shown = browser.get(address).content.decode()
    assert "Westport Open will be moved to the bin, with everything in it." in shown
    done = browser.post(address, follow=True)

    assert done.status_code == 200
    assert "Undone: Planned Westport Open." in done.content.decode()


def test_an_act_that_moves_no_table_has_no_preview(cast: Cast) -> None:
    hall = called_hall(cast)
    assert not consequences_of_undo(by=hall.by, action=last_action("call_match"))


def test_the_log_offers_undo_where_there_is_one(cast: Cast) -> None:
    hall = called_hall(cast)
    assert may_ever(last_action("call_match"))
    assert not may_ever(Action(verb="promise_seed", club=cast.club, event=hall.event))


def test_a_stage_that_comes_back_brings_a_cut_that_moves_no_one(cast: Cast) -> None:
    hall = published_hall(cast)
    final = StagePlan(name="Final", way=Knockout(), takes=Top(go_on=2))
    plan_stage(by=hall.by, event=hall.event, plan=final)
    undone = undo(by=hall.by, action=last_action("plan_stage"))

    assert not consequences_of_undo(by=hall.by, action=undone)
    shown = cast.browser_of("ann").get(f"/desk/events/{hall.event.slug}/log/{undone.pk}/undo/")
    assert shown.status_code == 200
