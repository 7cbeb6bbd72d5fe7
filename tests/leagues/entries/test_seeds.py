"""Seeds: by hand, by rating, by season and by lot."""

import re
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from leagues.actions.entries import entries as actions
from leagues.actions.entries.entries import NewEntry
from leagues.actions.entries.seeds import seeds_of, set_seeds
from leagues.models import Entry, EntryPlayer, Event, Match, Player, Pool, PoolEntry, Season
from leagues.reads.people.ratings import ratings_of
from leagues.reads.state_marks import mark_of
from tests.cast import Cast
from tests.leagues.entries.people_in import (
    AT,
    enter_people,
    last_action,
    make_event,
    names_in,
    post_seeds,
    publish_match,
)
from tests.scenes import scene


@scene
def event(cast: Cast) -> Event:
    return make_event(cast)


def test_seeds_by_hand_may_change_places(cast: Cast, event: Event, ann: Client) -> None:
    zoe, bo = enter_people(cast, event, "Zoë", "Bo")
    post_seeds(ann, {zoe.pk: "1", bo.pk: "2"})
    post_seeds(ann, {zoe.pk: "2", bo.pk: "1"})

    assert names_in(event) == ["Bo", "Zoë"]
    assert re.findall(r'"seed number">([^<]+)<', ann.get(AT).text) == ["Seed 1", "Seed 2"]
    assert last_action().details["before"] == {str(zoe.pk): 1, str(bo.pk): 2}


def test_seeds_by_rating_follow_the_clubs_history(cast: Cast, event: Event, ann: Client) -> None:
    zoe, bo, cy = enter_people(cast, event, "Zoë", "Bo", "Cy")
    past = Event.objects.create(club=cast.club, name="Past", slug="past", starts_at=timezone.now())
    behind = {e.pk: EntryPlayer.objects.get(entry=e).player for e in (zoe, bo)}
    then = actions.enter_list(
        by=cast.who("ann"),
        event=past,
        entries=[NewEntry((behind[bo.pk],)), NewEntry((behind[zoe.pk],))],
        how="picked",
    )
    publish_match(past, *then, points=(8, 0))

    page = ann.get(f"{AT}seeds/?by=rating")
    assert [line["entry"].pk for line in page.context["lines"]] == [bo.pk, zoe.pk, cy.pk]
    assert set(seeds_of(event).values()) == {None}, "nothing is saved yet"
    everybody = Player.objects.values_list("pk", flat=True)
    assert len(ratings_of(cast.club, everybody)) == 2

    post_seeds(ann, {bo.pk: "1", zoe.pk: "2", cy.pk: "3"})
    bo.refresh_from_db()
    assert bo.rating is not None
    assert bo.rating > 25


def test_seeds_by_the_seasons_table(cast: Cast, event: Event, ann: Client) -> None:
    season = Season.objects.create(
        club=cast.club, name="2026", starts_on="2026-01-01", ends_on="2026-12-31"
    )
    Event.objects.update(season=season)
    past = Event.objects.create(
        club=cast.club,
        name="Past",
        slug="past",
        starts_at=timezone.now(),
        season=season,
        state=Event.State.FINISHED,
    )
    cy, zoe, bo = enter_people(cast, event, "Cy", "Zoë", "Bo")
    there = []
    for entry in (zoe, bo):
        there.append(Entry.objects.create(event=past))
        player = entry.line_up.get().player
        EntryPlayer.objects.create(entry=there[-1], event=past, player=player)
    match = publish_match(past, *there, points=(8, 0))
    pool = Pool.objects.create(stage=match.pairing_round.stage)
    for number, entry in enumerate(there, start=1):
        PoolEntry.objects.create(pool=pool, stage=pool.stage, entry=entry, seed=number)
    Match.objects.update(pool=pool)

    page = ann.get(f"{AT}seeds/?by=season")
    order = [line["entry"].pk for line in page.context["lines"]]
    assert order == [zoe.pk, bo.pk, cy.pk]


def test_an_order_by_lot_seeds_everybody(cast: Cast, event: Event, ann: Client) -> None:
    enter_people(cast, event, "Zoë", "Bo", "Cy")

    page = ann.get(f"{AT}seeds/?by=lot")
    assert [line["seed"] for line in page.context["lines"]] == ["1", "2", "3"]


def test_seeding_asks_as_much_for_forty_as_for_two(
    cast: Cast, event: Event, django_assert_max_num_queries: Any
) -> None:
    made = enter_people(cast, event, *(f"N{chr(65 + n)}" for n in range(40)))
    seen = mark_of({str(entry): seed for entry, seed in seeds_of(event).items()})
    with django_assert_max_num_queries(13):
        set_seeds(
            by=cast.who("ann"),
            event=event,
            seeds={entry.pk: n for n, entry in enumerate(made, start=1)},
            seen=seen,
            how="hand",
        )


@pytest.mark.long
def test_a_thousand_seeds_are_saved_at_once(cast: Cast, event: Event, ann: Client) -> None:
    """Django refuses a form of more than a thousand fields."""
    enter_people(cast, event, *(f"Ann{n} Lee" for n in range(1000)))
    page = ann.get(f"{AT}seeds/?by=lot").content.decode()
    fields = dict(re.findall(r'name="([^"]+)"\s+value="([^"]*)"', page))

    answer = ann.post(f"{AT}seeds/", fields)

    assert len(fields) < 1000
    assert answer.status_code == 302
    seeds = event.entries.order_by("seed").values_list("seed", flat=True)
    assert list(seeds) == list(range(1, 1001))
