"""Entries that have left the event, so that the next in order takes their place."""

import pytest

from leagues.actions.draw.draw import draw_rounds, publish_rounds
from leagues.actions.draw.opening import open_stage
from leagues.models import Entry, Stage
from leagues.reads.advance.advancement import passages_of
from leagues.reads.advance.snapshot import snapshot_of
from leagues.stages.entry_sources import Bands, Everyone, Source, Top
from leagues.stages.pairing_ways import Knockout, RoundRobin
from tests.cast import Cast
from tests.leagues.days.hall import Hall
from tests.scenes import scene

pytestmark = pytest.mark.django_db


@scene
def hall(cast: Cast) -> Hall:
    return Hall.open(cast.club, cast.who("ann"), entries=4)


def by_seed(hall: Hall, takes: Source) -> tuple[Stage, Stage]:
    """A round robin in which the better seed won every round, and a play-off after it."""
    first = hall.stage("Pool", RoundRobin())
    later = hall.stage("Play-off", Knockout(), takes)
    draw_rounds(by=hall.by, stage=first)
    publish_rounds(by=hall.by, stage=first)
    hall.play(first, hall.better_seed)
    return first, later


def not_here(hall: Hall, stage: Stage) -> list[int]:
    found = next(p for p in passages_of(snapshot_of(hall.event)) if p.later == stage)
    return [entry.pk for entry in found.not_here]


def withdraw(entry: int) -> None:
    Entry.objects.filter(pk=entry).update(state=Entry.State.WITHDRAWN)


def test_the_next_moves_up_only_for_who_held_a_place(hall: Hall) -> None:
    _, later = by_seed(hall, Top(2))
    _one, two, _three, four = hall.entries
    withdraw(four)
    assert not_here(hall, later) == []
    withdraw(two)
    assert not_here(hall, later) == [two]


def test_who_would_have_moved_up_and_has_left_too_is_named(hall: Hall) -> None:
    _, later = by_seed(hall, Top(2))
    _one, two, three, _four = hall.entries
    withdraw(two)
    withdraw(three)
    assert not_here(hall, later) == [two, three]


def test_no_one_moves_up_where_no_one_is_left_behind(hall: Hall) -> None:
    _, later = by_seed(hall, Bands(2))
    withdraw(hall.entries[3])
    assert not_here(hall, later) == []


def test_an_entry_already_in_the_next_stage_has_not_given_way(hall: Hall) -> None:
    _, later = by_seed(hall, Top(2))
    open_stage(by=hall.by, stage=later)
    withdraw(hall.entries[0])
    assert not_here(hall, later) == []


def test_where_everyone_advances_no_one_takes_a_place(hall: Hall) -> None:
    """The remaining entries are dealt into pools again, so no one replaces anyone."""
    _, later = by_seed(hall, Everyone(pools=2))
    withdraw(hall.entries[0])
    assert not_here(hall, later) == []


def test_the_next_moves_up_into_the_pool_where_an_entry_is_missing(hall: Hall) -> None:
    _, later = by_seed(hall, Bands(2))
    withdraw(hall.entries[0])
    assert not_here(hall, later) == [hall.entries[0]]
