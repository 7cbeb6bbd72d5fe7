"""The overlay of a board, over a stream."""

from django.test import Client

from leagues.models import Match
from tests.leagues.play.desk_hall import DeskHall
from tests.leagues.screens.walls import mark_of


def test_the_overlay_of_a_board_shows_what_is_played_there(hall: DeskHall) -> None:
    hall.publish((1, 2), (3, 4))
    hall.type_card(hall.at(1), "20")
    page = Client().get("/overlay/westport-open/boards/1/").content.decode()
    assert "Ann Li" in page
    assert '<span class="score">2</span>' in page
    assert "Round 2" in page


def test_the_overlay_of_a_board_without_a_match_is_empty(hall: DeskHall) -> None:
    page = Client().get("/overlay/westport-open/boards/1/").text
    assert 'class="side"' not in page
    assert "hidden" in page


def test_the_overlay_keeps_the_last_match_until_the_next(hall: DeskHall) -> None:
    hall.publish((1, 2), (3, 4))
    hall.type_card(hall.at(1), "20 20 20 20")
    page = Client().get("/overlay/westport-open/boards/1/").content.decode()
    assert "Ann Li" in page
    assert "Finished" in page


def test_the_overlay_asks_for_news_only(hall: DeskHall) -> None:
    hall.publish((1, 2), (3, 4))
    number = Match.objects.get(board__number=1).number
    address = f"/overlay/westport-open/matches/{number}/"
    mark = mark_of(Client().get(address))
    assert Client().get(f"{address}?seen={mark}").status_code == 204
    hall.type_card(hall.at(1), "20")
    assert Client().get(f"{address}?seen={mark}").status_code == 200
