"""Games as plain JSON."""

import json
from fractions import Fraction
from typing import Any

import pytest

from scoring.notation import NotationError, Recorded, read_plain
from scoring.sides import BySeat


def plain_file(*games: Any) -> str:
    return json.dumps({"games": games, "note": "ignored"})


def plain_game(a: Any, b: Any, *points: Any, **more: Any) -> dict[str, Any]:
    return {"a": a, "b": b, "points": list(points), **more}


@pytest.mark.parametrize(
    ("twenties", "known"),
    [
        ({}, BySeat(None, None)),
        ({"twenties": None}, BySeat(None, None)),
        ({"twenties": [6, None]}, BySeat(6, None)),
        ({"twenties": [6, 4.0]}, BySeat(6, 4)),
    ],
)
def test_20s_may_be_missing(twenties: dict[str, Any], known: BySeat[Any]) -> None:
    (record,) = read_plain(plain_file(plain_game("Ann", "Ben", 5, 3, **twenties))).matches

    assert record.twenties == known


def test_points_are_exact() -> None:
    (record,) = read_plain(plain_file(plain_game(1, "Ben\n", 4.5, "170/3"))).matches

    assert record.names == BySeat("1", "Ben")
    assert record.points == BySeat(Fraction(9, 2), Fraction(170, 3))


def test_oddities_of_plain_games_are_reported() -> None:
    reading = read_plain(
        plain_file(
            plain_game("Ann", "Ben", 5, 3),
            plain_game("Ann", "Cy", 4, 3),
            plain_game("Ben", "Cy", 8, 0),
            plain_game("Di", "Cy", 9, -1),
            {"a": "Ann", "points": [8, 0]},
            {"a": "Ann", "b": "Ben", "points": None},
            plain_game("Ann", "Ben", 5, None),
        )
    )

    assert [record.points for record in reading.matches[4:]] == [
        BySeat(None, None),
        BySeat(5, None),
    ]
    assert reading.notices == (
        "game 5: no opponent, so it counts for nobody",
        "game 6: no points of both sides, so it counts for nobody",
        "game 7: no points of both sides, so it counts for nobody",
        "game 4: Cy is recorded with -1 points",
        "game 2 (Ann against Cy): 4-3 makes 7, where most make 8",
    )


@pytest.mark.parametrize(
    "points",
    [
        [(100, 85), (110, 60)],  # by difference, where 185 is no odder than 170
        [(5, 3), (6, 4)],  # of four and of five rounds
        [(8, 6)],
        [(5, 3), (8, 0), (6, 4), (6, 4)],  # half of them is not most
    ],
)
def test_games_that_may_add_up_to_different_points_are_not_odd(
    points: list[tuple[int, int]],
) -> None:
    games = [plain_game(f"Ann {n}", "Ben", *made) for n, made in enumerate(points)]

    assert read_plain(plain_file(*games)).notices == ()


@pytest.mark.parametrize("others", [[], [(5, 3)], [(5, 3), (6, 4)]])
def test_two_points_a_round_never_add_up_to_an_odd_number(others: list[tuple[int, int]]) -> None:
    """However few the games are, and whether or not most of them agree."""
    games = [plain_game("Ann", "Ben", *made) for made in [(5, 4), *others]]

    assert read_plain(plain_file(*games)).notices == (
        "game 1 (Ann against Ben): 5-4 makes 9, and two points a round make an even number",
    )


def test_what_was_not_recorded_has_no_say_in_what_most_make() -> None:
    unknown = [plain_game("Ann", "Ben", None, None)] * 4
    games = [*unknown, *[plain_game("Ann", "Cy", 5, 3)] * 2, plain_game("Ben", "Cy", 6, 4)]

    assert read_plain(plain_file(*games)).notices[4:] == (
        "game 7 (Ben against Cy): 6-4 makes 10, where most make 8",
    )


def test_a_file_without_games_is_read() -> None:
    assert read_plain(plain_file()) == Recorded(())


@pytest.mark.parametrize(
    ("source", "sentence"),
    [
        ("{}", "the file: games is missing"),
        ("7", "the file must be an object"),
        ('{"games": 7}', "the file: games must be a list"),
        (plain_file(7), "game 1 must be an object"),
        (plain_file({"b": "Ben"}), "game 1: a is missing"),
        (plain_file(plain_game("Ann", "Ann", 5, 3)), "game 1: Ann cannot play against themselves"),
        (plain_file(plain_game("Ann", "Ben", 5)), "game 1: points must be two numbers, or null"),
        (plain_file(plain_game("Ann", "Ben", 5, "x")), "game 1: points must be two numbers, or null"),
        (
            plain_file(plain_game("Ann", "Ben", 5, 3, twenties=[1.5, 2])),
            "game 1: twenties must be two whole numbers, or null",
        ),
        (plain_file(plain_game("Ann", True, 5, 3)), "game 1: b must be a name"),
    ],
)  # fmt: skip
def test_malformed_plain_games_give_one_sentence_that_names_the_place(
    source: str, sentence: str
) -> None:
    with pytest.raises(NotationError) as error:
        read_plain(source)

    assert str(error.value) == sentence
