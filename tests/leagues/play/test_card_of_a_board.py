"""Which match opens when the desk types a board's number."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from leagues.actions.play import calls
from leagues.models import Match
from tests.cast import Cast
from tests.leagues.play.desk_hall import DeskHall, finish_as_it_is, open_hall
from tests.scenes import scene

pytestmark = pytest.mark.django_db


@scene
def hall(cast: Cast) -> DeskHall:
    hall = open_hall(cast, names=("Ann Ode", "Ben Ito", "Cat Li", "Dan Roy"))
    hall.publish((1, 2), (3, 4))
    hall.publish((1, 3), (2, 4))
    return hall


def open_board(hall: DeskHall, ann: Client, **asked: str) -> Any:
    return ann.get(reverse("desk_card", args=[hall.event.slug]), asked)


def opened_match(hall: DeskHall, ann: Client, **asked: str) -> int | None:
    """The number of the match whose card is open; None where the desk has to choose."""
    match: Match | None = open_board(hall, ann, **asked).context["entry"].get("match")
    return match.number if match else None


def page_text(hall: DeskHall, ann: Client, **asked: str) -> str:
    return " ".join(open_board(hall, ann, **asked).content.decode().split())


def test_a_board_typed_twice_does_not_play_the_next_round_early(
    hall: DeskHall, ann: Client
) -> None:
    hall.type_card(hall.at(1), "20 20 20 20")

    assert opened_match(hall, ann, board="1") is None
    page = page_text(hall, ann, board="1")
    assert "Match 1 is finished here, Ann Ode – Ben Ito 8–0." in page
    assert "Match 3, Ann Ode – Cat Li, is up next but not called yet." in page
    assert f'href="{reverse("desk_match", args=[hall.event.slug, 1])}"' in page


def test_a_match_that_is_not_called_is_typed_when_it_is_asked_for(
    hall: DeskHall, ann: Client
) -> None:
    hall.type_card(hall.at(1), "20 20 20 20")
    assert opened_match(hall, ann, match="3") == 3
    assert "hasn’t been called yet" in page_text(hall, ann, match="3")


def test_a_match_that_is_called_is_opened_at_once(hall: DeskHall, ann: Client) -> None:
    for board in (1, 2):
        hall.type_card(hall.at(board), "20 20 20 20")
    calls.call_match(by=hall.by, match=hall.at(1))
    assert opened_match(hall, ann, board="1") == 3
    assert "is not called yet" not in page_text(hall, ann, board="1")


def test_a_board_without_results_opens_the_next_match_with_a_note(
    hall: DeskHall, ann: Client
) -> None:
    assert opened_match(hall, ann, board="1") == 1
    assert "hasn’t been called yet" in page_text(hall, ann, board="1")


def test_who_never_sat_down_leaves_the_board_to_the_next(hall: DeskHall, ann: Client) -> None:
    hall.event.matches.filter(number=1).update(
        state=Match.State.FINISHED, ending=Match.Ending.WALKOVER
    )
    assert opened_match(hall, ann, board="1") == 3


def test_the_last_match_of_a_board_is_opened_to_be_looked_at(hall: DeskHall, ann: Client) -> None:
    for _ in range(2):
        hall.type_card(hall.at(1), "20 20 20 20")
    finish_as_it_is(hall.by, hall.event)
    assert opened_match(hall, ann, board="1") == 3
