"""A ladder: which challenges are allowed, and what a result does to the order."""

from datetime import datetime, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from leagues.stages.ladder import (
    Challenged,
    JoinedLadder,
    Ladder,
    LadderFact,
    LadderRules,
    LeftLadder,
    climb,
)
from scoring.errors import RuleError

START = datetime(2026, 10, 5, 20)  # noqa: DTZ001 (one clock for all of it)
RULES = LadderRules()


def day(number: int) -> datetime:
    return START + timedelta(number)


def ladder(names: str, *facts: LadderFact[str]) -> Ladder[str]:
    return climb([*(JoinedLadder(name, START) for name in names), *facts])


def won(entry: str, other: str, on: int, winner: str | None = None) -> Challenged[str]:
    return Challenged(entry, other, day(on), winner or entry, day(on))


def order(stands: Ladder[str]) -> str:
    return "".join(stands.order)


def test_the_winner_takes_the_place_and_those_between_move_down_one() -> None:
    assert order(ladder("ABCDE", won("D", "B", 1))) == "ADBCE"
    assert order(ladder("ABCDE", won("E", "D", 1))) == "ABCED"


def test_a_challenge_that_is_lost_changes_nothing() -> None:
    assert order(ladder("ABCDE", won("D", "B", 1, winner="B"))) == "ABCDE"


def test_a_challenge_without_a_winner_changes_nothing() -> None:
    tied = Challenged("D", "B", day(1), None, day(2))

    assert order(ladder("ABCDE", tied)) == "ABCDE"


def test_whoever_passed_the_other_meanwhile_keeps_what_they_won() -> None:
    """E is challenged by F, falls behind them by another match, and wins."""
    facts = [Challenged("F", "E", day(1), "E", day(9)), won("F", "D", 5)]

    assert order(ladder("ABCDEF", *facts)) == "ABCEFD"


def test_results_are_told_in_the_order_they_came() -> None:
    """Given late, B's win was still before C's."""
    assert order(ladder("ABC", won("C", "A", 4), won("B", "A", 2))) == "BCA"
    assert order(ladder("ABC", won("C", "A", 2), won("B", "A", 4))) == "CBA"


def test_who_joins_stands_at_the_bottom_and_who_leaves_closes_the_gap() -> None:
    assert order(ladder("ABC", JoinedLadder("Z", day(1)))) == "ABCZ"
    assert order(ladder("ABC", LeftLadder("B", day(1)))) == "AC"
    assert order(ladder("ABC", LeftLadder("B", day(1)), JoinedLadder("B", day(2)))) == "ACB"


def test_joining_twice_and_leaving_before_coming_are_nothing() -> None:
    assert order(ladder("ABC", JoinedLadder("A", day(1)), LeftLadder("Z", day(1)))) == "ABC"


def test_a_result_of_somebody_who_has_left_moves_nobody() -> None:
    assert order(ladder("ABC", LeftLadder("A", day(1)), won("C", "A", 2))) == "BC"


def test_at_most_three_places_up() -> None:
    stands = ladder("ABCDEF")

    assert stands.may_challenge("F", RULES, day(1)) == ("C", "D", "E")
    assert stands.may_challenge("B", RULES, day(1)) == ("A",)
    assert stands.may_challenge("A", RULES, day(1)) == ()
    assert str(stands.refusal("F", "B", RULES, day(1))) == "A challenge can go up at most 3 places."


@pytest.mark.parametrize("other", ["C", "D", "B"])
def test_nobody_challenges_downwards_or_themselves(other: str) -> None:
    stands = ladder("ABCD")

    expected = None if other == "B" else "You can only challenge someone above you."
    refusal = stands.refusal("C", other, RULES, day(1))
    assert (refusal and str(refusal)) == expected


def test_one_challenge_at_a_time_for_both() -> None:
    stands = ladder("ABCDE", Challenged("D", "C", day(1)))

    assert str(stands.refusal("D", "B", RULES, day(2))).startswith("Play your")
    assert str(stands.refusal("E", "C", RULES, day(2))).startswith("They have another")
    assert stands.may_challenge("E", RULES, day(2)) == ("B",)
    assert stands.open_of("C") == stands.open_of("D") == stands.open[0]
    assert stands.open_of("A") is None


def test_who_has_left_holds_nobody_back() -> None:
    stands = ladder("ABCD", Challenged("D", "C", day(1)), LeftLadder("C", day(2)))

    assert stands.open == ()
    assert stands.may_challenge("D", RULES, day(3)) == ("A", "B")


def test_the_same_two_meet_again_after_seven_days() -> None:
    stands = ladder("ABCD", won("D", "C", 1))

    assert str(stands.refusal("C", "D", RULES, day(7))) == (
        "The same two can meet again after 7 days."
    )
    assert stands.refusal("C", "D", RULES, day(8)) is None
    assert stands.refusal("C", "B", RULES, day(2)) is None


def test_a_challenge_that_nobody_played_was_no_meeting() -> None:
    void = Challenged("D", "C", day(1), None, day(2))

    assert ladder("ABCD", void).refusal("D", "C", RULES, day(2)) is None


def test_a_challenge_not_played_in_time_is_overdue() -> None:
    open_one = Challenged("C", "B", day(1))
    stands = ladder("ABC", open_one)

    assert stands.overdue(RULES, day(15)) == ()
    assert stands.overdue(RULES, day(16)) == (open_one,)


def test_a_place_counts_from_one() -> None:
    assert [ladder("ABC").place(name) for name in "ABC"] == [1, 2, 3]


@pytest.mark.parametrize(
    "wrong",
    [
        {"reach": 0},
        {"reach": 21},
        {"days": 0},
        {"days": 61},
        {"again_after": -1},
        {"again_after": 61},
    ],
)
def test_what_no_ladder_has_is_refused(wrong: dict[str, int]) -> None:
    with pytest.raises(RuleError):
        LadderRules(**wrong)


def test_the_shortest_and_the_longest_of_ladders() -> None:
    assert LadderRules(1, 1, 0).reach == 1
    assert LadderRules(20, 60, 60).days == 60


NAMES = "ABCDEFGH"


@st.composite
def histories(draw: st.DrawFn) -> list[LadderFact[str]]:
    """Random facts of some weeks of a ladder; challenges need not be allowed."""
    facts: list[LadderFact[str]] = [JoinedLadder(name, START) for name in NAMES[:5]]
    for number in range(1, draw(st.integers(0, 25))):
        who = draw(st.sampled_from(NAMES))
        other = draw(st.sampled_from([name for name in NAMES if name != who]))
        may_happen: list[LadderFact[str]] = [
            JoinedLadder(who, day(number)),
            LeftLadder(who, day(number)),
            Challenged(who, other, day(number)),
            won(who, other, number),
            won(who, other, number, winner=other),
        ]
        facts.append(draw(st.sampled_from(may_happen)))
    return facts


@settings(deadline=None)
@given(histories())
def test_nobody_stands_twice_and_each_winner_stands_above(facts: list[LadderFact[str]]) -> None:
    stands = climb(facts)
    last = facts[-1]

    assert len({*stands.order}) == len(stands.order)
    if isinstance(last, Challenged) and last.winner and last.both <= {*stands.order}:
        (loser,) = last.both - {last.winner}
        assert stands.place(last.winner) < stands.place(loser)
    for entry in stands.order:
        for other in stands.may_challenge(entry, RULES, day(40)):
            assert 1 <= stands.place(entry) - stands.place(other) <= RULES.reach


@settings(deadline=None)
@given(histories())
def test_one_more_fact_at_the_end_is_one_step_more(facts: list[LadderFact[str]]) -> None:
    """Telling all of it again is the same as going on from where it stood."""
    before, after = climb(facts[:-1]), climb(facts)

    moved = [e for e in after.order if e in before.order]
    stayed = [e for e in before.order if e in after.order]
    different = [a for a, b in zip(moved, stayed, strict=True) if a != b]
    if isinstance(facts[-1], JoinedLadder | LeftLadder):
        assert different == []
    elif different:
        assert different[0] == facts[-1].winner
