"""Seasons in the club's words: places, scores that count, guests, ties, what can still be."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.errors import RuleError
from scoring.season import (
    FIELD_WEIGHTED,
    HUNGARIAN,
    NCA_TOUR,
    SCHEMES,
    SERIES_15,
    SERIES_15_PAIRS,
    SERIES_25,
    SERIES_25_PAIRS,
    SERIES_35,
    SERIES_35_PAIRS,
    SERIES_LEAGUE,
    TOUR,
    WCC_55,
    BestScores,
    Coming,
    Counting,
    DropWorst,
    EveryScore,
    Field,
    FieldWeighted,
    Finish,
    ForfeitQuota,
    GuestPlaces,
    LeagueGame,
    Linear,
    Listed,
    PlaceTable,
    Scheme,
    SeasonEvent,
    SeasonTie,
    Series,
    SeriesLeague,
    SharedPlace,
    outlook,
    prospects,
    season_table,
)
from scoring.season.counting import counting
from scoring.season.event import paid
from scoring.sides import BySeat, Seat
from scoring.stored import from_dict, to_dict

EVERY_SCORE = Scheme(NCA_TOUR)


def event(name: str, *order: str, **more: Any) -> SeasonEvent[str]:
    """An event in which these players finished in this order, "Ann & Ben" being a pair."""
    finishes = (
        Finish(tuple(who.split(" & ")), place) for place, who in enumerate(order, 1)
    )
    return SeasonEvent(name, tuple(finishes), **more)


def totals(scheme: Scheme, *events: SeasonEvent[str]) -> list[tuple[int, str, Any]]:
    return [
        (row.place, row.player, row.tour_points) for row in season_table(scheme, events)
    ]


def paying(table: PlaceTable, entries: int) -> list[Any]:
    field = Field(entries, ((3.3,),) * entries)
    return [table.points(place, field) for place in range(1, entries + 1)]


# --- Place tables ------------------------------------------------------------------------


def test_the_tour_pays_50_47_45_43_41_then_46_less_the_place_down_to_20() -> None:
    assert paying(NCA_TOUR, 30) == [
        *(50, 47, 45, 43, 41),
        *(max(20, 46 - place) for place in range(6, 31)),
    ]


@pytest.mark.parametrize(
    ("places", "points"),
    [
        ((1,), 55),
        ((2,), 52),
        ((3,), 50),
        ((4,), 48),
        ((18, 19), 34),
        ((20, 21, 22), 33),
        ((23, 24, 25), 32),
        ((26, 27, 28), 31),
        ((29, 30, 31), 30),
        ((32, 33, 34), 29),
        ((35, 36), 28),
        ((37, 38), 27),
        ((39, 40), 26),
        ((41, 42), 25),
        ((43, 44), 24),
        ((45, 46), 23),
        ((47, 48), 22),
        ((49, 50), 21),
        ((51, 52, 120), 20),
        *(((place,), 52 - place) for place in range(5, 18)),
    ],
)
def test_the_55_scale_of_the_world_championship(
    places: tuple[int, ...], points: int
) -> None:
    assert {WCC_55.points(place, Field(120)) for place in places} == {points}


def test_the_hungarian_tour_falls_in_equal_steps_and_rounds_half_up() -> None:
    assert paying(HUNGARIAN, 13) == [
        *(400, 367, 333, 300, 267, 233, 200, 167, 133, 100, 67, 33, 1),
    ]
    assert paying(Linear(5), 3) == [5, 3, 1]


def test_an_entry_that_was_alone_is_paid_as_the_winner() -> None:
    assert paying(HUNGARIAN, 1) == [400]
    assert paying(SERIES_15, 1) == [2]
    assert paying(FIELD_WEIGHTED, 1) == [50]


def test_a_list_of_our_own_ends_on_its_floor() -> None:
    assert paying(Listed((5, 4, 3, 2, 1, 1)), 8) == [5, 4, 3, 2, 1, 1, 0, 0]
    assert paying(Listed((10, 6), floor=1, step=2), 6) == [10, 6, 4, 2, 1, 1]


@pytest.mark.parametrize(
    ("table", "full_field", "published"),
    [
        (SERIES_35, 30, [35, 32, 30, 28, *range(26, 0, -1)]),
        (SERIES_25, 20, [25, 22, 20, 18, *range(16, 0, -1)]),
        (SERIES_15, 10, [15, 12, 10, 8, 6, 5, 4, 3, 2, 1]),
    ],
)
def test_the_spanish_series_in_a_full_field_is_the_published_table(
    table: Series, full_field: int, published: list[int]
) -> None:
    assert paying(table, full_field) == published


@pytest.mark.parametrize(
    ("table", "entries", "winner"),
    [
        (SERIES_15, 5, 8),  # 7.5 rounded up
        (SERIES_35, 15, 18),
        (SERIES_25, 16, 20),
        (SERIES_25, 50, 25),
        (SERIES_15_PAIRS, 8, 8),
        (SERIES_25_PAIRS, 8, 8),
        (SERIES_35_PAIRS, 35, 35),
    ],
)
def test_the_winner_of_a_series_is_paid_in_proportion_to_the_field(
    table: Series, entries: int, winner: int
) -> None:
    assert table.spread(entries)[0] == winner


def test_eight_pairs_are_paid_as_the_spanish_ranking_published_it() -> None:
    assert paying(SERIES_15_PAIRS, 8) == [8, 6, 4, 3, 2, 2, 1, 1]


def test_steep_drops_are_interpolated_by_the_largest_remainder() -> None:
    """12, 9 1/4, 7 5/12, 5 7/12, 3 3/4, 2 5/6, 1 11/12 and 1: the last four rests win."""
    assert paying(SERIES_15, 8) == [12, 9, 7, 6, 4, 3, 2, 1]


def test_flat_drops_are_raised_the_smallest_and_first_of_them_first() -> None:
    assert paying(Series(20, full_field=4, drops=(3, 2, 1)), 4) == [20, 13, 7, 1]


def test_a_place_beyond_the_field_is_paid_as_if_the_field_reached_it() -> None:
    assert SERIES_15.points(12, Field(10)) == 1
    assert HUNGARIAN.points(14, Field(13)) == 1
    assert FIELD_WEIGHTED.points(14, Field(13, ((3.3,),))) == 1


@pytest.mark.parametrize(
    ("ratings", "strength"),
    [
        ([(3.3,)] * 40, 1.0),
        ([(3.96,)] * 20 + [(1.0,)] * 60, 1.2),  # the best 20 alone
        ([(9.0,)] * 5, 1.4),  # never above
        ([(0.1,)] * 5, 0.35),  # never below
        ([(3.3,), ()], 1.0),  # nobody knows the second entry
        ([(4.3, 1.8)] * 3, 1.0),  # 0.6 of the better and 0.4 of the weaker
        ([(3.3, 3.3)] * 10 + [(1.0, 1.0)] * 10, 1.0),  # the best ten pairs
    ],
)
def test_the_strength_of_a_field(
    ratings: list[tuple[float, ...]], strength: float
) -> None:
    field = Field(len(ratings), tuple(ratings))

    assert FIELD_WEIGHTED.strength(field) == pytest.approx(strength)


def test_field_weighted_points_fall_along_a_curve_from_the_strength_to_1() -> None:
    assert paying(FIELD_WEIGHTED, 5) == [
        50,
        Fraction("18.8"),
        Fraction("7.1"),
        Fraction("2.7"),
        1,
    ]


def test_field_weighted_points_without_ratings_say_what_is_missing() -> None:
    with pytest.raises(RuleError, match="need the ratings of those who played"):
        FIELD_WEIGHTED.points(1, Field(10))


TABLES = [
    NCA_TOUR,
    WCC_55,
    HUNGARIAN,
    Linear(7, floor=2),
    SERIES_35,
    SERIES_25,
    SERIES_15,
    SERIES_35_PAIRS,
    SERIES_25_PAIRS,
    SERIES_15_PAIRS,
    FIELD_WEIGHTED,
    Listed((3, 1)),
]


@given(st.sampled_from(TABLES), st.integers(1, 60))
def test_a_better_place_never_pays_less(table: PlaceTable, entries: int) -> None:
    points = paying(table, entries)

    assert points == sorted(points, reverse=True)
    assert points[-1] >= 0


@given(st.integers(1, 60), st.integers(1, 60), st.integers(2, 90))
def test_the_last_of_a_series_is_paid_1(
    base: int, full_field: int, entries: int
) -> None:
    assert Series(base, full_field, (3, 2, 2, 2, 1)).spread(entries)[-1] == 1


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


def test_a_row_says_which_scores_count_and_which_are_dropped() -> None:
    names = ("May", "June", "July")
    orders = (("Ann", "Ben", "Cy"), ("Ben", "Ann", "Cy"), ("Ben", "Cy", "Ann"))
    events = [event(name, *order) for name, order in zip(names, orders, strict=True)]

    _ben, ann, _cy = season_table(replace(TOUR, counting=BestScores(2)), events)

    assert ann.player == "Ann"
    assert [(s.event, s.place, s.total) for s in ann.counted] == [
        ("May", 1, 50),
        ("June", 2, 47),
    ]
    assert [(s.event, s.place, s.total) for s in ann.dropped] == [("July", 3, 45)]
    assert ann.lowest_counted == 47


def test_of_equal_scores_the_earlier_counts() -> None:
    assert counting([40, 40, 40], 2) == (True, True, False)


def test_an_evening_missed_is_the_first_to_be_dropped() -> None:
    """Three evenings, the worst dropped: two count, whoever came how often."""
    evenings = [event("1", "Ann", "Ben"), event("2", "Ann", "Ben"), event("3", "Ben")]

    assert totals(replace(EVERY_SCORE, counting=DropWorst(1)), *evenings) == [
        (1, "Ann", 100),
        (2, "Ben", 97),
    ]


def test_attendance_is_paid_for_every_event_whatever_counts_besides() -> None:
    scheme = Scheme(NCA_TOUR, BestScores(1), attendance=3)
    rows = season_table(scheme, [event("1", "Ann", "Ben"), event("2", "Ann")])

    assert [(r.player, r.tour_points, r.attendance) for r in rows] == [
        ("Ann", 56, 6),
        ("Ben", 50, 3),
    ]


def test_who_took_part_without_a_place_is_paid_for_the_attendance_alone() -> None:
    left = SeasonEvent("May", (Finish(("Ann",), 1), Finish(("Ben",))))

    assert totals(replace(EVERY_SCORE, attendance=3), left) == [
        (1, "Ann", 53),
        (2, "Ben", 3),
    ]


# --- Events ----------------------------------------------------------------------------------


def test_partners_are_each_paid_in_full() -> None:
    assert totals(EVERY_SCORE, event("Pairs", "Ann & Ben", "Cy & Di")) == [
        (1, "Ann", 50),
        (1, "Ben", 50),
        (3, "Cy", 47),
        (3, "Di", 47),
    ]


def test_a_major_has_a_table_of_its_own() -> None:
    major = event("World Championship", "Ann", "Ben", table=WCC_55)

    assert [total for *_, total in totals(TOUR, major)] == [55, 52]


def test_the_best_two_of_every_lower_pool_get_a_bonus() -> None:
    pools = ("A", "A", "B", "B", "B", "C", "C", None)
    finishes = tuple(
        Finish((f"P{place}",), place, pool) for place, pool in enumerate(pools, 1)
    )

    scores = paid(SeasonEvent("Belleville", finishes), TOUR)

    assert [score.bonus for score in scores.values()] == [0, 0, 2, 1, 0, 2, 1, 0]


@pytest.mark.parametrize(
    ("shared_place", "points"),
    [
        (SharedPlace.EACH, [50, 47, 47, 43]),
        (SharedPlace.AVERAGE, [50, 46, 46, 43]),
    ],
)
def test_a_shared_place_is_paid_by_either_convention(
    shared_place: SharedPlace, points: list[int]
) -> None:
    places = (1, 2, 2, 4)
    order = tuple(Finish((f"P{n}",), place) for n, place in enumerate(places))

    scores = paid(
        SeasonEvent("May", order), replace(EVERY_SCORE, shared_place=shared_place)
    )

    assert [score.tour_points for score in scores.values()] == points


def test_an_average_stays_exact() -> None:
    order = (Finish(("Ann",), 1), Finish(("Ben",), 1))
    scheme = replace(EVERY_SCORE, shared_place=SharedPlace.AVERAGE)

    assert paid(SeasonEvent("May", order), scheme)["Ann"].total == Fraction(97, 2)


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
    night = event("May", "Guest", "Ann", "Ben", "Cy", guests=frozenset({"Guest"}))
    scores = paid(night, replace(EVERY_SCORE, guest_places=guest_places))

    assert {player: score.total for player, score in scores.items()} == expected


def test_without_guests_the_field_is_as_small_as_the_members_are() -> None:
    night = event("May", "Ann", "Guest", "Ben", guests=frozenset({"Guest"}))
    scheme = Scheme(Linear(10), guest_places=GuestPlaces.STEP_ASIDE)

    assert [score.total for score in paid(night, scheme).values()] == [10, 1]


def test_a_member_whose_partner_is_a_guest_is_paid_and_keeps_the_place() -> None:
    night = event("May", "Guest & Ann", "Ben & Cy", guests=frozenset({"Guest"}))
    scheme = replace(EVERY_SCORE, guest_places=GuestPlaces.STEP_ASIDE)

    assert {player: s.total for player, s in paid(night, scheme).items()} == {
        "Ann": 50,
        "Ben": 47,
        "Cy": 47,
    }


def test_a_member_without_a_place_steps_nowhere() -> None:
    finishes = (Finish(("Guest",), 1), Finish(("Ann",)), Finish(("Visitor",)))
    night = SeasonEvent("May", finishes, guests=frozenset({"Guest", "Visitor"}))
    scheme = replace(EVERY_SCORE, guest_places=GuestPlaces.STEP_ASIDE)

    assert {player: s.place for player, s in paid(night, scheme).items()} == {
        "Ann": None
    }


def test_a_field_weighted_event_asks_for_the_ratings_at_its_start() -> None:
    scheme = Scheme(FIELD_WEIGHTED)
    night = event("May", "Ann", "Ben & Cy", ratings={"Ann": 3.96, "Ben": 3.96})

    assert [score.total for score in paid(night, scheme).values()] == [60, 1, 1]


def test_nobody_finishes_an_event_twice() -> None:
    with pytest.raises(ValueError, match="Ann finished May twice"):
        event("May", "Ann & Ben", "Cy & Ann")


def test_places_begin_at_1() -> None:
    with pytest.raises(ValueError, match="places begin at 1, not 0"):
        Finish(("Ann",), 0)


# --- Level on tour points -----------------------------------------------------------------

SMALL = Listed((6, 4, 3, 2, 1))
ANN_TWICE_THIRD_AND_BEN_ONCE_FIRST = [
    event("1", "Ben", "Cy", "Ann"),
    event("2", "Cy", "Di", "Ann"),
]


@pytest.mark.parametrize(
    ("ties", "ratings", "order"),
    [
        ((), {}, [(2, "Ann", None), (2, "Ben", None)]),
        (
            (SeasonTie.WINS,),
            {},
            [(2, "Ben", SeasonTie.WINS), (3, "Ann", SeasonTie.WINS)],
        ),
        (
            (SeasonTie.MEDALS,),
            {},
            [(2, "Ben", SeasonTie.MEDALS), (3, "Ann", SeasonTie.MEDALS)],
        ),
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
    order = event("Pairs", "Ann & Ben", "Cy")

    assert [place for place, *_ in totals(EVERY_SCORE, order)] == [1, 1, 3]


def test_two_may_still_share_where_a_third_is_told_apart() -> None:
    """Three on 6 points: Ben won an event, Ann and Eve did not and are level in all."""
    events = [
        event("1", "Ben", "Cy", "Ann & Eve"),
        event("2", "Cy", "Di", "Ann & Eve"),
    ]
    rows = season_table(Scheme(SMALL, ties=(SeasonTie.WINS,)), events)

    assert [(r.place, r.player, r.shared) for r in rows[1:4]] == [
        (2, "Ben", False),
        (3, "Ann", True),
        (3, "Eve", True),
    ]


def test_a_row_names_the_last_step_it_took_to_tell_it_from_the_others() -> None:
    """Ben by his win; Ann and Eve, level on wins too, by their ratings."""
    events = [
        event("1", "Ben", "Cy", "Ann & Eve"),
        event("2", "Cy", "Di", "Ann & Eve"),
    ]
    scheme = Scheme(SMALL, ties=(SeasonTie.WINS, SeasonTie.RATING))
    rows = season_table(scheme, events, {"Ann": 20.0, "Eve": 30.0})

    assert [(r.place, r.player, r.decided_by) for r in rows[1:4]] == [
        (2, "Ben", SeasonTie.WINS),
        (3, "Eve", SeasonTie.RATING),
        (4, "Ann", SeasonTie.RATING),
    ]


# --- What can still be ------------------------------------------------------------------------

SO_FAR = [
    event("1", "Ann", "Ben", "Cy", "Di", "Eve"),
    event("2", "Ann", "Cy", "Ben", "Di", "Eve"),
    event("3", "Ann", "Ben", "Di", "Cy", "Eve"),
]
FINAL = Coming("Final", Field(5))


def test_the_scenario_table_before_the_last_event() -> None:
    """Best two of four on 6-4-3-2-1: Ann has won three and cannot improve."""
    lines = outlook(Scheme(SMALL, BestScores(2)), SO_FAR, [FINAL])

    assert [
        (
            line.row.player,
            line.row.tour_points,
            line.row.lowest_counted,
            line.maximum,
            line.best_place,
        )
        for line in lines
    ] == [
        ("Ann", 12, 6, 12, 1),
        ("Ben", 8, 4, 10, 2),
        ("Cy", 7, 3, 10, 2),
        ("Di", 5, 2, 9, 2),
        ("Eve", 2, 1, 7, 3),
    ]


def test_a_major_to_come_keeps_the_season_open() -> None:
    final = replace(FINAL, table=Listed((20, 4)))
    lines = outlook(Scheme(SMALL, BestScores(2)), SO_FAR, [final])

    assert [line.best_place for line in lines] == [1, 1, 1, 1, 1]


def test_a_place_in_the_next_event_pays_only_what_beats_the_lowest_counted_score() -> (
    None
):
    steps = prospects(Scheme(SMALL, BestScores(2)), SO_FAR, FINAL, "Cy")

    assert [
        (s.place, s.pays, s.tour_points, s.gain, s.season_place) for s in steps
    ] == [
        (1, 6, 10, 3, 2),
        (2, 4, 8, 1, 2),
        (3, 3, 7, 0, 3),
        (4, 2, 7, 0, 3),
        (5, 1, 7, 0, 3),
    ]


def test_a_newcomer_starts_from_nothing() -> None:
    steps = prospects(Scheme(SMALL, attendance=1), SO_FAR, FINAL, "Flo")

    assert [(s.tour_points, s.gain, s.season_place) for s in steps[:2]] == [
        (7, 7, 5),
        (5, 5, 6),
    ]


# --- Laws ---------------------------------------------------------------------------------------

NAMES = ["Ann", "Ben", "Cy", "Di", "Eve"]
ORDERS = st.permutations(NAMES).flatmap(
    lambda order: st.integers(1, 5).map(lambda n: tuple(order[:n]))
)
SEASONS = st.lists(ORDERS, min_size=1, max_size=6).map(
    lambda orders: [event(str(n), *order) for n, order in enumerate(orders)]
)
COUNTINGS = st.one_of(
    st.just(EveryScore()),
    st.integers(1, 4).map(BestScores),
    st.integers(1, 4).map(DropWorst),
)
SCHEMES_DRAWN = st.builds(
    Scheme,
    table=st.sampled_from([SMALL, NCA_TOUR, HUNGARIAN, SERIES_15]),
    counting=COUNTINGS,
    lower_pools=st.sampled_from([(), (2, 1)]),
    attendance=st.integers(0, 3),
    shared_place=st.sampled_from(SharedPlace),
    guest_places=st.sampled_from(GuestPlaces),
    ties=st.lists(st.sampled_from(SeasonTie), unique=True).map(tuple),
)


@given(SCHEMES_DRAWN, SEASONS)
def test_one_more_event_never_costs_anybody_points(
    scheme: Scheme, events: Sequence[SeasonEvent[str]]
) -> None:
    before = {r.player: r.tour_points for r in season_table(scheme, events[:-1])}
    after = {r.player: r.tour_points for r in season_table(scheme, events)}

    assert all(after[player] >= points for player, points in before.items())


@given(SCHEMES_DRAWN, SEASONS)
def test_what_counts_is_what_is_in_the_total(
    scheme: Scheme, events: Sequence[SeasonEvent[str]]
) -> None:
    for row in season_table(scheme, events):
        assert row.tour_points == sum(s.total for s in row.counted) + row.attendance
        assert all(s.total <= row.lowest_counted for s in row.dropped)
        assert len(row.counted) <= scheme.counting.how_many(len(events))


@given(SCHEMES_DRAWN, SEASONS)
def test_places_follow_the_points_and_are_shared_as_1_2_2_4(
    scheme: Scheme, events: Sequence[SeasonEvent[str]]
) -> None:
    rows = season_table(scheme, events)
    points = [row.tour_points for row in rows]
    places = [row.place for row in rows]

    assert points == sorted(points, reverse=True)
    assert places == [1 + sum(p < place for p in places) for place in places]


@given(SCHEMES_DRAWN, SEASONS)
def test_nobody_gets_past_their_maximum_or_their_best_place(
    scheme: Scheme, events: Sequence[SeasonEvent[str]]
) -> None:
    *before, last = events
    after = {row.player: row for row in season_table(scheme, events)}
    coming = Coming(last.name, Field(len(last.finishes)))

    for line in outlook(scheme, before, [coming]):
        final = after[line.row.player]
        assert final.tour_points <= line.maximum
        assert final.place >= line.best_place


# --- Stored and read back -------------------------------------------------------------------------


@given(SCHEMES_DRAWN)
def test_a_scheme_survives_the_way_into_a_json_column_and_back(scheme: Scheme) -> None:
    assert Scheme.from_dict(json.loads(json.dumps(scheme.to_dict()))) == scheme


@pytest.mark.parametrize("name", SCHEMES)
def test_every_scheme_by_name_can_be_stored(name: str) -> None:
    assert (
        Scheme.from_dict(json.loads(json.dumps(SCHEMES[name].to_dict())))
        == SCHEMES[name]
    )


@pytest.mark.parametrize("table", TABLES)
def test_every_table_can_be_stored_for_an_event_of_its_own(table: PlaceTable) -> None:
    assert from_dict(PlaceTable, json.loads(json.dumps(to_dict(table)))) == table


def test_a_series_league_can_be_stored() -> None:
    league = SeriesLeague(win=3, quota=ForfeitQuota(allowed=Fraction(2)))

    assert SeriesLeague.from_dict(json.loads(json.dumps(league.to_dict()))) == league


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"kind": "tour"}, "'tour' is not known here"),
        ({"table": {"kind": "listed", "places": []}}, "the list of places is empty"),
        (
            {"table": {"kind": "listed", "places": [3, 5]}},
            "the list of places goes up from 3 to 5; it may only go down",
        ),
        (
            {"table": {"kind": "listed", "places": [3], "floor": 5}},
            "the step to the floor goes up from 3 to 5",
        ),
        (
            {"table": {"kind": "listed", "places": [3], "floor": -1}},
            "floor is at least 0, not -1",
        ),
        (
            {"table": {"kind": "listed", "places": [3], "step": 0}},
            "step is at least 1, not 0",
        ),
        ({"table": {"kind": "linear", "base": 0}}, "base is at least 1, not 0"),
        (
            {"table": {"kind": "series", "base": 9, "full_field": 5, "drops": []}},
            "the list of drops is empty",
        ),
        (
            {"table": {"kind": "series", "base": 9, "full_field": 5, "drops": [0]}},
            "last drop is at least 1, not 0",
        ),
        (
            {"table": {"kind": "field-weighted", "par": "3,3"}},
            "par is a fraction or a decimal, not '3,3'",
        ),
        ({"table": {"kind": "field-weighted", "par": 0}}, "par is more than 0, not 0"),
        (
            {"table": {"kind": "field-weighted", "weakest": "2"}},
            "the weakest field is above 0 and not above the strongest",
        ),
        (
            {"table": {"kind": "field-weighted", "better": "1.5"}},
            "better is a part of a whole, not 3/2",
        ),
        (
            {"counting": {"kind": "best-scores", "number": 0}},
            "number is at least 1, not 0",
        ),
        (
            {"counting": {"kind": "drop-worst", "number": "2"}},
            "number is a whole number, not '2'",
        ),
        ({"attendance": -1}, "attendance is at least 0, not -1"),
        ({"lower_pools": [1, 2]}, "goes up from 1 to 2"),
        ({"lower_pools": [1, -1]}, "last bonus is at least 0, not -1"),
        ({"ties": ["coin"]}, "ties is one of .*not 'coin'"),
        ({"best": 4}, "season has no best"),
    ],
)
def test_nonsense_in_a_scheme_is_refused_in_a_sentence(
    change: dict[str, Any], sentence: str
) -> None:
    with pytest.raises(RuleError, match=sentence):
        Scheme.from_dict(TOUR.to_dict() | change)


# --- A league of series ------------------------------------------------------------------------------

FLICKERS_SLIDERS = BySeat("Flickers", "Sliders")


def series(*margins: int) -> list[LeagueGame[str]]:
    return [LeagueGame(FLICKERS_SLIDERS, margin) for margin in margins]


@pytest.mark.parametrize(
    ("margins", "flickers", "sliders"),
    [
        ((100, -45), 3, 2),  # a game each, the series by 55
        ((45, -45), Fraction(5, 2), Fraction(5, 2)),  # half a point each
        ((0, 0), Fraction(5, 2), Fraction(5, 2)),
        ((0, 5), 4, 1),
        ((60,), 2, 0),  # the series is not complete
    ],
)
def test_the_better_combined_margin_earns_the_series(
    margins: tuple[int, ...], flickers: Fraction, sliders: Fraction
) -> None:
    points = {row.entry: row.points for row in SERIES_LEAGUE.table(series(*margins))}

    assert points == {"Flickers": flickers, "Sliders": sliders}


def test_the_margins_of_a_series_are_combined_wherever_it_was_played() -> None:
    away = LeagueGame(BySeat("Sliders", "Flickers"), margin=70)
    first, second = SERIES_LEAGUE.table([*series(60), away])

    assert (first.entry, first.series, first.margin) == ("Sliders", 1, 10)
    assert (second.series, second.margin) == (0, -10)


def test_a_forfeit_is_booked_as_a_loss_by_55() -> None:
    winner, loser = SERIES_LEAGUE.table(
        [LeagueGame(FLICKERS_SLIDERS, forfeited_by=Seat.A)]
    )

    assert (winner.entry, winner.margin, winner.forfeits) == ("Sliders", 55, 0)
    assert (loser.entry, loser.margin, loser.forfeits) == ("Flickers", -55, 1)


def test_a_game_not_played_yet_puts_both_on_the_table_with_nothing() -> None:
    rows = SERIES_LEAGUE.table([LeagueGame(FLICKERS_SLIDERS)])

    assert [(r.place, r.entry, r.games, r.points) for r in rows] == [
        (1, "Flickers", 0, 0),
        (1, "Sliders", 0, 0),
    ]


def test_level_on_points_fewer_forfeits_then_the_margin_then_fewer_games_decide() -> (
    None
):
    """Every pair wins once; Cubs forfeited, Dogs won by less, Foxes tied a game more."""
    games = [
        LeagueGame(BySeat("Ants", "x1"), margin=60),
        LeagueGame(BySeat("Bees", "x2"), margin=40),
        LeagueGame(BySeat("Bees", "x2"), margin=0),
        LeagueGame(BySeat("Cubs", "x3"), margin=100),
        LeagueGame(BySeat("Cubs", "x4"), forfeited_by=Seat.A),
        LeagueGame(BySeat("Dogs", "x5"), margin=20),
        LeagueGame(BySeat("Foxes", "x6"), margin=60),
        LeagueGame(BySeat("Foxes", "x7"), margin=0),
    ]
    league = SeriesLeague(tie=0, series=0)
    rows = league.table(games, {"x4": 9})

    assert [row.entry for row in rows if row.points == 2] == [
        "Ants",
        "Foxes",
        "Bees",
        "Dogs",
        "Cubs",
    ]


@pytest.mark.parametrize(
    ("remaining", "sessions_left", "lost"),
    [
        (6, 4, 0),  # an average of 1.5 is allowed
        (7, 4, 1),
        (9, 4, 2),  # 2.25 is one whole step over
        (12, 4, 3),
        (1, 0, 1),  # nothing left to play it on
        (2, 1, 1),
    ],
)
def test_an_absence_costs_games_once_too_many_are_left(
    remaining: int, sessions_left: int, lost: int
) -> None:
    assert SERIES_LEAGUE.quota.games(remaining, sessions_left) == lost


@pytest.mark.parametrize(
    ("nonsense", "sentence"),
    [
        (lambda: SeriesLeague(win=1, tie=2), "a win pays at least a tie"),
        (lambda: SeriesLeague(games_a_series=0), "games a series is at least 1"),
        (lambda: SeriesLeague(forfeit_margin=0), "forfeit margin is at least 1"),
        (lambda: SeriesLeague(series=-1), "series is at least 0"),
        (lambda: ForfeitQuota(step=Fraction(0)), "step more than 0"),
        (lambda: FieldWeighted(base=0), "base is at least 1"),
        (lambda: FieldWeighted(best_pairs=0), "best pairs is at least 1"),
    ],
)
def test_rules_nobody_could_play_are_refused(nonsense: Any, sentence: str) -> None:
    with pytest.raises(RuleError, match=sentence):
        nonsense()


@pytest.mark.parametrize(
    ("nonsense", "sentence"),
    [
        (lambda: LeagueGame(FLICKERS_SLIDERS, 55, Seat.A), "has no margin of its own"),
        (lambda: LeagueGame(BySeat("Ants", "Ants")), "cannot play against themselves"),
    ],
)
def test_games_that_cannot_be_are_refused(nonsense: Any, sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        nonsense()
