"""The card of a rule sheet, which players read."""

from dataclasses import replace

import pytest

from scoring.errors import RuleError
from scoring.game_end import FixedRounds, Lead
from scoring.payouts import Difference
from scoring.presets import DOUBLES, PRESETS, SINGLES
from scoring.rules import GameRule
from scoring.rules_card import OPTIONS, VALID_SHOT, rules_card
from scoring.shooting import LastStarts
from scoring.sides import BySeat, Seat
from scoring.text import Text


def test_the_card_shows_what_three_tied_sides_get() -> None:
    card = rules_card(PRESETS["three-colours"].rule)

    assert Text("Three tied sides get {each} each.", each=1) in card


def test_the_card_of_a_tournament_is_readable() -> None:
    card = rules_card(PRESETS["tournament-doubles"].rule)

    assert tuple(map(str, card)) == (
        "Two sides of two partners each. Each side shoots 12 discs in a round, partners 6 each.",
        "The hole counts 20, the inner ring 15, the middle ring 10 and the outer ring 5. A disc touching a line counts for the lower zone.",
        "A disc touching the outer line is out.",
        "A disc that falls flat into the hole is taken off at once and kept in sight. At the end of the round it counts for the side of its colour.",
        "While an opposing disc is on the board, a shot has to hit one, directly or by way of another disc. Otherwise the disc shot is removed, with every disc of the same colour it touched.",
        "The higher total wins the round and 2 points; a tied round is 1 point each.",
        "A game is 4 rounds.",
        "If the sides are tied then, the game is a tie.",
        "Chance decides who shoots first in the first round, unless the schedule sets it.",
        "The first shot moves one seat clockwise every round.",
    )


@pytest.mark.parametrize(
    ("rule", "sentence"),
    [
        (SINGLES, "Two sides of one player each. Each side shoots 8 discs in a round."),
        (
            PRESETS["classic-twelve-two-against-one"].rule,
            "A pair against a single player. The single player shoots every other turn. Each side shoots 12 discs in a round, partners 6 each.",
        ),
        (
            PRESETS["three-colours"].rule,
            "Three sides of one player each. Each side shoots 12 discs in a round.",
        ),
        (
            PRESETS["match-play-to-8-singles"].rule,
            "If the sides are tied at 8-8 or beyond, they play one more round, and another until one side wins one.",
        ),
        (
            PRESETS["three-colours"].rule,
            "Two sides tied for first get 1 each, the third 0. Two tied for second get 0 each.",
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
            "The player who shot last in a round starts the next one.",
        ),
    ],
)
def test_the_card_has_a_sentence_for_every_part(rule: GameRule, sentence: str) -> None:
    assert sentence in map(str, rules_card(rule))


def test_a_re_entering_disc_never_scores_but_20s_it_caused_do() -> None:
    preset = PRESETS["tournament-singles"]

    assert {
        "A disc that leaves the surface and comes back is out; discs it moved stay where they are.",
        "A disc that leaves the surface and comes back never scores, "
        "but 20s made by discs it moved count.",
    } <= set(map(str, rules_card(preset.rule, preset.options)))


@pytest.mark.parametrize(
    ("preset", "first_shooters"),
    [
        ("last-starts-singles", "A B A B"),
        ("last-starts-doubles", "A1 B2 A2 B1"),
        ("three-last-starts", "A C B A"),
        ("four-last-starts", "A D C B"),
    ],
)
def test_the_player_who_shot_last_starts_the_next_round(preset: str, first_shooters: str) -> None:
    rule = PRESETS[preset].rule

    assert first_shooters.split() == [
        str(rule.turns.first(Seat.A, number)) for number in (1, 2, 3, 4)
    ]
    assert LastStarts.sentence in rules_card(rule)


@pytest.mark.parametrize("name", OPTIONS)
def test_every_option_is_one_sentence_on_the_card(name: str) -> None:
    option = OPTIONS[name]

    assert option.name == name
    assert option.title
    assert option.text in rules_card(DOUBLES, [option])


@pytest.mark.parametrize("name", ["every-disc-goes", "direct-hit-only"])
@pytest.mark.parametrize("preset", PRESETS)
def test_the_rule_of_a_valid_shot_and_its_penalty_are_on_every_card(preset: str, name: str) -> None:
    rule = PRESETS[preset].rule

    assert VALID_SHOT.text in rules_card(rule, PRESETS[preset].options)
    other = rules_card(rule, [OPTIONS[name]])
    assert OPTIONS[name].text in other
    assert VALID_SHOT.text not in other
    assert len(other) == len(rules_card(rule))


def test_the_card_does_not_answer_one_question_twice() -> None:
    both = [OPTIONS["no-hiding"], OPTIONS["no-hiding-remove-all"]]

    with pytest.raises(RuleError, match="“empty board”: No hiding; No hiding, all removed"):
        rules_card(SINGLES, both)


def test_the_card_of_two_against_one_shows_who_shoots_every_other_turn() -> None:
    """Whichever side the pair is at."""
    pair_first = replace(DOUBLES, players=BySeat(2, 1))
    pair_second = replace(DOUBLES, players=BySeat(1, 2))

    assert str(rules_card(pair_first)[0]).startswith(
        "A pair against a single player. The single player shoots every other turn. Each"
    )
    assert str(rules_card(pair_second)[0]).startswith(
        "A single player against a pair. The single player shoots every other turn. Each"
    )
