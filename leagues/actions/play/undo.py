"""Undoing what was done around the boards: calls, help, and the round's clock."""

from __future__ import annotations

from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from leagues.access.roles import Who
from leagues.actions.play.calls import answer_help, call_match, put_back, want_help
from leagues.actions.refusal import Refused
from leagues.actions.undoable import gone, nothing_since, tell
from leagues.actions.verb import Undo
from leagues.models import Action, Board, Match, PairingRound

State = Match.State

# --- Calls --------------------------------------------------------------------------------


def _match(action: Action, *states: State) -> Match:
    match = Match.objects.filter(
        event=action.event_id, number=action.said.get("match"), state__in=states
    ).first()
    if match is None:
        raise Refused(_("This match has begun, or waits again already."))
    return match


def _moved_from(action: Action) -> Board | None:
    """The board a match was moved from; nothing where it was called from waiting."""
    said = action.said
    if said.get("was", State.PLANNED) == State.PLANNED:
        return None
    board = Board.objects.filter(club=action.club_id, number=said["before"]).first()
    if board is None or Match.objects.at_a_board().filter(board=board).exists():
        raise Refused(_("The board it was moved from is taken."))
    return board


def _call_says(action: Action) -> str:
    board = _moved_from(action)
    if board is None:
        match = _match(action, State.CALLED)
        return _("Match %(n)s waits again; its board is free.") % {"n": match.number}
    match = _match(action, State.CALLED, State.PLAYING)
    return _("Match %(n)s is on board %(board)s again.") % {
        "n": match.number,
        "board": board.number,
    }


def _undo_call(by: Who, action: Action) -> None:
    board = _moved_from(action)
    if board is None:
        put_back(by=by, match=_match(action, State.CALLED))
    else:
        match = _match(action, State.CALLED, State.PLAYING)
        call_match(by=by, match=match, board=board)


def _still_called(action: Action) -> list[Match]:
    """Those of a call that still wait at the board they were called to."""
    calls = dict(action.said["calls"])
    called = Match.objects.filter(
        event=action.event_id, number__in=calls, state=State.CALLED
    )
    return [
        match
        for match in called.select_related("board").order_by("number")
        if match.board and match.board.number == calls[match.number]
    ]


def _calls_says(action: Action) -> str:
    waiting = _still_called(action)
    if not waiting:
        raise Refused(_("All of them have begun, or wait again already."))
    text = ngettext(
        "Match %(matches)s waits again; its board is free.",
        "Matches %(matches)s wait again; their boards are free.",
        len(waiting),
    )
    said = text % {"matches": ", ".join(str(match.number) for match in waiting)}
    if len(waiting) < len(action.said["calls"]):
        said += " " + _("The others have begun, or were called elsewhere.")
    return said


def _undo_calls(by: Who, action: Action) -> None:
    waiting = [match.pk for match in _still_called(action)]
    Match.objects.filter(pk__in=waiting).update(state=State.PLANNED, called_at=None)
    tell(by, action)


def _put_back_says(action: Action) -> str:
    match = _match(action, State.PLANNED)
    if match.board is None:
        raise Refused(_("This match has no board."))
    if Match.objects.at_a_board().filter(board=match.board).exists():
        raise Refused(_("Its board is taken by now."))
    return _("Match %(n)s is called to board %(board)s again.") % {
        "n": match.number,
        "board": match.board.number,
    }


def _undo_put_back(by: Who, action: Action) -> None:
    call_match(by=by, match=_match(action, State.PLANNED))


# --- Help ---------------------------------------------------------------------------------


def _asking(action: Action, *, still: bool) -> Match:
    match = Match.objects.filter(
        event=action.event_id,
        number=action.said.get("match"),
        help_wanted_at__isnull=not still,
    ).first()
    if match is None or match.state == State.FINISHED:
        raise gone()
    return match


def _want_says(action: Action) -> str:
    match = _asking(action, still=True)
    return _("Match %(n)s does not call the desk any more.") % {"n": match.number}


def _undo_want(by: Who, action: Action) -> None:
    answer_help(by=by, match=_asking(action, still=True))


def _answer_says(action: Action) -> str:
    match = _asking(action, still=False)
    return _("Match %(n)s calls the desk again.") % {"n": match.number}


def _undo_answer(by: Who, action: Action) -> None:
    want_help(by=by, match=_asking(action, still=False))


# --- The clock ----------------------------------------------------------------------------

CLOCKS = ("start_clock", "pause_clock", "resume_clock", "add_minute", "stop_clock")


def _clock(action: Action) -> PairingRound:
    said = action.said
    nothing_since(action, CLOCKS, number=said["number"], stage=said["stage"])
    found = PairingRound.objects.filter(
        stage__event=action.event_id, stage__name=said["stage"], number=said["number"]
    ).first()
    if found is None:
        raise Refused(_("This round is not there any more."))
    return found


def _clock_says(action: Action) -> str:
    _clock(action)
    before = action.said["before"]
    if before["ends_at"]:
        return _("The clock runs as it ran before, as if it had not been touched.")
    if before["left"] is not None:
        minutes, seconds = divmod(before["left"], 60)
        return _("The clock stands still at %(left)s.") % {
            "left": f"{minutes}:{seconds:02}"
        }
    return _("The clock goes from every screen.")


def _undo_clock(by: Who, action: Action) -> None:
    clock, before = _clock(action), action.said["before"]
    ends = before["ends_at"]
    clock.clock_minutes = before["minutes"]
    clock.clock_ends_at = datetime.fromisoformat(ends) if ends else None
    clock.clock_left = before["left"]
    clock.save(update_fields=["clock_minutes", "clock_ends_at", "clock_left"])
    tell(by, action)


CALL = Undo(_call_says, _undo_call)
CALLS = Undo(_calls_says, _undo_calls)
PUT_BACK = Undo(_put_back_says, _undo_put_back)
WANT_HELP = Undo(_want_says, _undo_want)
ANSWER_HELP = Undo(_answer_says, _undo_answer)
CLOCK = Undo(_clock_says, _undo_clock, keeps="before")
