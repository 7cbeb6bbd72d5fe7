"""Handicaps: the scratch table and the handicap table of the same nights."""

from dataclasses import replace
from fractions import Fraction

import pytest

from scoring.errors import RuleError
from scoring.results import Number
from scoring.season import (
    Finish,
    Handicap,
    SeasonEvent,
    SeasonNight,
    handicaps_after,
    with_handicaps,
)
from scoring.serialization import from_dict, to_dict
from tests.scoring.nights import CANCELLED, EARNED, TO_COME, season_places
from tests.scoring.tour import event_in_order

RULE = Handicap(base=Fraction(6))


def monday_with(**points: int) -> SeasonNight[str]:
    """A night on which each player had three games."""
    order = sorted(points, key=lambda player: -points[player])
    finishes = (
        Finish((player,), place, points=points[player], games=3)
        for place, player in enumerate(order, 1)
    )
    return SeasonNight("Monday", (SeasonEvent("Monday", tuple(finishes)),))


@pytest.mark.parametrize(
    ("played", "each_game"),
    [
        ([(9, 3), (9, 3)], 0),
        ([(9, 3)] * 3, Fraction(51, 20)),
        ([(0, 3), *[(15, 3)] * 5], Fraction(17, 20)),
        ([(24, 3)] * 3, 0),
        ([(9, 0)] * 3, 0),
    ],
)
def test_a_handicap_is_85_of_100_of_what_is_missing_over_the_last_five_nights(
    played: list[tuple[Number, int]], each_game: Number
) -> None:
    assert RULE.each_game(played) == each_game


def test_what_everybody_takes_into_the_next_night() -> None:
    nights = [monday_with(Ann=18, Ben=9)] * 3

    assert handicaps_after(RULE, nights) == {"Ann": 0, "Ben": Fraction(51, 20)}
    assert handicaps_after(RULE, [*nights[:2], CANCELLED, TO_COME])["Ben"] == 0


def test_two_events_of_a_night_are_one_night_and_a_cup_has_no_effect() -> None:
    (hall,) = monday_with(Ben=9).events
    twice = SeasonNight("Monday", (hall, hall, event_in_order("Cup", "Ben", "Cy")))

    assert handicaps_after(replace(RULE, minimum=1), [twice]) == {"Ben": Fraction(51, 20)}


def test_the_scratch_and_the_handicap_table_of_one_night() -> None:
    (scratch,) = monday_with(Ann=18, Ben=12, Cy=11).events
    night = SeasonNight("4", (replace(scratch, handicaps={"Ben": Fraction(51, 20)}),))

    assert season_places(EARNED, night) == [(1, "Ann", 18), (2, "Ben", 12), (3, "Cy", 11)]
    assert season_places(EARNED, with_handicaps(night)) == [
        (1, "Ben", 20),
        (2, "Ann", 18),
        (3, "Cy", 11),
    ]
    places = [f.place for f in with_handicaps(night).events[0].finishes]
    assert places == [2, 1, 3]


def test_partners_share_the_mean_of_their_handicaps() -> None:
    pair = Finish(("Ann", "Ben"), 1, points=10, games=2)
    left = Finish(("Cy",), games=2)
    doubles = SeasonEvent("1", (pair, left), handicaps={"Ann": 3, "Cy": 9})
    (after,) = with_handicaps(SeasonNight("1", (doubles,))).events

    assert after.finishes == (replace(pair, points=13), left)


def test_an_event_that_was_not_played_for_points_stays_as_it_is() -> None:
    cup = SeasonNight("1", (event_in_order("Cup", "Ann", "Ben"),))

    assert with_handicaps(cup) == cup


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"base": "-1"}, "base is at least 0, not -1"),
        ({"minimum": 0}, "minimum is at least 1, not 0"),
        ({"share": 0}, "the share is a part of the whole, not 0"),
    ],
)
def test_a_handicap_is_stored_and_refuses_nonsense(
    change: dict[str, object], sentence: str
) -> None:
    stored = to_dict(RULE)

    assert from_dict(Handicap, stored) == RULE
    with pytest.raises(RuleError, match=sentence):
        from_dict(Handicap, stored | change)
