"""Laws of every season, and of every stored one."""

import json
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.errors import RuleError
from scoring.season import (
    HUNGARIAN,
    NCA_TOUR,
    SCHEMES,
    SERIES_15,
    TOUR,
    BestScores,
    Coming,
    DropWorst,
    EveryScore,
    Field,
    ForfeitQuota,
    GuestPlaces,
    PlaceTable,
    Scheme,
    SeasonEvent,
    SeasonTie,
    SeriesLeague,
    SharedPlace,
    season_outlook,
    season_table,
)
from scoring.serialization import from_dict, to_dict
from tests.scoring.tour import SMALL, TABLES, event_in_order

# --- Laws ---------------------------------------------------------------------------------------


NAMES = ["Ann", "Ben", "Cy", "Di", "Eve"]


ORDERS = st.permutations(NAMES).flatmap(
    lambda order: st.integers(1, 5).map(lambda n: tuple(order[:n]))
)


SEASONS = st.lists(ORDERS, min_size=1, max_size=6).map(
    lambda orders: [event_in_order(str(n), *order) for n, order in enumerate(orders)]
)


COUNTINGS = st.one_of(
    st.just(EveryScore()), st.integers(1, 4).map(BestScores), st.integers(1, 4).map(DropWorst)
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
def test_no_one_passes_their_maximum_or_best_place(
    scheme: Scheme, events: Sequence[SeasonEvent[str]]
) -> None:
    *before, last = events
    after = {row.player: row for row in season_table(scheme, events)}
    coming = Coming(last.name, Field(len(last.finishes)))

    for line in season_outlook(scheme, before, [coming]):
        final = after[line.row.player]
        assert final.tour_points <= line.maximum
        assert final.place >= line.best_place


# --- Stored and read back -------------------------------------------------------------------------


@given(SCHEMES_DRAWN)
def test_a_scheme_survives_the_way_into_a_json_column_and_back(scheme: Scheme) -> None:
    assert Scheme.from_dict(json.loads(json.dumps(scheme.to_dict()))) == scheme


@pytest.mark.parametrize("name", SCHEMES)
def test_every_scheme_by_name_can_be_stored(name: str) -> None:
    assert Scheme.from_dict(json.loads(json.dumps(SCHEMES[name].to_dict()))) == SCHEMES[name]


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
        ({"table": {"kind": "listed", "places": [3], "floor": -1}}, "floor is at least 0, not -1"),
        ({"table": {"kind": "listed", "places": [3], "step": 0}}, "step is at least 1, not 0"),
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
        ({"counting": {"kind": "best-scores", "number": 0}}, "number is at least 1, not 0"),
        ({"counting": {"kind": "drop-worst", "number": "2"}}, "number is a whole number, not '2'"),
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
