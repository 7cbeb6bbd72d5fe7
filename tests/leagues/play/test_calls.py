"""Calling matches to their boards: when, how it is logged, and what can be undone."""

from datetime import timedelta

import pytest
import time_machine
from django.db import connection
from django.test.utils import CaptureQueriesContext

from leagues.actions.log.undo import preview_undo, undo
from leagues.actions.play import calls, clock
from leagues.actions.play.endings import give_walkover
from leagues.actions.refusal import Refused
from leagues.models import Action, Board, Match
from scoring.sides import BySeat, Seat
from tests.cast import Cast
from tests.leagues.play.desk_hall import NOON, DeskHall, open_hall

State = Match.State


def logged_facts(verb: str) -> list[dict[str, object]]:
    return list(Action.objects.filter(verb=verb).values_list("details", flat=True))


def test_a_round_is_called_to_its_boards(hall: DeskHall) -> None:
    called = calls.call_round(by=hall.by, pairing_round=hall.at(1).pairing_round)

    assert [(m.board.number, m.state) for m in called if m.board] == [(1, "called"), (2, "called")]
    assert not calls.call_round(by=hall.by, pairing_round=hall.at(1).pairing_round)


def test_a_board_holds_one_match_at_a_time(hall: DeskHall) -> None:
    calls.call_match(by=hall.by, match=hall.at(1))
    with pytest.raises(Refused, match="Another match is still at board 1"):
        calls.call_match(by=hall.by, match=hall.at(2), board=hall.at(1).board)


def test_a_call_too_early_is_put_back(hall: DeskHall) -> None:
    match = calls.call_match(by=hall.by, match=hall.at(1))
    calls.call_match(by=hall.by, match=hall.at(2))
    calls.put_back(by=hall.by, match=match)
    assert (hall.at(1).state, hall.at(2).state) == (State.PLANNED, State.CALLED)


def test_the_next_wave_follows_on_the_board_that_is_free(cast: Cast) -> None:
    hall = open_hall(cast, entries=8, boards=2)
    first = hall.publish((1, 2), (3, 4), (5, 6), (7, 8), boards=(1, 2, 1, 2), waves=2)
    calls.call_round(by=hall.by, pairing_round=first)
    hall.type_card(hall.at(2), "20 20 20 20")

    states = list(first.matches.values_list("number", "board__number", "state"))
    assert states == [(1, 1, "called"), (2, 2, "finished"), (3, 1, "planned"), (4, 2, "called")]


def test_a_queue_sends_the_next_match_to_the_next_free_board(cast: Cast) -> None:
    hall = open_hall(cast, entries=6, boards=2, is_queue=True)
    nowhere = (None,) * 5
    hall.publish((1, 2), (3, 4), (5, 6), boards=nowhere[:3])
    hall.publish((1, 3), (2, 5), boards=nowhere[:2])
    calls.call_next(by=hall.by, event=hall.event)
    assert hall.at_boards() == {1: 1, 2: 2}

    hall.type_card(hall.event.matches.get(number=1), "20 20 20 20")
    assert hall.at_boards() == {1: 3, 2: 2}

    # 1 – 3 waits for player 3, who still sits at board 2; 2 – 5 for player 5.
    hall.type_card(hall.event.matches.get(number=3), "20 20 20 20")
    assert hall.at_boards() == {2: 2, 1: 5}

    hall.type_card(hall.event.matches.get(number=2), "20 20 20 20")
    assert hall.at_boards() == {1: 5, 2: 4}


def test_help_is_wanted_once_and_answered_once(hall: DeskHall) -> None:
    match = hall.at(1)
    calls.want_help(by=hall.by, match=hall.at(2))
    assert calls.want_help(by=hall.by, match=match)
    assert not calls.want_help(by=hall.by, match=match)
    assert calls.answer_help(by=hall.by, match=match)
    assert hall.at(2).help_wanted_at
    assert not calls.answer_help(by=hall.by, match=match)


def test_a_match_knows_when_it_was_called(hall: DeskHall) -> None:
    with time_machine.travel(NOON, tick=False):
        calls.call_match(by=hall.by, match=hall.at(1))

    assert hall.at(1).called_at == NOON


def test_a_round_is_called_once_and_the_log_shows_who_went_where(hall: DeskHall) -> None:
    pairing_round = hall.at(1).pairing_round
    for _ in range(2):
        calls.call_round(by=hall.by, pairing_round=pairing_round)

    assert [line["calls"] for line in logged_facts("call_matches")] == [[[1, 1], [2, 2]]]


def test_the_log_shows_the_end_time_of_a_resumed_clock(hall: DeskHall) -> None:
    pairing_round = hall.at(1).pairing_round
    with time_machine.travel(NOON, tick=False) as now:
        clock.start_clock(by=hall.by, pairing_round=pairing_round, minutes=12)
        now.shift(timedelta(minutes=5))
        clock.pause_clock(by=hall.by, pairing_round=pairing_round)
        now.shift(timedelta(minutes=30))
        clock.resume_clock(by=hall.by, pairing_round=pairing_round)

    [line] = logged_facts("resume_clock")
    assert line["ends_at"] == "2026-11-21T12:42:00Z"


def test_the_first_call_begins_the_event(cast: Cast) -> None:
    hall = open_hall(cast, running=False)
    calls.call_round(by=hall.by, pairing_round=hall.publish((1, 2), (3, 4)))

    hall.event.refresh_from_db()
    assert hall.event.state == "running"


def test_a_match_that_has_begun_is_not_put_back(hall: DeskHall) -> None:
    match = hall.type_card(hall.at(1), "20").match
    calls.put_back(by=hall.by, match=match)

    assert (hall.at(1).state, logged_facts("put_back")) == ("playing", [])


def test_only_queues_fill_free_boards_by_themselves(hall: DeskHall) -> None:
    assert calls.call_next(by=hall.by, event=hall.event) == []
    assert not hall.event.matches.at_a_board().exists()


def test_a_match_that_was_moved_goes_back_to_the_board_it_came_from(hall: DeskHall) -> None:
    match = calls.call_match(by=hall.by, match=hall.at(1))
    third = Board.objects.create(club=hall.event.club, number=3)
    calls.call_match(by=hall.by, match=match, board=third)

    moved = Action.objects.filter(verb="call_match").latest("pk")
    assert preview_undo(moved) == "Match 1 will be on board 1 again."


@pytest.mark.parametrize(("card", "state"), [("", "planned"), ("20", "playing")])
def test_a_match_without_a_board_comes_back_as_it_was(cast: Cast, card: str, state: str) -> None:
    hall = open_hall(cast)
    hall.publish((1, 2), boards=(None,))
    match = hall.event.matches.get()
    if card:
        match = hall.type_card(match, card).match
    give_walkover(by=hall.by, match=match, winner=Seat.B, points=BySeat(0, 8))

    undo(by=hall.by, action=Action.objects.get(verb="give_walkover"))

    assert Match.objects.get().state == state


def queries_of_a_call(cast: Cast, entries: int, name: str) -> int:
    hall = open_hall(cast, entries=entries, boards=entries // 2, name=name)
    hall.publish(*((n, n + 1) for n in range(1, entries, 2)))
    with CaptureQueriesContext(connection) as asked:
        calls.call_round(by=hall.by, pairing_round=hall.at(1).pairing_round)
    Match.objects.unfinished().update(state=State.PLANNED)
    return len(asked)


def test_calling_a_large_round_costs_no_more(cast: Cast) -> None:
    assert queries_of_a_call(cast, 4, "small") == queries_of_a_call(cast, 40, "large")
