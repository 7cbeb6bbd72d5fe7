"""A worker's revisions cover everything that a public page can show."""

from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from leagues.access.roles import Who
from leagues.actions.log_writer import record_action
from leagues.live.revisions import next_moment, read_revisions
from leagues.models import Event, Night, PairingRound
from tests.cast import Cast
from tests.leagues.leagues.evenings import Evening, october_time
from tests.leagues.live.stand_ins import MadeUpNews
from tests.leagues.play.desk_hall import DeskHall, open_hall
from tests.scenes import scene
from tests.served import ROOT


@scene
def hall(cast: Cast) -> DeskHall:
    return open_hall(cast, names=["Ann A", "Ben B", "Cy C", "Di D"])


def stamp_of(path: str) -> object:
    news = MadeUpNews()
    news.standing = read_revisions()
    return news.stamp(path)


def test_a_change_moves_its_event_and_the_front_page_and_no_other_event(hall: DeskHall) -> None:
    of_event = f"/events/{hall.event.slug}/standings/"
    before = [stamp_of(path) for path in (of_event, "/", "/events/other/")]
    hall.event.touch()
    after = [stamp_of(path) for path in (of_event, "/", "/events/other/")]
    assert [a == b for a, b in zip(before, after, strict=True)] == [False, False, True]


def test_an_events_api_answers_change_with_that_event_only(hall: DeskHall) -> None:
    asked = [f"/api/v1/events/{slug}/tables/" for slug in (hall.event.slug, "other")]
    before = [stamp_of(path) for path in asked]
    hall.event.touch()
    after = [stamp_of(path) for path in asked]
    assert [a == b for a, b in zip(before, after, strict=True)] == [False, True]


def test_what_belongs_to_no_event_moves_every_page(hall: DeskHall) -> None:
    before = stamp_of(f"/events/{hall.event.slug}/")
    record_action(by=Who(), verb="add_player", club=hall.event.club)
    assert stamp_of(f"/events/{hall.event.slug}/") != before


def test_a_private_event_and_one_in_the_bin_are_not_for_strangers(hall: DeskHall) -> None:
    assert read_revisions().events[hall.event.slug].is_open
    for change in (
        {"visibility": Event.Visibility.PRIVATE},
        {"visibility": Event.Visibility.PUBLIC, "binned_at": timezone.now()},
    ):
        Event.objects.update(**change)
        assert not read_revisions().events[hall.event.slug].is_open


@pytest.mark.parametrize(
    "plan",
    [
        lambda event, at: event.notices.create(text="Lunch", until=at),
        lambda event, at: PairingRound.objects.update(starts_at=at),
        lambda event, at: PairingRound.objects.update(clock_ends_at=at),
        lambda event, at: Event.objects.update(entries_close_at=at),
    ],
    ids=["an announcement runs out", "a round begins", "time is up", "entries close"],
)
def test_what_the_clock_changes_is_known_beforehand(
    hall: DeskHall, plan: Callable[[Event, object], object]
) -> None:
    assert next_moment(timezone.now()) is None
    soon = timezone.now() + timedelta(minutes=5)
    hall.publish((1, 2))
    plan(hall.event, soon)
    assert next_moment(timezone.now()) == soon


def test_a_moment_that_has_passed_or_been_called_off_is_none(hall: DeskHall) -> None:
    hall.event.notices.create(text="Lunch", until=timezone.now() - timedelta(minutes=1))
    hall.event.notices.create(
        text="Prizes", until=timezone.now() + timedelta(minutes=1), taken_down_at=timezone.now()
    )
    assert next_moment(timezone.now()) is None


def test_reading_the_revisions_costs_no_more_for_more_events(hall: DeskHall) -> None:
    with CaptureQueriesContext(connection) as few:
        read_revisions(), next_moment(timezone.now())
    Event.objects.bulk_create(
        Event(club=hall.event.club, name=f"Night {n}", slug=f"night-{n}", starts_at=timezone.now())
        for n in range(30)
    )
    with CaptureQueriesContext(connection) as many:
        assert len(read_revisions().events) >= 30
        next_moment(timezone.now())
    assert len(many) == len(few)


def test_an_offer_that_runs_out_and_a_night_that_has_gone_by_are_known_beforehand(
    cast: Cast,
) -> None:
    """A spot is held for Hal until 22:00; a night ends at six the next morning."""
    evening = Evening.open(cast, most=1)
    evening.say("Eve", "in", october_time(12))
    evening.say("Hal", "in", october_time(13))
    over = october_time(6, day=6)
    assert next_moment(october_time(14)) == over

    evening.say("Eve", "out", october_time(18))

    assert next_moment(october_time(18)) == october_time(22)
    assert next_moment(october_time(22)) == over
    assert next_moment(over) == october_time(6, day=13)
    assert next_moment(october_time(6, day=20)) is None


def test_a_cancelled_night_changes_nothing_by_itself(cast: Cast) -> None:
    evening = Evening.open(cast)
    assert next_moment(october_time(14)) == october_time(6, day=6)

    Night.objects.filter(pk=evening.night.pk).update(is_cancelled=True)

    assert next_moment(october_time(14)) == october_time(6, day=13)


TELLS_THE_TIME = ("{% now", "minutes_ago", "timesince", "timeuntil", "naturaltime")


def test_no_public_page_tells_the_time() -> None:
    """A page with the time would be wrong a minute later, as no change renews it."""
    for page in (ROOT / "templates" / "public").rglob("*.html"):
        found = [word for word in TELLS_THE_TIME if word in Path(page).read_text()]
        assert not found, f"{page.name} tells the time: {found}"
