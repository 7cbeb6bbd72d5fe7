"""Every event of the demo as a file: imported into another club it has the same standings."""

import json
from collections.abc import Iterator
from datetime import date

import pytest
from django.db import transaction
from pytest_django.plugin import DjangoDbBlocker

from leagues import demo
from leagues.models import Club, Event
from leagues.reads.data.event_file import event_file
from tests.leagues.data.event_copies import come_in, standings_in_names

pytestmark = [pytest.mark.django_db, pytest.mark.long]


@pytest.fixture(scope="module")
def built(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[demo.Demo]:
    """One demo for all tests of this module, rolled back at the end."""
    with django_db_blocker.unblock(), transaction.atomic():
        yield demo.build_demo("facts", date(2026, 11, 21), "a long one")
        transaction.set_rollback(True)


@pytest.mark.rare
def test_every_event_of_the_demo_is_the_same_in_its_copy(built: demo.Demo) -> None:
    """A current event is imported as finished, so its final order is not compared."""
    other = Club.objects.create(name="Elsewhere", slug="elsewhere", zone="Europe/Paris")
    events = Event.objects.of(Club.objects.get(is_home=True)).exclude(state=Event.State.PLANNED)
    seen = set()
    for event in events.exclude(sides=Event.Sides.TEAMS).order_by("pk"):
        file = json.loads(json.dumps(event_file(event)))

        again = come_in(other, file)

        here, there = standings_in_names(event), standings_in_names(again)
        if event.state == Event.State.RUNNING:
            here, there = here[:-1], there[:-1]
        assert there == here, event.name
        assert again.rules == event.rules
        seen |= {stage.format for stage in event.stages.all()}
    assert {"knockout", "round_robin"} <= seen
