"""Which matches have a visible score, and who is listed for the hall."""

import pytest

from leagues.models import Entry, Match, PairingRound
from leagues.reads.play.desk import sitting_of
from leagues.reads.screens.paper import by_name
from tests.cast import Cast
from tests.leagues.play.desk_hall import DeskHall, open_hall
from tests.scenes import scene

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("state", "ending", "shown"),
    [
        ("planned", "", False),
        ("called", "", False),
        ("playing", "", True),
        ("finished", "played", True),
        ("finished", "walkover", True),
        ("finished", "annulled", False),
        ("finished", "withdrawn", False),
    ],
)
def test_there_is_a_score_from_the_first_round_on(state: str, ending: str, shown: bool) -> None:
    assert Match(state=state, ending=ending).has_score is shown


@scene
def hall(cast: Cast) -> DeskHall:
    hall = open_hall(cast, names=["Ann Li", "Ben Ito", "Cat Oh", "Dan Ng"])
    hall.publish((1, 2), (3, 4))
    return hall


def match_one(hall: DeskHall) -> Match:
    return hall.event.matches.with_sides().with_rounds().get(number=1)


def test_the_desk_shows_what_is_written_on_a_card_that_waits_for_its_board(hall: DeskHall) -> None:
    assert not sitting_of(match_one(hall)).shows_score
    hall.type_card(hall.at(1), "20 02")
    Match.objects.filter(number=1).update(state=Match.State.PLANNED)

    assert sitting_of(match_one(hall)).shows_score


def test_the_desk_shows_no_score_of_what_was_struck_out(hall: DeskHall) -> None:
    hall.type_card(hall.at(1), "20 02")
    Match.objects.filter(number=1).update(state=Match.State.FINISHED, ending=Match.Ending.ANNULLED)

    assert not sitting_of(match_one(hall)).shows_score


def listed_names() -> list[str]:
    """The names on the list by surname, as it is printed and on the wall."""
    return [line.name for line in by_name(PairingRound.objects.get())]


def test_who_left_after_playing_is_still_on_the_lists_of_that_round(hall: DeskHall) -> None:
    hall.type_card(hall.at(1), "20 20 20 20")
    Entry.objects.filter(pk=hall.entry(1)).update(state=Entry.State.WITHDRAWN)

    assert len(listed_names()) == 4


def test_a_player_who_left_before_playing_is_not_listed(hall: DeskHall) -> None:
    Entry.objects.filter(pk=hall.entry(1)).update(state=Entry.State.WITHDRAWN)
    Match.objects.filter(number=1).update(
        state=Match.State.FINISHED, ending=Match.Ending.WALKOVER, winner=1
    )

    assert len(listed_names()) == 3
    assert not any("Ann" in name for name in listed_names())
