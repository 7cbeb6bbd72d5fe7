"""End a match before it has been played out."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as later

from leagues.access.roles import Who
from leagues.actions.act import Line
from leagues.actions.meetings import refuse_with_boards
from leagues.actions.play.score import card_act
from leagues.actions.play.settle import add_up
from leagues.actions.play.undo_cards import match_of, must_be_last
from leagues.actions.refusal import Refused, refuse_stale
from leagues.actions.undo_rows import UNDO, undo_facts
from leagues.actions.verb import Undo, Verb
from leagues.models import Action, Match, MatchSide
from leagues.reads import format_of, match_state
from leagues.reads.advance.bracket_play import has_bracket
from leagues.reads.log.facts import LogFacts
from leagues.reads.play.card import card_mark
from leagues.reads.play.matches import STOPPED
from leagues.reads.play.result_text import versus_in_figures
from leagues.reads.play.walkover import AWARDED, award_points
from scoring.sides import BySeat, Seat

Ending = Match.Ending
State = Match.State


def give_walkover(
    *,
    by: Who,
    match: Match,
    winner: Seat,
    points: BySeat[int],
    reason: str = "",
    seen: str | None = None,
) -> None:
    """Record a walkover for one side, with these points.

    Rounds that were played stay on the card, but don't count.
    """
    with _end_act(by, match, GIVE_WALKOVER, reason, seen) as line:
        line.say(winner=winner.name)
        _end_match(line.on, Ending.WALKOVER, points, winner)


def _preview_undo_ending(action: Action) -> str:
    match = match_of(action)
    must_be_last(action, match)
    if match.state != State.FINISHED:
        raise Refused(_("This match is already open again."))
    if match.rounds.exists():
        return _("Match %(n)s will be open again, with the rounds already played.") % {
            "n": match.number
        }
    return _("Match %(n)s will be open again, to be played as drawn.") % {"n": match.number}


def _undo_ending(by: Who, action: Action) -> None:
    with card_act(by, match_of(action), UNDO, **undo_facts(action)) as line:
        before = action.details.get("before", {})  # lines of the demo club have none
        reopen_match(line.on, before.get("state", State.PLANNED))


ENDING = Undo(_preview_undo_ending, _undo_ending, moves_tables=True)


def _describe_walkover(facts: LogFacts) -> str:
    data = facts["details"]
    facts["points"] = versus_in_figures(data.get("result", data.get("points", ())))
    return _("Recorded %(match)s as a walkover for side %(winner)s (%(points)s).")


GIVE_WALKOVER = Verb("give_walkover", _describe_walkover, ENDING)


def forfeit_both(*, by: Who, match: Match, reason: str = "", seen: str | None = None) -> None:
    """Record that neither side came: both lose, with 0 points."""
    with _end_act(by, match, FORFEIT_BOTH, reason, seen) as line:
        _refuse_in_bracket(line.on)
        _end_match(line.on, Ending.FORFEIT, _no_points(line.on))


FORFEIT_BOTH = Verb(
    "forfeit_both", later("Recorded %(match)s as a loss for both, because no one came."), ENDING
)


def stop_match(*, by: Who, match: Match, reason: str = "", seen: str | None = None) -> None:
    """Stop a match with its current score: the leader wins."""
    with _end_act(by, match, STOP_MATCH, reason, seen) as line:
        match = line.on
        rounds = list(match.rounds.all())
        if not rounds:
            raise Refused(_("Nothing has been played yet, so there’s no score to count."))
        leader = match_state(format_of(match), rounds, match.first).leader
        if leader is None:
            _refuse_in_bracket(match)
        _close_match(match, Ending.PLAYED, leader, STOPPED)


STOP_MATCH = Verb("stop_match", later("Stopped %(match)s. What was played counts."), ENDING)


def annul_match(*, by: Who, match: Match, reason: str = "", seen: str | None = None) -> None:
    """Annul a match, so that it counts in no table. Its reports stay readable."""
    with _end_act(by, match, ANNUL_MATCH, reason, seen) as line:
        _refuse_in_bracket(line.on)
        _end_match(line.on, Ending.ANNULLED, _no_points(line.on))


ANNUL_MATCH = Verb("annul_match", later("Voided %(match)s. It doesn’t count."), ENDING)


def as_it_was(match: Match) -> dict[str, Any]:
    """The result of a match as log data, for undo."""
    sides = list(match.sides.all())
    return {
        "state": match.state,
        "ending": match.ending,
        "winner": match.winner,
        "decided_by": match.decided_by,
        "points": [side.points for side in sides],
    }


@contextmanager
def _end_act(
    by: Who, match: Match, verb: Verb, reason: str, seen: str | None
) -> Iterator[Line[Match]]:
    """End an unfinished match; refused if its card has changed since it was ``seen``."""
    with card_act(by, match, verb, reason=reason) as line:
        match = line.on
        refuse_with_boards(match)
        if match.state == Match.State.FINISHED:
            raise Refused(
                _("Match %(n)s is already finished: %(how)s.")
                % {"n": match.number, "how": match.get_ending_display()}
            )
        if seen is not None:
            refuse_stale(
                seen,
                card_mark(match),
                _("This card has changed since you opened it. Check it before you end the match."),
            )
        line.say(before=as_it_was(match))
        yield line
        sides = match.sides.all()
        line.say(points=[side.points for side in sides], result=[side.result for side in sides])


def _refuse_in_bracket(match: Match) -> None:
    if has_bracket(match.pairing_round.stage):
        raise Refused(_("In a bracket, one side has to advance. Give one of them the walkover."))


def _no_points(match: Match) -> Sequence[int]:
    return [0] * match.sides.count()


def _end_match(
    match: Match, ending: Ending, points: Sequence[int], winner: Seat | None = None
) -> None:
    """End a match with these points, whatever its rounds; its 20s don't count."""
    sides = list(match.sides.all())
    award_points(sides, points, format_of(match), winner)
    MatchSide.objects.bulk_update(sides, AWARDED)
    _close_match(match, ending, winner)


def _close_match(match: Match, ending: Ending, winner: Seat | None, decided_by: str = "") -> None:
    match.state, match.ending, match.winner = Match.State.FINISHED, ending, winner
    match.decided_by = decided_by
    match.finished_at = timezone.now()
    match.help_wanted_at = None
    match.save()


# --- Undo -----------------------------------------------------------------------------


def reopen_match(match: Match, state: str = Match.State.PLANNED) -> None:
    """Restore a match from before its end; if its board is taken now, it waits."""
    rounds = list(match.rounds.all())
    sides = list(match.sides.all())
    at = match_state(format_of(match), rounds, match.first)
    for side in sides:
        add_up(side, at, rounds)
    MatchSide.objects.bulk_update(sides, AWARDED)
    match.state = _free_state(match, state)
    match.ending, match.winner, match.decided_by = "", None, ""
    match.finished_at = None
    match.save()


def _free_state(match: Match, state: str) -> Match.State:
    """The state of a reopened match: planned if its board is taken, or if it was called to none."""
    if match.board_id is None:
        is_played = state == Match.State.PLAYING
        return Match.State.PLAYING if is_played else Match.State.PLANNED
    is_taken = Match.objects.at_a_board().filter(board=match.board_id).exists()
    return Match.State.PLANNED if is_taken else Match.State(state)
