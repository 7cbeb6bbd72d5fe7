"""Who is called to which board."""

from __future__ import annotations

from collections.abc import Iterable

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from leagues.access import Who
from leagues.actions.log import record
from leagues.actions.playing.times import set_times
from leagues.actions.push import tell_of_calls
from leagues.bridge.hall.desk import taken_by
from leagues.bridge.hall.queue import Waiting, next_calls
from leagues.models import Board, Event, Match, PairingRound, SideEntry
from leagues.models.play import MatchQuerySet

State = Match.State
AT_A_BOARD = (State.CALLED, State.PLAYING)


class CannotCall(Exception):
    """Why a match cannot be called, in a sentence for whoever tried."""


@transaction.atomic
def call_match(*, by: Who, match: Match, board: Board | None = None) -> Match:
    """Call a match to its board, or to another one."""
    event = Event.objects.select_for_update().get(pk=match.event_id)
    match = Match.objects.select_related("board").get(pk=match.pk)
    before, was = match.board.number if match.board else None, match.state
    board = board or match.board
    if match.state == State.FINISHED:
        raise CannotCall(_("Match %(n)s is over.") % {"n": match.number})
    if board is None:
        raise CannotCall(_("Match %(n)s has no board yet.") % {"n": match.number})
    there = Match.objects.at_a_board().filter(board=board).exclude(pk=match.pk)
    if taken := there.select_related("event", "board").first():
        raise CannotCall(taken_by(taken, event))
    match.board = board
    match.called_at = timezone.now()
    tell_of_calls([match])
    if match.state == State.PLANNED:
        match.state = State.CALLED
    match.save(update_fields=["board", "called_at", "state"])
    event.touch()
    record(
        by=by,
        verb="call_match",
        club=event.club,
        event=event,
        match=match.number,
        board=board.number,
        before=before,
        was=was,
    )
    return match


@transaction.atomic
def put_back(*, by: Who, match: Match) -> None:
    """A match that was called too early waits again. One that has begun stays where it is."""
    event = Event.objects.select_for_update().get(pk=match.event_id)
    called = Match.objects.filter(pk=match.pk, state=State.CALLED)
    if called.update(state=State.PLANNED, called_at=None):
        event.touch()
        record(by=by, verb="put_back", club=event.club, event=event, match=match.number)


@transaction.atomic
def call_round(*, by: Who, pairing_round: PairingRound) -> list[Match]:
    """Call what can be called of a pairing round: as many matches as there are free boards."""
    event = Event.objects.select_for_update().get(pk=pairing_round.stage.event_id)
    return _call(by, event, Match.objects.filter(pairing_round=pairing_round))


@transaction.atomic
def call_next(*, by: Who, event: Event) -> list[Match]:
    """Fill the free boards from the stages that are queues."""
    event = Event.objects.select_for_update().get(pk=event.pk)
    return _call(by, event, _queued(event))


def call_to_freed_boards(*, by: Who, event: Event, ended: Match) -> list[Match]:
    """A board has freed itself: in a queue the next match takes it, in a pairing round
    of several waves the one that was to follow on this board."""
    if ended.pairing_round.stage.is_queue:
        return _call(by, event, _queued(event))
    follows = Match.objects.filter(
        pairing_round=ended.pairing_round, board=ended.board_id, wave__gt=ended.wave
    )
    return _call(by, event, follows) if ended.board_id else []


def _queued(event: Event) -> MatchQuerySet:
    queued = Match.objects.filter(event=event, pairing_round__stage__is_queue=True)
    return queued.published()


def _call(by: Who, event: Event, candidates: MatchQuerySet) -> list[Match]:
    """Call whom there is a board for, in the order of rounds, waves and numbers."""
    found = {
        match.pk: match for match in _in_order(candidates).filter(state=State.PLANNED)
    }
    if not found:
        return []
    entries = _entries_of(found)
    free = _free_boards(event)
    waiting = [
        Waiting(
            pk,
            frozenset(entries.get(pk, ())),
            match.board_id,
            may_move=match.pairing_round.stage.is_queue,
        )
        for pk, match in found.items()
    ]
    called, calls = [], []
    now = timezone.now()
    for pk, board in next_calls(waiting, _at_a_board(event), list(free)):
        match = found[pk]
        match.board, match.state, match.called_at = free[board], State.CALLED, now
        called.append(match)
        calls.append([match.number, free[board].number])
    if called:
        Match.objects.bulk_update(called, ["board", "state", "called_at"])
        set_times(event)
        tell_of_calls(called)
        event.touch()
        record(
            by=by,
            verb="call_matches",
            club=event.club,
            event=event,
            calls=calls,
        )
    return called


def _in_order(matches: MatchQuerySet) -> MatchQuerySet:
    return matches.select_related("pairing_round__stage").order_by(
        "pairing_round__stage__number", "pairing_round__number", "wave", "number"
    )


def _free_boards(event: Event) -> dict[int, Board]:
    """The event's boards where nobody sits, of this event or of another one in the hall."""
    taken = Match.objects.filter(state__in=AT_A_BOARD, board__isnull=False)
    boards = event.boards.exclude(pk__in=taken.values("board"))
    return {board.pk: board for board in boards.order_by("number")}


def _entries_of(matches: Iterable[int]) -> dict[int, set[int]]:
    entries: dict[int, set[int]] = {}
    seats = SideEntry.objects.filter(side__match__in=list(matches))
    for match, entry in seats.values_list("side__match", "entry"):
        entries.setdefault(match, set()).add(entry)
    return entries


def _at_a_board(event: Event) -> set[int]:
    """The entries that are called or playing."""
    there = SideEntry.objects.filter(
        side__match__event=event, side__match__state__in=AT_A_BOARD
    )
    return set(there.values_list("entry", flat=True))


@transaction.atomic
def answer_help(*, by: Who, match: Match) -> bool:
    """Somebody has been to the board that wanted help."""
    event = Event.objects.select_for_update().get(pk=match.event_id)
    asked = Match.objects.filter(pk=match.pk, help_wanted_at__isnull=False)
    if not asked.update(help_wanted_at=None):
        return False
    event.touch()
    record(
        by=by,
        verb="answer_help",
        club=event.club,
        event=event,
        match=match.number,
        wanted_at=match.help_wanted_at,
    )
    return True


@transaction.atomic
def want_help(*, by: Who, match: Match) -> bool:
    """A board calls the desk. Calling twice is calling once."""
    event = Event.objects.select_for_update().get(pk=match.event_id)
    quiet = Match.objects.filter(pk=match.pk, help_wanted_at=None)
    if not quiet.update(help_wanted_at=timezone.now()):
        return False
    event.touch()
    record(by=by, verb="want_help", club=event.club, event=event, match=match.number)
    return True
