"""What becomes of the matches of a player who leaves."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leagues.stages.leaving import Becomes, LeavingWay, OwnMatch, after_leaving, usual_way

ANNUL, FORFEIT, LET_STAND = LeavingWay


def make_season(over: int, open_: int, struck_out: int = 0) -> list[OwnMatch]:
    """Matches of a player: ``over`` finished ones, ``open_`` open ones, and struck-out ones."""
    facts_of_matches = [(True, False)] * over + [(False, False)] * open_
    facts_of_matches += [(True, True)] * struck_out
    return [OwnMatch(key, *facts) for key, facts in enumerate(facts_of_matches)]


@pytest.mark.parametrize(
    ("over", "open_", "struck_out", "way"),
    [
        (7, 8, 0, ANNUL),
        (8, 7, 0, FORFEIT),
        (7, 7, 0, FORFEIT),  # half of them
        (0, 1, 0, ANNUL),
        (1, 0, 0, FORFEIT),
        (0, 0, 0, FORFEIT),  # nothing to annul
        (7, 7, 5, FORFEIT),  # what was struck out is no match of theirs
        (6, 7, 5, ANNUL),
    ],
)
def test_half_of_their_matches_decides(
    over: int, open_: int, struck_out: int, way: LeavingWay
) -> None:
    assert usual_way(make_season(over, open_, struck_out)) is way


@pytest.mark.parametrize(
    ("way", "over", "open_"),
    [
        (ANNUL, Becomes.ANNULLED, Becomes.ANNULLED),
        (FORFEIT, Becomes.STAYS, Becomes.FORFEITED),
        (LET_STAND, Becomes.STAYS, Becomes.VOID),
    ],
)
def test_what_each_way_does(way: LeavingWay, over: Becomes, open_: Becomes) -> None:
    assert after_leaving(make_season(1, 1, 1), way) == {0: over, 1: open_, 2: Becomes.STAYS}


@given(over=st.integers(0, 12), open_=st.integers(0, 12), way=st.sampled_from(LeavingWay))
def test_afterwards_no_opponent_waits_for_them(over: int, open_: int, way: LeavingWay) -> None:
    matches = make_season(over, open_)
    becomes = after_leaving(matches, way)
    assert becomes.keys() == {match.key for match in matches}
    waiting = [match for match in matches if not match.is_over]
    assert all(becomes[match.key] is not Becomes.STAYS for match in waiting)
