"""The state of a match after its ending is undone."""

import pytest

from leagues.actions.act import write_line
from leagues.actions.log.undo import undo
from leagues.actions.play import calls
from leagues.actions.play.endings import GIVE_WALKOVER, annul_match, give_walkover
from leagues.models import Action, Match
from scoring.sides import BySeat, Seat
from tests.cast import Cast
from tests.leagues.play.desk_hall import DeskHall, open_hall


def end_undone(hall: DeskHall, verb: str) -> Match:
    undo(by=hall.by, action=Action.objects.filter(verb=verb).latest("pk"))
    return hall.event.matches.get(number=1)


def sides_of(match: Match) -> list[tuple[int, int | None, int]]:
    return [(side.points, side.twenties, side.result) for side in match.sides.all()]


@pytest.mark.parametrize("is_taken", [False, True])
def test_a_match_that_was_struck_out_goes_on_where_its_board_is_free(
    cast: Cast, is_taken: bool
) -> None:
    hall = open_hall(cast, entries=6)
    hall.publish((1, 2), (3, 4), (5, 6), boards=(1, 2, 1))
    match = hall.type_card(hall.at(1), "2 0 3 1,1 1 0 0").match
    calls.call_match(by=hall.by, match=hall.at(2))
    stood = sides_of(match)
    annul_match(by=hall.by, match=match)
    if is_taken:
        calls.call_match(by=hall.by, match=hall.event.matches.get(number=3))

    again = end_undone(hall, "annul_match")

    assert again.state == ("planned" if is_taken else "playing")
    assert (again.winner, again.finished_at) == (None, None)
    assert sides_of(again) == stood == [(3, 3, 3), (1, 1, 1)]


def test_a_match_that_was_called_is_called_again(hall: DeskHall) -> None:
    match = calls.call_match(by=hall.by, match=hall.at(1))
    give_walkover(by=hall.by, match=match, winner=Seat.A, points=BySeat(8, 0))

    again = end_undone(hall, "give_walkover")

    assert again.state == "called"
    assert sides_of(again) == [(0, None, 0), (0, None, 0)]


def test_a_called_match_whose_board_is_gone_waits_to_be_called(hall: DeskHall) -> None:
    match = calls.call_match(by=hall.by, match=hall.at(1))
    give_walkover(by=hall.by, match=match, winner=Seat.A, points=BySeat(8, 0))
    hall.event.matches.filter(pk=match.pk).update(board=None)

    assert end_undone(hall, "give_walkover").state == "planned"


def test_without_a_board_no_match_waits_for_one(cast: Cast) -> None:
    hall = open_hall(cast)
    hall.publish((1, 2), (3, 4), boards=(None, None))
    for match in list(hall.event.matches.all()):
        hall.type_card(match, "20")
    annul_match(by=hall.by, match=hall.event.matches.get(number=1))

    assert end_undone(hall, "annul_match").state == "playing"


def test_a_walkover_of_which_nothing_more_was_kept_is_to_be_played(hall: DeskHall) -> None:
    """As in the demo club, where the walkover was given without the match being open."""
    match = hall.at(1)
    give_walkover(by=hall.by, match=match, winner=Seat.A, points=BySeat(8, 0))
    facts = {"match": match.number, "winner": "A", "points": [8, 0]}
    write_line(hall.by, hall.event, GIVE_WALKOVER, **facts)

    again = end_undone(hall, "give_walkover")

    assert again.state == "planned"
    assert sides_of(again) == [(0, None, 0), (0, None, 0)]
