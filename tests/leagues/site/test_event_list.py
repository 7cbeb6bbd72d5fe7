"""The list of all events: by year, each with who won or leads it."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from leagues.models import Event
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

    assert "Ann of Cup" in words_of_list()
    assert "Ben of Cup" not in words_of_list()
    assert "2 entries" in words_of_list()


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
    event_rows(finished)  # stores the podiums

    def count_queries(events: list[Event]) -> int:
        with CaptureQueriesContext(connection) as seen:
            assert all(row.first for row in event_rows(events))
        return len(seen)

    assert count_queries(finished) == count_queries(finished[:2])
