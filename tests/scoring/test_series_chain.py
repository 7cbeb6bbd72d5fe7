"""A stage that is ranked as a league of series agrees with the library's league."""

from collections.abc import Iterator
from fractions import Fraction

import pytest

from scoring.results import Ending, Result, WonOrLost, match_results, walkover_results
from scoring.season import SERIES_LEAGUE, LeagueGame
from scoring.sides import BySeat, Seat
from scoring.standings import measure_entries, rank_entries
from scoring.tiebreaks import Prorate
from scoring.tiebreaks.chains import SERIES_OF
from scoring.tiebreaks.series import series_of
from tests.scoring.test_golden_season import LEAGUE_CASE, league_game

CHAIN = SERIES_OF[2]
ANN_BEN = BySeat("Ann", "Ben")


def results_of(game: LeagueGame[str]) -> tuple[Result[str], ...]:
    if game.forfeited_by is not None:
        winner, loser = game.entries
        if game.forfeited_by is Seat.A:
            winner, loser = loser, winner
        return walkover_results(winner, loser, BySeat(55, 0))
    if game.margin is None:
        return ()
    return match_results(game.entries, BySeat(max(game.margin, 0), max(-game.margin, 0)))


def of_the_season() -> Iterator[Result[str]]:
    for game in LEAGUE_CASE["games"]:
        yield from results_of(league_game(game))


def game_results(*margins: int) -> list[Result[str]]:
    return [r for m in margins for r in results_of(LeagueGame(ANN_BEN, m))]


def points_by_side(results: list[Result[str]]) -> dict[str, object]:
    (step, *_) = CHAIN
    made = measure_entries(("Ann", "Ben"), results, CHAIN, prorate_to=Prorate.NOT)
    return dict(made[str(step)])


def test_a_published_season_has_the_same_points_margins_and_forfeits() -> None:
    """31 games played, 32 forfeited, 7 never; open tournaments are another matter."""
    results = list(of_the_season())
    rows = SERIES_LEAGUE.table(map(league_game, LEAGUE_CASE["games"]))
    teams = [row.entry for row in rows]

    made = measure_entries(teams, results, CHAIN, prorate_to=Prorate.NOT)

    for row in rows:
        assert made["series-of-2"][row.entry] == row.points
        assert made["difference"][row.entry] == row.margin
        assert made["fewer-forfeits"][row.entry] == row.forfeits


def test_a_published_season_has_the_same_places() -> None:
    rows = SERIES_LEAGUE.table(map(league_game, LEAGUE_CASE["games"]))
    ours = rank_entries([row.entry for row in rows], of_the_season(), CHAIN, prorate_to=Prorate.NOT)
    assert {row.entry: row.place for row in ours} == {row.entry: row.place for row in rows}


@pytest.mark.parametrize(
    ("margins", "ann", "ben"),
    [
        ((100, -45), 3, 2),  # a game each, the series by 55
        ((45, -45), Fraction(5, 2), Fraction(5, 2)),
        ((0, 0), Fraction(5, 2), Fraction(5, 2)),
        ((0, 5), 4, 1),
        ((60,), 2, 0),  # the series is not complete
    ],
)
def test_the_better_combined_margin_earns_a_point_more(
    margins: tuple[int, ...], ann: object, ben: object
) -> None:
    assert points_by_side(game_results(*margins)) == {"Ann": ann, "Ben": ben}


def test_half_a_bonus_is_shown_as_such() -> None:
    row = rank_entries(("Ann", "Ben"), game_results(45, -45, 10), CHAIN, prorate_to=Prorate.NOT)[0]
    assert str(row.because()) == "first with 5 series points"
    level = rank_entries(("Ann", "Ben"), game_results(45, -45), CHAIN, prorate_to=Prorate.NOT)[0]
    assert level.shared
    assert level.steps[0].value_of("Ann") == Fraction(5, 2)


def test_a_series_that_both_forfeited_pays_neither() -> None:
    lost = WonOrLost.LOST
    neither = [
        Result(one, (other,), points=0, went=lost, ending=Ending.FORFEIT)
        for one, other in (("Ann", "Ben"), ("Ben", "Ann"))
    ]
    assert points_by_side([*neither, *neither]) == {"Ann": 0, "Ben": 0}


def test_a_game_struck_out_is_no_game_of_its_series() -> None:
    struck = Result("Ann", ("Ben",), ending=Ending.ANNULLED)
    mine = [r for r in game_results(60) if r.entry == "Ann"]
    (series,) = series_of([*mine, struck], 2)
    assert (len(series.games), series.margin, series.bonus) == (1, 60, None)
