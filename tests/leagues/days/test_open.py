"""The standard open: ten games against different opponents, power pools, a play-off in each."""

import pytest

from leagues.models import Match
from leagues.reads.advance.finals import finals_of
from leagues.reads.advance.stage_order import flatten, standing_of
from leagues.stages.event_templates import SHAPES
from tests.cast import Cast
from tests.leagues.days.hall import Hall

pytestmark = [pytest.mark.django_db, pytest.mark.long]


@pytest.mark.parametrize(("entries", "sizes"), [(38, [10, 10, 9, 9]), (21, [11, 10])])
def test_a_one_day_open(cast: Cast, entries: int, sizes: list[int]) -> None:
    hall = Hall.open(cast.club, cast.who("ann"), entries, boards=20)
    morning, pools, playoffs = hall.plan(SHAPES["one-day-open"].stages(entries))
    hall.run(morning, pools, playoffs)

    ranked = flatten(standing_of(morning).overall)
    assert [pool.places.count() for pool in pools.pools.all()] == sizes
    in_pool_a = set(pools.pools.get(name="A").entries.values_list("pk", flat=True))
    assert in_pool_a == set(ranked[: sizes[0]])

    end = finals_of(hall.event)
    assert end.is_final
    assert len(end.places) == entries
    letters = {
        place.entry_id: place.pool.name for pool in pools.pools.all() for place in pool.places.all()
    }
    order = [letters[each.entry.pk] for each in end.places]
    assert order == sorted(order), "all of pool A stand before all of pool B"
    final = Match.objects.get(pool__stage=playoffs, pool__name="A", slot="F")
    [won] = [side for side in final.sides.all() if side.seat == final.winner]
    assert end.podium[0].entry == won.entries.get()
    hall.finish()
