"""A league of nights: members, guests and divisions."""

from dataclasses import replace
from fractions import Fraction

import pytest

from scoring.season import (
    Credit,
    Enrolled,
    Finish,
    GuestPlaces,
    Listed,
    PointsAdjusted,
    Scheme,
    SeasonEvent,
    SeasonNight,
    as_of,
    marks_of,
    season_table,
)
from tests.scoring.nights import CANCELLED, EARNED, TO_COME, event_with, night_with, season_places
from tests.scoring.tour import event_in_order

ANN, BEN = Enrolled("Ann"), Enrolled("Ben")


def test_who_is_not_enrolled_on_a_night_is_a_guest_there_and_never_paid() -> None:
    nights = [night_with({"Ann": 5, "Cy": 9}), night_with({"Ann": 5, "Cy": 9})]
    from_tonight = [ANN, Enrolled("Cy", first=2)]
    from_the_start = [ANN, Enrolled("Cy")]

    assert season_places(EARNED, *nights, enrolments=[ANN]) == [(1, "Ann", 10)]
    assert season_places(EARNED, *nights, enrolments=from_tonight) == [(1, "Ann", 10), (2, "Cy", 9)]
    assert season_places(EARNED, *nights, enrolments=from_the_start)[0] == (1, "Cy", 18)


def test_members_step_up_past_a_guest_where_that_is_agreed() -> None:
    monday = SeasonNight("1", (event_in_order("1", "Guest", "Ann", "Ben"),))
    hold = Scheme(Listed((5, 3, 1)))
    aside = replace(hold, guest_places=GuestPlaces.STEP_ASIDE)

    assert season_places(hold, monday, enrolments=[ANN, BEN])[0] == (1, "Ann", 3)
    assert season_places(aside, monday, enrolments=[ANN, BEN])[0] == (1, "Ann", 5)


def test_a_guest_gets_nothing_by_hand_by_absence_or_as_a_host() -> None:
    scheme = replace(EARNED, absence=Credit(Fraction(2)), host=Credit(Fraction(3)))
    nights = [night_with({"Ann": 5}, excused=frozenset("GH"), hosts=frozenset("H"))]
    given = [PointsAdjusted("G", 7, "a gift")]

    assert season_places(scheme, *nights, enrolments=[ANN], adjustments=given) == [(1, "Ann", 5)]


def test_an_enrolled_member_without_a_night_is_listed_last_and_a_former_one_is_not() -> None:
    members = [ANN, BEN, Enrolled("Cy", last=1), Enrolled("Di", last=2)]
    season = [night_with({"Ann": 5}), TO_COME]

    assert season_places(EARNED, *season, enrolments=members) == [
        (1, "Ann", 5),
        (2, "Ben", 0),
        (2, "Di", 0),
    ]


def test_who_left_and_came_back_is_a_guest_in_between() -> None:
    nights = [night_with({"Ann": 1}), night_with({"Ann": 2}), night_with({"Ann": 4})]
    spells = [Enrolled("Ann", last=1), Enrolled("Ann", first=3)]

    assert season_places(EARNED, *nights, enrolments=spells) == [(1, "Ann", 5)]


def test_divisions_have_places_of_their_own() -> None:
    members = [Enrolled("Ann", "one"), Enrolled("Ben", "two"), Enrolled("Cy", "two")]
    rows = season_table(EARNED, [night_with({"Ann": 1, "Ben": 2, "Cy": 3})], enrolments=members)

    assert [(r.division, r.place, r.player) for r in rows] == [
        ("one", 1, "Ann"),
        ("two", 1, "Cy"),
        ("two", 2, "Ben"),
    ]


def test_who_fills_in_in_another_division_is_a_guest_there() -> None:
    members = [Enrolled("Ann", "one"), Enrolled("Ben", "two")]
    second = event_with({"Ann": 9, "Ben": 2}, division="two")

    assert season_places(EARNED, SeasonNight("1", (second,)), enrolments=members) == [
        (1, "Ann", 0),
        (1, "Ben", 2),
    ]


def test_who_moves_to_another_division_is_in_its_table_with_all_their_nights() -> None:
    members = [
        Enrolled("Ann", "one", first=2),
        Enrolled("Ben", "two"),
        Enrolled("Ann", "two", last=1),
    ]
    rows = season_table(
        EARNED, [night_with({"Ann": 1}), night_with({"Ann": 2})], enrolments=members
    )

    assert [(r.division, r.player, r.tour_points) for r in rows] == [
        ("one", "Ann", 3),
        ("two", "Ben", 0),
    ]


def test_no_one_is_enrolled_backwards() -> None:
    with pytest.raises(ValueError, match="nobody is enrolled from 3 to 2"):
        Enrolled("Ann", first=3, last=2)
    with pytest.raises(ValueError, match="nobody is enrolled from 0 to None"):
        Enrolled("Ann", first=0)


def test_why_a_night_has_no_score() -> None:
    members = [Enrolled("Ann", "one", first=2), Enrolled("Ben", "two")]
    second = event_with({"Ann": 5}, division="two")
    away = frozenset({"Ann"})
    left = SeasonEvent("5", (Finish(("Ann",), games=0),))
    season = [
        night_with({"Ben": 5}),
        night_with({"Ann": 5}),
        SeasonNight("3", (second,)),
        night_with({"Ben": 1}, hosts=away, excused=away),
        SeasonNight("5", (left,), excused=away),
        night_with({"Ben": 1}),
        CANCELLED,
        TO_COME,
    ]

    assert [mark.name for mark in marks_of("Ann", season, members)] == [
        "NOT_A_MEMBER",
        "PLAYED",
        "GUEST",
        "HOSTED",
        "EXCUSED",
        "ABSENT",
        "CANCELLED",
        "TO_COME",
    ]
    assert [mark.name for mark in marks_of("Cy", season[:1])] == ["ABSENT"]
    seated = [SeasonNight("1", season[0].events, seated=frozenset({"Cy"}))]
    assert [mark.name for mark in marks_of("Cy", seated)] == ["TO_COME"]


def test_the_table_after_an_earlier_night() -> None:
    season = [night_with({"Ann": 5}), night_with({"Ben": 9}), CANCELLED]

    assert season_places(EARNED, *as_of(season, 1)) == [(1, "Ann", 5)]
    assert [each.state.name for each in as_of(season, 1)] == ["OVER", "TO_COME", "TO_COME"]
