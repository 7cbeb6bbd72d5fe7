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
    replay_facts,
)
from scoring.errors import RuleError

START = datetime(2026, 10, 5, 20)  # noqa: DTZ001 (one clock for all of it)
RULES = LadderRules()


def date_of(number: int) -> datetime:
    return START + timedelta(number)


def ladder_of(names: str, *facts: LadderFact[str]) -> Ladder[str]:
    return replay_facts([*(JoinedLadder(name, START) for name in names), *facts])


def won_challenge(entry: str, other: str, on: int, winner: str | None = None) -> Challenged[str]:
    return Challenged(entry, other, date_of(on), winner or entry, date_of(on))


def order_of(ladder_now: Ladder[str]) -> str:
    return "".join(ladder_now.order)


def test_the_winner_takes_the_place_and_those_between_move_down_one() -> None:
    assert order_of(ladder_of("ABCDE", won_challenge("D", "B", 1))) == "ADBCE"
    assert order_of(ladder_of("ABCDE", won_challenge("E", "D", 1))) == "ABCED"


def test_a_challenge_that_is_lost_changes_nothing() -> None:
    assert order_of(ladder_of("ABCDE", won_challenge("D", "B", 1, winner="B"))) == "ABCDE"


def test_a_challenge_without_a_winner_changes_nothing() -> None:
    tied = Challenged("D", "B", date_of(1), None, date_of(2))

    assert order_of(ladder_of("ABCDE", tied)) == "ABCDE"


def test_a_winner_overtaken_meanwhile_keeps_the_win() -> None:
    """E is challenged by F, falls behind them by another match, and wins."""
    facts = [Challenged("F", "E", date_of(1), "E", date_of(9)), won_challenge("F", "D", 5)]

    assert order_of(ladder_of("ABCDEF", *facts)) == "ABCEFD"


def test_results_count_in_the_order_they_came() -> None:
    """Given late, B's win was still before C's."""
    assert (
        order_of(ladder_of("ABC", won_challenge("C", "A", 4), won_challenge("B", "A", 2))) == "BCA"
    )
    assert (
        order_of(ladder_of("ABC", won_challenge("C", "A", 2), won_challenge("B", "A", 4))) == "CBA"
    )


def test_a_newcomer_is_at_the_bottom_and_a_leaver_closes_the_gap() -> None:
    assert order_of(ladder_of("ABC", JoinedLadder("Z", date_of(1)))) == "ABCZ"
    assert order_of(ladder_of("ABC", LeftLadder("B", date_of(1)))) == "AC"
    assert (
        order_of(ladder_of("ABC", LeftLadder("B", date_of(1)), JoinedLadder("B", date_of(2))))
        == "ACB"
    )


def test_joining_twice_and_leaving_before_coming_are_nothing() -> None:
    assert (
        order_of(ladder_of("ABC", JoinedLadder("A", date_of(1)), LeftLadder("Z", date_of(1))))
        == "ABC"
    )


def test_a_result_against_a_player_who_left_moves_no_one() -> None:
    assert (
        order_of(ladder_of("ABC", LeftLadder("A", date_of(1)), won_challenge("C", "A", 2))) == "BC"
    )


def test_at_most_three_places_up() -> None:
    ladder_now = ladder_of("ABCDEF")

    assert ladder_now.may_challenge("F", RULES, date_of(1)) == ("C", "D", "E")
    assert ladder_now.may_challenge("B", RULES, date_of(1)) == ("A",)
    assert ladder_now.may_challenge("A", RULES, date_of(1)) == ()
    assert (
        str(ladder_now.refusal("F", "B", RULES, date_of(1)))
        == "A challenge can go up at most 3 places."
    )


@pytest.mark.parametrize("other", ["C", "D", "B"])
def test_no_one_challenges_downwards_or_themselves(other: str) -> None:
    ladder_now = ladder_of("ABCD")

    expected = None if other == "B" else "You can only challenge someone above you."
    refusal = ladder_now.refusal("C", other, RULES, date_of(1))
    assert (refusal and str(refusal)) == expected


def test_one_challenge_at_a_time_for_both() -> None:
    ladder_now = ladder_of("ABCDE", Challenged("D", "C", date_of(1)))

    assert str(ladder_now.refusal("D", "B", RULES, date_of(2))).startswith("Play your")
    assert str(ladder_now.refusal("E", "C", RULES, date_of(2))).startswith("They have another")
    assert ladder_now.may_challenge("E", RULES, date_of(2)) == ("B",)
    assert ladder_now.open_of("C") == ladder_now.open_of("D") == ladder_now.open[0]
    assert ladder_now.open_of("A") is None


def test_a_player_who_left_blocks_no_one() -> None:
    ladder_now = ladder_of("ABCD", Challenged("D", "C", date_of(1)), LeftLadder("C", date_of(2)))

    assert ladder_now.open == ()
    assert ladder_now.may_challenge("D", RULES, date_of(3)) == ("A", "B")


def test_the_same_two_meet_again_after_seven_days() -> None:
    ladder_now = ladder_of("ABCD", won_challenge("D", "C", 1))

    assert str(ladder_now.refusal("C", "D", RULES, date_of(7))) == (
        "The same two can meet again after 7 days."
    )
    assert ladder_now.refusal("C", "D", RULES, date_of(8)) is None
    assert ladder_now.refusal("C", "B", RULES, date_of(2)) is None


def test_an_unplayed_challenge_was_no_meeting() -> None:
    void = Challenged("D", "C", date_of(1), None, date_of(2))

    assert ladder_of("ABCD", void).refusal("D", "C", RULES, date_of(2)) is None


def test_a_challenge_not_played_in_time_is_overdue() -> None:
    open_one = Challenged("C", "B", date_of(1))
    ladder_now = ladder_of("ABC", open_one)

    assert ladder_now.overdue(RULES, date_of(15)) == ()
    assert ladder_now.overdue(RULES, date_of(16)) == (open_one,)


def test_a_place_counts_from_one() -> None:
    assert [ladder_of("ABC").place(name) for name in "ABC"] == [1, 2, 3]


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
def random_facts(draw: st.DrawFn) -> list[LadderFact[str]]:
    """Random facts of some weeks of a ladder; challenges need not be allowed."""
    facts: list[LadderFact[str]] = [JoinedLadder(name, START) for name in NAMES[:5]]
    for number in range(1, draw(st.integers(0, 25))):
        who = draw(st.sampled_from(NAMES))
        other = draw(st.sampled_from([name for name in NAMES if name != who]))
        may_happen: list[LadderFact[str]] = [
            JoinedLadder(who, date_of(number)),
            LeftLadder(who, date_of(number)),
            Challenged(who, other, date_of(number)),
            won_challenge(who, other, number),
            won_challenge(who, other, number, winner=other),
        ]
        facts.append(draw(st.sampled_from(may_happen)))
    return facts


@settings(deadline=None)
@given(random_facts())
def test_each_is_listed_once_and_each_winner_is_above(facts: list[LadderFact[str]]) -> None:
    ladder_now = replay_facts(facts)
    last = facts[-1]

    assert len({*ladder_now.order}) == len(ladder_now.order)
    if isinstance(last, Challenged) and last.winner and last.both <= {*ladder_now.order}:
        (loser,) = last.both - {last.winner}
        assert ladder_now.place(last.winner) < ladder_now.place(loser)
    for entry in ladder_now.order:
        for other in ladder_now.may_challenge(entry, RULES, date_of(40)):
            assert 1 <= ladder_now.place(entry) - ladder_now.place(other) <= RULES.reach


@settings(deadline=None)
@given(random_facts())
def test_one_more_fact_at_the_end_is_one_step_more(facts: list[LadderFact[str]]) -> None:
    """Telling all of it again is the same as going on from where it stood."""
    before, after = replay_facts(facts[:-1]), replay_facts(facts)

    moved = [e for e in after.order if e in before.order]
    stayed = [e for e in before.order if e in after.order]
    different = [a for a, b in zip(moved, stayed, strict=True) if a != b]
    if isinstance(facts[-1], JoinedLadder | LeftLadder):
        assert different == []
    elif different:
        assert different[0] == facts[-1].winner
