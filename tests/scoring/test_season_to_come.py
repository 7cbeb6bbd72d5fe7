"""The rest of a season: what is still possible."""

from dataclasses import replace

from scoring.season import BestScores, Coming, Field, Listed, Scheme, prospects_of, season_outlook
from tests.scoring.tour import SMALL, event_in_order

SO_FAR = [
    event_in_order("1", "Ann", "Ben", "Cy", "Di", "Eve"),
    event_in_order("2", "Ann", "Cy", "Ben", "Di", "Eve"),
    event_in_order("3", "Ann", "Ben", "Di", "Cy", "Eve"),
]


FINAL = Coming("Final", Field(5))


def test_the_scenario_table_before_the_last_event() -> None:
    """Best two of four on 6-4-3-2-1: Ann has won three and cannot improve."""
    lines = season_outlook(Scheme(SMALL, BestScores(2)), SO_FAR, [FINAL])

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
    lines = season_outlook(Scheme(SMALL, BestScores(2)), SO_FAR, [final])

    assert [line.best_place for line in lines] == [1, 1, 1, 1, 1]


def test_a_place_in_the_next_event_pays_only_what_beats_the_lowest_counted_score() -> None:
    steps = prospects_of(Scheme(SMALL, BestScores(2)), SO_FAR, FINAL, "Cy")

    assert [(s.place, s.pays, s.tour_points, s.gain, s.season_place) for s in steps] == [
        (1, 6, 10, 3, 2),
        (2, 4, 8, 1, 2),
        (3, 3, 7, 0, 3),
        (4, 2, 7, 0, 3),
        (5, 1, 7, 0, 3),
    ]


def test_a_newcomer_starts_from_nothing() -> None:
    steps = prospects_of(Scheme(SMALL, attendance=1), SO_FAR, FINAL, "Flo")

    assert [(s.tour_points, s.gain, s.season_place) for s in steps[:2]] == [(7, 7, 5), (5, 5, 6)]
