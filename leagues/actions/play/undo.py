"""Undoing what was done around the boards: calls, help, and the round's clock."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as later
from django.utils.translation import ngettext

from leagues.access.roles import Who
from leagues.actions.events.undo import matches_follow
from leagues.actions.play.calls import AT_A_BOARD
from leagues.actions.push import tell_of_calls
from leagues.actions.refusal import Refused
from leagues.actions.rows import Change
from leagues.actions.undoable import (
    GONE,
    Check,
    gone,
    not_over,
    nothing_since,
    put_back,
    rows_back,
    tell,
)
from leagues.actions.verb import Undo
from leagues.models import Action, Match

State = Match.State

# --- Calls --------------------------------------------------------------------------------


HAS_BEGUN = later("This match has begun, or is already waiting again.")


def _match(action: Action) -> Match:
    match = Match.objects.filter(
        event=action.event_id, number=action.said.get("match")
    ).first()
    if match is None:
        raise Refused(HAS_BEGUN)
    return match


def _last_call(action: Action) -> None:
    nothing_since(action, ("call_match", "put_back"), match=action.said["match"])


def _was_moved(action: Action) -> bool:
    """Whether it came from another board, and was not called from waiting."""
    return bool(action.said.get("was", State.PLANNED) != State.PLANNED)


def _board_is_free_or(why_not: Promise) -> Check:
    """Two matches are never at one board."""

    def check(action: Action) -> None:
        match = _match(action)
        was = rows_back(action).get(match.pk, {})
        if was.get("state", match.state) not in AT_A_BOARD:
            return
        board = was.get("board_id", match.board_id)
        if board is None:
            raise Refused(_("This match has no board."))
        there = Match.objects.at_a_board().filter(board=board).exclude(pk=match.pk)
        if there.exists():
            raise Refused(why_not)

    return check


def off_taken_boards(rows: Sequence[Change]) -> list[Change]:
    """Matches that are to come back; who would be at a board that is taken by now waits."""
    taken = set(Match.objects.at_a_board().values_list("board", flat=True))
    keys = [pk for name, of, *_columns in rows if name == "match" for pk in of]
    boards = dict(Match.objects.filter(pk__in=keys).values_list("pk", "board"))
    fitting: list[Change] = []
    for name, of, was, now in rows:
        wait = []
        if name == "match" and was and was.get("state") in AT_A_BOARD:
            back = {pk: was.get("board_id", boards.get(pk)) for pk in of}
            wait = [pk for pk, board in back.items() if board in taken - {None}]
        fitting.append((name, [pk for pk in of if pk not in wait], was, now))
        if wait:
            fitting.append((name, wait, {**(was or {}), "state": State.PLANNED}, now))
    return fitting


def _call_says(action: Action) -> str:
    said = {"n": action.said["match"], "board": action.said["before"]}
    if _was_moved(action):
        return _("Match %(n)s will be on board %(board)s again.") % said
    return _("Match %(n)s will wait again, and its board will be free.") % said


def _tell_of_call(_by: Who, action: Action) -> None:
    """Whoever is at a board again, or at another, is told where."""
    match = _match(action)
    if match.state in AT_A_BOARD:
        tell_of_calls([match])


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
        raise Refused(
            _("All of these matches have begun, or are already waiting again.")
        )
    text = ngettext(
        "Match %(matches)s will wait again, and its board will be free.",
        "Matches %(matches)s will wait again, and their boards will be free.",
        len(waiting),
    )
    said = text % {"matches": ", ".join(str(match.number) for match in waiting)}
    if len(waiting) < len(action.said["calls"]):
        said += " " + _(
            "The other matches have begun, or were called to another board."
        )
    return said


def _undo_calls(by: Who, action: Action) -> None:
    waiting = [match.pk for match in _still_called(action)]
    Match.objects.filter(pk__in=waiting).update(state=State.PLANNED, called_at=None)
    tell(by, action)


def _put_back_says(action: Action) -> str:
    match = _match(action)
    assert match.board
    return _("Match %(n)s will be called to board %(board)s again.") % {
        "n": match.number,
        "board": match.board.number,
    }


# --- Help ---------------------------------------------------------------------------------


def _not_over(action: Action) -> None:
    if _match(action).state == State.FINISHED:
        raise gone()


# --- The clock ----------------------------------------------------------------------------

CLOCKS = ("start_clock", "pause_clock", "resume_clock", "add_minute", "stop_clock")


def _last_turn(action: Action) -> None:
    said = action.said
    nothing_since(action, CLOCKS, number=said["number"], stage=said["stage"])


def _clock_says(action: Action) -> str:
    before = action.said["before"]
    if before["ends_at"]:
        return _("The clock will run as if it hadn’t been changed.")
    if before["left"] is not None:
        minutes, seconds = divmod(before["left"], 60)
        return _("The clock will be paused at %(left)s.") % {
            "left": f"{minutes}:{seconds:02}"
        }
    return _("The clock will be removed from every screen.")


# --- A broken board ---------------------------------------------------------------------


def _back_at_the_board(by: Who, action: Action) -> None:
    matches_follow(by, action)
    if "match" in action.said:
        _tell_of_call(by, action)


CALL = put_back(
    _call_says,
    _last_call,
    _board_is_free_or(later("The board this match was moved from is in use.")),
    since=HAS_BEGUN,
    then=_tell_of_call,
)
CALLS = Undo(_calls_says, _undo_calls)
PUT_BACK = put_back(
    _put_back_says,
    _last_call,
    _board_is_free_or(later("The board of this match is in use now.")),
    since=HAS_BEGUN,
    then=_tell_of_call,
)
WANT_HELP = put_back(
    later("Match %(match)s will no longer call the desk."), _not_over, since=GONE
)
TAKE_OUT_BOARD = put_back(
    later("Board %(board)s will be in the event again, with its matches."),
    not_over,
    fit=off_taken_boards,
    then=_back_at_the_board,
)
ANSWER_HELP = put_back(
    later("Match %(match)s will call the desk again."), _not_over, since=GONE
)
CLOCK = put_back(
    _clock_says,
    _last_turn,
    since=later("This round no longer exists."),
)
