"""A season: which scores count, what an event pays, and who is tied."""

from dataclasses import replace
from fractions import Fraction

import pytest

from scoring.season import (
    FIELD_WEIGHTED,
    NCA_TOUR,
    TOUR,
    WCC_55,
    BestScores,
    Counting,
    DropWorst,
    EveryScore,
    Finish,
    GuestPlaces,
    Linear,
    Scheme,
    SeasonEvent,
    SeasonTie,
    SharedPlace,
    season_table,
)
from scoring.season.counting import which_count
from scoring.season.event import scores_for
from tests.scoring.tour import EVERY_SCORE, SMALL, event_in_order, places_and_totals

# --- Which scores count -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rule", "events", "how_many"),
    [
        (EveryScore(), 7, 7),
        (BestScores(4), 2, 4),
        (BestScores(4), 9, 4),
        (DropWorst(2), 9, 7),
        (DropWorst(2), 2, 1),
    ],
)
def test_how_many_scores_count(rule: Counting, events: int, how_many: int) -> None:
    assert rule.how_many(events) == how_many


def test_a_row_lists_its_counted_and_its_dropped_scores() -> None:
    names = ("May", "June", "July")
    orders = (("Ann", "Ben", "Cy"), ("Ben", "Ann", "Cy"), ("Ben", "Cy", "Ann"))
    events = [event_in_order(name, *order) for name, order in zip(names, orders, strict=True)]

    _ben, ann, _cy = season_table(replace(TOUR, counting=BestScores(2)), events)

    assert ann.player == "Ann"
    assert [(s.event, s.place, s.total) for s in ann.counted] == [("May", 1, 50), ("June", 2, 47)]
    assert [(s.event, s.place, s.total) for s in ann.dropped] == [("July", 3, 45)]
    assert ann.lowest_counted == 47


def test_of_equal_scores_the_earlier_counts() -> None:
    assert which_count([40, 40, 40], 2) == (True, True, False)


def test_an_evening_missed_is_the_first_to_be_dropped() -> None:
    """Three evenings, the worst dropped: two count for every player, also for absent ones."""
    evenings = [
        event_in_order("1", "Ann", "Ben"),
        event_in_order("2", "Ann", "Ben"),
        event_in_order("3", "Ben"),
    ]

    assert places_and_totals(replace(EVERY_SCORE, counting=DropWorst(1)), *evenings) == [
        (1, "Ann", 100),
        (2, "Ben", 97),
    ]


def test_attendance_is_paid_for_every_event_whatever_counts_besides() -> None:
    scheme = Scheme(NCA_TOUR, BestScores(1), attendance=3)
    rows = season_table(scheme, [event_in_order("1", "Ann", "Ben"), event_in_order("2", "Ann")])

    assert [(r.player, r.tour_points, r.attendance) for r in rows] == [
        ("Ann", 56, 6),
        ("Ben", 50, 3),
    ]


def test_who_took_part_without_a_place_is_paid_for_the_attendance_alone() -> None:
    left = SeasonEvent("May", (Finish(("Ann",), 1), Finish(("Ben",))))

    assert places_and_totals(replace(EVERY_SCORE, attendance=3), left) == [
        (1, "Ann", 53),
        (2, "Ben", 3),
    ]


# --- Events ----------------------------------------------------------------------------------


def test_partners_are_each_paid_in_full() -> None:
    assert places_and_totals(EVERY_SCORE, event_in_order("Pairs", "Ann & Ben", "Cy & Di")) == [
        (1, "Ann", 50),
        (1, "Ben", 50),
        (3, "Cy", 47),
        (3, "Di", 47),
    ]


def test_a_major_has_a_table_of_its_own() -> None:
    major = event_in_order("World Championship", "Ann", "Ben", table=WCC_55)

    assert [total for *_, total in places_and_totals(TOUR, major)] == [55, 52]


def test_the_best_two_of_every_lower_pool_get_a_bonus() -> None:
    pools = ("A", "A", "B", "B", "B", "C", "C", None)
    finishes = tuple(Finish((f"P{place}",), place, pool) for place, pool in enumerate(pools, 1))

    scores = scores_for(SeasonEvent("Belleville", finishes), TOUR)

    assert [score.bonus for score in scores.values()] == [0, 0, 2, 1, 0, 2, 1, 0]


@pytest.mark.parametrize(
    ("shared_place", "points"),
    [(SharedPlace.EACH, [50, 47, 47, 43]), (SharedPlace.AVERAGE, [50, 46, 46, 43])],
)
def test_a_shared_place_is_paid_by_either_convention(
    shared_place: SharedPlace, points: list[int]
) -> None:
    places = (1, 2, 2, 4)
    order = tuple(Finish((f"P{n}",), place) for n, place in enumerate(places))

    scores = scores_for(SeasonEvent("May", order), replace(EVERY_SCORE, shared_place=shared_place))

    assert [score.tour_points for score in scores.values()] == points


def test_an_average_stays_exact() -> None:
    order = (Finish(("Ann",), 1), Finish(("Ben",), 1))
    scheme = replace(EVERY_SCORE, shared_place=SharedPlace.AVERAGE)

    assert scores_for(SeasonEvent("May", order), scheme)["Ann"].total == Fraction(97, 2)


@pytest.mark.parametrize(
    ("guest_places", "expected"),
    [
        (GuestPlaces.HOLD, {"Ann": 47, "Ben": 45, "Cy": 43}),
        (GuestPlaces.STEP_ASIDE, {"Ann": 50, "Ben": 47, "Cy": 45}),
    ],
)
def test_a_guest_is_never_paid_and_pushes_members_down_only_where_that_is_agreed(
    guest_places: GuestPlaces, expected: dict[str, int]
) -> None:
    night = event_in_order("May", "Guest", "Ann", "Ben", "Cy", guests=frozenset({"Guest"}))
    scores = scores_for(night, replace(EVERY_SCORE, guest_places=guest_places))

    assert {player: score.total for player, score in scores.items()} == expected


def test_without_guests_the_field_is_as_small_as_the_members_are() -> None:
    night = event_in_order("May", "Ann", "Guest", "Ben", guests=frozenset({"Guest"}))
    scheme = Scheme(Linear(10), guest_places=GuestPlaces.STEP_ASIDE)

    assert [score.total for score in scores_for(night, scheme).values()] == [10, 1]


def test_a_member_whose_partner_is_a_guest_is_paid_and_keeps_the_place() -> None:
    night = event_in_order("May", "Guest & Ann", "Ben & Cy", guests=frozenset({"Guest"}))
    scheme = replace(EVERY_SCORE, guest_places=GuestPlaces.STEP_ASIDE)

    assert {player: s.total for player, s in scores_for(night, scheme).items()} == {
        "Ann": 50,
        "Ben": 47,
        "Cy": 47,
    }


def test_a_member_without_a_place_steps_nowhere() -> None:
    finishes = (Finish(("Guest",), 1), Finish(("Ann",)), Finish(("Visitor",)))
    night = SeasonEvent("May", finishes, guests=frozenset({"Guest", "Visitor"}))
    scheme = replace(EVERY_SCORE, guest_places=GuestPlaces.STEP_ASIDE)

    assert {player: s.place for player, s in scores_for(night, scheme).items()} == {"Ann": None}


def test_a_field_weighted_event_asks_for_the_ratings_at_its_start() -> None:
    scheme = Scheme(FIELD_WEIGHTED)
    night = event_in_order("May", "Ann", "Ben & Cy", ratings={"Ann": 3.96, "Ben": 3.96})

    assert [score.total for score in scores_for(night, scheme).values()] == [60, 1, 1]


def test_no_one_finishes_an_event_twice() -> None:
    with pytest.raises(ValueError, match="Ann finished May twice"):
        event_in_order("May", "Ann & Ben", "Cy & Ann")


def test_places_begin_at_1() -> None:
    with pytest.raises(ValueError, match="places begin at 1, not 0"):
        Finish(("Ann",), 0)


ANN_TWICE_THIRD_AND_BEN_ONCE_FIRST = [
    event_in_order("1", "Ben", "Cy", "Ann"),
    event_in_order("2", "Cy", "Di", "Ann"),
]


@pytest.mark.parametrize(
    ("ties", "ratings", "order"),
    [
        ((), {}, [(2, "Ann", None), (2, "Ben", None)]),
        ((SeasonTie.WINS,), {}, [(2, "Ben", SeasonTie.WINS), (3, "Ann", SeasonTie.WINS)]),
        ((SeasonTie.MEDALS,), {}, [(2, "Ben", SeasonTie.MEDALS), (3, "Ann", SeasonTie.MEDALS)]),
        (
            (SeasonTie.COUNTBACK,),
            {},
            [(2, "Ben", SeasonTie.COUNTBACK), (3, "Ann", SeasonTie.COUNTBACK)],
        ),
        (
            (SeasonTie.RATING, SeasonTie.WINS),
            {"Ann": 30.0, "Ben": 20.0},
            [(2, "Ann", SeasonTie.RATING), (3, "Ben", SeasonTie.RATING)],
        ),
        (
            (SeasonTie.RATING, SeasonTie.WINS),
            {},
            [(2, "Ben", SeasonTie.WINS), (3, "Ann", SeasonTie.WINS)],
        ),
    ],
)
def test_what_decides_between_players_level_on_points(
    ties: tuple[SeasonTie, ...],
    ratings: dict[str, float],
    order: list[tuple[int, str, SeasonTie | None]],
) -> None:
    scheme = Scheme(SMALL, ties=ties)
    rows = season_table(scheme, ANN_TWICE_THIRD_AND_BEN_ONCE_FIRST, ratings)
    level = [row for row in rows if row.player in ("Ann", "Ben")]

    assert [row.tour_points for row in level] == [6, 6]
    assert [(row.place, row.player, row.decided_by) for row in level] == order
    assert [row.shared for row in level] == [not ties] * 2


def test_after_a_shared_place_the_next_one_is_left_out() -> None:
    order = event_in_order("Pairs", "Ann & Ben", "Cy")

    assert [place for place, *_ in places_and_totals(EVERY_SCORE, order)] == [1, 1, 3]


def test_two_may_still_share_a_place_when_a_third_is_separated() -> None:
    """Three on 6 points: Ben won an event; Ann and Eve did not, and are tied in everything."""
    events = [
        event_in_order("1", "Ben", "Cy", "Ann & Eve"),
        event_in_order("2", "Cy", "Di", "Ann & Eve"),
    ]
    rows = season_table(Scheme(SMALL, ties=(SeasonTie.WINS,)), events)

    assert [(r.place, r.player, r.shared) for r in rows[1:4]] == [
        (2, "Ben", False),
        (3, "Ann", True),
        (3, "Eve", True),
    ]


def test_a_row_names_the_last_step_it_took_to_tell_it_from_the_others() -> None:
    """Ben is separated by his win; Ann and Eve, tied on wins too, by their ratings."""
    events = [
        event_in_order("1", "Ben", "Cy", "Ann & Eve"),
        event_in_order("2", "Cy", "Di", "Ann & Eve"),
    ]
    scheme = Scheme(SMALL, ties=(SeasonTie.WINS, SeasonTie.RATING))
    rows = season_table(scheme, events, {"Ann": 20.0, "Eve": 30.0})

    assert [(r.place, r.player, r.decided_by) for r in rows[1:4]] == [
        (2, "Ben", SeasonTie.WINS),
        (3, "Eve", SeasonTie.RATING),
        (4, "Ann", SeasonTie.RATING),
    ]
