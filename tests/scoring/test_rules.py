"""The rule sheets: how a round pays, when a game ends, the presets, the card, and storing them."""

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.errors import RuleError
from scoring.game_end import DecidingRound, Ends, EvenRounds, FixedRounds, Lead, Target, TieStands
from scoring.outcome import Decided, Outcome, Owed, Points
from scoring.payouts import Difference, MatchPoints, Pays, PlacePoints, ThreeSides
from scoring.presets import PRESETS, SINGLES
from scoring.rules_card import OPTIONS, OUTER_LINE, Agreed, ShotClock, rules_card
from scoring.shooting import Alternate, Clockwise, LastStarts
from scoring.sides import BySeat, Seat
from scoring.text import Text


def rounds_in(text: str) -> list[Points]:
    """Rounds as they are called out: "2-0 1-1"."""
    return [BySeat(*map(int, each.split("-"))) for each in text.split()]


# How a round pays


@pytest.mark.parametrize(
    ("pays", "scores", "points"),
    [
        (MatchPoints(), (95, 75), (2, 0)),
        (MatchPoints(), (75, 95), (0, 2)),
        (MatchPoints(), (80, 80), (1, 1)),
        (Difference(), (95, 75), (20, 0)),
        (Difference(), (60, 65), (0, 5)),
        (Difference(), (80, 80), (0, 0)),
        (ThreeSides(), (90, 60, 30), (2, 1, 0)),
        (ThreeSides(), (30, 90, 60), (0, 2, 1)),
        (ThreeSides(), (90, 30, 90), (1, 0, 1)),
        (ThreeSides(), (30, 90, 30), (0, 2, 0)),
        (ThreeSides(), (50, 50, 50), (1, 1, 1)),
        (ThreeSides(two_level_for_first=2), (90, 30, 90), (2, 0, 2)),
        (ThreeSides(two_level_for_second=1), (30, 90, 30), (1, 2, 1)),
        (ThreeSides(three_level=0), (50, 50, 50), (0, 0, 0)),
        (PlacePoints(), (80, 60, 40, 20), (8, 6, 4, 2)),
        (PlacePoints(), (20, 40, 60, 80), (2, 4, 6, 8)),
        (PlacePoints(), (80, 60, 60, 20), (8, 5, 5, 2)),
        (PlacePoints(), (80, 80, 80, 20), (6, 6, 6, 2)),
        (PlacePoints(), (80, 80, 40, 40), (7, 7, 3, 3)),
        (PlacePoints(), (50, 50, 50, 50), (5, 5, 5, 5)),
        (PlacePoints(), (30, 90, 60), (4, 8, 6)),
        (PlacePoints(), (30, 90, 30), (5, 8, 5)),
    ],
)
def test_what_a_round_pays(pays: Pays, scores: tuple[int, ...], points: tuple[int, ...]) -> None:
    assert pays.points(BySeat(*scores)) == BySeat(*points)


two_scores = st.builds(BySeat, st.integers(0, 240), st.integers(0, 240))


@given(two_scores)
def test_match_points_pay_exactly_two_a_round(scores: BySeat[int]) -> None:
    assert sum(MatchPoints().points(scores)) == 2


@given(two_scores)
def test_difference_pays_at_most_one_side(scores: BySeat[int]) -> None:
    points = Difference().points(scores)

    assert min(points) == 0
    assert points.a - points.b == scores.a - scores.b


@given(st.builds(BySeat, *[st.integers(0, 24)] * 4))
def test_shared_places_share_out_everything(scores: BySeat[int]) -> None:
    assert sum(PlacePoints().points(scores)) == 20


@given(st.lists(st.integers(0, 24), min_size=2, max_size=4))
def test_fewer_sides_are_paid_as_much_on_average(scores: list[int]) -> None:
    """This also holds for tied sides; and a better total is never paid less."""
    places = PlacePoints().evened(len(scores), most=4)
    paid = places.points(BySeat(*scores))

    assert sum(paid) == 5 * len(scores)
    assert [points for _score, points in sorted(zip(scores, paid, strict=True))] == (sorted(paid))


def test_places_may_be_few_and_the_last_worth_nothing() -> None:
    two = replace(PRESETS["tournament-singles"].rule, pays=PlacePoints((2, 0)))

    assert two.pays.points(BySeat(60, 80)) == BySeat(0, 2)
    assert two.pays.points(BySeat(80, 80)) == BySeat(1, 1)


@pytest.mark.parametrize(
    ("pays", "sides", "number"),
    [(MatchPoints(), 2, 3), (ThreeSides(), 3, 13), (PlacePoints(), 4, 75), (Difference(), 2, 65)],
)
def test_how_many_results_a_round_can_have(pays: Pays, sides: int, number: int) -> None:
    assert len(pays.possible(sides, discs=8)) == number


# When a game ends


@pytest.mark.parametrize(
    ("ends", "played", "owed"),
    [
        (FixedRounds(4), "", Owed.NORMAL),
        (FixedRounds(4), "2-0 2-0 2-0", Owed.NORMAL),
        (FixedRounds(4, DecidingRound()), "2-0 0-2 1-1 1-1", Owed.DECIDING),
        (FixedRounds(4, DecidingRound()), "2-0 0-2 1-1 1-1 1-1", Owed.DECIDING),
        (FixedRounds(4, EvenRounds()), "2-0 0-2 1-1 1-1", Owed.EXTRA),
        (FixedRounds(4, EvenRounds()), "2-0 0-2 1-1 1-1 2-0", Owed.EXTRA),
        (FixedRounds(4, EvenRounds()), "2-0 0-2 1-1 1-1 2-0 0-2", Owed.EXTRA),
        (Target(100), "60-0 0-55 35-0", Owed.NORMAL),
        (Target(8), "2-0 0-2 2-0 0-2 2-0 0-2 1-1", Owed.NORMAL),
        (Target(8), "2-0 0-2 2-0 0-2 2-0 0-2 1-1 1-1", Owed.DECIDING),
        (Target(8), "2-0 0-2 2-0 0-2 2-0 0-2 1-1 1-1 1-1", Owed.DECIDING),
        (Target(5), "2-0 1-1", Owed.NORMAL),
        (Target(5), "1-1 1-1 1-1", Owed.NORMAL),
        (Target(5), "2-0 0-2 2-0 0-2", Owed.DECIDING),
        (Target(5), "2-0 0-2 2-0 0-2 1-1", Owed.DECIDING),
        (Target(9, EvenRounds()), "2-0 0-2 2-0 0-2 2-0 0-2 1-1 1-1", Owed.EXTRA),
        (Target(9, EvenRounds()), "2-0 0-2 2-0 0-2 2-0 0-2 1-1 1-1 2-0", Owed.EXTRA),
        (Target(8), "2-1-0 1-2-0 2-1-0 1-2-0 1-1-0 1-1-0", Owed.DECIDING),
        (Lead(100), "120-0", Owed.NORMAL),
        (Lead(100), "60-0 0-20 50-0", Owed.NORMAL),
        (Lead(100, when_level=DecidingRound()), "60-0 0-60 50-0 0-50", Owed.DECIDING),
    ],
)
def test_one_more_round_is_owed(ends: Ends, played: str, owed: Owed) -> None:
    assert ends.judge(rounds_in(played)) is owed


@pytest.mark.parametrize(
    ("ends", "played", "winner", "decided_by"),
    [
        (FixedRounds(4), "2-0 2-0 2-0 2-0", Seat.A, Decided.POINTS),
        (FixedRounds(4), "2-0 0-2 1-1 0-2", Seat.B, Decided.POINTS),
        (FixedRounds(4), "2-0 0-2 1-1 1-1", None, Decided.LEVEL),
        (FixedRounds(4, DecidingRound()), "2-0 0-2 1-1 2-0", Seat.A, Decided.POINTS),
        (
            FixedRounds(4, DecidingRound()),
            "2-0 0-2 1-1 1-1 1-1 0-2",
            Seat.B,
            Decided.DECIDING_ROUND,
        ),
        (FixedRounds(4, EvenRounds()), "2-0 0-2 1-1 1-1 2-0 1-1", Seat.A, Decided.EXTRA_ROUNDS),
        (FixedRounds(1), "0-15", Seat.B, Decided.POINTS),
        (Target(100), "60-0 0-85 40-0", Seat.A, Decided.TARGET),
        (Target(120), "60-0 0-85 65-0", Seat.A, Decided.TARGET),
        (Target(8), "2-0 2-0 2-0 2-0", Seat.A, Decided.TARGET),
        (Target(8), "2-0 0-2 2-0 0-2 2-0 0-2 1-1 0-2", Seat.B, Decided.TARGET),
        (Target(8), "2-0 0-2 2-0 0-2 2-0 0-2 1-1 1-1 0-2", Seat.B, Decided.DECIDING_ROUND),
        (Target(7), "2-0 2-0 1-1 2-0", Seat.A, Decided.TARGET),
        (Target(5), "2-0 0-2 2-0 0-2 0-2", Seat.B, Decided.DECIDING_ROUND),
        (Target(5, TieStands()), "2-0 0-2 2-0 0-2", None, Decided.LEVEL),
        (Target(5, TieStands()), "2-0 2-0 1-1", Seat.A, Decided.TARGET),
        (
            Target(9, EvenRounds()),
            "2-0 0-2 2-0 0-2 2-0 0-2 1-1 1-1 2-0 1-1",
            Seat.A,
            Decided.EXTRA_ROUNDS,
        ),
        (Target(8), "2-1-0 2-1-0 2-1-0 2-1-0", Seat.A, Decided.TARGET),
        (Lead(100), "120-0 0-20", Seat.A, Decided.LEAD),
        (Lead(100), "60-0 0-20 60-0", Seat.A, Decided.LEAD),
        (Lead(100), "60-0 0-20 50-0 5-0", Seat.A, Decided.POINTS),
        (Lead(100), "60-0 0-60 50-0 0-50", None, Decided.LEVEL),
    ],
)
def test_the_game_is_over(
    ends: Ends, played: str, winner: Seat | None, decided_by: Decided
) -> None:
    assert ends.judge(rounds_in(played)) == Outcome(winner, decided_by)


@pytest.mark.parametrize(
    ("ends", "may_tie"),
    [
        (FixedRounds(4), True),
        (FixedRounds(4, DecidingRound()), False),
        (FixedRounds(4, EvenRounds()), False),
        (Target(8), False),
        (Target(5, TieStands()), True),
        (Lead(), True),
    ],
)
def test_a_game_may_tie_where_its_sheet_lets_a_tie_stand(ends: Ends, may_tie: bool) -> None:
    assert ends.may_tie is may_tie


# The sheets by name

SHEETS = [
    ("tournament-singles", 8, MatchPoints(), FixedRounds(4)),
    ("tournament-doubles", 12, MatchPoints(), FixedRounds(4)),
    ("conventional-singles", 8, Difference(), Target(100)),
    ("conventional-doubles", 12, Difference(), Target(100)),
    ("classic-twelve-singles", 12, Difference(), Target(100)),
    ("classic-twelve-doubles", 12, Difference(), Target(100)),
    ("classic-twelve-two-against-one", 12, Difference(), Target(100)),
    ("match-play-to-8-singles", 12, MatchPoints(), Target(8)),
    ("match-play-to-8-doubles", 12, MatchPoints(), Target(8)),
    ("race-to-7-singles", 8, MatchPoints(), Target(7)),
    ("race-to-7-doubles", 12, MatchPoints(), Target(7)),
    ("workshop-100-singles", 12, Difference(), Target(100)),
    ("workshop-100-doubles", 12, Difference(), Target(100)),
    ("workshop-120-singles", 12, Difference(), Target(120)),
    ("workshop-120-doubles", 12, Difference(), Target(120)),
    ("workshop-rounds-singles", 12, Difference(), FixedRounds(4)),
    ("workshop-rounds-doubles", 12, Difference(), FixedRounds(4)),
    ("three-colours", 12, ThreeSides(), Target(8)),
    ("three-colours-8-6-4-2", 6, PlacePoints(), FixedRounds(4)),
    ("four-colours-8-6-4-2", 6, PlacePoints(), FixedRounds(4)),
    ("last-starts-singles", 8, Difference(), Target(100)),
    ("last-starts-doubles", 12, Difference(), Target(100)),
    ("three-last-starts", 6, PlacePoints(), FixedRounds(4)),
    ("four-last-starts", 6, PlacePoints(), FixedRounds(4)),
]


@pytest.mark.parametrize(("name", "discs", "pays", "ends"), SHEETS)
def test_a_sheet_defines_what_is_shot_what_it_pays_and_when_it_ends(
    name: str, discs: int, pays: Pays, ends: Ends
) -> None:
    sheet = PRESETS[name]

    assert (sheet.rule.discs, sheet.rule.pays, sheet.rule.ends) == (discs, pays, ends)
    assert sheet.name == name
    assert str(sheet.text).endswith(".")


def test_every_sheet_is_in_the_list_above() -> None:
    assert list(PRESETS) == [name for name, *_ in SHEETS]


def test_a_changed_sheet_is_a_new_value() -> None:
    ours = replace(PRESETS["tournament-singles"].rule, ends=FixedRounds(6))

    assert PRESETS["tournament-singles"].rule.ends == FixedRounds(4)
    assert ours.ends.judge(rounds_in("2-0 2-0 2-0 2-0")) is Owed.NORMAL


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"discs": 0}, "a side shoots 1 to 60 discs in a round"),
        ({"discs": 61}, "a side shoots 1 to 60 discs in a round"),
        ({"discs": 7, "players": BySeat(2, 2)}, "2 players can't share 7 discs evenly"),
        ({"players": BySeat(3, 1)}, "a side is one player or two partners"),
        ({"players": BySeat(1, 1, 1)}, "a round with 3 sides can't be scored like this"),
        (
            {"players": BySeat(2, 1, 1), "pays": ThreeSides()},
            "only a game of two sides can be two against one",
        ),
        ({"unusual_twenties": -1}, "the number of 20s can't be less than 0"),
    ],
)
def test_an_unplayable_sheet_is_refused(change: dict[str, Any], sentence: str) -> None:
    with pytest.raises(RuleError, match=sentence):
        replace(SINGLES, **change)


BOX = {
    "no-hiding-remove-all",
    "invalid-shot-loses-20s",
    "re-entering-disc-others-return",
    "one-cheek",
    "chairs-fixed",
    "hands-off-the-board",
}
TOURNAMENT = {
    "no-hiding",
    "invalid-shot-loses-20s",
    "re-entering-disc-others-stay",
    "re-entering-disc-20s-count",
    "spinning-disc-stays",
    "one-cheek",
    "chairs-fixed",
}


@pytest.mark.parametrize(
    ("start", "options", "agreed"),
    [
        ("tournament", TOURNAMENT, {"measuring"}),
        ("conventional", set(), set()),
        ("classic-twelve", BOX, set()),
        ("match-play-to-8", BOX, set()),
        ("race-to-7", {"novice-re-shoot"}, set()),
        ("workshop", set(), {"shot-clock", "partners-may-talk"}),
        ("three-colours", BOX, set()),
        ("three-colours-8-6-4-2", set(), set()),
        ("four-colours-8-6-4-2", set(), set()),
        ("last-starts", set(), set()),
        ("three-last-starts", set(), set()),
    ],
)
def test_a_sheet_brings_what_is_written_on_it_and_nothing_else(
    start: str, options: set[str], agreed: set[str]
) -> None:
    """Where a sheet is silent the card says no more than the rules of every sheet."""
    endings = ("", "-singles", "-doubles", "-two-against-one", "-100-singles")
    found = [PRESETS[start + end] for end in endings if start + end in PRESETS]
    assert found
    for preset in found:
        assert {option.name for option in preset.options} == options
        assert {option.name for option in preset.by_agreement} == agreed
        assert rules_card(preset.rule, preset.options)


@pytest.mark.parametrize("name", PRESETS)
def test_who_starts_next_takes_turns_in_singles_and_goes_round_else(name: str) -> None:
    """But for the sheet in which the last shooter starts the next round."""
    preset = PRESETS[name]
    if "last-starts" in name:
        assert preset.rule.moves == LastStarts()
        return
    alone = all(players == 1 for players in preset.rule.players)
    in_turn = alone and preset.rule.sides == 2
    assert preset.rule.moves == (Alternate() if in_turn else Clockwise())


def test_edge_discs_take_the_place_of_the_outer_line() -> None:
    card = rules_card(SINGLES, [OPTIONS["edge-discs-count-5"]])

    assert OUTER_LINE.text not in card


def test_a_club_writes_rules_of_its_own() -> None:
    text = Text("The loser makes the tea.")
    tea = Agreed("tea", Text("Tea"), Text("tea"), text)

    card = rules_card(SINGLES, [tea, ShotClock(30)])

    assert tuple(map(str, card[-2:])) == (
        "The loser makes the tea.",
        "Every shot is made within 30 seconds.",
    )


@pytest.mark.parametrize(
    ("part", "values", "sentence"),
    [
        (FixedRounds, {"rounds": 0}, "the number of rounds in a game must be 1 to 99, not 0"),
        (Target, {"points": 0}, "a target must be 1 to 999, not 0"),
        (Lead, {"points": 0}, "a lead that ends the game must be 1 to 999, not 0"),
        (Lead, {"at_most": 100}, "the most rounds in a game must be 1 to 99, not 100"),
        (Lead, {"at_least": 5}, "the fewest rounds in a game must be 1 to 4, not 5"),
        (ThreeSides, {"two_level_for_first": 0}, "a better place in a round has to pay more"),
        (ThreeSides, {"two_level_for_second": 2}, "a better place in a round has to pay more"),
        (ThreeSides, {"three_level": -1}, "a round can't pay less than 0"),
        (PlacePoints, {"by_place": (2, 4, 6)}, "a better place in a round has to pay more"),
        (PlacePoints, {"by_place": (8,)}, "a round has two to four places"),
        (PlacePoints, {"by_place": (4, 2, -6)}, "none can pay less than 0"),
        (PlacePoints, {"by_place": (5, 4, 3)}, "2 tied sides couldn't share 5, 4 evenly"),
        (ShotClock, {"seconds": 0}, "a shot clock must run for at least one second"),
    ],
)
def test_an_unplayable_part_is_refused(part: Any, values: dict[str, Any], sentence: str) -> None:
    with pytest.raises(RuleError, match=sentence):
        part(**values)
