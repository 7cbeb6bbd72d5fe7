"""Where a cut runs across a table: who goes on above it, and what is at stake."""

import pytest

from leagues.reads.tables.at_stake import AtStake, lines_of
from leagues.reads.tables.entry_sources import cut_texts
from leagues.stages.entry_sources import Bands, Everyone, KeepPools, Source, Top, TopOfPools

EIGHT, TWICE_EIGHT = [8], [8, 8]


@pytest.mark.parametrize(
    ("takes", "sizes", "texts"),
    [
        (Everyone(), EIGHT, {}),
        (TopOfPools(go_on=1), EIGHT, {1: "The first plays on"}),
        (Top(go_on=4), EIGHT, {4: "The first 4 play on"}),
        (Top(go_on=4), TWICE_EIGHT, {}),
        (TopOfPools(go_on=2), TWICE_EIGHT, {2: "The first 2 play on"}),
        (KeepPools(go_on=2), EIGHT, {2: "The first 2 play on"}),
        (
            Bands(pools=3, by_hand=(2, 2, 4)),
            EIGHT,
            {2: "Above this line: pool A", 4: "Above this line: pool B"},
        ),
        (Bands(pools=2), TWICE_EIGHT, {}),
    ],
)
def test_a_line_shows_who_plays_on_above_it(
    takes: Source, sizes: list[int], texts: dict[int, str]
) -> None:
    assert cut_texts(takes, sizes) == texts


@pytest.mark.parametrize(
    ("takes", "at_stake"),
    [
        (Everyone(), AtStake()),
        (Top(go_on=4), AtStake(overall=frozenset({4}))),
        (TopOfPools(go_on=2), AtStake(in_pools=frozenset({2}))),
        (KeepPools(go_on=2), AtStake(in_pools=frozenset({2}))),
        (Bands(pools=3, by_hand=(2, 2, 4)), AtStake(overall=frozenset({2, 4}))),
    ],
)
def test_at_stake_are_the_places_at_such_a_line(takes: Source, at_stake: AtStake) -> None:
    assert lines_of(takes, EIGHT) == at_stake
