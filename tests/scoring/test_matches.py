"""Match formats: who wins, what decided it, what is played next and who shoots first."""

import json
from dataclasses import replace
from typing import Any

import pytest

from scoring.errors import RuleError, ScoreError
from scoring.game_end import FixedRounds, Target
from scoring.matches import (
    FORMATS,
    BestOf,
    Decided,
    MatchFormat,
    NextGame,
    Outcome,
    Owed,
    PairsOfRounds,
    ShootOut,
    SingleGame,
    UntilDecided,
    format_from_dict,
    match_outcome,
    match_state,
    next_round,
    state_as_recorded,
    to_dict,
)
from scoring.outcome import Points
from scoring.payouts import Difference
from scoring.presets import DOUBLES, PRESETS, SINGLES
from scoring.sides import BySeat, Seat

A, B = Seat.A, Seat.B


def rounds_in(text: str) -> list[Points]:
    """Rounds as they are called out: "2-0 1-1"."""
    return [BySeat(*map(int, each.split("-"))) for each in text.split()]


ALL_TIED_GAMES = "2-0 0-2 1-1 1-1 " * 3
FOUR_LEVEL_PAIRS = "2-0 0-2 1-1 1-1 0-2 2-0 2-0 0-2 "


@pytest.mark.parametrize(
    ("name", "played", "winner", "decided_by"),
    [
        ("four-rounds", "2-0 0-2 1-1 2-0", A, Decided.POINTS),
        ("four-rounds", "2-0 0-2 1-1 1-1", None, Decided.LEVEL),
        ("four-rounds-deciding-round", "2-0 0-2 1-1 1-1 1-1 0-2", B, Decided.DECIDING_ROUND),
        ("four-rounds-shoot-out", "2-0 0-2 1-1 1-1 6-7", B, Decided.SHOOT_OUT),
        (
            "four-rounds-difference-deciding-round",
            "20-0 0-20 0-0 0-0 0-0 0-5",
            B,
            Decided.DECIDING_ROUND,
        ),
        ("first-to-5", "2-0 2-0 1-1", A, Decided.TARGET),
        ("first-to-7", "2-0 2-0 1-1 0-2 2-0", A, Decided.TARGET),
        ("first-to-8", "2-0 2-0 2-0 2-0", A, Decided.TARGET),
        ("first-to-9", "0-2 0-2 2-0 0-2 2-0 2-0 2-0 2-0", A, Decided.TARGET),
        ("first-to-11", "0-2 0-2 0-2 2-0 1-1 0-2 0-2", B, Decided.TARGET),
        ("first-to-12", "2-0 2-0 2-0 2-0 2-0 0-2 1-1 2-0", A, Decided.TARGET),
        ("even-rounds-to-9", "2-0 0-2 2-0 0-2 2-0 0-2 2-0 0-2 2-0 1-1", A, Decided.EXTRA_ROUNDS),
        ("even-rounds-to-9", "2-0 0-2 2-0 0-2 2-0 0-2 2-0 1-1", A, Decided.TARGET),
        ("best-of-3-to-5", "2-0 2-0 2-0 0-2 2-0 2-0 1-1", A, Decided.GAMES),
        ("best-of-3-to-5", "2-0 2-0 2-0 0-2 0-2 0-2 2-0 0-2 2-0 0-2 1-1 0-2", B, Decided.GAMES),
        ("quinte", "2-0 2-0 0-2 0-2 2-0 2-0 2-0 2-0 2-0 2-0 2-0 2-0", A, Decided.GAMES),
        ("quinte", ALL_TIED_GAMES + "2-0 1-1", A, Decided.EXTRA_ROUNDS),
        ("quinte", ALL_TIED_GAMES + "1-1 1-1 0-2 0-2", B, Decided.EXTRA_ROUNDS),
        ("quinte", ALL_TIED_GAMES + FOUR_LEVEL_PAIRS + "7-5", A, Decided.SHOOT_OUT),
        ("quinte", ALL_TIED_GAMES + FOUR_LEVEL_PAIRS + "6-6 1-1 0-0 0-1", B, Decided.SUDDEN_DEATH),
        ("quinte-stopping-early", "2-0 2-0 1-1 2-0 2-0 1-1", A, Decided.GAMES),
        ("shoot-out", "9-8", A, Decided.SHOOT_OUT),
        ("shoot-out", "8-8 1-0", A, Decided.SUDDEN_DEATH),
        ("to-100", "60-0 0-85 40-0", A, Decided.TARGET),
        ("to-120", "60-0 0-85 40-0 20-0", A, Decided.TARGET),
        ("four-rounds-difference", "5-0 0-10 0-0 0-0", B, Decided.POINTS),
        ("lead-by-100", "95-0 10-0", A, Decided.LEAD),
    ],
)
def test_a_match_is_over_with_its_last_round(
    name: str, played: str, winner: Seat | None, decided_by: Decided
) -> None:
    *before, _ = rounds_in(played)

    assert match_outcome(FORMATS[name], before) is None
    assert match_outcome(FORMATS[name], rounds_in(played)) == Outcome(winner, decided_by)
    assert next_round(FORMATS[name], rounds_in(played)) is None


@pytest.mark.parametrize(
    ("name", "played", "game", "number", "owed", "first"),
    [
        ("four-rounds", "", 1, 1, Owed.NORMAL, A),
        ("four-rounds", "2-0", 1, 2, Owed.NORMAL, B),
        ("four-rounds-deciding-round", "2-0 0-2 1-1 1-1", 1, 5, Owed.DECIDING, A),
        ("first-to-8", "1-1 " * 7, 1, 8, Owed.NORMAL, B),
        ("first-to-8", "1-1 " * 8, 1, 9, Owed.DECIDING, A),
        ("best-of-3-to-5", "2-0 2-0 2-0", 2, 1, Owed.NORMAL, B),
        ("best-of-3-to-5", "2-0 0-2 2-0 0-2", 1, 5, Owed.DECIDING, A),
        ("best-of-3-to-5", "2-0 0-2 2-0 0-2 1-1", 1, 6, Owed.DECIDING, B),
        ("even-rounds-to-9", "1-1 " * 8 + "2-0", 1, 10, Owed.EXTRA, B),
        (
            "best-of-3-to-5-even-rounds",
            "2-0 2-0 2-0 0-2 0-2 0-2 " + "1-1 " * 4,
            3,
            5,
            Owed.EXTRA,
            A,
        ),
        ("best-of-3-to-5-even-rounds", "1-1 1-1 1-1 1-1", 1, 5, Owed.DECIDING, A),
        ("quinte", "2-0 2-0 2-0", 1, 4, Owed.NORMAL, B),
        ("quinte", "2-0 2-0 2-0 2-0 1-1 1-1 1-1 1-1", 3, 1, Owed.NORMAL, A),
        ("quinte", ALL_TIED_GAMES, 4, 1, Owed.EXTRA, A),
        ("quinte", ALL_TIED_GAMES + "2-0", 4, 2, Owed.EXTRA, B),
        ("quinte", ALL_TIED_GAMES + "2-0 0-2", 4, 3, Owed.EXTRA, A),
        ("quinte", ALL_TIED_GAMES + FOUR_LEVEL_PAIRS, 5, 1, Owed.SHOOT_OUT, A),
        ("quinte", ALL_TIED_GAMES + FOUR_LEVEL_PAIRS + "4-4", 5, 2, Owed.SUDDEN_DEATH, B),
        ("quinte-stopping-early", "2-0 2-0 1-1", 2, 1, Owed.NORMAL, B),
        ("quinte-stopping-early", "2-0 0-2 2-0 0-2 2-0 2-0 0-2", 2, 4, Owed.NORMAL, B),
    ],
)
def test_what_is_played_next_and_who_shoots_first(
    name: str, played: str, game: int, number: int, owed: Owed, first: Seat
) -> None:
    upcoming = next_round(FORMATS[name], rounds_in(played))

    assert upcoming is not None
    assert (upcoming.game, upcoming.round, upcoming.owed) == (game, number, owed)
    assert upcoming.first.seat is first
    assert match_outcome(FORMATS[name], rounds_in(played)) is None


def test_rounds_after_the_end_do_not_count() -> None:
    now = match_state(FORMATS["first-to-5"], rounds_in("2-0 2-0 2-0 0-2 0-2"))

    assert now.points == BySeat(6, 0)
    assert now.winner is A
    assert now.not_counted == (4, 5)


def test_a_state_tells_the_games_so_far() -> None:
    now = match_state(FORMATS["best-of-3-to-5"], rounds_in("2-0 2-0 2-0 0-2 0-2 1-1 2-0"))

    assert [(game.number, game.points, game.winner, game.over) for game in now.games] == [
        (1, BySeat(6, 0), A, True),
        (2, BySeat(1, 5), B, True),
        (3, BySeat(2, 0), None, False),
    ]
    assert now.games_won == BySeat(1, 1)
    assert now.points == BySeat(9, 5)
    assert not now.over
    assert now.winner is None


def test_a_best_of_three_is_shown_in_games_with_the_points_of_each() -> None:
    """Two games to one, although the loser made more points."""
    now = match_state(
        FORMATS["best-of-3-to-5"], rounds_in("2-0 1-1 2-0 " + "0-2 " * 3 + "2-0 1-1 2-0")
    )

    assert now.result == BySeat(2, 1)
    assert now.by_game == (BySeat(5, 1), BySeat(0, 6), BySeat(5, 1))
    assert now.points == BySeat(10, 8)


def test_a_match_that_is_not_won_by_games_is_shown_in_points() -> None:
    now = match_state(FORMATS["four-rounds-shoot-out"], rounds_in("2-0 1-1 1-1 0-2 7-6"))

    assert now.result == BySeat(4, 4), "the 20s of the shoot-out are no points"
    assert now.by_game == ()


def test_a_match_that_is_a_shoot_out_alone_is_shown_in_20s() -> None:
    assert match_state(FORMATS["shoot-out"], []).result == BySeat(0, 0)
    assert match_state(FORMATS["shoot-out"], rounds_in("8-8 1-0")).result == BySeat(9, 8)


@pytest.mark.parametrize(
    ("name", "played", "leader"),
    [
        ("first-to-9", "", None),
        ("first-to-9", "2-0 0-2 0-2", B),
        ("shoot-out", "8-8", None),
        ("best-of-3-to-5", "", None),
        ("best-of-3-to-5", "2-0", A),
        ("best-of-3-to-5", "2-0 2-0 2-0 0-2 0-2", A),
        ("best-of-3-to-5", "2-0 2-0 2-0 0-2 0-2 0-2", None),
        ("best-of-3-to-5", "2-0 2-0 2-0 0-2 0-2 0-2 1-1 0-2", B),
    ],
)
def test_who_is_ahead_in_games_leads_and_if_level_in_the_running_one(
    name: str, played: str, leader: Seat | None
) -> None:
    """One game to none leads, whatever the points of the second; at one each no side does."""
    assert match_state(FORMATS[name], rounds_in(played)).leader is leader


def test_a_match_not_begun_owes_its_first_round() -> None:
    now = match_state(FORMATS["quinte"], [])

    assert (now.games, now.points, now.games_won) == ((), BySeat(0, 0), BySeat(0, 0))
    assert now.next is not None


def test_twenties_of_a_shoot_out_are_not_points() -> None:
    now = match_state(FORMATS["four-rounds-shoot-out"], rounds_in("1-1 1-1 1-1 1-1 7-6"))

    assert now.points == BySeat(4, 4)
    assert now.games[-1].is_shoot_out
    assert now.games[-1].points == BySeat(7, 6)
    assert now.games_won == BySeat(1, 0)


def test_the_schedule_shows_who_shoots_first() -> None:
    upcoming = next_round(FORMATS["four-rounds"], rounds_in("2-0 1-1"), first=B)

    assert upcoming is not None
    assert upcoming.first.seat is B


def test_the_first_shot_runs_on_from_game_to_game() -> None:
    """No side shoots first twice running, however long a game was."""
    now = match_state(FORMATS["best-of-3-to-5"], rounds_in("2-0 2-0 2-0 0-2 0-2 0-2 2-0"))
    firsts = [played.first.seat for game in now.games for played in game.rounds]

    assert firsts == [A, B, A, B, A, B, A]


def test_the_first_shot_may_swap_from_game_to_game_instead() -> None:
    swapping = BestOf(3, replace(SINGLES, ends=Target(5)), next_game=NextGame.SWAPS)
    now = match_state(swapping, rounds_in("2-0 0-2 2-0 2-0 0-2 0-2 0-2 2-0"))

    assert [game.rounds[0].first.seat for game in now.games] == [A, B, A]
    assert UntilDecided((swapping,)).next_game is NextGame.SWAPS


def test_in_doubles_the_first_shot_goes_clockwise_through_the_match() -> None:
    doubles = FORMATS["first-to-5"].on(DOUBLES)
    now = match_state(doubles, rounds_in("1-1 1-1 1-1 1-1 1-1"))

    assert [str(each.first) for each in now.games[0].rounds] == ["A1", "B1", "A2", "B2", "A1"]
    assert str(now.next and now.next.first) == "B1"


@pytest.mark.parametrize("name", FORMATS)
def test_a_format_goes_with_other_sides(name: str) -> None:
    doubles = FORMATS[name].on(DOUBLES)

    assert doubles.rule.players == BySeat(2, 2)
    assert doubles.on(SINGLES).on(DOUBLES) == doubles
    assert doubles.sentences == FORMATS[name].sentences


def test_difference_stays_difference_on_another_sheet() -> None:
    assert FORMATS["to-100"].on(DOUBLES).rule.pays == Difference()


# What cannot have happened


@pytest.mark.parametrize(
    ("name", "played", "sentence"),
    [
        ("four-rounds", "2-0 2-1", "round 2: a round can't be 2-1; enter 2-0 or 1-1"),
        ("to-100", "20-10", "round 1: a round can't be 20-10; only one side scores"),
        ("shoot-out", "13-2", "round 1: 13-2 20s isn't possible with 12 shots each"),
        ("shoot-out", "7-7 2-0", "round 2: 2-0 20s isn't possible with one shot each"),
        ("four-rounds", "2-0-0", "3 numbers for a match of 2 sides"),
    ],
)
def test_impossible_numbers_are_refused(name: str, played: str, sentence: str) -> None:
    with pytest.raises(ScoreError, match=sentence):
        match_state(FORMATS[name], rounds_in(played))


def test_an_importer_keeps_what_was_recorded_and_why_it_is_doubtful() -> None:
    now = state_as_recorded(FORMATS["four-rounds"], rounds_in("2-2 2-0 0-2 2-0"))

    assert now.points == BySeat(6, 4)
    assert now.winner is A
    assert [str(doubt) for doubt in now.doubts] == [
        "round 1: a round can't be 2-2; enter 2-0 or 1-1"
    ]


@pytest.mark.parametrize(
    ("kind", "values", "sentence"),
    [
        (BestOf, {"games": 0, "rule": SINGLES}, "1 to 99 games"),
        (PairsOfRounds, {"rule": SINGLES, "at_most": 0}, "1 to 99 pairs"),
        (ShootOut, {"rule": SINGLES, "shots": 0}, "1 to 60 shots"),
        (UntilDecided, {"parts": ()}, "a match needs at least one part"),
        (BestOf, {"games": 3, "rule": SINGLES, "last_game": DOUBLES}, "the same sides"),
        (UntilDecided, {"parts": (SingleGame(SINGLES), ShootOut(DOUBLES))}, "the same sides"),
    ],
)
def test_an_unplayable_format_is_refused(kind: Any, values: dict[str, Any], sentence: str) -> None:
    with pytest.raises(RuleError, match=sentence):
        kind(**values)


# Custom formats

THREE_COLOURS = PRESETS["three-colours"].rule


def test_three_sides_that_win_a_game_each_are_level() -> None:
    short = BestOf(3, replace(THREE_COLOURS, ends=FixedRounds(1)))

    assert match_outcome(short, rounds_in("2-1-0 0-2-1 1-0-2")) == Outcome(None, Decided.LEVEL)
    assert match_outcome(short, rounds_in("2-1-0 2-0-1")) == Outcome(A, Decided.GAMES)
    assert short.may_tie
    assert BestOf(3, THREE_COLOURS).may_tie  # although none of its games may


def test_parts_that_all_end_level_leave_the_match_level() -> None:
    short = UntilDecided((SingleGame(SINGLES), PairsOfRounds(SINGLES, at_most=1)))

    assert short.may_tie
    assert match_outcome(short, rounds_in("1-1 " * 6)) == Outcome(None, Decided.LEVEL)


def test_a_settled_match_stops_only_when_nothing_left_can_change_it() -> None:
    early = BestOf(2, replace(SINGLES, ends=FixedRounds(4)), stop_when_settled=True)

    assert match_outcome(early, rounds_in("2-0 2-0 2-0 2-0 0-2 2-0 1-1")) is None
    assert match_outcome(early, rounds_in("2-0 2-0 2-0 2-0 0-2 2-0 2-0")) == Outcome(
        A, Decided.GAMES
    )
    assert match_outcome(early, rounds_in("1-1 1-1 1-1 1-1 2-0 2-0")) is None


def test_negative_20s_in_a_shoot_out_are_refused() -> None:
    with pytest.raises(ScoreError, match="-1-2 20s isn't possible with 12 shots each"):
        match_state(FORMATS["shoot-out"], [BySeat(-1, 2)])


@pytest.mark.parametrize(
    ("match_format", "may_tie"),
    [
        (FORMATS["four-rounds"], True),
        (FORMATS["four-rounds-difference"], True),
        (FORMATS["lead-by-100"], True),
        (BestOf(2, replace(SINGLES, ends=Target(5))), True),
        (BestOf(3, SINGLES), True),
        (BestOf(3, replace(SINGLES, ends=Target(5)), last_game=SINGLES), True),
        (PairsOfRounds(SINGLES), True),
        (FORMATS["four-rounds-deciding-round"], False),
        (FORMATS["best-of-3-to-5"], False),
        (FORMATS["quinte"], False),
        (FORMATS["shoot-out"], False),
    ],
)
def test_whether_a_match_may_end_without_a_winner(match_format: MatchFormat, may_tie: bool) -> None:
    assert match_format.may_tie is may_tie


@pytest.mark.parametrize("name", FORMATS)
def test_a_format_is_stored_as_json_and_read_back(name: str) -> None:
    stored = json.loads(json.dumps(to_dict(FORMATS[name])))

    assert format_from_dict(stored) == FORMATS[name]


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        ({"kind": "best-of-three"}, "known are best-of, pairs-of-rounds, shoot-out, single-game"),
        (to_dict(FORMATS["best-of-3-to-5"]) | {"next_game": "loser"}, "continues, swaps"),
        (to_dict(FORMATS["best-of-3-to-5"]) | {"stop_when_settled": 1}, "true or false"),
        (to_dict(FORMATS["quinte"]) | {"parts": {}}, "parts is a list"),
    ],
)
def test_a_format_that_cannot_be_read_back_is_refused(data: object, sentence: str) -> None:
    with pytest.raises(RuleError, match=sentence):
        format_from_dict(data)


def test_a_format_is_described_in_sentences() -> None:
    sentences = FORMATS["best-of-3-to-5-even-rounds"].sentences

    assert tuple(map(str, sentences)) == (
        "A match is the best of 3 games.",
        "The first side to reach 5 points after a complete round wins the game.",
        "If the sides are tied at 4-4 or beyond, they play one more round, and another until one side wins one.",
        "In the last game: The first side to reach 5 points after a complete round wins the game.",
        "In the last game: If the sides are tied at 4-4 or beyond, they play on, two rounds at a time, until one leads after both.",
    )
    assert str(FORMATS["quinte"].sentences[-1]).startswith(
        "If the match is tied after that: Shoot-out"
    )
