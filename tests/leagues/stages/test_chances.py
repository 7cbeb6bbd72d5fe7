"""The chance of each place, counted over many random endings of a stage."""

from fractions import Fraction
from itertools import combinations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from leagues.stages.chances import Contender, StillToPlay, place_chances
from scoring.qualification import Left, Status, what_it_takes
from scoring.ratings import CLUB_SCALE, Rating
from scoring.results import Number

NEW = CLUB_SCALE.newcomer
REGULAR, BEGINNER = Rating(32, 2), Rating(18, 2)
ROUNDS = 4


def make_contenders(points: dict[str, Number], **ratings: Rating) -> list[Contender[str]]:
    return [Contender(entry, made, ratings.get(entry, NEW)) for entry, made in points.items()]


def test_who_is_level_with_nothing_left_shares_the_places() -> None:
    found = place_chances(
        make_contenders({"Ann": 12, "Ben": 12, "Cy": 4}), StillToPlay(), ROUNDS, Random(1), 5
    )

    half = Fraction(1, 2)
    assert found["Ann"].places == found["Ben"].places == (half, half, Fraction(0))
    assert found["Cy"].places == (Fraction(0), Fraction(0), Fraction(1))


def test_who_leads_by_more_than_a_match_can_pay_is_sure() -> None:
    found = place_chances(
        make_contenders({"Ann": 21, "Ben": 12, "Cy": 12}),
        StillToPlay((("Ben", "Cy"),)),
        ROUNDS,
        Random(1),
        50,
    )

    assert found["Ann"].first == 1
    assert found["Ben"].first == found["Cy"].first == 0
    assert found["Ben"].within(2) + found["Cy"].within(2) == 1


def test_equals_come_first_equally_often() -> None:
    found = place_chances(
        make_contenders({"Ann": 8, "Ben": 8}),
        StillToPlay((("Ann", "Ben"),)),
        ROUNDS,
        Random(1),
        2000,
    )

    assert 0.46 < found["Ann"].first < 0.54


def test_the_stronger_comes_first_more_often() -> None:
    found = place_chances(
        make_contenders({"Ann": 8, "Ben": 8}, Ann=REGULAR, Ben=BEGINNER),
        StillToPlay((("Ann", "Ben"),)),
        ROUNDS,
        Random(1),
        500,
    )

    assert found["Ann"].first > Fraction(9, 10)


def test_points_that_are_compared_over_more_games_are_no_whole_numbers() -> None:
    found = place_chances(
        make_contenders({"Ann": Fraction(17, 2), "Ben": Fraction(25, 3)}),
        StillToPlay(),
        ROUNDS,
        Random(1),
        3,
    )

    assert found["Ann"].first == 1


def test_a_round_that_is_not_drawn_pairs_neighbours_who_have_not_met() -> None:
    """Ann leads by 8: only Ben could catch her, and they have met."""
    met = frozenset({frozenset({"Ann", "Ben"})})
    table: dict[str, Number] = {"Ann": 32, "Ben": 24, "Cy": 8, "Di": 0}

    found = place_chances(
        make_contenders(table), StillToPlay(rounds=1, met=met), ROUNDS, Random(1), 200
    )
    again = place_chances(
        make_contenders(table),
        StillToPlay(rounds=1, met=frozenset(map(frozenset, combinations(table, 2)))),
        ROUNDS,
        Random(1),
        200,
    )

    assert {found[entry].first for entry in ("Cy", "Di")} == {0}
    assert found["Cy"].within(2) == again["Cy"].within(2) == 0
    assert again["Ann"].first > 0, "everybody has met: neighbours meet again"


def test_the_lowest_who_has_not_sat_out_sits_out() -> None:
    """Cy has sat out already, so Ben does, and gets 4 points for it."""
    found = place_chances(
        make_contenders({"Ann": 20, "Ben": 10, "Cy": 0}),
        StillToPlay(rounds=1, rested=frozenset({"Cy"}), bye_points=11),
        ROUNDS,
        Random(1),
        100,
    )

    assert found["Ben"].first > 0
    assert found["Ben"].within(2) == 1


def test_when_all_have_sat_out_the_lowest_does() -> None:
    found = place_chances(
        make_contenders({"Ann": 20, "Ben": 20, "Cy": 0}),
        StillToPlay(rounds=1, rested=frozenset({"Ann", "Ben", "Cy"}), bye_points=30),
        ROUNDS,
        Random(1),
        10,
    )

    assert found["Cy"].first == 1


def test_who_has_gone_keeps_the_points_and_is_not_paired() -> None:
    found = place_chances(
        make_contenders({"Ann": 10, "Ben": 10, "Cy": 9}),
        StillToPlay(rounds=1, gone=frozenset({"Cy"})),
        ROUNDS,
        Random(1),
        40,
    )

    assert found["Cy"].first == 0


def test_the_same_dice_give_the_same_chances() -> None:
    field = make_contenders({"Ann": 8, "Ben": 8, "Cy": 7, "Di": 5})
    to_come = StillToPlay((("Ann", "Ben"), ("Cy", "Di")), rounds=2)

    once, twice = (place_chances(field, to_come, 4, Random(7), 50) for _ in range(2))
    assert once == twice


def test_a_match_with_a_stranger_is_refused() -> None:
    with pytest.raises(ValueError, match="Zoe"):
        place_chances(make_contenders({"Ann": 1}), StillToPlay((("Ann", "Zoe"),)), 4, Random(1), 5)


def test_nothing_is_counted_over_no_runs() -> None:
    with pytest.raises(ValueError, match="run"):
        place_chances(make_contenders({"Ann": 1}), StillToPlay(), 4, Random(1), 0)


tables = st.lists(st.integers(0, 30), min_size=2, max_size=7)


@settings(max_examples=60, deadline=None)
@given(tables, st.data())
def test_every_place_is_somebodys_and_everybody_has_one(
    made: list[int], data: st.DataObject
) -> None:
    entries = range(len(made))
    pairs = data.draw(st.lists(st.sampled_from(list(combinations(entries, 2))), max_size=6))
    rounds = data.draw(st.integers(0, 3))

    found = place_chances(
        [Contender(entry, made[entry], NEW) for entry in entries],
        StillToPlay(pairs, rounds),
        ROUNDS,
        Random(data.draw(st.integers(0, 99))),
        20,
    )

    for place in entries:
        assert sum(found[entry].places[place] for entry in entries) == 1
    for entry in entries:
        assert sum(found[entry].places) == 1 == found[entry].within(len(made))


@settings(max_examples=60, deadline=None)
@given(tables, st.data())
def test_who_is_sure_has_all_and_who_is_out_has_nothing(
    made: list[int], data: st.DataObject
) -> None:
    """As said beside the table: the chances never contradict what they still need."""
    entries = range(len(made))
    pairs = data.draw(st.lists(st.sampled_from(list(combinations(entries, 2))), max_size=6))
    cut = data.draw(st.integers(1, len(made)))

    found = place_chances(
        [Contender(entry, made[entry], NEW) for entry in entries],
        StillToPlay(pairs),
        ROUNDS,
        Random(1),
        20,
    )
    outlooks = what_it_takes(dict(enumerate(made)), [Left(a, b, 2 * ROUNDS) for a, b in pairs], cut)

    for entry, outlook in outlooks.items():
        if outlook.status is Status.IN:
            assert found[entry].within(cut) == 1
        if outlook.status is Status.OUT:
            assert found[entry].within(cut) == 0
