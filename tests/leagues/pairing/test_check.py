"""``find_breaches`` names broken rules, and ignores what could not be avoided."""

import pytest

from leagues.pairing.draw_checker import Promise, Rule, find_breaches
from leagues.pairing.values import Bye, PairedRound, Pairing, pair_up
from scoring.sides import BySeat


def drawn_round(*pairs: str, out: str = "", boards: str = "") -> PairedRound[str]:
    """``plays("AB", "CD", out="E")``: A meets B, C meets D, E sits out."""
    numbers: list[int | None] = [int(board) for board in boards] or [None] * len(pairs)
    pairings = (
        Pairing(BySeat(*((entry,) for entry in pair)), board=board)
        for pair, board in zip(pairs, numbers, strict=True)
    )
    return PairedRound(tuple(pairings), tuple(map(Bye, out)))


@pytest.mark.parametrize(
    ("rounds", "broken"),
    [
        ([drawn_round("AB", "CD"), drawn_round("AC", "BD"), drawn_round("AD", "BC")], []),
        ([drawn_round("AA", "BC")], [(Rule.PLAYS_SELF, 1, "A"), (Rule.TWICE_AT_ONCE, 1, "A")]),
        ([drawn_round("AB", "AC", out="D")], [(Rule.TWICE_AT_ONCE, 1, "A")]),
        ([drawn_round("AB"), drawn_round("AB")], []),
        (
            [drawn_round("AB", "CD"), drawn_round("AB", "CD")],
            [(Rule.REMATCH, 2, "AB"), (Rule.REMATCH, 2, "CD")],
        ),
        ([drawn_round("AB", out="C"), drawn_round("AC", out="B"), drawn_round("BC", out="A")], []),
        ([drawn_round("AB", out="C"), drawn_round("AB", out="C")], [
            (Rule.REMATCH, 2, "AB"), (Rule.SECOND_BYE, 2, "C")]),
        ([drawn_round(out="AC"), drawn_round("AB", out="C")], [(Rule.SECOND_BYE, 2, "C")]),
        ([drawn_round("AB", "CD", boards="11")], [(Rule.BOARD_TWICE, 1, "ABCD")]),
        ([drawn_round("AB", "CD", boards="12")], []),
        ([drawn_round("ABC", "DEF"), drawn_round("ABC", "DEF")], []),
    ],
)  # fmt: skip
def test_what_is_named(rounds: list[PairedRound[str]], broken: list[tuple[Rule, int, str]]) -> None:
    assert [(b.rule, b.round, "".join(b.entries)) for b in find_breaches(rounds)] == broken


def test_a_missing_or_absent_entry_is_named() -> None:
    (left_out, not_here) = sorted(find_breaches([drawn_round("AB")], here=["AC"]), key=str)[::-1]

    assert str(not_here) == "Round 1: B is not here."
    assert str(left_out) == "Round 1: C is here but neither plays nor sits out."


def test_keeping_apart_counts_where_it_is_possible() -> None:
    family = Promise(apart=pair_up(["AB"]))

    assert find_breaches([drawn_round("AB")], family) == []
    (breach,) = find_breaches([drawn_round("AB", "CD")], family)
    assert str(breach) == "Round 1: A and B were to be kept apart, which was possible."


def test_what_is_forbidden_is_named_even_when_nothing_else_is_possible() -> None:
    desk = Promise(forbidden=pair_up(["AB"]), apart=pair_up(["AB"]))

    assert [b.rule for b in find_breaches([drawn_round("AB")], desk)] == [Rule.FORBIDDEN]
    assert [b.rule for b in find_breaches([drawn_round("AB", "CD")], desk)] == [
        Rule.FORBIDDEN,
        Rule.APART,
    ]


def test_two_legs_allow_two_meetings() -> None:
    twice = [drawn_round("AB", "CD"), drawn_round("BA", "DC")]

    assert find_breaches(twice, Promise(meetings=2)) == []


def test_first_shots_are_counted_where_promised() -> None:
    rounds = [drawn_round("AB", "CD"), drawn_round("AC", "BD"), drawn_round("AD", "BC")]

    assert find_breaches(rounds) == []
    assert [b.entries for b in find_breaches(rounds, Promise(uneven=1))] == [("A",), ("D",)]
    assert find_breaches(rounds, Promise(uneven=3)) == []
