"""A match and its sides follow from what stands for its rounds."""

from collections.abc import Sequence

from django.db.models import Q
from django.utils import timezone

from leagues.actions.play.calls import AT_A_BOARD
from leagues.models import Event, Match, MatchSide, Round
from leagues.models.prepared import update
from leagues.reads.play.claims import twenties_added_up
from leagues.reads.play.matches import STOPPED
from scoring.matches import MatchState

ADDED_UP = ("points", "twenties", "other_result", "by_game", "confirmed_at")
SETTLED = ("state", "ending", "winner", "decided_by", "help_wanted_at", "started_at", "finished_at")


def settle(
    match: Match,
    at: MatchState,
    rounds: Sequence[Round],
    sides: Sequence[MatchSide] | None = None,
    *,
    says_the_same: bool = False,
) -> None:
    """Bring a match and its sides into line with what stands for its rounds.

    A round that ``says_the_same`` as before may say more; what it comes to is asked here.
    """
    now, before = timezone.now(), _stands(match, SETTLED)
    was_over = match.state == Match.State.FINISHED
    was_there = match.state in (Match.State.CALLED, Match.State.PLAYING)
    close_or_open(match, at)
    match.started_at = match.started_at or now
    if match.state == Match.State.FINISHED:
        if not was_over:
            match.finished_at, match.help_wanted_at = now, None
    else:
        match.finished_at = None
        if not was_there:  # who sits there already shares the board with nobody
            match.state = _playing(match)
    if _stands(match, SETTLED) != before:
        update(match, SETTLED)
    sides = list(match.sides.all()) if sides is None else sides
    _settle_sides(sides, at, rounds, says_the_same=says_the_same)


def _settle_sides(
    sides: Sequence[MatchSide], at: MatchState, rounds: Sequence[Round], *, says_the_same: bool
) -> None:
    stood = {side: _stands(side, ADDED_UP) for side in sides}
    for side in sides:
        add_up(side, at, rounds)
    if not says_the_same or any(_stands(s, ADDED_UP) != was for s, was in stood.items()):
        # Whoever confirmed the end confirmed other numbers than these.
        for side in sides:
            side.confirmed_at = None
    for side in sides:
        if _stands(side, ADDED_UP) != stood[side]:
            update(side, ADDED_UP)


def _stands(row: Match | MatchSide, fields: Sequence[str]) -> list[object]:
    return [getattr(row, name) for name in fields]


def close_or_open(match: Match, at: MatchState) -> None:
    """Over with a winner or level, or not over yet; what the desk stopped stays stopped."""
    if match.decided_by == STOPPED and not at.over:
        match.winner = at.leader
        return
    match.winner = at.winner
    match.decided_by = at.outcome.decided_by if at.outcome else ""
    match.state = Match.State.FINISHED if at.over else Match.State.PLAYING
    match.ending = Match.Ending.PLAYED if at.over else ""


def add_up(side: MatchSide, at: MatchState, rounds: Sequence[Round]) -> None:
    """A side's points, its 20s where every round has them, and the result where it is not the points.

    A shoot-out adds to neither points nor 20s.
    """
    apart = {game.number for game in at.games if game.is_shoot_out}
    counted = [r for r in rounds if r.game not in apart]
    made = [r.twenties[side.seat] if r.twenties else None for r in counted]
    side.points = at.points[side.seat]
    is_other = at.in_games or at.result != at.points
    side.other_result = at.result[side.seat] if is_other else None
    side.by_game = [points[side.seat] for points in at.by_game]
    side.twenties = twenties_added_up(made)


def _playing(match: Match) -> Match.State:
    """A match whose board is still taken waits for it: a board holds one match at a time.

    A correction after the event takes no board away from another.
    """
    others = Q(board=match.board_id, state__in=AT_A_BOARD) & ~Q(pk=match.pk)
    is_over = Q(pk=match.pk, event__state=Event.State.FINISHED)
    if match.board_id and Match.objects.filter(others | is_over).exists():
        return Match.State.PLANNED
    return Match.State.PLAYING
