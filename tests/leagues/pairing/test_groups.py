"""Groups of a night: players who have met least this season and have similar strength."""

from collections.abc import Iterator, Sequence
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from leagues.pairing.groups import least_group_repeats, unmet_groups
from leagues.pairing.history import Nights
from leagues.pairing.pools import even_sizes
from leagues.pairing.seeds import roll_dice
from leagues.pairing.values import Pair, pair_up

EIGHT = "ABCDEFGH"
Groups = Sequence[Sequence[str]]


def nights_met(*groups: str) -> Nights[str]:
    """Nights on which the players of each group have met each other once."""
    return Nights(met=dict.fromkeys(pair_up(groups), 1))


def deal_groups(
    order: str, sizes: list[int], nights: Nights[str], seed: str = "spring"
) -> list[str]:
    groups = unmet_groups(order, sizes, roll_dice(seed), nights)
    return sorted("".join(group) for group in groups)


def count_repeats(groups: Groups, nights: Nights[str]) -> int:
    return sum(nights.meetings(*two) > 0 for group in groups for two in combinations(group, 2))


def all_groups(entries: str, sizes: Sequence[int]) -> Iterator[tuple[str, ...]]:
    """Every way to deal these into groups of these sizes."""
    if not sizes:
        yield ()
        return
    for group in combinations(entries, sizes[0]):
        others = "".join(e for e in entries if e not in group)
        for rest in all_groups(others, sizes[1:]):
            yield ("".join(group), *rest)


def test_on_the_first_night_those_near_in_strength_are_together() -> None:
    assert deal_groups(EIGHT, [4, 4], Nights()) == ["ABCD", "EFGH"]


def test_who_met_last_time_is_parted_as_far_as_can_be() -> None:
    """Of two groups of four at least two meet again in each."""
    nights = nights_met("ABCD", "EFGH")
    groups = unmet_groups(EIGHT, [4, 4], roll_dice("spring"), nights)

    assert count_repeats(groups, nights) == 4


def test_of_equals_those_near_in_strength_are_together() -> None:
    """AB, CD, EF and GH have met; A and C are nearer than A and D, and so on."""
    assert deal_groups(EIGHT, [2, 2, 2, 2], nights_met("AB", "CD", "EF", "GH")) == [
        "AC",
        "BD",
        "EG",
        "FH",
    ]


def test_who_met_twice_is_parted_before_who_met_once() -> None:
    nights = Nights(
        met={frozenset(two): 1 + (two == "AB") for two in ("AB", "AC", "AD", "BC", "BD", "CD")}
    )

    assert deal_groups("ABCD", [2, 2], nights) == ["AC", "BD"]


def test_who_is_kept_apart_is_parted_before_anything_else() -> None:
    nights = nights_met("AC", "AD", "BC", "BD")
    groups = unmet_groups("ABCD", [2, 2], roll_dice("spring"), nights, pair_up(["AB"]))

    assert "B" not in next(group for group in groups if "A" in group)


def test_the_same_seed_deals_the_same() -> None:
    nights = nights_met("ABCD", "EFGH")

    assert deal_groups(EIGHT, [4, 4], nights) == deal_groups(EIGHT, [4, 4], nights)


@pytest.mark.parametrize(
    ("nights", "least"),
    [
        (nights_met("ABCDEFGH"), 12),
        (nights_met("ABCDEFG"), 7),
        (nights_met("ABCD"), 0),
        (Nights(), 0),
    ],
)
def test_repeats_that_cannot_be_avoided(nights: Nights[str], least: int) -> None:
    """H has met no one; the seven others have one unmet player each, and three are needed."""
    assert least_group_repeats(EIGHT, [4, 4], nights) == least


MEETINGS = st.dictionaries(
    st.sampled_from([frozenset(two) for two in combinations("ABCDEFG", 2)]), st.integers(1, 3)
)


@settings(deadline=None, derandomize=True, max_examples=60)
@given(MEETINGS, st.integers(4, 7), st.integers(1, 2))
def test_no_deal_has_fewer_repeats_than_the_unavoidable_count(
    times: dict[Pair[str], int], many: int, groups: int
) -> None:
    here, nights = "ABCDEFG"[:many], Nights(met=times)
    sizes = even_sizes(many, groups)

    fewest = min(count_repeats(deal, nights) for deal in all_groups(here, sizes))
    found = count_repeats(unmet_groups(here, sizes, roll_dice("spring"), nights), nights)

    assert least_group_repeats(here, sizes, nights) <= fewest
    assert found == fewest
