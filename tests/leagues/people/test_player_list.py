"""The list of players: their numbers, and sorted by each."""

import re
from dataclasses import replace

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from leagues.models import Club, Player
from leagues.reads.people.careers import Average
from leagues.reads.people.player_list import ORDERS, player_rows
from tests.cast import Cast
from tests.leagues.play.desk_hall import DeskHall, open_hall
from tests.scenes import scene

pytestmark = pytest.mark.django_db
NAMES = ["Ann Adams", "Ben Baker", "Cat Cole", "Dan Drew"]


@scene
def hall(cast: Cast) -> DeskHall:
    """Ben wins twice, Dan once."""
    made = open_hall(cast, names=NAMES)
    made.publish((1, 2), (3, 4))
    made.type_card(made.at(1), "02 02 02 02")
    made.type_card(made.at(2), "02 02 02 02")
    return made


def listed_names(order: str = "") -> list[str]:
    page = Client().get(f"/players/?order={order}").text
    return re.findall(r'<a href="/players/\d+-[^"]*">([^<]+)</a>', page)


def test_players_are_sorted_by_name_or_by_matches_won(hall: DeskHall) -> None:
    assert listed_names() == NAMES
    assert listed_names("won") == ["Ben Baker", "Dan Drew", "Ann Adams", "Cat Cole"]
    assert listed_names("shoe-size") == NAMES


def test_players_are_sorted_by_their_twenties_a_round(hall: DeskHall) -> None:
    without = player_rows(hall.event.club, Player.objects.filter(name__in=NAMES).order_by("name"))
    averages = (Average(0, 0), Average(4, 4), Average(8, 9), Average(4, 2))
    rows = [replace(row, twenties=each) for row, each in zip(without, averages, strict=True)]
    order = [row.player.name for row in sorted(rows, key=ORDERS["twenties"])]
    assert order == ["Cat Cole", "Ben Baker", "Dan Drew", "Ann Adams"]


def test_a_row_has_the_matches_won_tied_and_lost_and_the_twenties_a_round(hall: DeskHall) -> None:
    page = " ".join(Client().get("/players/").text.split())
    row = page[page.index("Ben Baker") : page.index("Cat Cole")]

    assert "1–0–0" in row
    assert 'aria-label="Last: won"' in row
    assert ">20s a round<" in page


def test_ratings_are_listed_with_their_band_if_the_club_shows_them(hall: DeskHall) -> None:
    Club.objects.update(shows_ratings=False)
    assert "order=rating" not in Client().get("/players/").text
    Club.objects.update(shows_ratings=True)
    assert Client().get("/players/?letter=").text.count('class="band"') == 4
    assert listed_names("rating")[:2] == ["Ben Baker", "Dan Drew"]


def test_four_players_cost_as_many_queries_as_one(hall: DeskHall) -> None:
    def count_queries(number: int) -> int:
        with CaptureQueriesContext(connection) as seen:
            player_rows(hall.event.club, Player.objects.order_by("name")[:number])
        return len(seen)

    count_queries(4)  # stores the sums
    assert count_queries(4) == count_queries(1)
