"""How a match ends without being played to its end."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from leagues.access import Who
from leagues.actions.log import record
from leagues.actions.playing.score import follow, lock_match, settle
from leagues.bridge import match_format_of
from leagues.bridge.hall.card import mark_of
from leagues.bridge.hall.matches import STOPPED
from leagues.bridge.knockout.bracket_play import has_bracket
from leagues.models import Event, Match, MatchSide
from scoring.sides import BySeat, Seat

Ending = Match.Ending


class CannotEnd(Exception):
    """Why a match cannot end like this, in a sentence for whoever tried."""


@transaction.atomic
def give_walkover(
    *,
    by: Who,
    match: Match,
    winner: Seat,
    points: BySeat[int],
    reason: str = "",
    seen: str | None = None,
) -> None:
    """One side has won because the other did not play, or could not play on.

    What was played stays on the card, and the points given here count instead.
    """
    event, match = _open_match(match, seen)
    before = as_it_was(match)
    _end(match, Ending.WALKOVER, points, winner)
    _note(by, event, match, "give_walkover", before, reason, winner=winner.name)


@transaction.atomic
def nobody_came(
    *, by: Who, match: Match, reason: str = "", seen: str | None = None
) -> None:
    """Neither side turned up: both lose, without a point."""
    event, match = _open_match(match, seen)
    _somebody_goes_on(match)
    before = as_it_was(match)
    _end(match, Ending.FORFEIT, _nothing(match))
    _note(by, event, match, "nobody_came", before, reason)


@transaction.atomic
def stop_match(
    *, by: Who, match: Match, reason: str = "", seen: str | None = None
) -> None:
    """The match cannot go on, and what was played stands: whoever leads has won."""
    event, match = _open_match(match, seen)
    sides = list(match.sides.all())
    if not match.rounds.exists():
        raise CannotEnd(_("Nothing was played yet, so there is nothing to let stand."))
    points = BySeat(*(side.points for side in sides))
    if points.leader is None:
        _somebody_goes_on(match)
    before = as_it_was(match)
    _close(match, Ending.PLAYED, points.leader, STOPPED)
    _note(by, event, match, "stop_match", before, reason)


@transaction.atomic
def annul_match(
    *, by: Who, match: Match, reason: str = "", seen: str | None = None
) -> None:
    """Strike a match out: it counts for nobody. What was reported stays readable."""
    event, match = _open_match(match, seen)
    _somebody_goes_on(match)
    before = as_it_was(match)
    _end(match, Ending.ANNULLED, _nothing(match))
    _note(by, event, match, "annul_match", before, reason)


def as_it_was(match: Match) -> dict[str, Any]:
    """What an undo has to bring back."""
    sides = list(match.sides.all())
    return {
        "state": match.state,
        "ending": match.ending,
        "winner": match.winner,
        "decided_by": match.decided_by,
        "points": [side.points for side in sides],
        "twenties": [side.twenties for side in sides],
    }


def _open_match(match: Match, seen: str | None) -> tuple[Event, Match]:
    """A match that is not over, and on whose card nobody wrote since it was looked at."""
    event, match = lock_match(match)
    if match.state == Match.State.FINISHED:
        raise CannotEnd(
            _("Match %(n)s is over already: %(how)s.")
            % {"n": match.number, "how": match.get_ending_display()}
        )
    if seen is not None and seen != mark_of(match):
        raise CannotEnd(
            _("Somebody wrote on this card meanwhile. Look at it before you end it.")
        )
    return event, match


def _somebody_goes_on(match: Match) -> None:
    if has_bracket(match.pairing_round.stage):
        raise CannotEnd(
            _("In a bracket one side goes on: give the walkover to one of them.")
        )


def _nothing(match: Match) -> Sequence[int]:
    return [0] * match.sides.count()


def _end(
    match: Match, ending: Ending, points: Sequence[int], winner: Seat | None = None
) -> None:
    """Whatever was played, these are the points; 20s count only where a match was played."""
    sides = list(match.sides.all())
    for side in sides:
        side.points, side.twenties = points[side.seat], None
    MatchSide.objects.bulk_update(sides, ["points", "twenties"])
    _close(match, ending, winner)


def _close(
    match: Match, ending: Ending, winner: Seat | None, decided_by: str = ""
) -> None:
    match.state, match.ending, match.winner = Match.State.FINISHED, ending, winner
    match.decided_by = decided_by
    match.finished_at = timezone.now()
    match.help_wanted_at = None
    match.save()


def _note(
    by: Who,
    event: Event,
    match: Match,
    verb: str,
    before: dict[str, Any],
    reason: str,
    **said: Any,
) -> None:
    event.touch()
    record(
        by=by,
        verb=verb,
        club=event.club,
        event=event,
        match=match.number,
        points=[side.points for side in match.sides.all()],
        before=before,
        reason=reason,
        **said,
    )
    follow(by=by, event=event, match=match, was_over=False)


# --- And back -------------------------------------------------------------------------


def reopen(match: Match, before: dict[str, Any]) -> None:
    """As it was before it ended; a board that was given away meanwhile is waited for.

    Where it was not kept what that was, it follows from the rounds that were played.
    """
    rounds = list(match.rounds.all())
    sides = list(match.sides.all())
    nothing = [0] * len(sides)
    for side in sides:
        side.points = before.get("points", nothing)[side.seat]
        side.twenties = before.get("twenties", [None] * len(sides))[side.seat]
    MatchSide.objects.bulk_update(sides, ["points", "twenties"])
    match.state = _free_state(match, before.get("state", Match.State.PLANNED))
    match.ending, match.winner, match.decided_by = "", None, ""
    match.finished_at = None
    match.save()
    if rounds and not before:
        settle(match, match_format_of(match.pairing_round.stage), rounds)


def _free_state(match: Match, state: str) -> Match.State:
    if state not in (Match.State.CALLED, Match.State.PLAYING) or match.board_id is None:
        return (
            Match.State.PLAYING if state == Match.State.PLAYING else Match.State.PLANNED
        )
    others = Match.objects.at_a_board().filter(board=match.board_id)
    return (
        Match.State.PLANNED
        if others.exclude(pk=match.pk).exists()
        else Match.State(state)
    )
