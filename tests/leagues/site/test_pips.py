"""The rounds of a match as discs on its row."""

import re

import pytest
from django.test import Client

from tests.cast import Cast
from tests.leagues.play.desk_hall import DeskHall, open_hall
from tests.scenes import scene

pytestmark = pytest.mark.django_db

PIPS = re.compile(r'<span class="pips" role="img" aria-label="([^"]*)">(.*?)</span>')


@scene
def hall(cast: Cast) -> DeskHall:
    hall = open_hall(cast, names=["Ann A", "Ben B", "Cy C", "Di D"])
    hall.publish((1, 2), (3, 4))
    return hall


def find_pips(path: str) -> list[tuple[str, list[str]]]:
    page = Client().get(path).content.decode()
    return [(label, re.findall('class="([^"]*)"', drawn)) for label, drawn in PIPS.findall(page)]


@pytest.mark.parametrize("path", ["", "matches/"])
def test_each_round_is_a_disc_of_its_winner(hall: DeskHall, path: str) -> None:
    hall.type_card(hall.at(1), "20 11 02 20")

    found = find_pips(f"/events/westport-open/{path}")

    assert [label for label, _discs in found] == ["Rounds: A, tied, B, A"]
    assert found[0][1] == ["a", "tied", "b", "a"]


def test_a_round_that_was_won_with_a_20_has_a_hole(hall: DeskHall) -> None:
    match = hall.at(1)
    hall.type_card(match, "20 11 02 20")
    match.rounds.filter(number=1).update(twenties=[1, 0])
    match.rounds.filter(number=3).update(twenties=[2, 0])

    assert find_pips("/events/westport-open/matches/")[0][1] == ["a hole", "tied", "b", "a"]


def test_an_overlay_has_them_too(hall: DeskHall) -> None:
    hall.type_card(hall.at(1), "20 11 02")

    assert find_pips("/overlay/westport-open/boards/1/") == [
        ("Rounds: A, tied, B", ["a", "tied", "b"])
    ]


def test_a_round_that_is_being_checked_has_none_yet(hall: DeskHall) -> None:
    match = hall.at(1)
    hall.type_card(match, "20 11 02 20")
    match.rounds.filter(number=4).update(points=None, score=None, twenties=None)

    assert find_pips("/events/westport-open/matches/")[0][1] == ["a", "tied", "b"]


def test_a_match_without_rounds_has_none(hall: DeskHall) -> None:
    assert find_pips("/events/westport-open/matches/") == []


def test_a_match_draws_how_its_points_grew(hall: DeskHall) -> None:
    match = hall.at(1)
    hall.type_card(match, "20 11 02 20")

    page = Client().get(match.get_absolute_url()).content.decode()

    # Of five points at most, in four rounds: 2, 3, 3, 5 and 0, 1, 3, 3.
    assert '<path class="a" d="M4.0 96.0H22.4V59.2H40.8V40.8H59.2V40.8H77.6V4.0H96.0" />' in page
    assert '<path class="b" d="M4.0 96.0H22.4V96.0H40.8V77.6H59.2V40.8H77.6V40.8H96.0" />' in page


def test_one_round_is_no_line(hall: DeskHall) -> None:
    match = hall.at(1)
    hall.type_card(match, "20 11 02 20")
    match.rounds.exclude(number=1).delete()

    assert 'class="steps"' not in Client().get(match.get_absolute_url()).content.decode()
