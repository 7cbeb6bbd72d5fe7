"""The list of all events: by year, each with who won or leads it."""

import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from leagues.models import Entry, Event, Pool, PoolEntry
from leagues.reads.leagues.pages.event_rows import event_rows
from tests.cast import Cast
from tests.leagues.play.desk_hall import DeskHall, finish_as_it_is, open_hall

pytestmark = pytest.mark.django_db


def played_event(cast: Cast, name: str) -> DeskHall:
    """An event of two, in which the first won the only match."""
    hall = open_hall(cast, entries=2, name=name, names=[f"Ann of {name}", f"Ben of {name}"])
    hall.publish((1, 2))
    hall.type_card(hall.at(1), "20 20 20 20")
    return hall


def words_of_list() -> str:
    return " ".join(Client().get("/events/").content.decode().split())


def test_an_event_that_is_on_shows_who_leads_it(cast: Cast) -> None:
    played_event(cast, "Cup")

    words = re.sub("<[^>]*>", " ", words_of_list())
    assert re.search(r" 1 +Ann of Cup +8 +2 +Ben of Cup +0 ", words)
    assert "<span>Game</span> <b>1</b>" in words_of_list()
    assert "1 of 1 match finished" in words_of_list()


def test_the_front_page_names_the_winner_of_each_event_that_is_over(cast: Cast) -> None:
    for name in ("Cup", "Plate"):
        hall = played_event(cast, name)
        finish_as_it_is(hall.by, hall.event)
    front = Client().get("/").text

    assert "Ann of Cup" in front
    assert "Ann of Plate" in front
    assert "disc a" not in front  # a disc is a side


def test_a_pool_is_a_letter_beside_its_leader(cast: Cast) -> None:
    hall = open_hall(cast, entries=4, names=list("abcd"))
    second = Pool.objects.create(stage=hall.stage, number=2, name="B")
    Pool.objects.filter(pk=hall.pool.pk).update(name="A")
    PoolEntry.objects.filter(entry__in=hall.entries[2:]).update(pool=second)
    hall.publish((1, 2))
    hall.type_card(hall.at(1), "20 20 20 20")
    [row] = event_rows([hall.event])

    [(pool, leader)] = row.first
    assert isinstance(leader, Entry)
    assert (pool, leader.people[0].name) == ("A", "a")
    for page in ("/", "/events/", hall.event.get_absolute_url()):
        text = " ".join(Client().get(page).text.split())
        leaders = text[text.index('<ol class="leaders">') :].split("</ol>")[0]
        assert '<b aria-hidden="true">A</b>' in leaders
        assert "disc" not in leaders  # a disc is a side


def test_a_finished_event_is_in_its_year_with_its_winner(cast: Cast) -> None:
    hall = played_event(cast, "Cup")
    finish_as_it_is(hall.by, hall.event)

    assert "<h2>2026</h2>" in words_of_list()
    assert "Ann of Cup" in words_of_list()


def test_five_finished_events_cost_as_many_queries_as_two(cast: Cast) -> None:
    for number in range(5):
        hall = played_event(cast, f"Cup {number}")
        finish_as_it_is(hall.by, hall.event)
    finished = list(Event.objects.all())
    for events in (finished, finished[:2]):
        event_rows(events)  # stores the podiums

    def count_queries(events: list[Event]) -> int:
        with CaptureQueriesContext(connection) as seen:
            assert all(row.first for row in event_rows(events))
        return len(seen)

    assert count_queries(finished) == count_queries(finished[:2])
