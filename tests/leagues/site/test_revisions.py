"""Revisions of events, and times."""

from datetime import UTC, datetime, timedelta

import pytest
from django.core.exceptions import ValidationError
from django.db import transaction

from leagues.models import Event
from tests.leagues.site.model_rows import World

pytestmark = pytest.mark.django_db


def test_a_touch_moves_the_revision_by_one(world: World) -> None:
    seen_earlier = Event.objects.get(pk=world.event.pk)

    assert world.event.touch() == 1
    assert seen_earlier.touch() == 2, "two who read the same revision still count two"


def test_a_touch_is_undone_with_its_transaction(world: World) -> None:
    with transaction.atomic():
        world.event.touch()
        transaction.set_rollback(True)

    world.event.refresh_from_db()
    assert world.event.revision == 0


def test_an_instant_is_kept_in_utc_and_shown_in_the_events_zone(world: World) -> None:
    event = world.event
    event.zone = "America/Toronto"
    event.starts_at = datetime(2026, 11, 1, 9, 30, tzinfo=event.tzinfo)
    event.save()
    event.refresh_from_db()

    assert event.starts_at == datetime(2026, 11, 1, 14, 30, tzinfo=UTC)
    assert event.starts_at.utcoffset() == timedelta(0)
    assert f"{event.starts_at.astimezone(event.tzinfo):%H:%M}" == "09:30"


@pytest.mark.parametrize("zone", ["Mars/Olympus", "", "../../etc/passwd", "utc\x00"])
def test_a_zone_is_one_we_know(zone: str, world: World) -> None:
    world.event.zone = zone
    with pytest.raises(ValidationError) as refusal:
        world.event.clean_fields(exclude=["rules"])
    assert list(refusal.value.message_dict) == ["zone"]
