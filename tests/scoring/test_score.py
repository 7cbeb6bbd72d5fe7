"""A recorded round, and its points."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.presets import PRESETS
from scoring.rules import GameRule
from scoring.score import (
    ByDiscs,
    ByResult,
    ByTotals,
    RoundScore,
    ScoredRound,
    ScoreError,
    Zones,
    find_unusual,
    possible_totals,
    score_as_recorded,
    score_round,
)
from scoring.sides import BySeat, Seat

TOURNAMENT = PRESETS["tournament-singles"].rule
CONVENTIONAL = PRESETS["conventional-singles"].rule
TWELVE = PRESETS["classic-twelve-singles"].rule
THREE = PRESETS["three-colours"].rule

ANN = Zones(twenties=2, fifteens=3, tens=1)
BEN = Zones(twenties=1, fifteens=2, tens=2, fives=1)


def test_the_worked_example_is_95_to_75_and_won_by_20() -> None:
    counted = score_round(TWELVE, ByDiscs(BySeat(ANN, BEN)))

    assert counted.score == BySeat(95, 75)
    assert counted.twenties == BySeat(2, 1)
    assert counted.points == BySeat(20, 0)


def test_three_depths_of_one_round_are_worth_the_same() -> None:
    depths: list[RoundScore] = [
        ByDiscs(BySeat(ANN, BEN)),
        ByTotals(BySeat(95, 75), BySeat(2, 1)),
        ByTotals(BySeat(95, 75)),
        ByResult(BySeat(2, 0), BySeat(2, 1)),
        ByResult(BySeat(2, 0)),
    ]

    assert {score_round(TOURNAMENT, depth).points for depth in depths} == {BySeat(2, 0)}


def test_unknown_20s_are_not_zero_20s() -> None:
    counted = score_round(TOURNAMENT, ByTotals(BySeat(95, 75), BySeat(2, None)))

    assert counted.twenties == BySeat(2, None)
    assert score_round(TOURNAMENT, ByResult(BySeat(1, 1))).twenties == BySeat(None, None)


IMPOSSIBLE: list[tuple[GameRule, RoundScore, str]] = [
    (
        TWELVE,
        ByDiscs(BySeat(Zones(tens=14), BEN)),
        "side A: 14 discs, but this game is played with 12 a side",
    ),
    (
        TOURNAMENT,
        ByDiscs(BySeat(ANN, Zones(fives=-1))),
        "side B: a zone can't hold fewer than 0 discs",
    ),
    (
        TOURNAMENT,
        ByTotals(BySeat(93, 75)),
        "side A: 93 isn't a possible total because every zone counts in fives",
    ),
    (TOURNAMENT, ByTotals(BySeat(95, 165)), "side B: a total of 165, but 8 discs make 0 to 160"),
    (TOURNAMENT, ByTotals(BySeat(-5, 0)), "side A: a total of -5, but 8 discs make 0 to 160"),
    (
        TOURNAMENT,
        ByTotals(BySeat(95, 75), BySeat(5, 1)),
        "side A: a total of 95, but 8 discs with 5 20s make 100 to 145",
    ),
    (
        TOURNAMENT,
        ByTotals(BySeat(130, 75), BySeat(1, 1)),
        "side A: a total of 130, but 8 discs with 1 20 make 20 to 125",
    ),
    (
        TOURNAMENT,
        ByTotals(BySeat(95, 75), BySeat(2, 9)),
        "side B: 9 20s, but this game is played with 8 a side",
    ),
    (TOURNAMENT, ByResult(BySeat(2, 0), BySeat(-1, 0)), "side A: there can't be fewer than 0 20s"),
    (TOURNAMENT, ByResult(BySeat(2, 1)), "a round can't be 2-1; enter 2-0 or 1-1"),
    (
        THREE,
        ByResult(BySeat(2, 2, 0)),
        "a round can't be 2-2-0; enter 2-1-0, 2-0-0, 1-1-1 or 1-1-0",
    ),
    (
        PRESETS["three-colours-8-6-4-2"].rule,
        ByResult(BySeat(8, 8, 2)),
        "a round can't be 8-8-2; enter 8-6-4, 8-5-5, 7-7-4 or 6-6-6",
    ),
    (
        CONVENTIONAL,
        ByResult(BySeat(20, 10)),
        "a round can't be 20-10; only one side scores, in fives and at most 160",
    ),
    (
        TOURNAMENT,
        ByResult(BySeat(0, 2), BySeat(8, 0)),
        "side A with 8 20s has 160 or more, and side B at most 120, so it can't be 0-2",
    ),
    (
        TOURNAMENT,
        ByResult(BySeat(0, 2), BySeat(6, 0)),
        "side A with 6 20s has 120 or more, and side B at most 120, so it can't be 0-2",
    ),
    (
        TOURNAMENT,
        ByResult(BySeat(1, 1), BySeat(7, 1)),
        "side A with 7 20s has 140 or more, and side B at most 125, so it can't be 1-1",
    ),
    (THREE, ByTotals(BySeat(95, 75)), "numbers for 2 sides, but this game has 3"),
    (TOURNAMENT, ByTotals(BySeat(95, 75, 10)), "numbers for 3 sides, but this game has 2"),
    (
        TOURNAMENT,
        ByTotals(BySeat(95, 75), BySeat(1, 1, 1)),
        "numbers for 3 sides, but this game has 2",
    ),
]


@pytest.mark.parametrize(("rule", "entry", "sentence"), IMPOSSIBLE)
def test_what_cannot_have_happened_is_refused_in_a_sentence(
    rule: GameRule, entry: RoundScore, sentence: str
) -> None:
    with pytest.raises(ScoreError) as refused:
        score_round(rule, entry)

    assert str(refused.value) == sentence


def test_every_reason_is_given_at_once() -> None:
    with pytest.raises(ScoreError) as refused:
        score_round(TOURNAMENT, ByTotals(BySeat(93, 200)))

    assert len(refused.value.reasons) == 2


def test_level_totals_out_of_twenties_alone_are_possible() -> None:
    """Six 20s and two in the ditch against none and eight in the inner ring: 120 each."""
    assert not score_as_recorded(TOURNAMENT, ByResult(BySeat(1, 1), BySeat(6, 0))).doubts


def test_an_importer_keeps_a_recorded_impossibility_with_its_reasons() -> None:
    kept = score_as_recorded(TOURNAMENT, ByResult(BySeat(2, 2), BySeat(4, 9)))

    assert kept.points == BySeat(2, 2)
    assert kept.twenties == BySeat(4, 9)
    assert tuple(map(str, kept.doubts)) == (
        "a round can't be 2-2; enter 2-0 or 1-1",
        "side B: 9 20s, but this game is played with 8 a side",
    )


def test_discs_on_record_are_paid_even_when_there_are_too_many() -> None:
    kept = score_as_recorded(TOURNAMENT, ByDiscs(BySeat(Zones(fives=9), Zones())))

    assert (kept.score, kept.points) == (BySeat(45, 0), BySeat(2, 0))
    assert len(kept.doubts) == 1


@pytest.mark.parametrize(
    ("discs", "twenties", "least", "most"),
    [(8, None, 0, 160), (12, None, 0, 240), (8, 8, 160, 160), (8, 0, 0, 120)],
)
def test_the_line_of_possible_totals(
    discs: int, twenties: int | None, least: int, most: int
) -> None:
    totals = possible_totals(discs, twenties)

    assert (totals[0], totals[-1]) == (least, most)


zones = st.builds(Zones, *(st.integers(min_value=0, max_value=3) for _ in range(4)))


@given(zones)
def test_what_discs_make_is_on_the_line_and_the_line_is_no_longer(side: Zones) -> None:
    assert side.total in possible_totals(side.discs)
    assert side.total in possible_totals(side.discs, side.twenties)


@given(st.integers(0, 12), st.integers(0, 12))
def test_every_total_on_the_line_can_be_made(discs: int, twenties: int) -> None:
    twenties = min(discs, twenties)
    rest = discs - twenties
    made = {
        Zones(twenties, fifteens, tens, fives).total
        for fifteens in range(rest + 1)
        for tens in range(rest - fifteens + 1)
        for fives in range(rest - fifteens - tens + 1)
    }

    assert made == set(possible_totals(discs, twenties))


def scored_round(a: int | None, b: int | None) -> ScoredRound:
    return ScoredRound(BySeat(1, 1), None, BySeat(a, b))


@pytest.mark.parametrize(
    ("sheet", "rounds", "warnings"),
    [
        ("tournament-singles", [scored_round(6, 4), scored_round(6, 4), scored_round(6, 4)], []),
        (
            "tournament-singles",
            [scored_round(7, 4), scored_round(6, 4), scored_round(6, None)],
            ["side A: 19 20s in 3 rounds is unusual. Is it right?"],
        ),
        (
            "tournament-singles",
            [scored_round(5, 0)] * 5,
            ["side A: 25 20s in 5 rounds is unusual. Is it right?"],
        ),
        ("tournament-singles", [scored_round(4, 4)] * 10, []),
        ("tournament-doubles", [scored_round(5, 5)] * 4, []),
        (
            "tournament-doubles",
            [scored_round(0, 6), scored_round(0, 5), scored_round(0, 5), scored_round(0, 5)],
            ["side B: 21 20s in 4 rounds is unusual. Is it right?"],
        ),
        (
            "tournament-doubles",
            [scored_round(0, 21)],
            ["side B: 21 20s in one round is unusual. Is it right?"],
        ),
        ("four-colours-8-6-4-2", [ScoredRound(BySeat(8, 6, 4, 2), None, BySeat(6, 6, 6, 6))], []),
    ],
)
def test_more_twenties_than_99_of_100_sides_make_are_a_warning(
    sheet: str, rounds: list[ScoredRound], warnings: list[str]
) -> None:
    assert [str(each) for each in find_unusual(PRESETS[sheet].rule, rounds)] == warnings


def test_a_warning_names_the_side() -> None:
    (warning,) = find_unusual(TOURNAMENT, [scored_round(0, 19)])

    assert (warning.seat, warning.twenties, warning.rounds) == (Seat.B, 19, 1)


sheets = st.sampled_from([preset.rule for preset in PRESETS.values()])


@given(st.data())
def test_any_totals_a_board_can_show_pay_what_the_result_alone_could_have_been(
    data: st.DataObject,
) -> None:
    rule = data.draw(sheets)
    total = st.sampled_from(possible_totals(rule.discs))
    totals = BySeat(*(data.draw(total) for _ in range(rule.sides)))
    counted = score_round(rule, ByTotals(totals))

    assert score_round(rule, ByResult(counted.points)).points == counted.points


@given(st.data())
def test_discs_that_were_counted_never_contradict_their_own_result(data: st.DataObject) -> None:
    """Whatever lay on the board, the result with its 20s passes every check."""
    rule = data.draw(sheets)
    sides = BySeat(*(data.draw(zones) for _ in range(rule.sides)))
    if max(side.discs for side in sides) <= rule.discs:
        counted = score_round(rule, ByDiscs(sides))
        score_round(rule, ByResult(counted.points, counted.twenties))
