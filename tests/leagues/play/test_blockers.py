"""Blockers: what keeps the next round from being drawn or called."""

from datetime import timedelta

from django.test import Client
from django.utils import timezone

from leagues.actions.play import calls, clock
from leagues.reads.play.blockers import blockers_of
from leagues.reads.play.desk import desk_of
from tests.cast import Cast
from tests.leagues.play.desk_hall import DeskHall, open_hall
from tests.leagues.play.desk_page import blocker_texts, desk_address, record_report


def blocker_kinds(hall: DeskHall) -> list[str]:
    hall.event.refresh_from_db()
    return [each.kind for each in blockers_of(desk_of(hall.event), timezone.now())]


def test_the_next_round_s_blockers_are_shown_in_words(hall: DeskHall) -> None:
    assert blocker_texts(hall) == ["Morning, game 1: 2 matches can be called to their boards"]

    calls.call_round(by=hall.by, pairing_round=hall.at(1).pairing_round)
    assert blocker_texts(hall) == []

    calls.want_help(by=hall.by, match=hall.at(2))
    record_report(hall.at(1), 1, 0, [2, 0], "reported")
    record_report(hall.at(1), 1, 1, [0, 2], "disputed")
    assert blocker_texts(hall) == [
        "Board 1 · round 1 (2–0 or 0–2)",
        "Board 2 needs help",
    ]


def test_boards_where_players_wait_are_pressing(hall: DeskHall) -> None:
    calls.call_round(by=hall.by, pairing_round=hall.at(1).pairing_round)
    calls.want_help(by=hall.by, match=hall.at(2))
    hall.event.confirm_minutes = 0
    hall.event.save()
    record_report(hall.at(1), 1, 0, [2, 0], "reported")
    found = blockers_of(desk_of(hall.event), timezone.now())
    assert [(each.kind, each.is_pressing) for each in found] == [("help", True), ("waiting", False)]


def test_one_sides_word_blocks_after_the_other_had_its_time(hall: DeskHall) -> None:
    record_report(hall.at(1), 1, 0, [2, 0], "reported")
    assert "waiting" not in blocker_kinds(hall)

    hall.event.confirm_minutes = 0
    hall.event.save()
    assert "waiting" in blocker_kinds(hall)


def test_expired_time_is_shown(hall: DeskHall) -> None:
    pairing_round = hall.at(1).pairing_round
    calls.call_round(by=hall.by, pairing_round=pairing_round)
    clock.start_clock(by=hall.by, pairing_round=pairing_round, minutes=1)
    type(pairing_round).objects.update(clock_ends_at=timezone.now() - timedelta(seconds=1))
    assert blocker_texts(hall) == ["Morning, game 1: time is up, but 2 boards are still playing"]


def test_a_match_put_off_is_not_forgotten(hall: DeskHall) -> None:
    hall.type_card(hall.at(1), "20 20 20 20")
    assert blocker_texts(hall) == ["Morning, game 1: Cat Li – Dan Roy is still to be played"]


def test_when_all_is_played_the_places_are_next(hall: DeskHall) -> None:
    for board in (1, 2):
        hall.type_card(hall.at(board), "20 20 20 20")
    assert blocker_kinds(hall) == ["finish"]


def test_an_event_that_has_not_begun_is_a_blocker(cast: Cast) -> None:
    hall = open_hall(cast, running=False)
    assert blocker_kinds(hall) == ["draw"]
    hall.publish((1, 2), (3, 4))
    assert blocker_kinds(hall) == ["not-begun", "call"]


def test_people_are_entered_before_anything_is_drawn(cast: Cast) -> None:
    hall = open_hall(cast, entries=1, running=False)
    assert blocker_texts(hall) == ["Only one is entered. You need at least two."]
    assert blocker_kinds(hall) == ["people"]


def test_a_queue_calls_the_next(cast: Cast) -> None:
    hall = open_hall(cast, boards=1, is_queue=True)
    hall.publish((1, 2), (3, 4), boards=(None, None))
    assert blocker_kinds(hall) == ["queue"]
    calls.call_next(by=hall.by, event=hall.event)
    assert blocker_kinds(hall) == []


def test_who_still_plays_is_not_waited_for(cast: Cast) -> None:
    hall = open_hall(cast, boards=2, is_queue=True)
    hall.publish((1, 2), boards=(None,))
    hall.publish((1, 3), boards=(None,))
    calls.call_next(by=hall.by, event=hall.event)
    assert blocker_kinds(hall) == [], "player 1 cannot be called to the board that is free"


def test_a_round_waiting_for_another_events_boards_shows_it(cast: Cast, hall: DeskHall) -> None:
    other = open_hall(cast, name="Next door")
    calls.call_round(by=other.by, pairing_round=other.publish((1, 2), (3, 4)))

    assert blocker_texts(hall) == [
        "Morning, game 1: 2 matches are waiting. Board 1 is taken by Next door. Board 2 is taken by Next door."
    ]
    calls.put_back(by=other.by, match=other.at(1))
    assert blocker_texts(hall) == [
        "Morning, game 1: 1 match can be called to its board",
        "Morning, game 1: 1 match is waiting. Board 2 is taken by Next door.",
    ]
    hall.type_card(hall.at(1), "20 20 20 20")
    assert blocker_kinds(hall) == ["elsewhere", "left-over"]


def test_boards_used_by_another_event_are_listed_in_order(cast: Cast) -> None:
    hall = open_hall(cast, boards=2)
    hall.publish((1, 2), (3, 4), boards=(2, 1))
    other = open_hall(cast, name="Next door")
    calls.call_round(by=other.by, pairing_round=other.publish((1, 2), (3, 4)))

    assert blocker_texts(hall) == [
        "Morning, game 1: 2 matches are waiting. Board 1 is taken by Next door. Board 2 is taken by Next door."
    ]


def test_a_round_that_is_not_due_waits_for_no_other_events_board(
    cast: Cast, hall: DeskHall
) -> None:
    calls.call_match(by=hall.by, match=hall.at(1))
    hall.type_card(hall.at(2), "20 20 20 20")
    hall.publish((1, 3), (2, 4))
    other = open_hall(cast, name="Next door")
    other.publish((1, 2), (3, 4))
    calls.call_match(by=other.by, match=other.at(2))

    assert blocker_kinds(hall) == []


def test_a_queue_shows_where_its_boards_are_used(cast: Cast) -> None:
    hall = open_hall(cast, boards=1, is_queue=True)
    hall.publish((1, 2), (3, 4), boards=(None, None))
    other = open_hall(cast, boards=1, name="Next door")
    calls.call_round(by=other.by, pairing_round=other.publish((1, 2)))

    assert blocker_texts(hall) == [
        "Morning, game 1: 2 matches are waiting. Board 1 is taken by Next door."
    ]


def test_a_match_shows_who_is_at_its_board(cast: Cast, ann: Client) -> None:
    hall = open_hall(cast, boards=2)
    hall.publish((1, 2), (3, 4), boards=(1, 1), waves=2)
    other = open_hall(cast, boards=2, name="Next door")
    other.publish((1, 2), boards=(1,))
    two = desk_address("desk_match", hall, 2)
    assert "is taken" not in ann.get(two).content.decode()

    calls.call_match(by=other.by, match=other.at(1))
    assert "Board 1 is taken by Next door." in ann.get(two).content.decode()
    desk = ann.get(desk_address("event_desk", hall)).content.decode()
    assert ">Next door<" in desk.replace("\n", "").replace("  ", "")
    answer = ann.post(f"{two}call/", {"board": hall.at(1).board_id}, follow=True)
    assert "Board 1 is taken by Next door." in answer.content.decode()

    calls.put_back(by=other.by, match=other.at(1))
    calls.call_match(by=hall.by, match=hall.at(1))
    assert "Another match is still at board 1." in ann.get(two).content.decode()
