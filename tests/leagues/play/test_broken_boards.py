"""A broken board leaves the event in one act, and its matches move to other boards."""

import pytest
from django.test import Client
from django.urls import reverse

from leagues.actions.log.undo import undo
from leagues.actions.play.broken_boards import take_out_board
from leagues.actions.play.calls import call_match, call_round
from leagues.actions.refusal import Refused, Stale
from leagues.models import Action, Board, Match, PairingRound
from tests.cast import Cast
from tests.leagues.play.desk_hall import DeskHall, finish_as_it_is, open_hall
from tests.scenes import scene

Seat = tuple[int, int | None, int, str]


def match_facts(pairing_round: PairingRound) -> list[Seat]:
    """Number, board, wave and state of each match."""
    facts = ("number", "board__number", "wave", "state")
    return list(pairing_round.matches.order_by("number").values_list(*facts))


def break_board(hall: DeskHall, number: int) -> Match | None:
    board = Board.objects.get(number=number)
    return take_out_board(by=hall.by, event=hall.event, board=board)


def take_back(hall: DeskHall) -> None:
    undo(by=hall.by, action=Action.objects.get(verb="take_out_board"))


@scene
def hall(cast: Cast) -> DeskHall:
    return open_hall(cast, entries=6, boards=4)


@scene
def game(hall: DeskHall) -> PairingRound:
    """A called game of three matches at four boards."""
    game = hall.publish((1, 2), (3, 4), (5, 6))
    call_round(by=hall.by, pairing_round=game)
    return game


def test_its_match_moves_to_a_free_board(hall: DeskHall, game: PairingRound) -> None:
    break_board(hall, 2)

    assert match_facts(game) == [(1, 1, 1, "called"), (2, 4, 1, "called"), (3, 3, 1, "called")]
    assert [board.number for board in hall.event.boards.all()] == [1, 3, 4]
    take_back(hall)
    assert match_facts(game)[1] == (2, 2, 1, "called")
    assert hall.event.boards.count() == 4


def test_without_a_free_board_it_waits_and_is_called_next(
    hall: DeskHall, game: PairingRound
) -> None:
    break_board(hall, 4)
    break_board(hall, 2)
    [_first, (_two, board, wave, state), _third] = match_facts(game)
    assert (wave, state) == (2, "planned")

    hall.type_card(hall.at(board or 0), "20 20 20 20")
    assert match_facts(game)[1] == (2, board, 2, "called")


def test_what_was_played_is_kept_while_it_waits(hall: DeskHall, game: PairingRound) -> None:
    Match.objects.filter(number=2).update(state="playing")
    break_board(hall, 4)
    break_board(hall, 2)
    undo(by=hall.by, action=Action.objects.filter(verb="take_out_board").latest("pk"))

    assert match_facts(game)[1] == (2, 2, 1, "playing")


def test_a_board_without_a_match_to_come_is_first(hall: DeskHall) -> None:
    """Board 3 is free, and match 3 is about to be called there."""
    game = hall.publish((1, 2), (3, 4), (5, 6))
    call_match(by=hall.by, match=hall.at(1))
    break_board(hall, 1)

    assert match_facts(game)[0] == (1, 4, 1, "called")


def test_matches_to_come_get_other_boards(hall: DeskHall, game: PairingRound) -> None:
    later = hall.publish((1, 3), (2, 5), (4, 6))
    break_board(hall, 2)
    assert match_facts(later) == [(4, 1, 1, "planned"), (5, 4, 1, "planned"), (6, 3, 1, "planned")]

    take_back(hall)
    assert [board for _match, board, _wave, _state in match_facts(later)] == [1, 2, 3]


def test_in_a_queue_its_match_waits_for_any_board(cast: Cast) -> None:
    hall = open_hall(cast, boards=2, is_queue=True)
    game = hall.publish((1, 2), (3, 4), boards=(None, None))
    call_round(by=hall.by, pairing_round=game)
    break_board(hall, 2)

    assert match_facts(game)[1] == (2, None, 1, "planned")


def test_a_board_leaves_once_and_not_when_all_is_over(hall: DeskHall, game: PairingRound) -> None:
    break_board(hall, 2)
    with pytest.raises(Stale, match="no longer in use"):
        break_board(hall, 2)
    finish_as_it_is(hall.by, hall.event)
    with pytest.raises(Refused, match="finished"):
        break_board(hall, 1)


@pytest.mark.parametrize(
    ("board", "flash"),
    [
        (2, "Board 2 is removed from the event. Match 2 is now at board 4."),
        (4, "Board 4 is removed from the event."),
    ],
)
def test_it_is_one_item_of_the_boards_tile(
    hall: DeskHall, game: PairingRound, ann: Client, board: int, flash: str
) -> None:
    desk = reverse("event_desk", args=[hall.event.slug])
    assert "Mark board as broken" in ann.get(desk).content.decode()
    address = reverse("desk_board_broken", args=[hall.event.slug, board])

    page = ann.post(address, follow=True).content.decode()
    assert flash in page
    assert f'id="board-{board}"' not in page


def test_a_scorer_changes_no_boards(cast: Cast, hall: DeskHall) -> None:
    desk = reverse("event_desk", args=[hall.event.slug])

    assert b"is broken" not in cast.browser_of("sam").get(desk).content
