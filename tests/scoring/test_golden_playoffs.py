"""Real play-off games, each by the format that allows it.

In the record a play-off is a row per game ("Semi G1") or one row for a long game ("Semi").
"""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from scoring.matches import FORMATS, BestOf, Decided, MatchState, NextGame, SingleGame, match_state
from scoring.presets import SINGLES
from scoring.rules import Target, TieStands
from scoring.score import ByResult, score_round
from scoring.sides import BySeat, Seat

Game = dict[str, Any]

GAMES: list[Game] = json.loads(
    (Path(__file__).parent / "golden" / "g30_playoff_games.json").read_text()
)
BELLEVILLE_GAME = SingleGame(replace(SINGLES, ends=Target(5, TieStands())))
"""Four rounds, of which those that can change nothing are left out; 4-4 is a tie."""


def game_name(game: Game) -> str:
    return f"{game['event']} {game['date'][:4]} {game['stage']} {game['pool']}"


def rounds_of(game: Game) -> list[BySeat[int]]:
    return [BySeat(a, b) for a, b in zip(game["a_points"], game["b_points"], strict=True)]


def rounds_played(*names: str) -> list[BySeat[int]]:
    """The rounds of these games, one after the other."""
    by_name = {game_name(game): game for game in GAMES}
    return [points for each in names for points in rounds_of(by_name[each])]


def legal_by(game: Game) -> str:
    """The format of the game, or of the match it is part of."""
    long_game = {"Semi": "first-to-9", "Final": "first-to-11"}
    if game["event"] == "Belleville":
        return "belleville"
    if game_name(game) == "Hamilton 2018 Semi G3 B 1v4":
        return "even-rounds-to-5"
    return long_game.get(game["stage"], "first-to-5")


CUT_SHORT = "Belleville 2017 Semi G3 A 2v3"
"""Left off at 2-4 because the match was decided; legal only as the end of its match."""


@pytest.mark.parametrize(
    "game", [game for game in GAMES if game_name(game) != CUT_SHORT], ids=game_name
)
def test_a_recorded_game_is_over_with_its_last_round_and_not_before(game: Game) -> None:
    match_format = FORMATS.get(legal_by(game), BELLEVILLE_GAME)
    now = match_state(match_format, rounds_of(game))

    assert now.points == BySeat(*game["total"])
    assert now.over
    assert now.not_counted == ()
    assert now.winner == BySeat(*game["total"]).leader


@pytest.mark.parametrize("game", GAMES, ids=game_name)
def test_every_recorded_round_is_possible_with_its_twenties(game: Game) -> None:
    a_20s, b_20s = game["a_20s"] or [], game["b_20s"] or []
    for number, points in enumerate(rounds_of(game)):
        twenties = BySeat(_value_at(a_20s, number), _value_at(b_20s, number))
        assert score_round(SINGLES, ByResult(points, twenties)).points == points


def _value_at(values: list[int], number: int) -> int | None:
    return values[number] if number < len(values) else None


@pytest.mark.parametrize(
    ("format_name", "games", "won", "winner", "decided_by"),
    [
        (
            "best-of-3-to-5",
            [
                "Hamilton 2018 Semi G1 A 1v4",
                "Hamilton 2018 Semi G2 A 1v4",
                "Hamilton 2018 Semi G3 A 1v4",
            ],
            BySeat(1, 2),
            Seat.B,
            Decided.GAMES,
        ),
        (
            "best-of-3-to-5-even-rounds",
            [
                "Hamilton 2018 Semi G1 B 1v4",
                "Hamilton 2018 Semi G2 B 1v4",
                "Hamilton 2018 Semi G3 B 1v4",
            ],
            BySeat(1, 2),
            Seat.B,
            Decided.GAMES,
        ),
        (
            "best-of-3-to-5",
            ["Ontario Singles 2017 Final G1 B", "Ontario Singles 2017 Final G2 B"],
            BySeat(0, 2),
            Seat.B,
            Decided.GAMES,
        ),
        (
            "best-of-3-to-5",
            ["Hamilton 2019 Final G1 A 1v2", "Hamilton 2019 Final G2 A 1v2"],
            BySeat(2, 0),
            Seat.A,
            Decided.GAMES,
        ),
        (
            "quinte-stopping-early",
            ["Belleville 2017 Semi G1 A 2v3", "Belleville 2017 Semi G2 A 2v3", CUT_SHORT],
            BySeat(0, 2),
            Seat.B,
            Decided.GAMES,
        ),
        (
            "quinte-stopping-early",
            ["Belleville 2018 Semi G1 C 2v3", "Belleville 2018 Semi G2 C 2v3"],
            BySeat(0, 2),
            Seat.B,
            Decided.GAMES,
        ),
    ],
)
def test_a_recorded_match_is_over_with_its_last_game(
    format_name: str, games: list[str], won: BySeat[int], winner: Seat, decided_by: Decided
) -> None:
    now = match_state(FORMATS[format_name], rounds_played(*games))

    assert now.games_won == won
    assert now.winner is winner
    assert now.outcome is not None
    assert now.outcome.decided_by is decided_by
    assert now.not_counted == ()


def test_belleville_2018_was_level_after_three_games_and_owed_a_pair_of_rounds() -> None:
    now = match_state(
        FORMATS["quinte"],
        rounds_played(*(f"Belleville 2018 Semi G{number} A 2v3" for number in (1, 2, 3))),
    )

    assert now.games_won == BySeat(1, 1)
    assert now.next is not None
    assert (now.next.game, now.next.round, now.next.owed) == (4, 1, "extra")


def test_hamilton_2018_swapped_the_first_shot_from_game_to_game() -> None:
    """In four rounds, four and three, side A was first, had the hammer, and was first."""
    names = [f"Hamilton 2018 Semi G{number} A 1v4" for number in (1, 2, 3)]
    swapping = BestOf(3, replace(SINGLES, ends=Target(5)), next_game=NextGame.SWAPS)
    now = match_state(swapping, rounds_played(*names))
    recorded = [game["a_order"] for game in GAMES if game_name(game) in names]

    assert recorded == ["First", "Hammer", "First"]
    assert opening_seats(now) == [Seat.A, Seat.B, Seat.A]


def opening_seats(now: MatchState) -> list[Seat]:
    return [game.rounds[0].first.seat for game in now.games]
