"""Rule sheets and their parts as JSON, and back."""

import json
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.errors import RuleError
from scoring.game_end import DecidingRound, Ends, EvenRounds, FixedRounds, Lead, Target, TieStands
from scoring.presets import PRESETS, SINGLES, TWELVE
from scoring.rules import GameRule
from scoring.rules_card import OPTIONS, ShotClock, option_from_dict
from scoring.serialization import to_dict


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


def stored_rule(**changes: Any) -> dict[str, Any]:
    return SINGLES.to_dict() | changes


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        ("tournament", "expected a dictionary with a kind, not 'tournament'"),
        ({}, "'None' is not known here; known are game"),
        (stored_rule(kind="match"), "'match' is not known here; known are game"),
        (
            stored_rule(pays={"kind": "goals"}),
            "known are difference, match-points, places, three-sides",
        ),
        (stored_rule(pays={"kind": []}), "is not known here"),
        (stored_rule(colour="red"), "game has no colour; it has discs, ends, moves, pays"),
        ({"kind": "game", "discs": 8}, "game needs ends, pays, players"),
        (stored_rule(discs="8"), "discs is a whole number, not '8'"),
        (stored_rule(discs=True), "discs is a whole number, not True"),
        (stored_rule(discs=0), "a side shoots 1 to 60 discs"),
        (stored_rule(players=2), "players is a list, not 2"),
        (stored_rule(players=[1]), "players: a match has two to four sides, not 1"),
        (stored_rule(players=[1, "2"]), "players is a whole number, not '2'"),
        (stored_rule(ends={"kind": "fixed-rounds", "rounds": 0}), "the number of rounds in a game"),
        (stored_rule(unusual_twenties="many"), "unusual_twenties is a whole number, not 'many'"),
    ],
)
def test_what_cannot_be_read_back_is_refused(data: object, sentence: str) -> None:
    with pytest.raises(RuleError, match=sentence):
        GameRule.from_dict(data)


plain = st.none() | st.booleans() | st.integers(-2, 200) | st.text(max_size=3)


anything = st.recursive(
    plain, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner)
)


@given(st.sampled_from(list(SINGLES.to_dict())), anything)
def test_whatever_was_stored_is_a_sheet_or_refused(part: str, value: object) -> None:
    try:
        rule = GameRule.from_dict(stored_rule(**{part: value}))
    except RuleError:
        return
    assert GameRule.from_dict(rule.to_dict()) == rule


def test_parts_left_out_are_as_the_sheet_has_them() -> None:
    data = stored_rule()
    del data["moves"], data["unusual_twenties"]

    assert GameRule.from_dict(data) == replace(SINGLES, unusual_twenties=None)
