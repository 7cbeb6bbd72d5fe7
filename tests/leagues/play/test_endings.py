"""How a match ends without a card: walkover, neither side came, injury, annulment."""

import pytest

from leagues.actions.play import calls
from leagues.actions.play.endings import annul_match, forfeit_both, give_walkover, stop_match
from leagues.actions.refusal import Refused
from leagues.reads import tables_of
from leagues.stages.pairing_ways import Knockout
from scoring.results import Ending
from scoring.sides import BySeat, Seat
from tests.cast import Cast
from tests.leagues.play.desk_hall import DeskHall, finish_as_it_is, open_hall


@pytest.mark.parametrize("ending", ["card", "walkover", "finish"])
def test_a_call_for_help_ends_with_its_match(hall: DeskHall, ending: str) -> None:
    match = hall.type_card(hall.at(1), "20").match
    calls.want_help(by=hall.by, match=match)
    if ending == "card":
        hall.type_card(match, "20 20 20 20")
    elif ending == "walkover":
        give_walkover(by=hall.by, match=match, winner=Seat.B, points=BySeat(0, 8))
    else:
        finish_as_it_is(hall.by, hall.event)

    match.refresh_from_db()
    assert (match.state, match.help_wanted_at) == ("finished", None)


def test_a_walkover_pays_what_the_desk_entered(hall: DeskHall) -> None:
    match = hall.at(1)
    give_walkover(by=hall.by, match=match, winner=Seat.B, points=BySeat(0, 8))

    match.refresh_from_db()
    assert (match.state, match.ending, match.winner) == ("finished", "walkover", 1)
    [table] = tables_of(hall.stage)
    first = table.lines[0]
    assert (first.entry.pk, first.row.made.points, first.won) == (hall.entry(2), 8, 1)


def test_when_neither_side_came_both_lose(hall: DeskHall) -> None:
    forfeit_both(by=hall.by, match=hall.at(1))
    [table] = tables_of(hall.stage)
    lost = {line.entry.pk: (line.lost, line.row.made.points) for line in table.lines}
    assert lost[hall.entry(1)] == lost[hall.entry(2)] == (1, 0)


def test_rounds_played_before_an_injury_count(hall: DeskHall) -> None:
    match = hall.type_card(hall.at(1), "20 11").match
    stop_match(by=hall.by, match=match, reason="a cut finger")

    match.refresh_from_db()
    assert (match.state, match.ending, match.winner) == ("finished", "played", 0)
    assert [side.points for side in match.sides.all()] == [3, 1]


def test_nothing_can_stand_where_nothing_was_played(hall: DeskHall) -> None:
    with pytest.raises(Refused, match="Nothing has been played"):
        stop_match(by=hall.by, match=hall.at(1))


def test_an_annulled_match_counts_for_no_side_and_stays_readable(hall: DeskHall) -> None:
    match = hall.type_card(hall.at(1), "20 20").match
    annul_match(by=hall.by, match=match, reason="wrong board")

    match.refresh_from_db()
    assert match.ending == Ending.ANNULLED.value
    assert match.reports.count() == 2
    [table] = tables_of(hall.stage)
    assert all(line.row.games == 0 for line in table.lines)


def test_what_is_over_does_not_end_again(hall: DeskHall) -> None:
    match = hall.at(1)
    forfeit_both(by=hall.by, match=match)
    with pytest.raises(Refused, match="already finished"):
        annul_match(by=hall.by, match=match)


def test_in_a_bracket_one_side_must_advance(cast: Cast) -> None:
    hall = open_hall(cast, way=Knockout())
    hall.publish((1, 2), (3, 4))
    for end in (annul_match, forfeit_both):
        with pytest.raises(Refused, match="one side has to advance"):
            end(by=hall.by, match=hall.at(1))


def test_a_walkover_frees_its_board(cast: Cast) -> None:
    hall = open_hall(cast, boards=1, is_queue=True)
    hall.publish((1, 2), (3, 4), boards=(None, None))
    calls.call_next(by=hall.by, event=hall.event)
    give_walkover(by=hall.by, match=hall.at(1), winner=Seat.A, points=BySeat(8, 0))
    assert hall.at_boards() == {1: 2}
