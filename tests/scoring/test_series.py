"""A league of series."""

from fractions import Fraction
from typing import Any

import pytest

from scoring.errors import RuleError
from scoring.season import SERIES_LEAGUE, FieldWeighted, ForfeitQuota, LeagueGame, SeriesLeague
from scoring.sides import BySeat, Seat

FLICKERS_SLIDERS = BySeat("Flickers", "Sliders")


def make_series(*margins: int) -> list[LeagueGame[str]]:
    return [LeagueGame(FLICKERS_SLIDERS, margin) for margin in margins]


@pytest.mark.parametrize(
    ("margins", "flickers", "sliders"),
    [
        ((100, -45), 3, 2),  # a game each, the series by 55
        ((45, -45), Fraction(5, 2), Fraction(5, 2)),  # half a point each
        ((0, 0), Fraction(5, 2), Fraction(5, 2)),
        ((0, 5), 4, 1),
        ((60,), 2, 0),  # the series is not complete
    ],
)
def test_the_better_combined_margin_earns_the_series(
    margins: tuple[int, ...], flickers: Fraction, sliders: Fraction
) -> None:
    points = {row.entry: row.points for row in SERIES_LEAGUE.table(make_series(*margins))}

    assert points == {"Flickers": flickers, "Sliders": sliders}


def test_the_margins_of_a_series_are_combined_wherever_it_was_played() -> None:
    away = LeagueGame(BySeat("Sliders", "Flickers"), margin=70)
    first, second = SERIES_LEAGUE.table([*make_series(60), away])

    assert (first.entry, first.series, first.margin) == ("Sliders", 1, 10)
    assert (second.series, second.margin) == (0, -10)


def test_a_forfeit_is_booked_as_a_loss_by_55() -> None:
    winner, loser = SERIES_LEAGUE.table([LeagueGame(FLICKERS_SLIDERS, forfeited_by=Seat.A)])

    assert (winner.entry, winner.margin, winner.forfeits) == ("Sliders", 55, 0)
    assert (loser.entry, loser.margin, loser.forfeits) == ("Flickers", -55, 1)


def test_a_game_not_played_yet_puts_both_on_the_table_with_nothing() -> None:
    rows = SERIES_LEAGUE.table([LeagueGame(FLICKERS_SLIDERS)])

    assert [(r.place, r.entry, r.games, r.points) for r in rows] == [
        (1, "Flickers", 0, 0),
        (1, "Sliders", 0, 0),
    ]


def test_level_on_points_fewer_forfeits_then_the_margin_then_fewer_games_decide() -> None:
    """Every pair wins once; Cubs forfeited, Dogs won by less, Foxes tied a game more."""
    games = [
        LeagueGame(BySeat("Ants", "x1"), margin=60),
        LeagueGame(BySeat("Bees", "x2"), margin=40),
        LeagueGame(BySeat("Bees", "x2"), margin=0),
        LeagueGame(BySeat("Cubs", "x3"), margin=100),
        LeagueGame(BySeat("Cubs", "x4"), forfeited_by=Seat.A),
        LeagueGame(BySeat("Dogs", "x5"), margin=20),
        LeagueGame(BySeat("Foxes", "x6"), margin=60),
        LeagueGame(BySeat("Foxes", "x7"), margin=0),
    ]
    league = SeriesLeague(tie=0, series=0)
    rows = league.table(games, {"x4": 9})

    assert [row.entry for row in rows if row.points == 2] == [
        "Ants",
        "Foxes",
        "Bees",
        "Dogs",
        "Cubs",
    ]


@pytest.mark.parametrize(
    ("remaining", "sessions_left", "lost"),
    [
        (6, 4, 0),  # an average of 1.5 is allowed
        (7, 4, 1),
        (9, 4, 2),  # 2.25 is one whole step over
        (12, 4, 3),
        (1, 0, 1),  # nothing left to play it on
        (2, 1, 1),
    ],
)
def test_an_absence_costs_games_once_too_many_are_left(
    remaining: int, sessions_left: int, lost: int
) -> None:
    assert SERIES_LEAGUE.quota.games(remaining, sessions_left) == lost


@pytest.mark.parametrize(
    ("nonsense", "sentence"),
    [
        (lambda: SeriesLeague(win=1, tie=2), "a win pays at least a tie"),
        (lambda: SeriesLeague(games_a_series=0), "games a series is at least 1"),
        (lambda: SeriesLeague(forfeit_margin=0), "forfeit margin is at least 1"),
        (lambda: SeriesLeague(series=-1), "series is at least 0"),
        (lambda: ForfeitQuota(step=Fraction(0)), "step more than 0"),
        (lambda: FieldWeighted(base=0), "base is at least 1"),
        (lambda: FieldWeighted(best_pairs=0), "best pairs is at least 1"),
    ],
)
def test_unplayable_rules_are_refused(nonsense: Any, sentence: str) -> None:
    with pytest.raises(RuleError, match=sentence):
        nonsense()


@pytest.mark.parametrize(
    ("nonsense", "sentence"),
    [
        (lambda: LeagueGame(FLICKERS_SLIDERS, 55, Seat.A), "has no margin of its own"),
        (lambda: LeagueGame(BySeat("Ants", "Ants")), "cannot play against themselves"),
    ],
)
def test_games_that_cannot_be_are_refused(nonsense: Any, sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        nonsense()
