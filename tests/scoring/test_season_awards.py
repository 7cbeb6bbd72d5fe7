"""Suggested awards of a season, and their figures."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import pytest

from scoring.season import (
    AwardKind,
    AwardLine,
    Enrolled,
    Finish,
    Meeting,
    NightState,
    Scheme,
    SeasonEvent,
    SeasonNight,
    SuggestedAward,
    figures_text,
    season_table,
    suggested_awards,
)
from tests.scoring.nights import CANCELLED, EARNED, event_with, night_with

Kind = AwardKind
Found = list[tuple[str, tuple[Any, ...]]]


def suggest_award(
    kind: AwardKind,
    nights: Sequence[SeasonNight[str]],
    scheme: Scheme = EARNED,
    enrolments: Sequence[Enrolled[str]] | None = None,
    newcomers: Sequence[str] = (),
) -> list[SuggestedAward[str]]:
    rows = season_table(scheme, nights, enrolments=enrolments)
    lines = [AwardLine.of(row) for row in rows]
    found = suggested_awards(lines, nights, enrolments=enrolments, newcomers=newcomers)
    return [each for each in found if each.kind is kind]


def players_and_figures(found: Sequence[SuggestedAward[str]]) -> Found:
    return [(each.player, each.figures) for each in found]


def night_of_twenties(**twenties: tuple[int, int | None]) -> SeasonNight[str]:
    """A night with the 20s of these players and the number of rounds they took."""
    finishes = (
        Finish((name,), points=1, twenties=many, rounds=rounds)
        for name, (many, rounds) in twenties.items()
    )
    return SeasonNight("Monday", (SeasonEvent("Monday", tuple(finishes)),))


# --- The table ----------------------------------------------------------------------------


def test_who_is_first_is_champion() -> None:
    nights = [night_with({"Ann": 6, "Ben": 2})]

    assert players_and_figures(suggest_award(Kind.CHAMPION, nights)) == [("Ann", (6,))]


def test_who_shares_first_place_is_champion_too() -> None:
    nights = [night_with({"Ann": 4, "Ben": 4, "Cat": 1})]

    assert players_and_figures(suggest_award(Kind.CHAMPION, nights)) == [
        ("Ann", (4,)),
        ("Ben", (4,)),
    ]


def test_every_division_has_its_champion() -> None:
    members = [Enrolled("Ann", "A"), Enrolled("Ben", "B"), Enrolled("Cat", "B")]
    nights = [night_with({"Ann": 1, "Ben": 5, "Cat": 4})]

    found = suggest_award(Kind.CHAMPION, nights, enrolments=members)
    assert [(each.player, each.division) for each in found] == [("Ann", "A"), ("Ben", "B")]


def test_a_season_without_results_has_no_champion() -> None:
    nights = [SeasonNight[str]("1", state=NightState.TO_COME)]

    assert suggest_award(Kind.CHAMPION, nights, enrolments=[Enrolled("Ann")]) == []


def test_who_is_short_of_the_minimum_is_no_champion() -> None:
    scheme = Scheme(paid_by=EARNED.paid_by, minimum_nights=2)

    assert suggest_award(Kind.CHAMPION, [night_with({"Ann": 6})], scheme) == []


def test_the_best_newcomer_is_no_older_member() -> None:
    nights = [night_with({"Ann": 6, "Ben": 4, "Cat": 2})]

    found = suggest_award(Kind.NEWCOMER, nights, newcomers=["Ben", "Cat"])
    assert players_and_figures(found) == [("Ben", (2,))]


def test_every_division_has_its_newcomer() -> None:
    members = [Enrolled("Ann", "A"), Enrolled("Ben", "B"), Enrolled("Cat", "B")]
    nights = [night_with({"Ann": 1, "Ben": 5, "Cat": 4})]

    found = suggest_award(Kind.NEWCOMER, nights, enrolments=members, newcomers=["Ann", "Cat"])
    assert players_and_figures(found) == [("Ann", (1,)), ("Cat", (2,))]


def test_in_the_very_first_season_no_one_is_a_newcomer() -> None:
    nights = [night_with({"Ann": 6, "Ben": 4})]

    assert suggest_award(Kind.NEWCOMER, nights, newcomers=["Ann", "Ben"]) == []


# --- 20s ----------------------------------------------------------------------------------


def test_the_most_20s_of_all_nights() -> None:
    nights = [night_of_twenties(Ann=(9, 8), Ben=(5, 8)), night_of_twenties(Ann=(1, 8), Ben=(6, 8))]

    assert players_and_figures(suggest_award(Kind.TWENTIES, nights)) == [("Ben", (11,))]


def test_without_20s_there_is_no_award_for_them() -> None:
    assert suggest_award(Kind.TWENTIES, [night_with({"Ann": 6})]) == []
    assert suggest_award(Kind.TWENTIES, [night_of_twenties(Ann=(0, 8))]) == []


def test_20s_as_a_guest_are_not_counted() -> None:
    nights = [night_of_twenties(Ann=(9, 8), Ben=(5, 8)), night_of_twenties(Ann=(1, 8), Ben=(6, 8))]
    members = [Enrolled("Ann"), Enrolled("Ben", first=2)]

    found = suggest_award(Kind.TWENTIES, nights, enrolments=members)
    assert players_and_figures(found) == [("Ann", (10,))]


def test_the_best_average_needs_forty_rounds() -> None:
    nights = [night_of_twenties(Ann=(60, 39), Ben=(50, 40), Cat=(49, 40))]

    assert players_and_figures(suggest_award(Kind.TWENTIES_AVERAGE, nights)) == [("Ben", (50, 40))]


def test_20s_of_unknown_rounds_are_in_no_average() -> None:
    nights = [
        night_of_twenties(Ann=(60, None), Ben=(1, 40)),
        night_of_twenties(Ann=(40, 40), Ben=(0, 40)),
    ]

    assert players_and_figures(suggest_award(Kind.TWENTIES_AVERAGE, nights)) == [("Ann", (40, 40))]


def test_forty_rounds_without_a_20_are_no_average() -> None:
    assert suggest_award(Kind.TWENTIES_AVERAGE, [night_of_twenties(Ann=(0, 40))]) == []


def test_the_rounds_of_two_events_of_a_night_are_added() -> None:
    one, other = night_of_twenties(Ann=(10, 30)), night_of_twenties(Ann=(20, 30))
    both = SeasonNight("Monday", one.events + other.events)
    unknown = SeasonNight("Monday", one.events + night_of_twenties(Ann=(20, None)).events)

    assert players_and_figures(suggest_award(Kind.TWENTIES_AVERAGE, [both])) == [("Ann", (30, 60))]
    assert suggest_award(Kind.TWENTIES_AVERAGE, [unknown]) == []


# --- Nights -------------------------------------------------------------------------------


def season_of(**points: Sequence[int | None]) -> list[SeasonNight[str]]:
    """Nights on which these players earned these points, or were absent (None)."""
    together = zip(*points.values(), strict=True)
    return [
        night_with({name: made for name, made in zip(points, each, strict=True) if made})
        for each in together
    ]


def test_who_improved_most_is_compared_half_with_half() -> None:
    nights = season_of(Ann=[1] * 4 + [3] * 4, Ben=[6] * 4 + [7] * 4)

    assert players_and_figures(suggest_award(Kind.IMPROVED, nights)) == [("Ann", (1, 3))]


def test_the_middle_night_is_in_neither_half() -> None:
    nights = season_of(Ann=[1] * 4 + [99] + [3] * 4)

    assert players_and_figures(suggest_award(Kind.IMPROVED, nights)) == [("Ann", (1, 3))]


def test_four_nights_are_needed_in_each_half() -> None:
    nights = season_of(Ann=[1, 1, 1, None, 1] + [3] * 5, Ben=[1, 1, 1, None, None, *[9] * 5])

    assert players_and_figures(suggest_award(Kind.IMPROVED, nights)) == [("Ann", (1, 3))]


def test_who_became_no_better_has_not_improved() -> None:
    assert suggest_award(Kind.IMPROVED, season_of(Ann=[3] * 8, Ben=[3] * 4 + [2] * 4)) == []


def test_the_best_attendance_is_shared() -> None:
    nights = season_of(Ann=[1, 1, None], Ben=[1, None, 1], Cat=[1, None, None])

    found = suggest_award(Kind.ATTENDANCE, nights)
    assert players_and_figures(found) == [("Ann", (2, 3)), ("Ben", (2, 3))]


def test_one_night_is_no_attendance_and_no_run() -> None:
    nights = [night_with({"Ann": 1})]

    assert suggest_award(Kind.ATTENDANCE, nights) == []
    assert suggest_award(Kind.RUN, nights) == []


def test_the_longest_run_of_nights_is_not_broken_by_snow() -> None:
    nights = season_of(Ann=[1, 1, None, 1], Ben=[None, 1, 1, 1])
    nights.insert(2, CANCELLED)

    assert players_and_figures(suggest_award(Kind.RUN, nights)) == [("Ben", (3,))]


def test_a_missed_night_starts_a_run_again() -> None:
    nights = season_of(Ann=[1, 1, None, 1, 1])

    assert players_and_figures(suggest_award(Kind.RUN, nights)) == [("Ann", (2,))]


# --- Upsets -------------------------------------------------------------------------------


def night_of_meetings(*meetings: Meeting[str]) -> SeasonNight[str]:
    event = event_with({"Ann": 9, "Ben": 6, "Cat": 3, "Dan": 1}, meetings=meetings)
    return SeasonNight("Monday", (event,))


def test_the_biggest_upset_is_won_against_who_ended_furthest_ahead() -> None:
    nights = [night_of_meetings(Meeting("Ann", "Dan", "Dan"), Meeting("Ben", "Cat", "Cat"))]

    [found] = suggest_award(Kind.UPSET, nights)
    assert (found.player, found.rival, found.figures) == ("Dan", "Ann", (4, 1))


def test_a_favourite_who_wins_and_a_tie_are_no_upset() -> None:
    nights = [night_of_meetings(Meeting("Ann", "Dan", "Ann"), Meeting("Ann", "Dan"))]

    assert suggest_award(Kind.UPSET, nights) == []


def test_one_pair_that_met_twice_is_named_once() -> None:
    once = Meeting("Ann", "Ben", "Ben")

    assert len(suggest_award(Kind.UPSET, [night_of_meetings(once), night_of_meetings(once)])) == 1


def test_a_guests_win_is_no_upset() -> None:
    members = [Enrolled("Ann"), Enrolled("Ben"), Enrolled("Dan", first=2)]
    nights = [
        night_of_meetings(Meeting("Ann", "Dan", "Dan")),
        night_of_meetings(Meeting("Ann", "Ben", "Ben")),
    ]

    [found] = suggest_award(Kind.UPSET, nights, enrolments=members)
    assert found.player == "Ben"


def test_another_division_is_not_compared() -> None:
    members = [Enrolled("Ann", "A"), *(Enrolled(n, "B") for n in ("Ben", "Cat", "Dan"))]
    nights = [night_of_meetings(Meeting("Ann", "Dan", "Dan"), Meeting("Ben", "Cat", "Cat"))]

    [found] = suggest_award(Kind.UPSET, nights, enrolments=members)
    assert (found.player, found.division) == ("Cat", "B")


# --- In words -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "figures", "words"),
    [
        (Kind.CHAMPION, (1,), "1 point"),
        (Kind.CHAMPION, (Fraction(15, 2),), "7½ points"),
        (Kind.FINALS, (3,), "started as seed 3"),
        (Kind.TWENTIES, (212,), "212 20s"),
        (Kind.TWENTIES_AVERAGE, (100, 41), "2.44 20s a round in 41 rounds"),
        (Kind.IMPROVED, (Fraction(7, 3), 5), "points a night: from 2.33 to 5"),
        (Kind.ATTENDANCE, (12, 14), "12 of 14 nights"),
        (Kind.RUN, (9,), "9 nights in a row"),
        (Kind.NEWCOMER, (4,), "fourth in the first season"),
        (Kind.UPSET, (9, 1), "ninth in the end, but beat the first"),
    ],
)
def test_figures_are_written_in_words(
    kind: AwardKind, figures: tuple[Any, ...], words: str
) -> None:
    assert str(figures_text(kind, figures)) == words


def test_a_suggestion_shows_its_figures() -> None:
    [found] = suggest_award(Kind.CHAMPION, [night_with({"Ann": 6})])

    assert str(found.figures_text) == "6 points"
