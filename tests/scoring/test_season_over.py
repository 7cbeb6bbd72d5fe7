"""A finished season: its stored rows, and the table of many seasons."""

import json
from dataclasses import replace
from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from scoring.season import (
    NIGHTS,
    AllTimeRow,
    Enrolled,
    Finish,
    Meeting,
    PointsAdjusted,
    Scheme,
    SeasonEvent,
    SeasonNight,
    SeasonPlace,
    SeasonRow,
    SeasonTie,
    SeasonTotal,
    all_time_table,
    row_from_dict,
    row_to_dict,
    season_table,
)


def there_and_back(row: SeasonRow[int]) -> SeasonRow[int]:
    return row_from_dict(json.loads(json.dumps(row_to_dict(row))))


# --- Kept rows ----------------------------------------------------------------------------

PEOPLE = st.permutations([1, 2, 3, 4])
POINTS = st.lists(st.integers(0, 8), min_size=4, max_size=4)


@st.composite
def random_season(draw: st.DrawFn) -> tuple[SeasonRow[int], ...]:
    """Random rows of a season: decided ties, dropped scores, points by hand."""
    nights = list[SeasonNight[int]]()
    for order, points in draw(st.lists(st.tuples(PEOPLE, POINTS), max_size=4)):
        finishes = tuple(
            Finish((player,), place, points=made, twenties=made, games=2, rounds=8)
            for place, (player, made) in enumerate(zip(order, points, strict=True), 1)
        )
        met = (Meeting(order[0], order[1], order[0]), Meeting(order[2], order[3]))
        nights.append(SeasonNight("n", (SeasonEvent("n", finishes, meetings=met),)))
    ties = draw(st.lists(st.sampled_from(sorted(SeasonTie, key=str)), unique=True))
    scheme = replace(
        NIGHTS,
        ties=tuple(tie for tie in ties if tie is not SeasonTie.RATING),
        total=draw(st.sampled_from(SeasonTotal)),
        minimum_nights=draw(st.integers(0, 3)),
    )
    return season_table(
        scheme,
        nights,
        enrolments=[Enrolled(n, "A" if n < 3 else "B") for n in range(1, 5)],
        adjustments=[PointsAdjusted(1, Fraction(1, 2), "keys")],
    )


def test_points_given_by_hand_are_kept_with_their_reason() -> None:
    given = PointsAdjusted(7, Fraction(1, 2), "keys")
    row = SeasonRow(1, 7, Fraction(1, 2), (), adjustments=(given,))

    assert there_and_back(row).adjustments == (given,)


@given(random_season())
def test_a_row_is_read_back_as_it_was_kept(rows: tuple[SeasonRow[int], ...]) -> None:
    assert tuple(map(there_and_back, rows)) == rows
    assert [str(there_and_back(row).because()) for row in rows] == [
        str(row.because()) for row in rows
    ]


def test_deciding_ratings_are_not_kept_and_the_reason_stays_the_same() -> None:
    order = (Finish((1,), 1), Finish((2,), 1))
    scheme = Scheme(ties=(SeasonTie.RATING,))
    first, _ = season_table(scheme, [SeasonEvent("May", order)], {1: 25.0})

    kept = there_and_back(first)
    assert first.decision
    assert dict(first.decision.values)[1] == 25.0
    assert kept.decision
    assert set(dict(kept.decision.values).values()) == {0}
    assert str(kept.because()) == str(first.because())


# --- All time -----------------------------------------------------------------------------


def season_places(*names: str, nights: int = 1) -> list[SeasonPlace[str]]:
    return [SeasonPlace(name, n, nights) for n, name in enumerate(names, 1)]


def places_and_names(rows: tuple[AllTimeRow[str], ...]) -> list[tuple[int, str]]:
    return [(row.place, row.player) for row in rows]


def test_titles_come_before_everything_else() -> None:
    seasons = [
        season_places("Ann", "Ben"),
        season_places("Cat", "Ben"),
        season_places("Cat", "Ben"),
    ]

    assert places_and_names(all_time_table(seasons)) == [(1, "Cat"), (2, "Ann"), (3, "Ben")]


def test_tied_titles_are_separated_by_second_and_then_third_places() -> None:
    seasons = [season_places("Ann", "Ben", "Cat"), season_places("Ben", "Cat", "Ann")]

    assert places_and_names(all_time_table(seasons)) == [(1, "Ben"), (2, "Ann"), (3, "Cat")]


def test_who_played_more_seasons_and_more_nights_is_ahead_of_who_played_less() -> None:
    last = [SeasonPlace("Ann", 4, 9), SeasonPlace("Ben", 5, 8), SeasonPlace("Cat", 6, 9)]
    rows = all_time_table([last, [SeasonPlace("Cat", 4, 1)]])

    assert places_and_names(rows) == [(1, "Cat"), (2, "Ann"), (3, "Ben")]
    assert [(row.seasons, row.nights) for row in rows] == [(2, 10), (1, 9), (1, 8)]


def test_who_is_level_in_all_shares_a_place() -> None:
    rows = all_time_table([[SeasonPlace("Ann", 1), SeasonPlace("Ben", 1), SeasonPlace("Cat", 3)]])

    assert places_and_names(rows) == [(1, "Ann"), (1, "Ben"), (3, "Cat")]
    assert [row.shared for row in rows] == [True, True, False]


def test_a_lower_division_wins_no_title() -> None:
    rows = all_time_table([[SeasonPlace("Ann", 1), SeasonPlace("Ben", 1, is_top=False)]])

    assert [(row.player, row.titles) for row in rows] == [("Ann", 1), ("Ben", 0)]


def test_who_is_in_a_season_under_two_names_has_played_it_once() -> None:
    twice = [SeasonPlace("Ann", 3, nights=2), SeasonPlace("Ann", 1, nights=5)]
    [row] = all_time_table([twice])

    assert (row.titles, row.podium, row.seasons, row.nights) == (1, (1, 0, 0), 1, 7)


def test_without_a_season_the_table_is_empty() -> None:
    assert all_time_table([]) == ()
