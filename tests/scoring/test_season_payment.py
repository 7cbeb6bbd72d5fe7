"""The points of a night: by the field, by opponents beaten, by group, by points earned."""

from dataclasses import replace
from fractions import Fraction

import pytest

from scoring.errors import RuleError
from scoring.results import Number
from scoring.season import (
    BY_FIELD,
    HUNGARIAN,
    NCA_TOUR,
    SERIES_25,
    ByField,
    Field,
    FieldWeighted,
    Finish,
    GuestPlaces,
    Linear,
    Listed,
    PaidBy,
    PlaceTable,
    Scheme,
    SeasonEvent,
    SharedPlace,
)
from scoring.season.event import scores_for
from scoring.serialization import from_dict, to_dict
from tests.scoring.nights import EARNED, event_with
from tests.scoring.tour import event_in_order

BEATEN = Scheme(paid_by=PaidBy.BEATEN)
GROUPS = Scheme(Listed((4, 2, 1)), paid_by=PaidBy.GROUP)


def points_paid(scheme: Scheme, night: SeasonEvent[str]) -> dict[str, Number]:
    return {player: score.total for player, score in scores_for(night, scheme).items()}


@pytest.mark.parametrize(
    ("table", "points"),
    [
        (BY_FIELD, [7, 6, 5, 4, 3, 2, 1]),
        (ByField(last=2), [8, 7, 6, 5, 4, 3, 2]),
        (ByField(most=5), [5, 5, 5, 4, 3, 2, 1]),
        (Listed((12,), step=1), [12, 11, 10, 9, 8, 7, 6]),
        (Linear(12), [12, 10, 8, 6, 4, 2, 1]),
    ],
)
def test_twelve_for_the_winner_of_seven_can_mean_three_lists(
    table: PlaceTable, points: list[int]
) -> None:
    assert [table.points(place, Field(7)) for place in range(1, 8)] == points


@pytest.mark.parametrize(
    ("table", "most"),
    [
        (NCA_TOUR, 50),
        (HUNGARIAN, 400),
        (Linear(3, floor=5), 5),
        (SERIES_25, 25),
        (FieldWeighted(), 70),
        (BY_FIELD, None),
        (ByField(most=12), 12),
    ],
)
def test_the_most_that_a_table_can_pay(table: PlaceTable, most: int | None) -> None:
    assert table.highest() == most


def test_a_table_by_the_field_is_stored_and_refuses_nonsense() -> None:
    assert from_dict(PlaceTable, to_dict(ByField(last=2, most=9))) == ByField(2, 9)
    with pytest.raises(RuleError, match="most is at least 2, not 1"):
        ByField(last=2, most=1)


def test_no_place_is_paid_less_than_nothing() -> None:
    with pytest.raises(RuleError, match="floor is at least 0, not -1"):
        Linear(400, floor=-1)


def test_beaten_and_one_more() -> None:
    assert points_paid(BEATEN, event_in_order("1", "Ann", "Ben", "Cy")) == {
        "Ann": 3,
        "Ben": 2,
        "Cy": 1,
    }


def test_who_shares_a_place_has_not_beaten_the_other() -> None:
    night = event_with({"Ann": 9, "Ben": 9, "Cy": 4})

    assert points_paid(BEATEN, night) == {"Ann": 2, "Ben": 2, "Cy": 1}
    assert points_paid(Scheme(), night) == {"Ann": 3, "Ben": 3, "Cy": 1}


def test_who_was_given_no_place_was_beaten_and_is_paid_nothing() -> None:
    night = SeasonEvent("1", (Finish(("Ann",), 1), Finish(("Ben",))))

    assert points_paid(BEATEN, night) == {"Ann": 2, "Ben": 0}


def test_points_earned_are_paid_as_they_are() -> None:
    night = event_with({"Ann": Fraction(9, 2), "Ben": 0})

    assert points_paid(EARNED, night) == {"Ann": Fraction(9, 2), "Ben": 0}


def test_an_event_without_points_brings_no_points_earned() -> None:
    assert points_paid(EARNED, event_in_order("Cup", "Ann", "Ben")) == {"Ann": 0, "Ben": 0}


def test_a_major_pays_by_its_own_table_in_a_league_of_points_earned() -> None:
    night = event_with({"Ann": 9, "Ben": 4}, table=Listed((30, 20)))

    assert points_paid(EARNED, night) == {"Ann": 30, "Ben": 20}


GROUP_NIGHT = SeasonEvent(
    "1",
    (
        Finish(("Ann",), 1, "A"),
        Finish(("Ben",), 2, "B"),
        Finish(("Cy",), 3, "A"),
        Finish(("Di",), 4, "B"),
        Finish(("Eve",), 4, "B"),
    ),
)


def test_a_group_pays_its_own_places() -> None:
    assert points_paid(GROUPS, GROUP_NIGHT) == {"Ann": 4, "Ben": 4, "Cy": 2, "Di": 2, "Eve": 2}


def test_a_group_may_pay_by_its_own_size() -> None:
    by_size = Scheme(paid_by=PaidBy.GROUP, lower_pools=(2, 1))

    assert points_paid(by_size, GROUP_NIGHT) == {"Ann": 2, "Ben": 3, "Cy": 1, "Di": 2, "Eve": 2}


@pytest.mark.parametrize(
    ("shared_place", "each"),
    [(SharedPlace.EACH, 7), (SharedPlace.AVERAGE, Fraction(16, 3)), (SharedPlace.AVERAGE_DOWN, 5)],
)
def test_three_who_share_7_5_and_4(shared_place: SharedPlace, each: Number) -> None:
    scheme = Scheme(Listed((7, 5, 4, 3)), shared_place=shared_place)
    night = event_with({"Ann": 9, "Ben": 9, "Cy": 9, "Di": 1})

    assert points_paid(scheme, night) == {"Ann": each, "Ben": each, "Cy": each, "Di": 3}


def test_a_guest_is_beaten_like_anybody_unless_guests_step_aside() -> None:
    night = event_in_order("1", "Ann", "Guest", "Ben", guests=frozenset({"Guest"}))
    aside = replace(BEATEN, guest_places=GuestPlaces.STEP_ASIDE)

    assert points_paid(BEATEN, night) == {"Ann": 3, "Ben": 1}
    assert points_paid(aside, night) == {"Ann": 2, "Ben": 1}


def test_who_left_before_the_first_game_was_not_there() -> None:
    finishes = (Finish(("Ann",), 1, games=4), Finish(("Ben",), games=0))
    scheme = Scheme(attendance=3)

    assert points_paid(scheme, SeasonEvent("1", finishes)) == {"Ann": 1}


def test_negative_points_are_refused() -> None:
    with pytest.raises(ValueError, match="nobody earns -1 points"):
        Finish(("Ann",), 1, points=-1)


def test_the_winner_of_pool_b_is_known_by_the_pool_and_not_by_the_place() -> None:
    """Case 40: seventeenth of 32 is first of pool B, and gets 2 more; eighteenth 1 more."""
    order = [f"P{n}" for n in range(1, 33)]
    finishes = tuple(
        Finish((name,), place, pool="A" if place <= 16 else "B")
        for place, name in enumerate(order, 1)
    )
    scheme = Scheme(NCA_TOUR, lower_pools=(2, 1))

    scores = scores_for(SeasonEvent("Open", finishes), scheme)

    assert {name: s.bonus for name, s in scores.items() if s.bonus} == {"P17": 2, "P18": 1}
