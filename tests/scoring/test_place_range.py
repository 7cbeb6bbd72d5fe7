"""The places that are still possible."""

from dataclasses import replace
from fractions import Fraction

from scoring.season import (
    NIGHTS,
    BestScores,
    BestShare,
    Credit,
    Enrolled,
    Listed,
    PaidBy,
    PlaceRange,
    Scheme,
    SeasonNight,
    SeasonTie,
    SeasonTotal,
    place_ranges,
)
from tests.scoring.nights import CANCELLED, TO_COME, night_with
from tests.scoring.tour import event_in_order

TABLE = Scheme(Listed((3, 2, 1)))
AHEAD = SeasonNight("1", (event_in_order("1", "Ann", "Ben", "Cy"),))


def ranges_by_player(
    scheme: Scheme, *nights: SeasonNight[str], **more: object
) -> dict[str, tuple[int, int]]:
    found = place_ranges(scheme, nights, **more)  # type: ignore[arg-type]
    return {player: (each.best, each.worst) for player, each in found.items()}


def test_when_all_is_over_the_range_is_the_place() -> None:
    assert ranges_by_player(TABLE, AHEAD, CANCELLED) == {"Ann": (1, 1), "Ben": (2, 2), "Cy": (3, 3)}


def test_with_a_night_to_come_the_first_can_be_caught() -> None:
    """Three nights won: 9, 6 and 3 points. One night pays at most 3, and tied players share."""
    season = [AHEAD] * 3

    assert ranges_by_player(TABLE, *season, TO_COME) == {"Ann": (1, 1), "Ben": (1, 2), "Cy": (2, 3)}
    assert ranges_by_player(TABLE, *season, TO_COME, TO_COME) == {
        "Ann": (1, 2),
        "Ben": (1, 3),
        "Cy": (1, 3),
    }


def test_where_a_tie_is_decided_a_level_player_may_be_ahead() -> None:
    scheme = replace(TABLE, ties=(SeasonTie.WINS,))

    assert ranges_by_player(scheme, *[AHEAD] * 3, TO_COME)["Ann"] == (1, 2)


def test_clinched_is_a_place_that_no_one_else_can_reach() -> None:
    assert PlaceRange(1, 1).clinched()
    assert not PlaceRange(1, 2).clinched()
    assert PlaceRange(3, 8).clinched(places=8)


def test_best_n_keeps_the_range_narrow() -> None:
    """Ann has two nights won already, and two count."""
    scheme = replace(TABLE, counting=BestScores(2))
    found = ranges_by_player(scheme, AHEAD, AHEAD, TO_COME)

    assert found == {"Ann": (1, 1), "Ben": (2, 2), "Cy": (2, 3)}


def test_a_final_that_always_counts_keeps_it_open() -> None:
    final = replace(TO_COME, always_counts=True, most=9)
    scheme = replace(TABLE, counting=BestScores(2))

    assert ranges_by_player(scheme, AHEAD, AHEAD, final)["Cy"] == (1, 3)


def test_a_bonus_for_a_lower_pool_is_within_reach() -> None:
    scheme = replace(TABLE, lower_pools=(2, 1))

    assert ranges_by_player(scheme, *[AHEAD] * 3, TO_COME)["Ann"] == (1, 2)


def test_points_earned_have_only_a_given_limit() -> None:
    season = [night_with({"Ann": 30, "Ben": 10})]

    assert ranges_by_player(NIGHTS, *season, TO_COME)["Ann"] == (1, 2)
    assert ranges_by_player(NIGHTS, *season, replace(TO_COME, most=16))["Ann"] == (1, 1)
    final = replace(TO_COME, always_counts=True)
    assert ranges_by_player(NIGHTS, *season, final)["Ben"] == (1, 2)


def test_on_a_night_that_is_on_everybody_has_a_most_of_their_own() -> None:
    """Ann leads by six: Ben can still make seven tonight, Cy five, and Dot is not here."""
    season = [night_with({"Ann": 10, "Ben": 4, "Cy": 4, "Dot": 4})]
    on = replace(TO_COME, most=8, most_of={"Ann": 0, "Ben": 7, "Cy": 5})

    found = ranges_by_player(replace(NIGHTS, ties=()), *season, replace(on, always_counts=True))

    assert found == {"Ann": (1, 3), "Ben": (1, 4), "Cy": (2, 4), "Dot": (1, 4)}


def test_beaten_and_one_more_grows_with_the_field() -> None:
    beaten = Scheme(paid_by=PaidBy.BEATEN)

    assert ranges_by_player(beaten, *[AHEAD] * 9, TO_COME)["Ann"] == (1, 3)
    assert ranges_by_player(Scheme(), *[AHEAD] * 9, TO_COME)["Ann"] == (1, 3)


def test_a_night_that_may_be_cancelled_can_cost_a_score_that_counts() -> None:
    """Ann has 5 + 4, Ben 8: best two of three, but only one once a night is cancelled."""
    season = [night_with({"Ann": 5, "Ben": 8}), night_with({"Ann": 4})]
    scheme = replace(NIGHTS, counting=BestScores(2, after_cancelled=(1,)), ties=())
    share = replace(NIGHTS, counting=BestShare(Fraction(1, 2)), ties=())
    last = replace(TO_COME, most=0)

    assert ranges_by_player(scheme, *season, last)["Ann"] == (1, 2)
    assert ranges_by_player(replace(scheme, counting=BestScores(2)), *season, last)["Ann"] == (1, 1)
    assert ranges_by_player(share, *season, last)["Ann"] == (1, 2)


def test_who_is_no_member_any_more_stays_where_they_are() -> None:
    members = [Enrolled("Ann"), Enrolled("Ben", last=1), Enrolled("Cy")]
    found = ranges_by_player(TABLE, AHEAD, TO_COME, TO_COME, enrolments=members)

    assert found == {"Ann": (1, 2), "Ben": (2, 3), "Cy": (1, 3)}


def test_everybody_has_a_range_in_their_own_division() -> None:
    members = [Enrolled("Ann", "one"), Enrolled("Ben", "two"), Enrolled("Cy", "two")]
    found = ranges_by_player(TABLE, AHEAD, TO_COME, enrolments=members)

    assert found == {"Ann": (1, 1), "Ben": (1, 2), "Cy": (1, 2)}


def test_newcomers_may_still_pass() -> None:
    assert ranges_by_player(TABLE, *[AHEAD] * 3, TO_COME, newcomers=2) == {
        "Ann": (1, 1),
        "Ben": (1, 2),
        "Cy": (2, 3),
    }
    assert ranges_by_player(TABLE, AHEAD, TO_COME, newcomers=2)["Cy"] == (1, 5)


def test_the_minimum_can_cost_and_bring_places() -> None:
    """Ann leads after one night; a player who comes only once will not qualify."""
    scheme = replace(TABLE, minimum_nights=2)
    season = [AHEAD, SeasonNight("2", (event_in_order("2", "Ben", "Cy"),))]

    assert ranges_by_player(scheme, *season, TO_COME) == {
        "Ann": (1, 3),
        "Ben": (1, 3),
        "Cy": (1, 3),
    }
    assert ranges_by_player(scheme, AHEAD, *season[1:]) == {
        "Ben": (1, 1),
        "Cy": (2, 2),
        "Ann": (3, 3),
    }


def test_an_average_can_fall_by_coming() -> None:
    """Ann 9 of one night, Ben 8: one bad night is enough."""
    scheme = replace(NIGHTS, total=SeasonTotal.AVERAGE, ties=())
    season = [night_with({"Ann": 9, "Ben": 8})]
    weak, final = replace(TO_COME, most=0), replace(TO_COME, most=0, always_counts=True)

    one = replace(scheme, counting=BestScores(1))

    assert ranges_by_player(one, *season, weak)["Ann"] == (1, 1)
    assert ranges_by_player(scheme, *season, weak)["Ann"] == (1, 2)
    assert ranges_by_player(one, *season, final)["Ann"] == (1, 2)


def test_a_credit_may_be_worth_more_than_coming() -> None:
    scheme = replace(NIGHTS, counting=BestScores(3), ties=(), absence=Credit(Fraction(5)))
    season = [night_with({"Ann": 9, "Ben": 5})]

    assert ranges_by_player(scheme, *season, replace(TO_COME, most=1))["Ben"] == (1, 2)


def test_a_credit_that_is_a_share_of_the_average_moves_with_it() -> None:
    """Ben has 8 and half of that; a night for nothing would make it 8, 0 and 2."""
    scheme = replace(NIGHTS, counting=BestScores(9), ties=(), absence=Credit(share=Fraction(1, 2)))
    away = frozenset({"Ben"})
    season = [night_with({"Ann": 11, "Ben": 8}), night_with({}, excused=away)]

    assert ranges_by_player(scheme, *season, replace(TO_COME, most=0)) == {
        "Ben": (1, 2),
        "Ann": (1, 2),
    }
