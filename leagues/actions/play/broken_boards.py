"""Remove a broken board during play, and move its matches."""

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as later

from leagues.access.roles import Who
from leagues.actions.act import act
from leagues.actions.events.boards import give_boards
from leagues.actions.events.times import matches_follow, set_times
from leagues.actions.play.calls import free_boards, off_taken_boards, tell_of_call
from leagues.actions.push import tell_of_calls
from leagues.actions.refusal import Refused, Stale
from leagues.actions.undo_rows import not_over, put_back
from leagues.actions.verb import Verb
from leagues.models import Action, Board, Event, Match
from leagues.reads.log.facts import LogFacts

State = Match.State


def take_out_board(*, by: Who, event: Event, board: Board) -> Match | None:
    """Remove a broken board from an event; returns the match that was at it, or None.

    That match moves to a free board or waits for one, with its rounds. Planned matches of this
    board get other boards.
    """
    with act(by, event, TAKE_OUT_BOARD, board=board.number) as line:
        event = line.on
        if event.state == Event.State.FINISHED:
            raise Refused(_("This event is finished, so nothing was changed."))
        here = event.matches.at_a_board().filter(board=board).first()
        line.keep(
            Event.boards.through.objects.filter(event=event),
            Match.objects.filter(pk__in=[here.pk] if here else []),
        )
        if not event.boards.filter(pk=board.pk).exists():
            raise Stale(_("Board %(n)s is no longer in use here.") % {"n": board.number})
        event.boards.remove(board)
        if here:
            to = _move_match(event, here)
            line.say(match=here.number, to=to and to.number)
        line.say(moved=give_boards(event))
        set_times(event)
    return here


def _back_at_the_board(by: Who, action: Action) -> None:
    matches_follow(by, action)
    if "match" in action.details:
        tell_of_call(by, action)


def _describe_take_out(facts: LogFacts) -> str:
    data = facts["details"]
    if "match" not in data:
        return _("Removed broken board %(board)s.")
    if data.get("to") is None:
        return _("Removed broken board %(board)s. Moved %(match)s back to the waiting matches.")
    return _("Removed broken board %(board)s. Moved %(match)s to board %(to)s.")


TAKE_OUT_BOARD = Verb(
    "take_out_board",
    _describe_take_out,
    put_back(
        later("Board %(board)s will be in the event again, with its matches."),
        not_over,
        fit=off_taken_boards,
        then=_back_at_the_board,
    ),
)


def _move_match(event: Event, match: Match) -> Board | None:
    """Move a match to a free board, if possible one that no match of its round waits for.

    Returns the board, or None if the match has to wait.
    """
    due = event.matches.filter(
        pairing_round=match.pairing_round_id, state=State.PLANNED
    ).values_list("board", flat=True)
    free = free_boards(event).values()
    board = min(free, key=lambda each: (each.pk in due, each.number), default=None)
    if board is None:
        match.state, match.called_at = State.PLANNED, None
    else:
        match.board, match.called_at = board, timezone.now()
    match.save(update_fields=["board", "state", "called_at"])
    if board:
        tell_of_calls([match])
    return board
