"""Tie-breaks that count what an entry did, and chains of them."""

from fractions import Fraction
from pathlib import Path

import pytest

from scoring.results import match_results
from scoring.sides import BySeat, Seat
from scoring.standings import AfterSplit, rank_entries
from scoring.text import Text
from scoring.tiebreaks import (
    CHAINS,
    HEAD_TO_HEAD_AT_STAKE,
    STEP_NAMES,
    STEPS,
    Chain,
    Decision,
    Prorate,
    ShootOutRecord,
    SkipReason,
    Step,
    chain_named,
)
from scoring.tiebreaks.steps import Reading
from tests.scoring.crosstable import read_crosstable
from tests.scoring.tables import FOUR, places_by, places_line, step_values


@pytest.mark.parametrize(
    ("name", "ann", "ben", "cy", "di"),
    [
        ("points", 17, 13, 14, 4),
        ("points-for", 17, 13, 14, 4),
        ("difference", 10, 2, 4, -16),
        ("twenties", 18, 13, 11, 6),
        ("wins", 2, 1, 1, 0),
        ("ties", 1, 1, 1, 1),
        ("match-points", 5, 3, 3, 1),
        ("match-points-3", 7, 4, 4, 1),
        ("buchholz", 31, 35, 34, 44),
        ("buchholz-cut-1", 27, 31, 30, 31),
        ("buchholz-median", 13, 14, 13, 14),
        ("sonneborn-berger", 24, 16, Fraction(25, 2), Fraction(13, 2)),
        ("fewer-forfeits", 0, 0, 0, 0),
        ("fewer-games", 3, 3, 3, 3),
        ("mini-points", 17, 13, 14, 4),
        ("mini-match-points", 5, 3, 3, 1),
        ("mini-wins", 2, 1, 1, 0),
        ("mini-twenties", 18, 13, 11, 6),
        ("mini-difference", 10, 2, 4, -16),
    ],
)
def test_what_each_step_reads(name: str, ann: object, ben: object, cy: object, di: object) -> None:
    assert step_values(name, FOUR) == {"Ann": ann, "Ben": ben, "Cy": cy, "Di": di}


# --- Counted, given, decided -------------------------------------------------------------


def test_fewer_forfeits_and_fewer_games_come_first() -> None:
    table = read_crosstable("""
              Ann   Ben   Cy
        Ann    .    f0     5
        Ben    w8    .    f0
        Cy     3    w8     .
    """)

    assert step_values("fewer-forfeits", table) == {"Cy": 0, "Ann": 1, "Ben": 1}
    assert step_values("fewer-games", table) == {"Ben": 0, "Ann": 1, "Cy": 1}
    assert places_by(table, "fewer-forfeits", "fewer-games") == "Cy Ben Ann"


LEVEL = read_crosstable("""
          Ann   Ben   Cy
    Ann    .     4     4
    Ben    4     .     4
    Cy     4     4     .
""")


@pytest.mark.parametrize("after_split", AfterSplit)
def test_a_shoot_out_decides_and_then_sudden_death(after_split: AfterSplit) -> None:
    first = ShootOutRecord({"Ann": (7,), "Ben": (7,), "Cy": (9,)})
    second = ShootOutRecord({"Ann": (6, 0), "Ben": (6, 1)})
    rows = rank_entries(
        LEVEL.entries,
        LEVEL.results,
        ("points", "shoot-out"),
        after_split=after_split,
        shoot_outs=[first, second],
    )

    assert places_line(rows) == "Cy Ben Ann"
    assert str(rows[0].because()) == "first on the shoot-out among 3 tied: Cy 9, Ann 7, Ben 7"
    assert str(rows[1].because()) == "second on the shoot-out, 6+1 to 6+0 for Ann"


@pytest.mark.parametrize("after_split", AfterSplit)
@pytest.mark.parametrize(
    ("shots", "order"),
    [
        pytest.param(((7,), (7,), ()), [1, 1, 3], id="one has not shot yet"),
        pytest.param(((7, 0), (7,), (5,)), [1, 1, 3], id="the other has not answered"),
        pytest.param(((7, 0), (7, 1), (5,)), [2, 1, 3], id="both have"),
        pytest.param(((), (), ()), [1, 1, 1], id="all were cleared"),
    ],
)
def test_a_sudden_death_shot_counts_once_all_have_taken_it(
    after_split: AfterSplit, shots: tuple[tuple[int, ...], ...], order: list[int]
) -> None:
    names = ("Ann", "Ben", "Cy")
    record = ShootOutRecord(dict(zip(names, shots, strict=True)))
    rows = rank_entries(names, [], ("shoot-out",), after_split=after_split, shoot_outs=[record])
    place = {row.entry: row.place for row in rows}

    assert [place[name] for name in names] == order


def test_an_organiser_decides_with_a_reason() -> None:
    decision = Decision(("Cy", "Ann", "Ben"), "Cy had the early bus")
    rows = rank_entries(LEVEL.entries, LEVEL.results, ("points", "decision"), decisions=[decision])

    assert places_line(rows) == "Cy Ann Ben"
    assert str(rows[1].because()) == "second by the organiser's decision: Cy had the early bus"
    assert rows[1].ahead is rows[1].behind
    assert rows[1].steps[-1].reason == "Cy had the early bus"


def test_two_play_for_the_place() -> None:
    won = Decision(("Cy", "Ann", "Ben"), "match 7", was_played=True)
    rows = rank_entries(LEVEL.entries, LEVEL.results, ("points", "play-off"), decisions=[won])

    assert places_line(rows) == "Cy Ann Ben"
    assert str(rows[1].because()) == "second by the play-off: match 7"


def test_a_play_off_is_no_decision_and_a_decision_no_play_off() -> None:
    order = ("Cy", "Ann", "Ben")
    for step, was_played in (("decision", True), ("play-off", False)):
        made = Decision(order, "a coin", was_played=was_played)
        rows = rank_entries(LEVEL.entries, LEVEL.results, ("points", step), decisions=[made])
        assert places_line(rows) == "Ann=Ben=Cy"


def test_the_last_decision_counts() -> None:
    first = Decision(("Cy", "Ann", "Ben"), "a coin")
    then = Decision(("Ben", "Cy", "Ann"), "the coin fell off the table")
    rows = rank_entries(
        LEVEL.entries, LEVEL.results, ("points", "decision"), decisions=[first, then]
    )

    assert places_line(rows) == "Ben Cy Ann"


def test_a_decision_about_others_decides_nothing() -> None:
    decision = Decision(("Cy", "Ann"), "a coin")
    chain = ("points", "shoot-out", "decision")
    rows = rank_entries(LEVEL.entries, LEVEL.results, chain, decisions=[decision])

    assert places_line(rows) == "Ann=Ben=Cy"
    assert [c.skipped.why for c in rows[0].steps if c.skipped] == [
        SkipReason.NOT_HELD,
        SkipReason.NOT_DECIDED,
    ]


# --- Chains ------------------------------------------------------------------------------


@pytest.mark.parametrize("name", CHAINS)
def test_a_chain_has_a_name(name: str) -> None:
    assert chain_named(name) == CHAINS[name]
    assert set(CHAINS[name]) <= set(STEP_NAMES)
    assert name not in STEP_NAMES


PAGE = Path(__file__).parents[2] / "docs" / "rules" / "tie-breaks.md"


def test_every_step_and_every_chain_is_explained() -> None:
    lines = PAGE.read_text().splitlines()
    headings = {line.removeprefix("### ") for line in lines if line.startswith("### ")}
    chains = {
        name.strip(" `"): tuple(step.strip() for step in steps.split(","))
        for _, name, steps, *_ in (line.split("|") for line in lines if line.startswith("| `"))
    }

    assert headings == set(STEP_NAMES)
    assert chains == CHAINS


def test_a_chain_is_read_as_people_type_it() -> None:
    assert chain_named("points, twenties") == ("points", "twenties")


@pytest.mark.parametrize("chain", [("points", "coin"), ("coin",)])
def test_an_unknown_step_is_refused_by_name(chain: Chain) -> None:
    with pytest.raises(ValueError, match="no tie-break is called 'coin'"):
        rank_entries(["Ann"], [], chain)


def test_nothing_after_shared_is_looked_at() -> None:
    assert places_by(FOUR, "ties", "shared", "points") == "Ann=Ben=Cy=Di"


def test_a_step_of_ones_own_joins_a_chain() -> None:
    alphabet = Step(
        "alphabet", Text("the alphabet"), lambda _, level: Reading([ord(e[0]) for e in level])
    )

    assert places_by(LEVEL, "points", alphabet) == "Cy Ben Ann"


def test_every_step_knows_its_own_name() -> None:
    assert all(name == step.name for name, step in STEPS.items())


def test_a_tied_match_may_have_a_winner() -> None:
    results = match_results(BySeat("Ann", "Ben"), BySeat(4, 4), winner=Seat.B)

    assert places_line(rank_entries(["Ann", "Ben"], results, ("points", "mini-wins"))) == "Ben Ann"


@pytest.mark.parametrize(
    ("at_stake", "order"),
    [
        ((), "Ann Ben Cy Di"),
        ((4,), "Ann Ben Cy Di"),
        ((2,), "Ann Di Cy Ben"),
        ((1, 3), "Ann Di Cy Ben"),
        ((3,), "Ann Di Cy Ben"),
    ],
)
def test_head_to_head_is_asked_where_a_place_is_at_stake(
    at_stake: tuple[int, ...], order: str
) -> None:
    """Ann leads; Ben, Cy and Di are tied in places 2 to 4, and Ben has most 20s.

    Among themselves Di has 10 points, Cy 8 and Ben 6.
    """
    results = [
        *match_results(BySeat("Ann", "Ben"), BySeat(4, 4), BySeat(1, 9)),
        *match_results(BySeat("Ann", "Cy"), BySeat(6, 2), BySeat(1, 8)),
        *match_results(BySeat("Ann", "Di"), BySeat(8, 0), BySeat(1, 7)),
        *match_results(BySeat("Ben", "Cy"), BySeat(4, 4), BySeat(3, 3)),
        *match_results(BySeat("Ben", "Di"), BySeat(2, 6), BySeat(3, 3)),
        *match_results(BySeat("Cy", "Di"), BySeat(4, 4), BySeat(3, 3)),
    ]
    rows = rank_entries(
        ["Ann", "Ben", "Cy", "Di"], results, HEAD_TO_HEAD_AT_STAKE, at_stake=at_stake
    )

    assert [row.points for row in rows] == [18, 10, 10, 10]
    assert " ".join(row.entry for row in rows) == order


def test_a_part_that_is_above_the_line_is_left_to_the_20s() -> None:
    """Three level across a cut after the second: the first of the game is through, and of
    the two who are still level the line is asked again."""
    results = [
        *match_results(BySeat("Ann", "Ben"), BySeat(4, 4), BySeat(1, 9)),
        *match_results(BySeat("Ann", "Cy"), BySeat(6, 2), BySeat(1, 8)),
        *match_results(BySeat("Ben", "Cy"), BySeat(6, 2), BySeat(1, 8)),
        *match_results(BySeat("Cy", "Di"), BySeat(6, 2), BySeat(1, 1)),
    ]
    rows = rank_entries(
        ["Ann", "Ben", "Cy"], results, HEAD_TO_HEAD_AT_STAKE, prorate_to=Prorate.NOT, at_stake={2}
    )

    assert [row.entry for row in rows] == ["Ben", "Ann", "Cy"]
    assert str(rows[0].because()) == "first on 20s, 10 to 2 for Ann"
