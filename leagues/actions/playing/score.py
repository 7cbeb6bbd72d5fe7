"""Rounds as they are reported, and the matches that follow from them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from uuid import UUID

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from leagues.access import Who
from leagues.actions.going_on.brackets import sync_brackets
from leagues.actions.log import record
from leagues.actions.playing.calls import call_to_freed_boards
from leagues.actions.playing.times import set_times
from leagues.actions.push import tell_of_result
from leagues.bridge import match_format_of, match_state
from leagues.bridge.following.corrections import standing
from leagues.bridge.hall.matches import STOPPED
from leagues.bridge.hall.typed import judge
from leagues.bridge.rules.claims import Claim
from leagues.models import Event, Match, MatchSide, Round, RoundReport
from leagues.models.prepared import Prepared, at_once, update
from scoring.errors import ScoreError
from scoring.matches import MatchFormat, MatchState, NextRound
from scoring.score import ScoredRound

Kind = RoundReport.Kind
ADDED_UP = ("points", "twenties", "confirmed_at")
SETTLED = (
    "state",
    "ending",
    "winner",
    "decided_by",
    "help_wanted_at",
    "started_at",
    "finished_at",
)


LOCKED = Prepared(
    lambda pk: (
        Event.objects.filter(pk=pk)
        .select_for_update(of=("self",))
        .select_related("club")
    ),
    int,
)
AS_IT_IS = Prepared(
    lambda pk: Match.objects.filter(pk=pk).select_related(
        "pairing_round__stage", "board"
    ),
    int,
)


class KeyReused(Exception):
    """A report's key came again with something else in it."""


class NotDue(ScoreError):
    """The numbers may be right, but this round cannot be entered now."""


@transaction.atomic
def enter_round(
    *,
    by: Who,
    match: Match,
    key: UUID,
    game: int,
    number: int,
    claim: Claim,
    made_at: datetime,
    reason: str = "",
) -> Round:
    """The desk enters a round, the next one or one that stands already.

    The same key twice is one report. Numbers that cannot have happened are refused with
    a ``ScoreError``, and so is a round that is not due.
    """
    event, match = lock_match(match)
    if known := RoundReport.objects.filter(key=key).first():
        return _same_again(known, match, game, number, claim)
    match_format = match_format_of(match.pairing_round.stage)
    rounds = list(match.rounds.all())
    due = round_to_enter(match, match_format, rounds, game, number)
    scored = judge(match_format, due, claim)
    stands = stands_for(match, rounds, due)
    is_new = stands.pk is None
    before, stood = stands.points, standing(rounds)
    RoundReport.objects.create(
        key=key,
        match=match,
        game=game,
        number=number,
        kind=Kind.CARD if is_new else Kind.CORRECTION,
        player=by.player,
        user=by.user,
        claim=claim,
        reason=reason,
        made_at=made_at,
    )
    # A card that was typed in carries the initials of both sides; a correction does not.
    state = Round.State.AGREED if is_new else Round.State.RULED
    fill_round(stands, scored, claim, state)
    was_over = match.state == Match.State.FINISHED
    after = [*(r for r in rounds if r is not stands), stands]
    refuse_doubts(match_format, after, match.first)
    stands.save()
    settle(match, match_format, after)
    event.touch()
    record(
        by=by,
        verb="enter_round",
        club=event.club,
        event=event,
        match=match.number,
        game=game,
        round=number,
        claim=claim,
        before=before,
        stood=stood,
        reason=reason,
    )
    follow(by=by, event=event, match=match, was_over=was_over)
    return stands


def lock_match(match: Match) -> tuple[Event, Match]:
    """The event, locked against everybody else's writing, and the match as it is now."""
    with at_once():  # the second is asked when the first is had
        locked, as_it_is = LOCKED.asked(match.event_id), AS_IT_IS.asked(match.pk)
    [event], found = locked(), as_it_is()
    if not found:
        raise Match.DoesNotExist
    [match] = found
    match.event = match.pairing_round.stage.event = event
    return event, match


def follow(*, by: Who, event: Event, match: Match, was_over: bool) -> None:
    """What follows from a result: the bracket moves on, and a board that freed itself is
    given to the next match."""
    is_over = match.state == Match.State.FINISHED
    if is_over or was_over:
        sync_brackets(match.pairing_round.stage)
    if is_over and not was_over:
        tell_of_result(match)
        call_to_freed_boards(by=by, event=event, ended=match)
        if not match.pairing_round.matches.unfinished().exists():
            set_times(event)


def _same_again(
    known: RoundReport, match: Match, game: int, number: int, claim: Claim
) -> Round:
    if (known.match_id, known.game, known.number, known.claim) != (
        match.pk,
        game,
        number,
        claim,
    ):
        raise KeyReused
    return Round.objects.get(match=match, game=game, number=number)


def round_to_enter(
    match: Match, match_format: MatchFormat, rounds: list[Round], game: int, number: int
) -> NextRound:
    """The round that stands, or the one that is owed next; no other can be entered."""
    at = match_state(match_format, rounds, match.first)
    for played in (each for of_one in at.games for each in of_one.rounds):
        if (played.game, played.round) == (game, number):
            return played
    if match.state == Match.State.FINISHED:
        raise NotDue(_("this match is over"))
    if at.next is None or (at.next.game, at.next.round) != (game, number):
        raise NotDue(
            _("round %(round)s of game %(game)s is not due")
            % {"round": number, "game": game}
        )
    return at.next


def stands_for(match: Match, rounds: Iterable[Round], due: NextRound) -> Round:
    """What stands for this round of the match already, or a fresh row for it."""
    which = due.game, due.round
    for stands in rounds:
        if (stands.game, stands.number) == which:
            return stands
    return Round(match=match, game=due.game, number=due.round, first=due.first.seat)


def refuse_doubts(
    match_format: MatchFormat, rounds: Sequence[Round], first: int
) -> None:
    """Some numbers are only impossible where they stand, such as 20s of a shoot-out."""
    if doubts := match_state(match_format, rounds, first).doubts:
        raise ScoreError(*doubts)


def fill_round(
    stands: Round, scored: ScoredRound, claim: Claim, state: Round.State
) -> None:
    """What stands for a round after this claim of it."""
    stands.points = list(scored.points)
    stands.score = None if scored.score is None else list(scored.score)
    stands.twenties = list(scored.twenties)
    stands.discs = claim.get("discs")
    stands.state = state


def settle(
    match: Match,
    match_format: MatchFormat,
    rounds: list[Round],
    sides: Sequence[MatchSide] | None = None,
    *,
    says_the_same: bool = False,
) -> None:
    """Bring a match and its sides into line with what stands for its rounds.

    A round that ``says_the_same`` as before may say more; what it comes to is asked here.
    """
    now, before = timezone.now(), _stands(match, SETTLED)
    at = match_state(match_format, rounds, match.first)
    was_over = match.state == Match.State.FINISHED
    was_there = match.state in (Match.State.CALLED, Match.State.PLAYING)
    close_or_open(match, at)
    match.started_at = match.started_at or now
    if match.state == Match.State.FINISHED:
        match.finished_at = match.finished_at if was_over else now
        match.help_wanted_at = None
    else:
        match.finished_at = None
        if not was_there:  # who sits there already shares the board with nobody
            match.state = _playing(match)
    if _stands(match, SETTLED) != before:
        update(match, SETTLED)
    sides = list(match.sides.all()) if sides is None else sides
    _settle_sides(sides, at, rounds, says_the_same=says_the_same)


def _settle_sides(
    sides: Sequence[MatchSide],
    at: MatchState,
    rounds: list[Round],
    *,
    says_the_same: bool,
) -> None:
    stood = {side: _stands(side, ADDED_UP) for side in sides}
    for side in sides:
        add_up(side, at, rounds)
    if not says_the_same or any(
        _stands(s, ADDED_UP) != was for s, was in stood.items()
    ):
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
        match.winner = at.points.leader
        return
    match.winner = at.winner
    match.decided_by = at.outcome.decided_by if at.outcome else ""
    match.state = Match.State.FINISHED if at.over else Match.State.PLAYING
    match.ending = Match.Ending.PLAYED if at.over else ""


def add_up(side: MatchSide, at: MatchState, rounds: list[Round]) -> None:
    """A side's points, and its 20s where every round has them. A shoot-out adds to neither."""
    apart = {game.number for game in at.games if game.is_shoot_out}
    counted = [r for r in rounds if r.game not in apart]
    made = [r.twenties[side.seat] if r.twenties else None for r in counted]
    known = [twenties for twenties in made if twenties is not None]
    side.points = at.points[side.seat]
    side.twenties = sum(known) if len(known) == len(made) and made else None


def _playing(match: Match) -> Match.State:
    """A match whose board is still taken waits for it: a board holds one match at a time."""
    taken = Match.objects.at_a_board().filter(board=match.board).exclude(pk=match.pk)
    if match.board_id and taken.exists():
        return Match.State.PLANNED
    return Match.State.PLAYING
