"""Laws of matches in every format."""

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from scoring.game_end import Target, TieStands
from scoring.matches import (
    FORMATS,
    MatchFormat,
    Outcome,
    Owed,
    SingleGame,
    match_outcome,
    match_state,
    next_round,
)
from scoring.outcome import Points
from scoring.payouts import MatchPoints
from scoring.presets import SINGLES
from scoring.sides import BySeat, Seat
from tests.scoring.test_matches import rounds_in

formats = st.sampled_from(list(FORMATS.values()))


@st.composite
def random_play(draw: st.DrawFn) -> tuple[MatchFormat, list[Points]]:
    """A random format and rounds that are possible in it, finished or not."""
    match_format = draw(formats)
    played: list[Points] = []
    for _ in range(draw(st.integers(0, 30))):
        upcoming = next_round(match_format, played)
        if upcoming is None:
            break
        played.append(draw(a_round(match_format, upcoming.owed)))
    return match_format, played


def a_round(match_format: MatchFormat, owed: Owed) -> st.SearchStrategy[Points]:
    most = {Owed.SHOOT_OUT: 12, Owed.SUDDEN_DEATH: 1}.get(owed)
    if most is not None:
        return st.builds(BySeat, st.integers(0, most), st.integers(0, most))
    rule = match_format.rule
    return st.sampled_from(sorted(rule.pays.possible(2, rule.discs), key=list))


@given(random_play())
def test_a_match_is_either_over_or_owes_a_round(play: tuple[MatchFormat, list[Points]]) -> None:
    now = match_state(*play)

    assert (now.outcome is None) is (now.next is not None)
    assert now.not_counted == ()


@given(random_play())
def test_a_finished_match_has_a_winner_unless_it_may_tie(
    play: tuple[MatchFormat, list[Points]],
) -> None:
    now = match_state(*play)

    if now.over and not play[0].may_tie:
        assert now.winner is not None


@given(random_play(), st.lists(st.sampled_from(rounds_in("2-0 1-1 0-2")), max_size=5))
def test_a_won_match_stays_won(play: tuple[MatchFormat, list[Points]], later: list[Points]) -> None:
    match_format, played = play
    now = match_state(*play)

    if now.over:
        after = match_state(match_format, [*played, *later])
        assert after.outcome == now.outcome
        assert after.points == now.points
        assert len(after.not_counted) == len(later)


@given(random_play())
def test_two_points_a_round_wherever_match_points_are_played(
    play: tuple[MatchFormat, list[Points]],
) -> None:
    match_format, _ = play
    now = match_state(*play)

    if match_format.rule.pays == MatchPoints():
        counted = [each for game in now.games if not game.is_shoot_out for each in game.rounds]
        assert sum(now.points) == 2 * len(counted)


@given(random_play())
def test_the_mirrored_match_has_the_mirrored_outcome(
    play: tuple[MatchFormat, list[Points]],
) -> None:
    match_format, played = play
    result = match_outcome(match_format, played)
    mirrored = match_outcome(match_format, [BySeat(points.b, points.a) for points in played])

    if result is None or result.winner is None:
        assert mirrored == result
    else:
        assert mirrored == Outcome(Seat(1 - result.winner), result.decided_by)


@given(st.lists(st.sampled_from(rounds_in("2-0 1-1 0-2")), max_size=12))
def test_stopping_early_never_changes_who_wins_a_game(played: list[Points]) -> None:
    """First to five, 4-4 a tie, is four rounds without those that could change nothing."""
    early = match_outcome(SingleGame(replace(SINGLES, ends=Target(5, TieStands()))), played)
    full = match_outcome(SingleGame(SINGLES), played)

    if full is not None:
        assert early is not None
        assert early.winner is full.winner
