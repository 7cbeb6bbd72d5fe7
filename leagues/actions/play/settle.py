"""Update a match and its sides from its rounds."""

from collections.abc import Sequence

from django.db.models import Q
from django.utils import timezone

from leagues.actions.play.calls import AT_A_BOARD
from leagues.models import Event, Match, MatchSide, Round
from leagues.models.prepared_queries import update_rows
from leagues.reads.play.claims import twenties_added_up
from leagues.reads.play.matches import STOPPED
from scoring.matches import MatchState

ADDED_UP = ("points", "twenties", "other_result", "by_game", "confirmed_at")
SETTLED = ("state", "ending", "winner", "decided_by", "help_wanted_at", "started_at", "finished_at")


def settle_match(
    match: Match,
    at: MatchState,
    rounds: Sequence[Round],
    sides: Sequence[MatchSide] | None = None,
    *,
    is_same_score: bool = False,
) -> None:
    """Update a match and its sides from its rounds.

    ``is_same_score`` is true if no written score contradicts the earlier one. Confirmations are
    then kept, unless the totals of a side change.
    """
    now, before = timezone.now(), _values_of(match, SETTLED)
    was_over = match.state == Match.State.FINISHED
    was_there = match.state in (Match.State.CALLED, Match.State.PLAYING)
    close_or_open(match, at)
    match.started_at = match.started_at or now
    if match.state == Match.State.FINISHED:
        if not was_over:
            match.finished_at, match.help_wanted_at = now, None
    else:
        match.finished_at = None
        if not was_there:  # its board isn't shared with another match
            match.state = _state_in_play(match)
    if _values_of(match, SETTLED) != before:
        update_rows([match], SETTLED)
    sides = list(match.sides.all()) if sides is None else sides
    _settle_sides(sides, at, rounds, is_same_score=is_same_score)


def _settle_sides(
    sides: Sequence[MatchSide], at: MatchState, rounds: Sequence[Round], *, is_same_score: bool
) -> None:
    stood = {side: _values_of(side, ADDED_UP) for side in sides}
    for side in sides:
        add_up(side, at, rounds)
    if not is_same_score or any(_values_of(s, ADDED_UP) != was for s, was in stood.items()):
        # The sides confirmed other numbers than these.
        for side in sides:
            side.confirmed_at = None
    update_rows([s for s in sides if _values_of(s, ADDED_UP) != stood[s]], ADDED_UP)


def _values_of(row: Match | MatchSide, fields: Sequence[str]) -> list[object]:
    return [getattr(row, name) for name in fields]


def close_or_open(match: Match, at: MatchState) -> None:
    """Set the match finished or in play; a match that the desk stopped stays finished."""
    if match.decided_by == STOPPED and not at.over:
        match.winner = at.leader
        return
    match.winner = at.winner
    match.decided_by = at.outcome.decided_by if at.outcome else ""
    match.state = Match.State.FINISHED if at.over else Match.State.PLAYING
    match.ending = Match.Ending.PLAYED if at.over else ""


def add_up(side: MatchSide, at: MatchState, rounds: Sequence[Round]) -> None:
    """Set a side's points, 20s (None if any round lacks them), and result if it isn't the points.

    Shoot-outs don't count for points or 20s.
    """
    apart = {game.number for game in at.games if game.is_shoot_out}
    counted = [r for r in rounds if r.game not in apart]
    made = [r.twenties[side.seat] if r.twenties else None for r in counted]
    side.points = at.points[side.seat]
    is_other = at.in_games or at.result != at.points
    side.other_result = at.result[side.seat] if is_other else None
    side.by_game = [points[side.seat] for points in at.by_game]
    side.twenties = twenties_added_up(made)


def _state_in_play(match: Match) -> Match.State:
    """The state of an unfinished match: planned if another match has its board, else in play.

    A correction after the event takes no board from another match.
    """
    others = Q(board=match.board_id, state__in=AT_A_BOARD) & ~Q(pk=match.pk)
    is_over = Q(pk=match.pk, event__state=Event.State.FINISHED)
    if match.board_id and Match.objects.filter(others | is_over).exists():
        return Match.State.PLANNED
    return Match.State.PLAYING
