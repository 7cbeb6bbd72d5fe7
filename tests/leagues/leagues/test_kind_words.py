"""What the rules of a league of its kind say to whoever reads them."""

from __future__ import annotations

import pytest

from leagues.reads.leagues.kind_words import kind_rules_in_words
from leagues.stages.team_meetings import BoardsPay, TeamRules, TeamsPay

POINTS, WINS = BoardsPay.POINTS, BoardsPay.WINS


@pytest.mark.parametrize(
    ("pays", "board_pays", "says"),
    [
        (TeamsPay.MEETINGS, POINTS, "2 for a meeting won by points made at the boards, 1 if level."),
        (TeamsPay.BOARDS, POINTS, "A team gets its points made at the boards."),
        (TeamsPay.BOARDS, WINS, "A team gets its boards, 2 for one won and 1 for one that is level."),
        (TeamsPay.BOTH, POINTS, "A team gets its points made at the boards, and 2 for a meeting won."),
    ],
)  # fmt: skip
def test_what_a_meeting_pays_a_team(
    pays: TeamsPay, board_pays: BoardsPay, says: str
) -> None:
    rules = TeamRules(pays=pays, board_pays=board_pays)
    assert says in kind_rules_in_words(rules)
    decided = TeamRules(pays=pays, board_pays=board_pays, by_twenties=True)
    assert f"{says} The 20s decide a level meeting." in kind_rules_in_words(decided)
