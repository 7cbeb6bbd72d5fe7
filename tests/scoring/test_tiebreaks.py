"""Every tie-break, on a table small enough to draw."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from scoring.results import Result, bye, played, played_together, walkover
from scoring.sides import BySeat, Seat
from scoring.standings import AfterSplit, Row, rank
from scoring.tiebreaks import (
    CHAINS,
    STEP_NAMES,
    STEPS,
    Chain,
    Decision,
    Prorate,
    ShootOut,
    Step,
    Why,
    chain_named,
)
from scoring.tiebreaks.steps import Reading
from tests.scoring.crosstable import Crosstable, crosstable


def places(table: Crosstable, *chain: str | Step) -> str:
    """The order in one line: ``Ann Ben=Cy`` when Ben and Cy share second."""
    return line(rank(table.entries, table.results, chain))


def line(rows: tuple[Row[str], ...]) -> str:
    text = ""
    for above, row in zip((None, *rows), rows, strict=False):
        between = "=" if above and above.place == row.place else " "
        text += between + row.entry
    return text.strip()


def read(
    name: str, table: Crosstable, prorate_to: Prorate = Prorate.NOT
) -> dict[str, object]:
    """What one step, alone, reads for each entry."""
    rows = rank(table.entries, table.results, (name,), prorate_to=prorate_to)
    return {row.entry: row.steps[0].value_of(row.entry) for row in rows}


FOUR = crosstable("""
          Ann   Ben   Cy    Di
    Ann    .    5/6   4/3   8/9
    Ben   3/4    .    6/7   4/2
    Cy    4/3   2/2    .    8/6
    Di    0/1   4/5   0/0    .
""")


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
def test_what_each_step_reads(
    name: str, ann: object, ben: object, cy: object, di: object
) -> None:
    assert read(name, FOUR) == {"Ann": ann, "Ben": ben, "Cy": cy, "Di": di}


# Head-to-head.

TWO_LEVEL = """
          Ann   Ben   Cy
    Ann    .    {}    4/3
    Ben   {}     .    {}
    Cy    4/3   {}     .
"""


def two_level(ann: str, ben: str, ben_cy: str, cy_ben: str) -> Crosstable:
    return crosstable(TWO_LEVEL.format(ann, ben, ben_cy, cy_ben))


@pytest.mark.parametrize(
    ("table", "chain", "order"),
    [
        (two_level("5/2", "3/9", "6/9", "2/0"), "points,mini-points,twenties", "Ann Ben Cy"),
        (two_level("5/2", "3/9", "6/9", "2/0"), "points,twenties", "Ben Ann Cy"),
        (two_level("4/5", "4/4", "4/9", "4/0"), "points,mini-points,shared", "Ann=Ben=Cy"),
        # A level game passes to the 20s of that game, or to all 20s: a matter of the chain.
        (two_level("4/5", "4/4", "4/9", "4/9"), "points,mini-twenties", "Ben Cy Ann"),
        (two_level("5/2", "3/9", "6/9", "2/0"), "points,head-to-head", "Ann Ben Cy"),
        (two_level("5/2", "3/9", "6/9", "2/0"), "points,head-to-head-twenties", "Ben Ann Cy"),
    ],
)  # fmt: skip
def test_head_to_head(table: Crosstable, chain: str, order: str) -> None:
    assert places(table, *chain_named(chain)) == order


def test_three_level_play_a_league_of_their_own() -> None:
    """All three have 14; among themselves Cy made 9, Ann 8 and Ben 7."""
    table = crosstable("""
              Ann   Ben   Cy    Di
        Ann    .     6     2     6
        Ben    2     .     5     7
        Cy     6     3     .     5
        Di     2     1     3     .
    """)

    assert places(table, "points", "mini-points") == "Cy Ann Ben Di"
    assert read("points", table) == {"Ann": 14, "Ben": 14, "Cy": 14, "Di": 6}


def test_the_head_to_head_step_is_for_two_only() -> None:
    table = crosstable("""
              Ann   Ben   Cy
        Ann    .     5     3
        Ben    3     .     5
        Cy     5     3     .
    """)
    rows = rank(table.entries, table.results, ("points", "head-to-head"))

    assert line(rows) == "Ann=Ben=Cy"
    skipped = rows[0].steps[1].skipped
    assert skipped is not None
    assert skipped.why is Why.MORE_THAN_TWO


def test_a_mini_league_is_skipped_unless_all_met() -> None:
    table = crosstable("""
              Ann   Ben   Cy    Di
        Ann    .    5/1   5/1    -
        Ben   3/5    .     -    7/5
        Cy    3/3    -     .    7/3
        Di     -    1/1   1/1    .
    """)
    rows = rank(table.entries, table.results, ("points", "mini-points", "twenties"))
    skipped = rows[0].steps[1].skipped

    assert line(rows) == "Ben Cy Ann Di"
    assert skipped is not None
    assert (skipped.why, skipped.entries) == (Why.NOT_ALL_MET, ("Ben", "Cy"))
    assert rows[0].because() == (
        "first on 20s between 3: Ben 10, Cy 6, Ann 2 (head-to-head skipped: Ben and Cy did not meet)"
    )


def test_a_mini_league_counts_unequal_meetings_by_the_game() -> None:
    """Ann beat Ben twice 5-3; Cy beat both once 5-3: the best average is Cy's."""
    results = [
        *played(BySeat("Ann", "Ben"), BySeat(5, 3)),
        *played(BySeat("Ann", "Ben"), BySeat(5, 3)),
        *played(BySeat("Cy", "Ann"), BySeat(5, 3)),
        *played(BySeat("Cy", "Ben"), BySeat(5, 3)),
    ]

    def mini(prorate_to: Prorate) -> dict[str, object]:
        rows = rank(
            ["Ann", "Ben", "Cy"], results, ("mini-points",), prorate_to=prorate_to
        )
        return {row.entry: row.steps[0].value_of(row.entry) for row in rows}

    assert mini(Prorate.TO_MOST_GAMES) == {"Ann": 13, "Ben": 9, "Cy": 15}
    assert mini(Prorate.NOT) == {"Ann": 13, "Ben": 9, "Cy": 10}


def test_partners_are_no_rivals() -> None:
    """Two who only ever sat on the same side have not met."""
    results = played_together(BySeat(("Ann", "Ben"), ("Cy", "Di")), BySeat(4, 4))
    rows = rank(["Ann", "Ben"], results, ("points", "mini-points"))
    skipped = rows[0].steps[1].skipped

    assert skipped is not None
    assert skipped.entries == ("Ann", "Ben")


# After a split.

AGAIN = crosstable("""
          Ann   Ben   Cy    Di    Eve
    Ann    .    5/1   2/1   5/1   4/1
    Ben   3/1    .    5/1   4/1   4/9
    Cy    6/1   3/1    .    3/1   4/9
    Di    3/1   4/1   5/1    .    4/0
    Eve   4/0   4/0   4/0   4/0    .
""")


@pytest.mark.parametrize(
    ("after_split", "order"),
    [
        # All five have 16 points, and all met. Ben and Cy have 12 20s; Ben won their game.
        (AfterSplit.START_AGAIN, "Ben Cy Ann Di Eve"),
        (AfterSplit.CONTINUE, "Ben=Cy Ann Di Eve"),
    ],
)
def test_the_two_conventions_differ(after_split: AfterSplit, order: str) -> None:
    rows = rank(
        AGAIN.entries,
        AGAIN.results,
        ("points", "mini-points", "twenties"),
        after_split=after_split,
    )

    assert line(rows) == order


# Not recorded.


def test_a_key_that_was_not_recorded_is_skipped_and_never_zero() -> None:
    table = crosstable("""
              Ann   Ben   Cy
        Ann    .    4/1   5/2
        Ben   4/1    .     5
        Cy    3/1    3     .
    """)
    rows = rank(table.entries, table.results, ("points", "twenties", "difference"))
    skipped = rows[0].steps[1].skipped

    assert line(rows) == "Ann=Ben Cy"
    assert [row.twenties for row in rows] == [3, None, None]
    assert skipped is not None
    assert (skipped.why, skipped.entries) == (Why.NOT_RECORDED, ("Ben",))
    assert rows[0].because() == (
        "shares first with Ben: level on points and point difference"
        " (20s skipped: not recorded for Ben)"
    )


def test_20s_of_the_mini_league_need_only_its_own_games_recorded() -> None:
    table = two_level("4/5", "4/4", "5", "3")

    assert places(table, "points", "mini-twenties") == "Ben Ann Cy"
    table = crosstable("""
              Ann   Ben   Cy
        Ann    .    4/5    4
        Ben   4/4    .     4
        Cy     4     4     .
    """)
    assert places(table, "points", "mini-twenties") == "Ann=Ben=Cy"
    table = crosstable("""
              Ann   Ben   Cy
        Ann    .    4/5    5
        Ben   4/4    .     5
        Cy     3     3     .
    """)
    assert places(table, "points", "mini-twenties", "twenties") == "Ann Ben Cy"


# The strength of the opponents.


def strengths(results: list[Result[str]], *chain: str) -> dict[str, object]:
    entries = sorted({result.entry for result in results})
    rows = rank(entries, results, chain)
    return {
        row.entry: next(
            c.value_of(row.entry) for c in row.steps if c.step.name == chain[-1]
        )
        for row in rows
        if any(c.step.name == chain[-1] for c in row.steps)
    }


def test_opponents_are_weighed_in_what_the_chain_counts_first() -> None:
    results = [
        *played(BySeat("Ann", "Ben"), BySeat(4, 4)),
        *played(BySeat("Ben", "Cy"), BySeat(5, 3)),
        *played(BySeat("Ann", "Di"), BySeat(5, 3)),
    ]

    assert (
        strengths(results, "ties", "buchholz")["Ann"] == 6 + 9
    )  # Di's 3 in one of two games
    assert strengths(results, "match-points", "buchholz")["Ann"] == 0 + 3
    assert strengths(results, "wins", "sonneborn-berger")["Ben"] == Fraction(1, 2)


@pytest.mark.parametrize(
    "unplayed", [[bye("Ann", 4)], walkover("Ann", "Eve", BySeat(4, 0))]
)
def test_a_bye_counts_as_an_opponent_exactly_as_good_as_oneself(
    unplayed: list[Result[str]],
) -> None:
    results = [
        *played(BySeat("Ann", "Ben"), BySeat(4, 4)),
        *played(BySeat("Ben", "Cy"), BySeat(4, 4)),
        *unplayed,
    ]

    assert strengths(results, "points", "buchholz")["Ann"] == 8 + 8


@pytest.mark.parametrize("name", ["buchholz", "buchholz-cut-1", "buchholz-median"])
def test_prorating_equal_games_leaves_buchholz_and_its_cuts(name: str) -> None:
    assert read(name, FOUR, Prorate.TO_MOST_GAMES) == read(name, FOUR)


def test_two_opponents_on_a_side_count_as_their_mean() -> None:
    results = [
        *played_together(BySeat(("Ann", "Di"), ("Ben", "Cy")), BySeat(4, 4)),
        *played(BySeat("Ben", "Cy"), BySeat(7, 1)),
        *played(BySeat("Ann", "Di"), BySeat(4, 4)),
    ]

    assert strengths(results, "wins", "buchholz")["Ann"] == Fraction(1, 2) + 0
    assert strengths(results, "ties", "points", "buchholz")["Ann"] == 8 + 8


# Counted, given, decided.


def test_fewer_forfeits_and_fewer_games_come_first() -> None:
    table = crosstable("""
              Ann   Ben   Cy
        Ann    .    f0     5
        Ben    w8    .    f0
        Cy     3    w8     .
    """)

    assert read("fewer-forfeits", table) == {"Cy": 0, "Ann": 1, "Ben": 1}
    assert read("fewer-games", table) == {"Ben": 0, "Ann": 1, "Cy": 1}
    assert places(table, "fewer-forfeits", "fewer-games") == "Cy Ben Ann"


LEVEL = crosstable("""
          Ann   Ben   Cy
    Ann    .     4     4
    Ben    4     .     4
    Cy     4     4     .
""")


@pytest.mark.parametrize("after_split", AfterSplit)
def test_a_shoot_out_decides_and_then_sudden_death(after_split: AfterSplit) -> None:
    first = ShootOut({"Ann": (7,), "Ben": (7,), "Cy": (9,)})
    second = ShootOut({"Ann": (6, 0), "Ben": (6, 1)})
    rows = rank(
        LEVEL.entries,
        LEVEL.results,
        ("points", "shoot-out"),
        after_split=after_split,
        shoot_outs=[first, second],
    )

    assert line(rows) == "Cy Ben Ann"
    assert rows[0].because() == "first on the shoot-out between 3: Cy 9, Ann 7, Ben 7"
    assert rows[1].because() == "second on the shoot-out, 6+1 to 6+0 for Ann"


def test_an_organiser_decides_with_a_reason() -> None:
    decision = Decision(("Cy", "Ann", "Ben"), "Cy had the early bus")
    rows = rank(
        LEVEL.entries, LEVEL.results, ("points", "decision"), decisions=[decision]
    )

    assert line(rows) == "Cy Ann Ben"
    assert (
        rows[1].because() == "second by the organiser's decision: Cy had the early bus"
    )
    assert rows[1].ahead is rows[1].behind
    assert rows[1].steps[-1].reason == "Cy had the early bus"


def test_two_play_for_the_place() -> None:
    won = Decision(("Cy", "Ann", "Ben"), "match 7", was_played=True)
    rows = rank(LEVEL.entries, LEVEL.results, ("points", "play-off"), decisions=[won])

    assert line(rows) == "Cy Ann Ben"
    assert rows[1].because() == "second by the play-off: match 7"


def test_a_play_off_is_no_decision_and_a_decision_no_play_off() -> None:
    order = ("Cy", "Ann", "Ben")
    for step, was_played in (("decision", True), ("play-off", False)):
        made = Decision(order, "a coin", was_played=was_played)
        rows = rank(LEVEL.entries, LEVEL.results, ("points", step), decisions=[made])
        assert line(rows) == "Ann=Ben=Cy"


def test_the_last_decision_stands() -> None:
    first = Decision(("Cy", "Ann", "Ben"), "a coin")
    then = Decision(("Ben", "Cy", "Ann"), "the coin fell off the table")
    rows = rank(
        LEVEL.entries, LEVEL.results, ("points", "decision"), decisions=[first, then]
    )

    assert line(rows) == "Ben Cy Ann"


def test_a_decision_about_others_decides_nothing() -> None:
    decision = Decision(("Cy", "Ann"), "a coin")
    chain = ("points", "shoot-out", "decision")
    rows = rank(LEVEL.entries, LEVEL.results, chain, decisions=[decision])

    assert line(rows) == "Ann=Ben=Cy"
    assert [c.skipped.why for c in rows[0].steps if c.skipped] == [
        Why.NOT_HELD,
        Why.NOT_DECIDED,
    ]


# Chains.


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
        for _, name, steps, *_ in (
            line.split("|") for line in lines if line.startswith("| `")
        )
    }

    assert headings == set(STEP_NAMES)
    assert chains == CHAINS


def test_a_chain_is_read_as_people_type_it() -> None:
    assert chain_named("points, twenties") == ("points", "twenties")


@pytest.mark.parametrize("chain", [("points", "coin"), ("coin",)])
def test_an_unknown_step_is_refused_by_name(chain: Chain) -> None:
    with pytest.raises(ValueError, match="no tie-break is called 'coin'"):
        rank(["Ann"], [], chain)


def test_nothing_after_shared_is_looked_at() -> None:
    assert places(FOUR, "ties", "shared", "points") == "Ann=Ben=Cy=Di"


def test_a_step_of_ones_own_joins_a_chain() -> None:
    alphabet = Step(
        "alphabet", "the alphabet", lambda _, level: Reading([ord(e[0]) for e in level])
    )

    assert places(LEVEL, "points", alphabet) == "Cy Ben Ann"


def test_every_step_knows_its_own_name() -> None:
    assert all(name == step.name for name, step in STEPS.items())


def test_a_tied_match_may_have_a_winner() -> None:
    results = played(BySeat("Ann", "Ben"), BySeat(4, 4), winner=Seat.B)

    assert line(rank(["Ann", "Ben"], results, ("points", "mini-wins"))) == "Ben Ann"
