"""Undoing any act restores the state before it."""

import pytest

from leagues.actions.draw.changes import seeds_by_lot
from leagues.actions.draw.draw_updates import mend_rounds
from leagues.actions.draw.opening import empty_stage
from leagues.actions.entries.line_ups import pair_by_lot, pair_up, split_pair
from leagues.actions.events.events import add_stage
from leagues.actions.events.stages import move_stage, remove_stage
from leagues.actions.log.undo import preview_undo, undo
from leagues.actions.play.calls import answer_help, call_match, call_round, put_back, want_help
from leagues.actions.play.clock import (
    add_minute,
    pause_clock,
    resume_clock,
    start_clock,
    stop_clock,
)
from leagues.models import Entry
from leagues.stages.pairing_ways import Knockout
from tests.cast import Cast
from tests.leagues.log.as_seen import event_state
from tests.leagues.log.every_reader import read_the_log
from tests.leagues.log.undo_halls import (
    Doing,
    Setting,
    a_pair,
    a_round,
    break_board,
    called_hall,
    change_first_stage,
    change_name_and_start,
    full_hall,
    in_a_bracket,
    last_action,
    let_everybody_in,
    match_one,
    move_to_board,
    one_comes,
    one_leaves,
    plan_final,
    planned_hall,
    play_for,
    published_hall,
    sit_for,
    stage_called,
    strike_entry_two,
    with_three_stages,
)
from tests.leagues.play.desk_hall import DeskHall


def asking_hall(cast: Cast) -> DeskHall:
    hall = called_hall(cast)
    want_help(by=hall.by, match=match_one(hall))
    return hall


def ticking_hall(cast: Cast) -> DeskHall:
    hall = published_hall(cast)
    start_clock(by=hall.by, pairing_round=a_round(hall), minutes=15)
    return hall


def stopped_hall(cast: Cast) -> DeskHall:
    hall = ticking_hall(cast)
    pause_clock(by=hall.by, pairing_round=a_round(hall))
    return hall


ACTS: list[tuple[str, Setting, Doing]] = [
    ("create_event", planned_hall, lambda h: None),
    ("change_event", planned_hall, change_name_and_start),
    ("plan_stage", planned_hall, plan_final),
    ("add_stage", planned_hall, lambda h: add_stage(by=h.by, event=h.event, name="Final", way=Knockout())),
    ("move_stage", with_three_stages, lambda h: move_stage(by=h.by, stage=stage_called(h, "Noon"), earlier=True)),
    ("remove_stage", with_three_stages, lambda h: remove_stage(by=h.by, stage=stage_called(h, "Noon"))),
    ("change_stage", with_three_stages, change_first_stage),
    ("set_registration", planned_hall, let_everybody_in),
    ("set_registration", full_hall, let_everybody_in),
    ("strike_entry", planned_hall, strike_entry_two),
    ("strike_entry", full_hall, strike_entry_two),
    ("set_team", planned_hall, play_for),
    ("pair_up", planned_hall, lambda h: pair_up(by=h.by, event=h.event, pairs=[(h.entry(1), h.entry(2))])),
    ("pair_by_lot", planned_hall, lambda h: pair_by_lot(by=h.by, event=h.event, seed="SPRING")),
    ("part_pair", a_pair, lambda h: split_pair(by=h.by, event=h.event, entry=Entry.objects.get(pk=h.entry(1)))),
    ("substitute", published_hall, lambda h: sit_for(h, for_good=False)),
    ("substitute", published_hall, lambda h: sit_for(h, for_good=True)),
    ("empty_stage", in_a_bracket, lambda h: empty_stage(by=h.by, stage=h.stage)),
    ("seeds_by_lot", in_a_bracket, lambda h: seeds_by_lot(by=h.by, stage=h.stage)),
    ("mend_rounds", one_leaves, lambda h: mend_rounds(by=h.by, stage=h.stage)),
    ("mend_rounds", one_comes, lambda h: mend_rounds(by=h.by, stage=h.stage)),
    ("call_match", published_hall, lambda h: call_match(by=h.by, match=match_one(h))),
    ("call_match", called_hall, lambda h: move_to_board(h, 9)),
    ("call_matches", published_hall, lambda h: call_round(by=h.by, pairing_round=a_round(h))),
    ("take_out_board", published_hall, lambda h: break_board(h, 1)),
    ("take_out_board", called_hall, lambda h: break_board(h, 1)),
    ("put_back", called_hall, lambda h: put_back(by=h.by, match=match_one(h))),
    ("want_help", called_hall, lambda h: want_help(by=h.by, match=match_one(h))),
    ("answer_help", asking_hall, lambda h: answer_help(by=h.by, match=match_one(h))),
    ("start_clock", published_hall, lambda h: start_clock(by=h.by, pairing_round=a_round(h), minutes=12)),
    ("start_clock", stopped_hall, lambda h: start_clock(by=h.by, pairing_round=a_round(h), minutes=12)),
    ("pause_clock", ticking_hall, lambda h: pause_clock(by=h.by, pairing_round=a_round(h))),
    ("resume_clock", stopped_hall, lambda h: resume_clock(by=h.by, pairing_round=a_round(h))),
    ("add_minute", stopped_hall, lambda h: add_minute(by=h.by, pairing_round=a_round(h))),
    ("stop_clock", stopped_hall, lambda h: stop_clock(by=h.by, pairing_round=a_round(h))),
]  # fmt: skip


@pytest.mark.parametrize(
    ("verb", "setting", "act"), ACTS, ids=[f"{n}-{each[0]}" for n, each in enumerate(ACTS)]
)
def test_everything_is_as_it_was(cast: Cast, verb: str, setting: Setting, act: Doing) -> None:
    hall = setting(cast)
    before = event_state(hall.event)
    if verb == "create_event":
        before["event"]["bin"] = True

    act(hall)
    assert event_state(hall.event) != before, "the act did nothing"
    done = last_action(verb)
    description = preview_undo(done)
    read_the_log()
    line = undo(by=hall.by, action=done)
    read_the_log()

    assert description.endswith(".")
    assert line.undoes_id == done.pk
    assert event_state(hall.event) == before
