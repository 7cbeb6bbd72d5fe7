"""Formats that follow from a rule sheet, with a winner where one is needed."""

from dataclasses import replace

import pytest

from scoring.game_end import Lead
from scoring.matches import (
    BY_SHEET,
    FORMATS,
    BestOf,
    Decided,
    MatchFormat,
    Outcome,
    Owed,
    SingleGame,
    format_from_dict,
    match_outcome,
    match_state,
    next_round,
    to_dict,
    with_decider,
)
from scoring.payouts import Difference
from scoring.presets import PRESETS, SINGLES
from scoring.rules import GameRule
from tests.scoring.test_matches import B, rounds_in

OF_TWO = {name: p.rule for name, p in PRESETS.items() if p.rule.sides == 2}


LEAD = replace(SINGLES, pays=Difference(), ends=Lead(100))


@pytest.mark.parametrize("sheet", [*OF_TWO.values(), LEAD], ids=[*OF_TWO, "lead"])
@pytest.mark.parametrize("name", BY_SHEET)
def test_what_follows_from_a_sheet_is_played_by_it_and_won(name: str, sheet: GameRule) -> None:
    follows = BY_SHEET[name](sheet)

    assert not follows.may_tie
    assert follows.rule == replace(sheet, ends=follows.rule.ends)
    assert format_from_dict(to_dict(follows)) == follows


@pytest.mark.parametrize(
    ("sheet", "name", "same_as"),
    [
        ("tournament-singles", "sheet-deciding-round", "four-rounds-deciding-round"),
        ("tournament-doubles", "sheet-play-off", "first-to-9"),
        ("tournament-singles", "sheet-best-of-3", "best-of-3-to-5"),
        ("conventional-singles", "sheet-deciding-round", "to-100"),
        ("conventional-doubles", "sheet-play-off", "to-100"),
        ("workshop-120-singles", "sheet-play-off", "to-120"),
        (
            "workshop-rounds-doubles",
            "sheet-deciding-round",
            "four-rounds-difference-deciding-round",
        ),
    ],
)
def test_where_a_sheet_leads_to_a_format_that_has_a_name(
    sheet: str, name: str, same_as: str
) -> None:
    rule = PRESETS[sheet].rule

    assert BY_SHEET[name](rule) == FORMATS[same_as].on(rule)


@pytest.mark.parametrize(
    ("name", "follows"), [("sheet-play-off", SingleGame), ("sheet-best-of-3", BestOf)]
)
def test_four_rounds_by_difference_are_a_whole_game_of_a_play_off(
    name: str, follows: type[MatchFormat]
) -> None:
    """Points of this sheet are not shares of a few, so five of them win nothing."""
    sheet = PRESETS["workshop-rounds-doubles"].rule
    played_as = BY_SHEET[name](sheet)

    assert isinstance(played_as, follows)
    assert played_as.rule.ends == sheet.ends.decided
    assert not match_state(played_as, rounds_in("40-0 0-20 5-0")).over


@pytest.mark.parametrize("name", FORMATS)
def test_where_one_side_must_win_a_round_decides(name: str) -> None:
    plain = FORMATS[name]
    won = with_decider(plain)

    assert not won.may_tie
    assert won == plain or plain.may_tie
    assert format_from_dict(to_dict(won)) == won


def test_a_level_best_of_three_is_decided_by_one_round() -> None:
    best_of_3 = with_decider(BestOf(3, SINGLES))
    three_ties = rounds_in("2-0 0-2 1-1 1-1 " * 3)
    due = next_round(best_of_3, three_ties)

    assert due is not None
    assert (due.game, due.round, due.owed) == (4, 1, Owed.NORMAL)
    ended = match_outcome(best_of_3, [*three_ties, *rounds_in("1-1 0-2")])
    assert ended == Outcome(B, Decided.DECIDING_ROUND)
