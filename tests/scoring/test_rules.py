"""The rule sheets: how a round pays, when a game ends, the presets, the card, and storing them."""

import json
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.ends import (
    DecidingRound,
    Ends,
    EvenRounds,
    FixedRounds,
    Lead,
    Target,
    TieStands,
)
from scoring.errors import RuleError
from scoring.outcome import Decided, Outcome, Owed, Points
from scoring.pays import Difference, MatchPoints, Pays, PlacePoints, ThreeSides
from scoring.presets import DOUBLES, PRESETS, SINGLES, TWELVE
from scoring.rules import GameRule
from scoring.rules_card import (
    OPTIONS,
    OUTER_LINE,
    VALID_SHOT,
    Agreed,
    ShotClock,
    option_from_dict,
    rules_card,
)
from scoring.shooting import Alternate, Clockwise, LastStarts
from scoring.sides import BySeat, Seat
from scoring.stored import to_dict
from scoring.text import Text


def rounds(text: str) -> list[Points]:
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
def test_what_a_round_pays(
    pays: Pays, scores: tuple[int, ...], points: tuple[int, ...]
) -> None:
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


def test_places_may_be_few_and_the_last_worth_nothing() -> None:
    two = replace(PRESETS["tournament-singles"].rule, pays=PlacePoints((2, 0)))

    assert two.pays.points(BySeat(60, 80)) == BySeat(0, 2)
    assert two.pays.points(BySeat(80, 80)) == BySeat(1, 1)


@pytest.mark.parametrize(
    ("pays", "sides", "number"),
    [
        (MatchPoints(), 2, 3),
        (ThreeSides(), 3, 13),
        (PlacePoints(), 4, 75),
        (Difference(), 2, 65),
    ],
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
    assert ends.judge(rounds(played)) is owed


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
        (
            FixedRounds(4, EvenRounds()),
            "2-0 0-2 1-1 1-1 2-0 1-1",
            Seat.A,
            Decided.EXTRA_ROUNDS,
        ),
        (FixedRounds(1), "0-15", Seat.B, Decided.POINTS),
        (Target(100), "60-0 0-85 40-0", Seat.A, Decided.TARGET),
        (Target(120), "60-0 0-85 65-0", Seat.A, Decided.TARGET),
        (Target(8), "2-0 2-0 2-0 2-0", Seat.A, Decided.TARGET),
        (Target(8), "2-0 0-2 2-0 0-2 2-0 0-2 1-1 0-2", Seat.B, Decided.TARGET),
        (
            Target(8),
            "2-0 0-2 2-0 0-2 2-0 0-2 1-1 1-1 0-2",
            Seat.B,
            Decided.DECIDING_ROUND,
        ),
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
    assert ends.judge(rounds(played)) == Outcome(winner, decided_by)


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
def test_a_game_may_tie_where_its_sheet_lets_a_tie_stand(
    ends: Ends, may_tie: bool
) -> None:
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
]


@pytest.mark.parametrize(("name", "discs", "pays", "ends"), SHEETS)
def test_a_sheet_says_what_is_shot_what_it_pays_and_when_it_ends(
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
    assert ours.ends.judge(rounds("2-0 2-0 2-0 2-0")) is Owed.NORMAL


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"discs": 0}, "a side shoots 1 to 60 discs in a round"),
        ({"discs": 61}, "a side shoots 1 to 60 discs in a round"),
        (
            {"discs": 7, "players": BySeat(2, 2)},
            "2 players cannot share 7 discs evenly",
        ),
        ({"players": BySeat(3, 1)}, "a side is one player or two partners"),
        ({"players": BySeat(1, 1, 1)}, "a round of 3 sides cannot be paid like this"),
        (
            {"players": BySeat(2, 1, 1), "pays": ThreeSides()},
            "only a game of two sides can be two against one",
        ),
        ({"unusual_twenties": -1}, "a number of 20s is never less than none"),
    ],
)
def test_a_sheet_nobody_could_play_is_refused(
    change: dict[str, Any], sentence: str
) -> None:
    with pytest.raises(RuleError, match=sentence):
        replace(SINGLES, **change)


@pytest.mark.parametrize(
    ("part", "values", "sentence"),
    [
        (
            FixedRounds,
            {"rounds": 0},
            "the number of rounds in a game is 1 to 99, not 0",
        ),
        (Target, {"points": 0}, "a target is 1 to 999, not 0"),
        (Lead, {"points": 0}, "a lead that ends the game is 1 to 999, not 0"),
        (Lead, {"at_most": 100}, "the most rounds in a game is 1 to 99, not 100"),
        (Lead, {"at_least": 5}, "the fewest rounds in a game is 1 to 4, not 5"),
        (
            ThreeSides,
            {"two_level_for_first": 0},
            "a better place in a round has to pay more",
        ),
        (
            ThreeSides,
            {"two_level_for_second": 2},
            "a better place in a round has to pay more",
        ),
        (ThreeSides, {"three_level": -1}, "a round cannot pay less than nothing"),
        (
            PlacePoints,
            {"by_place": (2, 4, 6)},
            "a better place in a round has to pay more",
        ),
        (PlacePoints, {"by_place": (8,)}, "a round has two to four places"),
        (PlacePoints, {"by_place": (4, 2, -6)}, "none pays less than nothing"),
        (
            PlacePoints,
            {"by_place": (5, 4, 3)},
            "2 level sides could not share 5, 4 evenly",
        ),
        (ShotClock, {"seconds": 0}, "a shot clock runs for at least one second"),
    ],
)
def test_a_part_nobody_could_play_is_refused(
    part: Any, values: dict[str, Any], sentence: str
) -> None:
    with pytest.raises(RuleError, match=sentence):
        part(**values)


# The rules card


def test_the_card_says_what_three_level_sides_get() -> None:
    card = rules_card(PRESETS["three-colours"].rule)

    assert Text("Three level sides get {each} each.", each=1) in card


def test_the_card_of_a_tournament_is_readable() -> None:
    card = rules_card(PRESETS["tournament-doubles"].rule)

    assert tuple(map(str, card)) == (
        "Two sides of two partners each. "
        "Each side shoots 12 discs in a round, partners 6 each.",
        "The hole counts 20, the inner ring 15, the middle ring 10 and the outer ring 5; "
        "a disc touching a line counts the lower zone.",
        "A disc touching the outer line is out.",
        "A disc that falls flat into the hole is taken off at once, set aside in sight and "
        "counted at the end of the round for the side whose colour it is.",
        "While an opposing disc is on the board, a shot has to hit one, directly or by way of "
        "another disc; otherwise the disc shot is removed with every disc of its own colour it "
        "touched.",
        "The higher total wins the round and 2 points; a tied round is 1 point each.",
        "A game is 4 rounds.",
        "If the sides are level then, the game is a tie.",
        "Chance decides who shoots first in the first round, unless the schedule says it.",
        "The first shot moves one seat clockwise every round.",
    )


@pytest.mark.parametrize(
    ("rule", "sentence"),
    [
        (SINGLES, "Two sides of one player each. Each side shoots 8 discs in a round."),
        (
            PRESETS["classic-twelve-two-against-one"].rule,
            "A pair against a single player; the single player shoots every other turn. "
            "Each side shoots 12 discs in a round, partners 6 each.",
        ),
        (
            PRESETS["three-colours"].rule,
            "Three sides of one player each. Each side shoots 12 discs in a round.",
        ),
        (
            PRESETS["match-play-to-8-singles"].rule,
            "If the sides are level at 8-8 or beyond, "
            "one more round decides, and another until one side wins it.",
        ),
        (
            PRESETS["three-colours"].rule,
            "Two sides level for first get 1 each, the third 0; "
            "two level for second get 0 each.",
        ),
        (
            PRESETS["four-colours-8-6-4-2"].rule,
            "The places in a round are worth 8, 6, 4, 2 points, highest total first.",
        ),
        (
            PRESETS["conventional-singles"].rule,
            "The higher total wins the difference of the two totals; a tied round pays nothing.",
        ),
        (replace(SINGLES, ends=FixedRounds(1)), "A game is one round."),
        (
            replace(SINGLES, pays=Difference(), ends=Lead()),
            "A game is 2 to 4 rounds and ends when one side leads by 100 points.",
        ),
        (
            replace(SINGLES, moves=LastStarts()),
            "Whoever shot last in a round starts the next one.",
        ),
    ],
)
def test_the_card_has_a_sentence_for_every_part(rule: GameRule, sentence: str) -> None:
    assert sentence in map(str, rules_card(rule))


@pytest.mark.parametrize("name", OPTIONS)
def test_every_option_is_one_sentence_on_the_card(name: str) -> None:
    option = OPTIONS[name]

    assert option.name == name
    assert option.title
    assert option.text in rules_card(DOUBLES, [option])


@pytest.mark.parametrize("name", ["every-disc-goes", "direct-hit-only"])
@pytest.mark.parametrize("preset", PRESETS)
def test_the_rule_of_a_valid_shot_and_its_penalty_are_on_every_card(
    preset: str, name: str
) -> None:
    rule = PRESETS[preset].rule

    assert VALID_SHOT.text in rules_card(rule, PRESETS[preset].options)
    other = rules_card(rule, [OPTIONS[name]])
    assert OPTIONS[name].text in other
    assert VALID_SHOT.text not in other
    assert len(other) == len(rules_card(rule))


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
    """No sheet by name lets the last starter start: that is for the organiser to choose."""
    preset = PRESETS[name]
    alone = all(players == 1 for players in preset.rule.players)
    in_turn = alone and preset.rule.sides == 2
    assert preset.rule.moves == (Alternate() if in_turn else Clockwise())


def test_edge_discs_take_the_place_of_the_outer_line() -> None:
    card = rules_card(SINGLES, [OPTIONS["edge-discs-count-5"]])

    assert OUTER_LINE.text not in card


def test_the_card_does_not_answer_one_question_twice() -> None:
    both = [OPTIONS["no-hiding"], OPTIONS["no-hiding-remove-all"]]

    with pytest.raises(
        RuleError, match="“empty board”: no-hiding, no-hiding-remove-all"
    ):
        rules_card(SINGLES, both)


def test_a_club_writes_rules_of_its_own() -> None:
    text = Text("The loser makes the tea.")
    tea = Agreed("tea", Text("Tea"), Text("tea"), text)

    card = rules_card(SINGLES, [tea, ShotClock(30)])

    assert tuple(map(str, card[-2:])) == (
        "The loser makes the tea.",
        "Every shot is made within 30 seconds.",
    )


# Storing a sheet


@pytest.mark.parametrize("name", PRESETS)
def test_a_sheet_is_stored_as_json_and_read_back(name: str) -> None:
    rule = PRESETS[name].rule

    assert GameRule.from_dict(json.loads(json.dumps(rule.to_dict()))) == rule


@pytest.mark.parametrize("option", [*OPTIONS.values(), ShotClock(30)])
def test_an_option_is_stored_as_json_and_read_back(option: Any) -> None:
    assert option_from_dict(json.loads(json.dumps(to_dict(option)))) == option


levels = st.sampled_from([TieStands(), DecidingRound(), EvenRounds()])
endings = st.one_of(
    st.builds(FixedRounds, st.integers(1, 99), levels),
    st.builds(Target, st.integers(1, 999), levels),
    st.builds(Lead, st.integers(1, 999), st.integers(1, 3), st.integers(3, 9), levels),
)


@given(endings, st.integers(1, 60), st.none() | st.integers(0, 60))
def test_any_variant_of_a_sheet_is_stored_and_read_back(
    ends: Ends, discs: int, unusual: int | None
) -> None:
    rule = replace(TWELVE, ends=ends, discs=discs, unusual_twenties=unusual)

    assert GameRule.from_dict(json.loads(json.dumps(rule.to_dict()))) == rule


def stored(**changes: Any) -> dict[str, Any]:
    return SINGLES.to_dict() | changes


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        ("tournament", "expected a dictionary with a kind, not 'tournament'"),
        ({}, "'None' is not known here; known are game"),
        (stored(kind="match"), "'match' is not known here; known are game"),
        (
            stored(pays={"kind": "goals"}),
            "known are difference, match-points, places, three-sides",
        ),
        (stored(pays={"kind": []}), "is not known here"),
        (stored(colour="red"), "game has no colour; it has discs, ends, moves, pays"),
        ({"kind": "game", "discs": 8}, "game needs ends, pays, players"),
        (stored(discs="8"), "discs is a whole number, not '8'"),
        (stored(discs=True), "discs is a whole number, not True"),
        (stored(discs=0), "a side shoots 1 to 60 discs"),
        (stored(players=2), "players is a list, not 2"),
        (stored(players=[1]), "players: a match has two to four sides, not 1"),
        (stored(players=[1, "2"]), "players is a whole number, not '2'"),
        (
            stored(ends={"kind": "fixed-rounds", "rounds": 0}),
            "the number of rounds in a game",
        ),
        (
            stored(unusual_twenties="many"),
            "unusual_twenties is a whole number, not 'many'",
        ),
    ],
)
def test_what_cannot_be_read_back_is_refused(data: object, sentence: str) -> None:
    with pytest.raises(RuleError, match=sentence):
        GameRule.from_dict(data)


plain = st.none() | st.booleans() | st.integers(-2, 200) | st.text(max_size=3)
anything = st.recursive(
    plain,
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner)
    ),
)


@given(st.sampled_from(list(SINGLES.to_dict())), anything)
def test_whatever_was_stored_is_a_sheet_or_refused(part: str, value: object) -> None:
    try:
        rule = GameRule.from_dict(stored(**{part: value}))
    except RuleError:
        return
    assert GameRule.from_dict(rule.to_dict()) == rule


def test_parts_left_out_are_as_the_sheet_has_them() -> None:
    data = stored()
    del data["moves"], data["unusual_twenties"]

    assert GameRule.from_dict(data) == replace(SINGLES, unusual_twenties=None)


def test_the_card_of_two_against_one_says_who_shoots_every_other_turn() -> None:
    """Whichever side the pair is at."""
    pair_first = replace(DOUBLES, players=BySeat(2, 1))
    pair_second = replace(DOUBLES, players=BySeat(1, 2))

    assert str(rules_card(pair_first)[0]).startswith(
        "A pair against a single player; the single player shoots every other turn. Each"
    )
    assert str(rules_card(pair_second)[0]).startswith(
        "A single player against a pair; the single player shoots every other turn. Each"
    )
