"""Opening a stage: the entries of each pool."""

import pytest

from leagues.actions.draw.opening import open_stage
from leagues.actions.refusal import Refused
from leagues.models import Entry
from leagues.stages.entry_sources import Bands, Everyone
from leagues.stages.pairing_ways import Knockout, RoundRobin
from tests.cast import Cast
from tests.leagues.draw.desk_acts import draw, publish, seated_names
from tests.leagues.draw.draws import SEED, a_stage, an_event, entry_of, finish_matches

pytestmark = pytest.mark.django_db


def test_opening_seats_everybody_by_seed(cast: Cast) -> None:
    stage = a_stage(cast, an_event(cast, 4), RoundRobin())
    open_stage(by=cast.who("ann"), stage=stage)
    assert seated_names(stage) == [["Ada", "Eve", "Fay", "Gus"]]
    stage.refresh_from_db()
    assert stage.opened_at is not None


def test_two_pools_are_dealt_in_a_snake_and_have_letters(cast: Cast) -> None:
    stage = a_stage(cast, an_event(cast, 6), RoundRobin(), Everyone(pools=2))
    open_stage(by=cast.who("ann"), stage=stage)
    assert seated_names(stage) == [["Ada", "Gus", "Hal"], ["Eve", "Fay", "Ida"]]
    assert [pool.name for pool in stage.pools.all()] == ["A", "B"]


def test_without_seeds_the_order_is_by_lot_and_the_lot_is_in_the_log(cast: Cast) -> None:
    event = an_event(cast, 8, seeded=False)
    stage = a_stage(cast, event, Knockout())
    open_stage(by=cast.who("ann"), stage=stage)
    [order] = seated_names(stage)
    assert sorted(order) != order
    facts = event.log.get(verb="open_stage").details
    assert (facts["seed"], facts["purpose"], len(facts["lot"])) == (SEED, "1.0.1", 8)


def test_an_open_stage_stays_as_it_is(cast: Cast) -> None:
    event = an_event(cast, 4)
    stage = a_stage(cast, event, RoundRobin())
    open_stage(by=cast.who("ann"), stage=stage)
    open_stage(by=cast.who("ann"), stage=stage)
    assert event.log.filter(verb="open_stage").count() == 1


def test_one_entry_has_no_opponent(cast: Cast) -> None:
    stage = a_stage(cast, an_event(cast, 1), RoundRobin())
    with pytest.raises(Refused, match="aren’t two entries"):
        open_stage(by=cast.who("ann"), stage=stage)


def test_the_waiting_paused_and_withdrawn_are_not_seated(cast: Cast) -> None:
    event = an_event(cast, 6)
    for name, state in (("Eve", "paused"), ("Fay", "withdrawn"), ("Gus", "waiting")):
        entry = entry_of(event, name)
        Entry.objects.filter(pk=entry.pk).update(state=state)
    stage = a_stage(cast, event, RoundRobin())
    open_stage(by=cast.who("ann"), stage=stage)
    assert seated_names(stage) == [["Ada", "Hal", "Ida"]]


def test_the_next_stage_waits_for_the_one_before(cast: Cast) -> None:
    event = an_event(cast, 4)
    first = a_stage(cast, event, RoundRobin())
    second = a_stage(cast, event, RoundRobin(), Bands(2), name="Bands")
    with pytest.raises(Refused, match="Day hasn’t been played"):
        open_stage(by=cast.who("ann"), stage=second)
    draw(cast, first)
    publish(cast, first)
    with pytest.raises(Refused, match="6 matches of Day aren’t finished"):
        open_stage(by=cast.who("ann"), stage=second)
    finish_matches(first)
    open_stage(by=cast.who("ann"), stage=second)
    assert [len(pool) for pool in seated_names(second)] == [2, 2]
