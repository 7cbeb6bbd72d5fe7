"""A league of nights: which nights count, who gets credit, who qualifies."""

from dataclasses import replace
from fractions import Fraction

import pytest

from scoring.errors import RuleError
from scoring.season import (
    NIGHTS,
    BestScores,
    BestShare,
    Counting,
    Credit,
    DropWorst,
    Enrolled,
    Finish,
    PointsAdjusted,
    Scheme,
    ScoreFor,
    SeasonEvent,
    SeasonNight,
    SeasonTotal,
    season_table,
)
from tests.scoring.nights import (
    BEST_2,
    CANCELLED,
    EARNED,
    TO_COME,
    event_with,
    night_with,
    season_places,
)

ANN, BEN = Enrolled("Ann"), Enrolled("Ben")
AVERAGE = replace(EARNED, total=SeasonTotal.AVERAGE)

# --- Which nights count -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("counting", "planned", "cancelled", "count"),
    [
        (BestShare(), 12, 0, 8),
        (BestShare(), 10, 2, 7),
        (BestShare(Fraction(1, 2)), 1, 0, 1),
        (BestScores(8), 10, 2, 8),
        (BestScores(8, after_cancelled=(8, 7)), 12, 0, 8),
        (BestScores(8, after_cancelled=(8, 7)), 11, 1, 8),
        (BestScores(8, after_cancelled=(8, 7)), 10, 2, 7),
        (BestScores(8, after_cancelled=(8, 7)), 8, 4, 7),
        (DropWorst(3), 12, 0, 9),
    ],
)
def test_how_many_nights_count_of_those_planned(
    counting: Counting, planned: int, cancelled: int, count: int
) -> None:
    assert counting.how_many(planned, cancelled) == count


@pytest.mark.parametrize("counting", [DropWorst(2), BestScores(3), BestShare()])
def test_after_three_of_five_nights_no_score_is_dropped_yet(counting: Counting) -> None:
    """If the worst of the nights so far were dropped, one score would count for each."""
    nights = [night_with({"Ann": 10, "Ben": 4}), night_with({"Ann": 6}), night_with({"Ben": 5})]
    scheme = replace(EARNED, counting=counting)

    assert season_places(scheme, *nights, TO_COME, TO_COME) == [(1, "Ann", 16), (2, "Ben", 9)]


def test_a_cancelled_night_pays_nothing_and_lowers_what_was_planned() -> None:
    nights = [night_with({"Ann": 3}), night_with({"Ann": 2}), night_with({"Ann": 1})]
    snow = replace(night_with({"Ann": 9}), state=CANCELLED.state)

    assert season_places(replace(EARNED, counting=BestShare()), *nights, snow) == [(1, "Ann", 5)]


def test_a_night_that_always_counts_takes_no_other_nights_place() -> None:
    finals = night_with({"Ann": 1, "Ben": 4}, always_counts=True)
    nights = [
        night_with({"Ann": 5, "Ben": 3}),
        night_with({"Ann": 4}),
        night_with({"Ann": 3}),
        finals,
    ]
    ann, ben = season_table(BEST_2, nights)

    assert (ann.tour_points, ben.tour_points) == (10, 7)
    assert [score.total for score in ann.dropped] == [3]
    assert (ann.lowest_counted, ann.to_beat) == (4, 4)
    assert (ben.lowest_counted, ben.to_beat) == (3, 0)


def test_averages_are_of_the_nights_that_count() -> None:
    nights = [night_with({"Ann": 5, "Ben": 6}), night_with({"Ann": 2}), night_with({"Ann": 1})]

    assert season_places(AVERAGE, *nights) == [(1, "Ben", 6), (2, "Ann", Fraction(8, 3))]
    assert season_places(replace(AVERAGE, counting=BestScores(2)), *nights)[1] == (
        2,
        "Ann",
        Fraction(7, 2),
    )


def test_the_average_of_nothing_is_nothing() -> None:
    assert season_places(AVERAGE, TO_COME, enrolments=[ANN]) == [(1, "Ann", 0)]


def test_two_halls_or_singles_and_doubles_are_one_night() -> None:
    """Ann plays both and wins the second: one score, one night played."""
    singles = SeasonEvent("Singles", (Finish(("Ann",), 2, points=4, twenties=3),))
    doubles = SeasonEvent("Doubles", (Finish(("Ann",), 1, points=5, twenties=2),))
    uncounted = SeasonEvent("Fun", (Finish(("Ann",), points=1),))
    (ann,) = season_table(EARNED, [SeasonNight("Monday", (singles, doubles))])
    (both,) = season_table(EARNED, [SeasonNight("Monday", (singles, uncounted))])

    (score,) = ann.scores
    assert (score.event, score.night, score.place) == ("Singles", 1, 1)
    assert (score.total, score.twenties) == (9, 5)
    assert (both.scores[0].place, both.scores[0].twenties) == (2, None)


# --- Credits, points by hand, the minimum -------------------------------------------------


def test_an_excused_absence_is_credited_so_many_times_and_competes_like_any_night() -> None:
    away = TO_COME.excused | {"Ann"}
    nights = [
        night_with({"Ann": 4, "Ben": 1}, excused=away),
        night_with({"Ben": 1}, excused=away),
        night_with({"Ben": 1}, excused=away),
        night_with({"Ben": 1}),
    ]
    scheme = replace(EARNED, absence=Credit(Fraction(3), most=1))
    ann, ben = season_table(scheme, nights)

    assert (ann.tour_points, ben.tour_points) == (7, 4)
    assert [(s.night, s.score_for) for s in ann.scores] == [
        (1, ScoreFor.PLAYED),
        (2, ScoreFor.EXCUSED),
    ]
    assert len(ann.played) == 1
    assert season_places(BEST_2, *nights) == [(1, "Ann", 4), (2, "Ben", 2)]


def test_a_host_who_does_not_play_gets_their_average_and_is_not_absent_too() -> None:
    nights = [
        night_with({"Ann": 4}),
        night_with({"Ann": 7}),
        night_with({"Ben": 1}, hosts=frozenset({"Ann"}), excused=frozenset({"Ann"})),
        night_with({"Ann": 1}, hosts=frozenset({"Ann"})),
    ]
    scheme = replace(EARNED, host=Credit(share=Fraction(1)), absence=Credit(Fraction(9)))

    assert season_places(scheme, *nights) == [(1, "Ann", 16), (2, "Ben", 1)]


def test_a_guest_of_an_event_is_not_credited_for_hosting_it() -> None:
    guests = frozenset({"Guest"})
    monday = SeasonNight("1", (event_with({"Ann": 1}, guests=guests),), hosts=guests)

    assert season_places(replace(EARNED, host=Credit(Fraction(2))), monday) == [(1, "Ann", 1)]


def test_who_never_played_is_credited_a_share_of_nothing() -> None:
    monday = night_with({"Ann": 4}, excused=frozenset({"Ben"}))
    scheme = replace(EARNED, absence=Credit(share=Fraction(1, 3)))

    assert season_places(scheme, monday) == [(1, "Ann", 4), (2, "Ben", 0)]


@pytest.mark.parametrize(
    ("credit", "sentence"),
    [
        (lambda: Credit(Fraction(-1)), "points is at least 0, not -1"),
        (lambda: Credit(most=0), "most is at least 1, not 0"),
        (lambda: Credit(share=Fraction(2)), "a part of the whole, not 2"),
        (lambda: BestShare(Fraction(0)), "a part of the whole, not 0"),
        (lambda: BestScores(8, (9,)), "goes up from 8 to 9"),
        (lambda: BestScores(8, (0,)), "last number is at least 1, not 0"),
        (lambda: Scheme(minimum_nights=-1), "minimum nights is at least 0, not -1"),
    ],
)
def test_nonsense_is_refused_in_a_sentence(credit: object, sentence: str) -> None:
    assert callable(credit)
    with pytest.raises(RuleError, match=sentence):
        credit()


def test_points_are_given_and_taken_by_hand() -> None:
    given = [
        PointsAdjusted("Ann", -3, "no-show"),
        PointsAdjusted("Ann", 1, "scorer"),
        PointsAdjusted("Ben", 4, "joined on night 5"),
    ]
    ben, ann = season_table(EARNED, [night_with({"Ann": 5})], adjustments=given)

    assert (ann.tour_points, ann.adjusted) == (3, -2)
    assert (ben.tour_points, ben.adjusted) == (4, 4)


def test_a_player_who_can_no_longer_qualify_is_below_one_who_can() -> None:
    """Nine of ten with a night left is not out yet."""
    scheme = replace(EARNED, minimum_nights=2)
    nights = [night_with({"Ann": 9, "Ben": 1}), night_with({"Ben": 1})]

    ann, ben = season_table(scheme, [*nights, TO_COME])
    assert (ann.player, ann.nights_short, ann.can_qualify) == ("Ann", 1, True)
    assert ben.nights_short == 0
    ben, ann = season_table(scheme, nights)
    assert (ann.place, ann.player, ann.nights_short) == (2, "Ann", 1)
    assert not ann.can_qualify


def test_the_recommended_scheme_can_be_stored() -> None:
    scheme = replace(NIGHTS, absence=Credit(Fraction(5, 2), most=2), counting=BestScores(8, (8, 7)))

    assert Scheme.from_dict(scheme.to_dict()) == scheme
