"""The steps that separate players on the same total, and the reason in a row."""

from dataclasses import replace

import pytest

from scoring.season import (
    NIGHTS,
    BestScores,
    Enrolled,
    Finish,
    Meeting,
    PaidBy,
    PointsAdjusted,
    Scheme,
    SeasonEvent,
    SeasonNight,
    SeasonTie,
    SeasonTotal,
    season_table,
)
from tests.scoring.nights import BEST_2, EARNED, TO_COME, event_with, night_with

NIGHT_TIES = NIGHTS.ties


def places_and_names(scheme: Scheme, *nights: SeasonNight[str]) -> list[tuple[int, str]]:
    return [(row.place, row.player) for row in season_table(scheme, nights)]


def with_ties(scheme: Scheme, *ties: SeasonTie) -> Scheme:
    return replace(scheme, ties=ties)


NEXT_BEST = with_ties(BEST_2, SeasonTie.NEXT_BEST)


def test_the_next_best_score_decides() -> None:
    """Ann 10, 8 and 6, Ben 8, 10 and 4."""
    nights = [
        night_with({"Ann": 10, "Ben": 8}),
        night_with({"Ann": 8, "Ben": 10}),
        night_with({"Ann": 6, "Ben": 4}),
    ]

    assert places_and_names(BEST_2, *nights) == [(1, "Ann"), (1, "Ben")]
    assert places_and_names(NEXT_BEST, *nights) == [(1, "Ann"), (2, "Ben")]


def test_then_the_one_after_it_and_a_night_missed_is_worth_nothing() -> None:
    both = night_with({"Ann": 5, "Ben": 5, "Cy": 5})
    nights = [both, both, both, night_with({"Ben": 1})]

    assert places_and_names(NEXT_BEST, *nights) == [(1, "Ben"), (2, "Ann"), (2, "Cy")]


def test_a_night_for_nothing_is_no_better_than_none() -> None:
    """Counting back, Ann has 4 and Ben 4 and 0."""
    nights = [night_with({"Ann": 4, "Ben": 4}), night_with({"Ben": 0, "Cy": 1})]
    rows = season_table(with_ties(EARNED, SeasonTie.COUNTBACK), nights)

    assert [row.place for row in rows] == [1, 1, 3]


def night_of_meetings(*who: tuple[str, str, str | None]) -> SeasonNight[str]:
    """A night on which all earned the same, with these meetings."""
    met = tuple(Meeting(one, other, winner) for one, other, winner in who)
    here = {player for one, other, _ in who for player in (one, other)}
    return SeasonNight("1", (event_with(dict.fromkeys(sorted(here), 4), meetings=met),))


HEAD_TO_HEAD = with_ties(EARNED, SeasonTie.HEAD_TO_HEAD)


def test_head_to_head_over_the_season_where_all_met_equally_often() -> None:
    monday = night_of_meetings(("Ann", "Ben", "Ben"), ("Ben", "Cy", None), ("Ann", "Cy", "Ann"))

    assert places_and_names(HEAD_TO_HEAD, monday) == [(1, "Ben"), (2, "Ann"), (3, "Cy")]


@pytest.mark.parametrize(
    "met",
    [
        [("Ann", "Ben", "Ben"), ("Ben", "Cy", "Ben")],
        [("Ann", "Ben", "Ben"), ("Ben", "Cy", "Ben"), *[("Ann", "Cy", "Cy")] * 2],
    ],
)
def test_head_to_head_is_passed_where_they_did_not(met: list[tuple[str, str, str | None]]) -> None:
    assert places_and_names(HEAD_TO_HEAD, night_of_meetings(*met)) == [
        (1, "Ann"),
        (1, "Ben"),
        (1, "Cy"),
    ]


def test_a_meeting_as_a_guest_decides_nothing() -> None:
    nights = [night_of_meetings(("Ann", "Ben", "Ben")), night_with({"Ann": 4, "Ben": 4})]
    members = [Enrolled("Ann"), Enrolled("Ben", first=2)]
    rows = season_table(
        HEAD_TO_HEAD, nights, enrolments=members, adjustments=[PointsAdjusted("Ben", 4, "start")]
    )

    assert [row.place for row in rows] == [1, 1]


def event_with_twenties(player: str, twenties: int | None) -> SeasonEvent[str]:
    return SeasonEvent(player, (Finish((player,), 1, points=4, twenties=twenties),))


@pytest.mark.parametrize(
    ("cy", "places"),
    [(9, [(1, "Cy"), (2, "Ben"), (3, "Ann")]), (None, [(1, "Ann"), (1, "Ben"), (1, "Cy")])],
)  # fmt: skip
def test_20s_decide_where_those_of_all_were_written_down(
    cy: int | None, places: list[tuple[int, str]]
) -> None:
    halls = (
        event_with_twenties("Ann", 0),
        event_with_twenties("Ben", 7),
        event_with_twenties("Cy", cy),
    )

    assert (
        places_and_names(with_ties(EARNED, SeasonTie.TWENTIES), SeasonNight("1", halls)) == places
    )


def test_the_latest_night_they_all_played_decides_then_the_one_before() -> None:
    nights = [
        night_with({"Ann": 3, "Ben": 5}),
        night_with({"Ann": 5, "Ben": 3}),
        night_with({"Ann": 2, "Ben": 2}),
        night_with({"Ann": 1}),
        night_with({"Ben": 1}),
    ]

    assert places_and_names(with_ties(EARNED, SeasonTie.LATEST), *nights) == [
        (1, "Ann"),
        (2, "Ben"),
    ]


def test_a_player_separated_by_a_step_leaves_the_tie() -> None:
    """By nights won Cy is ahead of two who then go by the latest night."""
    nights = [
        night_with({"Ann": 3, "Ben": 3, "Cy": 1, "Di": 9}),
        night_with({"Ann": 1, "Ben": 2, "Cy": 5}),
        night_with({"Ann": 2, "Ben": 1, "Di": 9}),
    ]
    rows = season_table(with_ties(EARNED, SeasonTie.WINS, SeasonTie.LATEST), nights)[1:]

    assert [(r.place, r.player, r.decided_by) for r in rows] == [
        (2, "Cy", SeasonTie.WINS),
        (3, "Ann", SeasonTie.LATEST),
        (4, "Ben", SeasonTie.LATEST),
    ]


# --- Why a row has its place --------------------------------------------------------------


def reasons_of(scheme: Scheme, *nights: SeasonNight[str], **more: object) -> list[str]:
    rows = season_table(scheme, nights, **more)  # type: ignore[arg-type]
    return [str(row.because()) for row in rows]


THREE = (night_with({"Ann": 9, "Ben": 4}), night_with({"Ann": 5, "Ben": 9}), night_with({"Ann": 6, "Ben": 6}))  # fmt: skip


def test_a_row_shows_what_its_total_is_made_of() -> None:
    assert reasons_of(BEST_2, *THREE) == [
        "shares first with Ben: 15 points from the best 2 of 3 nights",
        "shares first with Ann: 15 points from the best 2 of 3 nights",
    ]
    assert reasons_of(EARNED, *THREE) == [
        "first with 20 points from 3 nights",
        "second with 19 points from 3 nights",
    ]
    average = replace(EARNED, total=SeasonTotal.AVERAGE)
    assert reasons_of(average, *THREE) == [
        "first with an average of 6⅔ points on 3 nights",
        "second with an average of 6⅓ points on 3 nights",
    ]
    assert reasons_of(replace(average, counting=BestScores(1)), *THREE) == [
        "shares first with Ben: an average of 9 points on the best 1 of 3 nights",
        "shares first with Ann: an average of 9 points on the best 1 of 3 nights",
    ]


def test_a_row_shows_which_step_decided_and_by_how_much() -> None:
    assert reasons_of(NEXT_BEST, *THREE) == [
        "first on the next-best score, 5 to 4 for Ben: 15 points from the best 2 of 3 nights",
        "second on the next-best score, 4 to 5 for Ann: 15 points from the best 2 of 3 nights",
    ]
    latest = with_ties(BEST_2, SeasonTie.RATING)
    rows = season_table(latest, THREE, {"Ann": 20.0, "Ben": 30.0})
    assert str(rows[0].because()).startswith("first on the final rating: 15 points")


def test_a_step_that_counts_shows_its_number() -> None:
    wins = with_ties(BEST_2, SeasonTie.WINS)
    nights = [*THREE, night_with({"Ann": 1})]

    assert reasons_of(wins, *nights)[0].startswith("first on nights won, 3 to 2 for Ben")


def test_of_many_tied_a_row_shows_how_many() -> None:
    monday = night_with({"Ann": 4, "Ben": 4, "Cy": 4, "Di": 4, "Eve": 4})
    second = night_with({"Ann": 2, "Ben": 1, "Cy": 1, "Di": 1, "Eve": 1})
    one = Scheme(paid_by=PaidBy.POINTS, counting=BestScores(1), ties=(SeasonTie.NEXT_BEST,))

    assert reasons_of(EARNED, monday)[0] == ("shares first with 4 others: 4 points from 1 night")
    assert reasons_of(one, monday, second)[0] == (
        "first on the next-best score, among 5 tied: 4 points from the best 1 of 2 nights"
    )


def test_a_row_shows_what_was_given_by_hand_and_what_is_missing() -> None:
    scheme = replace(EARNED, minimum_nights=2)
    given = [PointsAdjusted("Ann", 2, "scorer"), PointsAdjusted("Ben", -1, "")]
    monday = night_with({"Ann": 5, "Ben": 4})

    assert reasons_of(scheme, monday, TO_COME, adjustments=given) == [
        "first with 7 points from 1 night; 2 points added by hand (scorer); 1 more night to qualify",
        "second with 3 points from 1 night; 1 point deducted by hand; 1 more night to qualify",
    ]
    assert reasons_of(scheme, monday)[1] == (
        "second with 4 points from 1 night; 1 night short of the minimum"
    )


def test_a_row_without_a_night_mentions_no_nights() -> None:
    to_come = SeasonNight[int]("1", state=TO_COME.state)
    (row,) = season_table(EARNED, [to_come], enrolments=[Enrolled(7)])

    assert str(row.because(lambda player: f"player {player}")) == "first with 0 points"


def test_the_five_steps_a_league_of_nights_starts_with() -> None:
    assert [tie.name for tie in NIGHT_TIES] == [
        "NEXT_BEST",
        "HEAD_TO_HEAD",
        "WINS",
        "TWENTIES",
        "LATEST",
    ]
