"""The page follows the event, and stays cheap with a hall full of players."""

import re

import pytest
import time_machine
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from leagues import reads
from leagues.actions.people.links import give_link
from leagues.models import Event, Player, Stage
from leagues.reads import Table
from leagues.reads.phones.my_day import my_day
from tests.cast import Cast
from tests.leagues.phones.my_day.words import NAMES, in_words, player_named
from tests.leagues.play.desk_hall import NOON, DeskHall, open_hall


def ask_again(name: str, hall: DeskHall, seen: str = "") -> tuple[int, str]:
    token = give_link(by=hall.by, player=player_named(name))
    address = f"/me/{token}/?day={hall.event.slug}&seen={seen}"
    answer = Client().get(address, headers={"HX-Request": "true"})
    return answer.status_code, answer.content.decode()


def test_a_page_that_asks_again_is_answered_only_when_something_moved(hall: DeskHall) -> None:
    with time_machine.travel(NOON, tick=False):
        status, html = ask_again("Ann", hall)
        [mark] = re.findall(r"seen=([0-9-]+)", html)
        assert (status, ask_again("Ann", hall, mark)[0]) == (200, 204)

        hall.publish((1, 2), (3, 4))
        status, html = ask_again("Ann", hall, mark)

    assert status == 200
    assert "Board 1 against Ben" in in_words(html)
    assert "<html" not in html


def test_the_day_of_another_event_or_of_none_is_nothing(hall: DeskHall) -> None:
    token = give_link(by=hall.by, player=player_named("Ann"))
    Event.objects.update(visibility=Event.Visibility.PRIVATE)

    assert Client().get(f"/me/{token}/?day={hall.event.slug}").status_code == 404
    assert Client().get(f"/me/{token}/?day=no-such").status_code == 404
    assert Client().get(f"/me/{token}/?day=%00").status_code == 404


def test_an_account_sees_the_same_at_its_own_page(cast: Cast, hall: DeskHall) -> None:
    hall.publish((1, 2), (3, 4))
    hall.at(2).sides.get(seat=0).side_players.update(player=cast.ben_plays)

    text = in_words(cast.browser_of("ben").get("/me/").content.decode())

    assert "Board 2 against Dee" in text


def test_a_day_costs_as_many_queries_however_many_play(
    cast: Cast, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    asked = []
    for entries, rounds in ((4, 2), (8, 3)):
        hall = open_hall(cast, entries=entries, boards=4, name=f"Of {entries}")
        for _round in range(rounds):
            hall.publish(*((n, n + 1) for n in range(1, entries, 2)))
        hall.type_card(hall.at(1), "20 20 20 11")
        of_event = Player.objects.filter(name="Player 1").order_by("-pk")[0]
        with django_assert_max_num_queries(25) as queries:
            my_day(hall.event, of_event, NOON)
        asked.append(len(queries))

    assert asked[0] == asked[1]


def test_a_hall_of_phones_computes_a_table_once(
    hall: DeskHall, monkeypatch: pytest.MonkeyPatch
) -> None:
    computed = []

    def counted(stage: Stage) -> tuple[Table, ...]:
        computed.append(stage.event.revision)
        return reads.tables_of(stage)

    monkeypatch.setattr("leagues.reads.phones.my_day.tables_of", counted)
    hall.publish((1, 2), (3, 4))
    event = Event.objects.get()
    shown = {my_day(event, player_named(name), NOON).line for name in NAMES[:4]}
    assert len(shown) == 4
    hall.type_card(hall.at(1), "20 20 20 11")
    moved = my_day(Event.objects.get(), player_named("Ann"), NOON)

    assert moved.line is not None
    assert moved.line.won == 1
    assert len(computed) == len(set(computed)) == 2
