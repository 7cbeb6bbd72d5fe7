"""Rounds as they are reported, and the matches that follow from them."""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from leagues.access import Who
from leagues.actions.log import record
from leagues.bridge import match_format_of, match_state, round_score
from leagues.bridge.claims import Claim
from leagues.models import Event, Match, MatchSide, Round, RoundReport
from scoring.errors import ScoreError
from scoring.matches import MatchFormat, MatchState
from scoring.score import ScoredRound, score_round
from scoring.sides import BySeat, Seat

Kind = RoundReport.Kind


class KeyReused(Exception):
    """A report's key came again with something else in it."""


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
    event = Event.objects.select_for_update().get(pk=match.event_id)
    match = Match.objects.select_related("pairing_round__stage__event").get(pk=match.pk)
    if known := RoundReport.objects.filter(key=key).first():
        return _same_again(known, match, game, number, claim)
    match_format = match_format_of(match.pairing_round.stage)
    scored = score_round(match_format.rule, round_score(claim))
    rounds = list(match.rounds.all())
    stands = _round_to_enter(match, match_format, rounds, game, number)
    is_new = stands.pk is None
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
    before = stands.points
    # A card that was typed in carries the initials of both sides; a correction does not.
    state = Round.State.AGREED if is_new else Round.State.RULED
    fill_round(stands, scored, claim, state)
    stands.save()
    settle(match, match_format, [*(r for r in rounds if r.pk != stands.pk), stands])
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
        reason=reason,
    )
    return stands


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


def _round_to_enter(
    match: Match, match_format: MatchFormat, rounds: list[Round], game: int, number: int
) -> Round:
    """The round that stands, or the one that is owed next; no other can be entered."""
    for stands in rounds:
        if (stands.game, stands.number) == (game, number):
            return stands
    if match.state == Match.State.FINISHED:
        raise ScoreError("this match is over")
    due = match_state(match_format, rounds, match.first).next
    if due is None or (due.game, due.round) != (game, number):
        raise ScoreError(f"round {number} of game {game} is not due")
    return Round(match=match, game=game, number=number, first=due.first.seat)


def fill_round(
    stands: Round, scored: ScoredRound, claim: Claim, state: Round.State
) -> None:
    """What stands for a round after this claim of it."""
    stands.points = list(scored.points)
    stands.score = None if scored.score is None else list(scored.score)
    stands.twenties = list(scored.twenties)
    stands.discs = claim.get("discs")
    stands.state = state


def settle(match: Match, match_format: MatchFormat, rounds: list[Round]) -> None:
    """Bring a match and its sides into line with what stands for its rounds."""
    now = timezone.now()
    at = match_state(match_format, rounds, match.first)
    was_over = match.state == Match.State.FINISHED
    close_or_open(match, at)
    match.started_at = match.started_at or now
    if at.over and not was_over:
        match.finished_at = now
    elif not at.over:
        match.finished_at = None
        match.state = _playing(match)
    match.save()
    sides = list(match.sides.all())
    for side in sides:
        add_up(side, at, rounds)
    MatchSide.objects.bulk_update(sides, ["points", "twenties"])


def close_or_open(match: Match, at: MatchState) -> None:
    """Over with a winner or level, or not over yet."""
    match.winner = at.winner
    match.decided_by = at.outcome.decided_by if at.outcome else ""
    match.state = Match.State.FINISHED if at.over else Match.State.PLAYING
    match.ending = Match.Ending.PLAYED if at.over else ""


def add_up(side: MatchSide, at: MatchState, rounds: list[Round]) -> None:
    """A side's points, and its 20s where every round has them."""
    made = [r.twenties[side.seat] if r.twenties else None for r in rounds]
    known = [twenties for twenties in made if twenties is not None]
    side.points = at.points[side.seat]
    side.twenties = sum(known) if len(known) == len(made) and made else None


def _playing(match: Match) -> Match.State:
    """A match whose board is still taken waits for it: a board holds one match at a time."""
    taken = Match.objects.at_a_board().filter(board=match.board).exclude(pk=match.pk)
    if match.board_id and taken.exists():
        return Match.State.PLANNED
    return Match.State.PLAYING


@transaction.atomic
def give_walkover(*, by: Who, match: Match, winner: Seat, points: BySeat[int]) -> None:
    """One side has won because the other did not play; each gets the points given here."""
    event = Event.objects.select_for_update().get(pk=match.event_id)
    sides = list(match.sides.all())
    for side in sides:
        side.points = points[side.seat]
        side.twenties = None
    MatchSide.objects.bulk_update(sides, ["points", "twenties"])
    match.state = Match.State.FINISHED
    match.ending = Match.Ending.WALKOVER
    match.winner = winner
    match.finished_at = timezone.now()
    match.save()
    event.touch()
    record(
        by=by,
        verb="give_walkover",
        club=event.club,
        event=event,
        match=match.number,
        winner=winner.name,
        points=list(points),
    )
