"""The list of matches, and finding the matches of a player."""

import re

import pytest
from django.test import Client

from leagues.models import Match
from tests.cast import Cast
from tests.leagues.play.desk_hall import DeskHall, open_hall
from tests.leagues.play.desk_page import desk_address, record_report

# --- The list ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("asked", "numbers"),
    [
        ({}, [1, 2]),
        ({"state": "over"}, [1]),
        ({"state": "open"}, [2]),
        ({"q": "cat"}, [2]),
        ({"q": "nobody"}, []),
        ({"round": "x", "state": "y", "page": "z"}, [1, 2]),
    ],
)
def test_matches_are_found(
    asked: dict[str, str], numbers: list[int], hall: DeskHall, ann: Client
) -> None:
    hall.type_card(hall.at(1), "20 20 20 20")
    page = ann.get(desk_address("event_matches", hall), asked)
    assert [each.match.number for each in page.context["sittings"]] == numbers


def test_the_matches_stand_under_their_rounds(ann: Client, hall: DeskHall) -> None:
    hall.publish((1, 3), (2, 4))
    asked = {"round": ""}
    page = " ".join(ann.get(desk_address("event_matches", hall), asked).content.decode().split())

    parts = [part.split("</ul>")[0] for part in page.split("<h2>")[1:]]
    assert [part.split("</h2>")[0].strip() for part in parts] == [
        "Morning, game 1",
        "Morning, game 2",
    ]
    assert [part.count("score-line") for part in parts] == [2, 2]


def test_a_disputed_score_is_marked_as_open(ann: Client, hall: DeskHall) -> None:
    def score() -> str:
        page = ann.get(desk_address("event_matches", hall)).text
        return " ".join(re.findall(r'<span class="score.*?</span></span>', page))

    record_report(hall.at(1), 1, 0, [2, 0], "agreed")
    assert "?" not in score()
    record_report(hall.at(1), 2, 0, [2, 0], "disputed")
    assert re.search(r'class="a">\d\?</span><b>–</b><span class="b">\d\?<', score())


def test_where_the_sides_disagree_is_first_in_a_game(ann: Client, hall: DeskHall) -> None:
    record_report(hall.at(2), 1, 0, [2, 0], "disputed")
    for asked, numbers in (({}, [2, 1]), ({"round": ""}, [1, 2])):
        page = ann.get(desk_address("event_matches", hall), asked)
        assert [each.match.number for each in page.context["sittings"]] == numbers, asked


def test_the_list_opens_at_the_game_that_is_played(ann: Client, hall: DeskHall) -> None:
    def shown() -> str:
        page = ann.get(desk_address("event_matches", hall))
        asked: str = page.context["asked"]["round"]
        assert {str(each.match.pairing_round_id) for each in page.context["sittings"]} == {asked}
        return asked

    first = str(hall.at(1).pairing_round_id)
    later = hall.publish((1, 3), (2, 4))
    assert shown() == first, "nothing is begun"
    hall.type_card(hall.at(1), "20 20 20 20")
    assert shown() == first
    hall.type_card(hall.at(2), "20 20 20 20")
    assert shown() == str(later.pk), "the first is finished"


# --- Finding a player's matches ----------------------------------------------------------


@pytest.mark.parametrize(
    ("sought", "found"),
    [
        ("brien", 1),
        ("o’brien", 1),
        ("lukasz", 1),
        ("ann", 1),
        ("harriers", 1),
        ("nobody", 0),
        ("%", 0),
        ("\x00", 0),
        ("", 2),
    ],
)
def test_matches_are_found_by_their_players(
    cast: Cast, ann: Client, sought: str, found: int
) -> None:
    names = ("Ann Ode", "Pat O'Brien", "Łukasz Ek", "Dan Roy")
    hall = open_hall(cast, names=names)
    hall.event.entries.filter(pk=hall.entries[3]).update(name="The Harriers")
    hall.publish((1, 2), (3, 4))

    page = ann.get(desk_address("event_matches", hall), {"q": sought})

    assert len(page.context["sittings"]) == found


@pytest.mark.parametrize("sought", ["brien", "O’Brien", "o brien", "pat o"])
def test_an_entry_is_found_whatever_its_apostrophe(cast: Cast, ann: Client, sought: str) -> None:
    hall = open_hall(cast, names=("Ann Ode", "Pat O'Brien"))

    page = ann.get(desk_address("event_people", hall), {"q": sought})

    found = [line.entry.people[0].name for line in page.context["lines"]]
    assert found == ["Pat O'Brien"]


def test_the_matches_of_a_game_are_in_the_order_of_the_boards(ann: Client, hall: DeskHall) -> None:
    first, second = hall.at(1), hall.at(2)
    boards = first.board, second.board
    Match.objects.filter(pk=first.pk).update(board=None)
    Match.objects.filter(pk=second.pk).update(board=boards[0])
    Match.objects.filter(pk=first.pk).update(board=boards[1])

    page = ann.get(desk_address("event_matches", hall))

    assert [each.match.pk for each in page.context["sittings"]] == [second.pk, first.pk]
