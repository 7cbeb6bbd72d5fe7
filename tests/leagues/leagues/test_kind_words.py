"""Sentences about the rules of each kind of league."""

import pytest

from leagues.reads.leagues.kinds.words import kind_rules_in_words
from leagues.stages.team_meetings import BoardsPay, TeamRules, TeamsPay

POINTS, WINS = BoardsPay.POINTS, BoardsPay.WINS


@pytest.mark.parametrize(
    ("pays", "board_pays", "sentence"),
    [
        (TeamsPay.MEETINGS, POINTS, "A meeting is won by points scored at the boards. A win is worth 2, a tie 1."),
        (TeamsPay.BOARDS, POINTS, "A team gets its points scored at the boards."),
        (TeamsPay.BOARDS, WINS, "A team gets its boards (2 for a win, 1 for a tie)."),
        (TeamsPay.BOTH, POINTS, "A team gets its points scored at the boards, plus 2 for a meeting won."),
    ],
)  # fmt: skip
def test_what_a_meeting_pays_a_team(pays: TeamsPay, board_pays: BoardsPay, sentence: str) -> None:
    rules = TeamRules(pays=pays, board_pays=board_pays)
    assert sentence in kind_rules_in_words(rules)
    decided = TeamRules(pays=pays, board_pays=board_pays, by_twenties=True)
    assert f"{sentence} The 20s decide a tied meeting." in kind_rules_in_words(decided)
