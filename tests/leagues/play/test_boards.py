"""Which boards are free, taken or waited for."""

from datetime import datetime, timedelta

import pytest
import time_machine
from django.test import Client
from django.utils import timezone

from leagues.actions.play import calls
from leagues.models import Board, Event, Match
from leagues.reads.play.desk import At, desk_of
from tests.cast import Cast
from tests.leagues.play.desk_hall import DeskHall, open_hall
from tests.leagues.play.desk_page import desk_address, record_report


def board_states(hall: DeskHall) -> list[At]:
    return [card.at for card in desk_of(hall.event).boards]


def test_a_board_shows_its_state(hall: DeskHall) -> None:
    assert board_states(hall) == [At.FREE, At.FREE]
    calls.call_match(by=hall.by, match=hall.at(1))
    hall.type_card(hall.at(2), "20")
    assert board_states(hall) == [At.CALLED, At.PLAYING]
    calls.want_help(by=hall.by, match=hall.at(2))
    assert board_states(hall) == [At.CALLED, At.HELP]


def test_a_call_for_help_is_more_pressing_than_a_difference(hall: DeskHall) -> None:
    calls.call_match(by=hall.by, match=hall.at(1))
    record_report(hall.at(1), 1, 0, [2, 0], "reported")
    record_report(hall.at(1), 1, 1, [0, 2], "disputed")
    assert board_states(hall) == [At.DIFFERS, At.FREE]
    calls.want_help(by=hall.by, match=hall.at(1))
    assert board_states(hall) == [At.HELP, At.FREE]


@pytest.mark.parametrize(
    ("called", "now", "words"),
    [
        ("14:00", "21 14:00", "called 0 min ago"),
        ("14:00", "21 15:29", "called 89 min ago"),
        ("14:00", "21 20:58", "called 6 h 58 min ago"),
        ("23:50", "22 00:10", "called 20 min ago"),
        ("14:00", "22 09:00", "called on 21 November"),
    ],
)
def test_a_board_shows_readably_when_it_was_called(
    called: str, now: str, words: str, hall: DeskHall, ann: Client
) -> None:
    match, zone = hall.at(1), hall.event.tzinfo
    calls.call_match(by=hall.by, match=match)
    called_at = datetime.fromisoformat(f"2026-11-21 {called}").replace(tzinfo=zone)
    Match.objects.filter(pk=match.pk).update(called_at=called_at)
    then = datetime.fromisoformat(f"2026-11-{now}").replace(tzinfo=zone)
    with time_machine.travel(then, tick=False):
        page = ann.get(desk_address("event_desk", hall)).content.decode()
    assert words in " ".join(page.split())


def test_a_board_another_event_plays_on_is_taken(cast: Cast, hall: DeskHall) -> None:
    other = open_hall(cast, name="Next door")
    other.publish((1, 2), (3, 4))
    calls.call_match(by=other.by, match=other.at(1))

    assert board_states(hall) == [At.ELSEWHERE, At.FREE]
    called = calls.call_round(by=hall.by, pairing_round=hall.at(1).pairing_round)
    assert [match.board for match in called] == [Board.objects.get(number=2)]


def test_before_the_day_of_an_event_its_boards_are_free(cast: Cast, hall: DeskHall) -> None:
    other = open_hall(cast, name="Next door")
    other.publish((1, 2), (3, 4))
    calls.call_match(by=other.by, match=other.at(1))
    hall.event.state = Event.State.PLANNED
    hall.event.starts_at = timezone.now() + timedelta(weeks=3)
    hall.event.save()
    assert board_states(hall) == [At.FREE, At.FREE]


def test_a_free_board_names_who_is_next_but_shows_no_sides(hall: DeskHall, ann: Client) -> None:
    page = ann.get(desk_address("event_desk", hall)).content.decode()
    boards = " ".join(page.split('id="boards"')[1].split())
    assert 'class="sides"' not in boards
    assert "Next:" in boards
    assert "Match 1" not in boards
