"""Who is called to which board."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from leagues.access.roles import Who
from leagues.actions.act import Line, act, write_line
from leagues.actions.draw.draw import publish_rounds
from leagues.actions.events.events import start_with_it
from leagues.actions.events.times import set_times
from leagues.actions.meetings import refuse_meeting
from leagues.actions.push import tell_of_calls
from leagues.actions.refusal import Refused
from leagues.models import Board, Event, Match, PairingRound, SideEntry, Stage
from leagues.models.play import MatchQuerySet
from leagues.reads.advance.bracket_play import has_bracket
from leagues.reads.play.desk import taken_by
from leagues.reads.play.queue import Waiting, next_calls

State = Match.State
AT_A_BOARD = (State.CALLED, State.PLAYING)


def call_match(*, by: Who, match: Match, board: Board | None = None) -> Match:
    """Call a match to its board, or to another one."""
    with act(by, match, "call_match", match=match.number) as line:
        event, match = line.event, line.on
        line.keep(Match.objects.filter(pk=match.pk))
        line.say(before=match.board.number if match.board else None, was=match.state)
        board = board or match.board
        refuse_meeting(match)
        if match.state == State.FINISHED:
            raise Refused(_("Match %(n)s is finished.") % {"n": match.number})
        if board is None:
            raise Refused(_("Match %(n)s has no board yet.") % {"n": match.number})
        there = Match.objects.at_a_board().filter(board=board).exclude(pk=match.pk)
        if taken := there.select_related("event", "board").first():
            raise Refused(taken_by(taken, event))
        start_with_it(line, timezone.now())
        match.board = board
        match.called_at = timezone.now()
        tell_of_calls([match])
        if match.state == State.PLANNED:
            match.state = State.CALLED
        match.save(update_fields=["board", "called_at", "state"])
        line.say(board=board.number)
    return match


def put_back(*, by: Who, match: Match) -> None:
    """A match that was called too early waits again. One that has begun stays where it is."""
    with act(by, match, "put_back", match=match.number) as line:
        called = Match.objects.filter(pk=match.pk, state=State.CALLED)
        line.keep(called)
        waits = {"state": State.PLANNED, "called_at": None}
        if hasattr(line.on, "dated"):  # it takes a board where it is played
            waits["board"] = None
        if not called.update(**waits):
            line.drop()


def call_round(*, by: Who, pairing_round: PairingRound) -> list[Match]:
    """Call what can be called of a pairing round: as many matches as there are free boards."""
    with act(by, pairing_round, "call_matches") as line:
        of_round = Match.objects.filter(pairing_round=pairing_round)
        return _call_all(line.event, of_round, line)


def publish_and_call(
    *, by: Who, stage: Stage, number: int, seen: str = ""
) -> list[Match]:
    """Publish a drawn game, or a bracket, and call the first matches of it."""
    with transaction.atomic():
        numbers = None if has_bracket(stage) else [number]
        [first] = publish_rounds(by=by, stage=stage, numbers=numbers, seen=seen)
        return call_round(by=by, pairing_round=stage.pairing_rounds.get(number=first))


def call_next(*, by: Who, event: Event) -> list[Match]:
    """Fill the free boards from the stages that are queues."""
    with act(by, event, "call_matches") as line:
        return _call_all(line.event, _queued(line.event), line)


def _call_all(event: Event, candidates: MatchQuerySet, line: Line[Any]) -> list[Match]:
    called = _call(event, candidates, starts=line)
    line.say(calls=_calls(called)) if called else line.drop()
    return called


def call_to_freed_boards(*, by: Who, event: Event, ended: Match) -> None:
    """A board has freed itself: in a queue the next match takes it, in a pairing round
    of several waves the one that was to follow on this board."""
    if ended.pairing_round.stage.is_queue:
        called = _call(event, _queued(event))
    elif ended.board_id:
        of_round = Match.objects.filter(pairing_round=ended.pairing_round)
        follows = of_round.filter(board=ended.board_id, wave__gt=ended.wave)
        called = _call(event, follows)
    else:
        called = []
    if called:
        write_line(by, event, "call_matches", calls=_calls(called))


def _calls(called: Iterable[Match]) -> list[list[int]]:
    return [[match.number, match.board.number] for match in called if match.board]


def _queued(event: Event) -> MatchQuerySet:
    queued = Match.objects.filter(event=event, pairing_round__stage__is_queue=True)
    return queued.published()


def _call(
    event: Event, candidates: MatchQuerySet, starts: Line[Any] | None = None
) -> list[Match]:
    """Call whom there is a board for, in the order of rounds, waves and numbers. The first
    who are called start the event."""
    found = {
        match.pk: match for match in _in_order(candidates).filter(state=State.PLANNED)
    }
    if not found:
        return []
    entries = _entries_of(found)
    free = free_boards(event)
    waiting = [
        Waiting(
            pk,
            frozenset(entries.get(pk, ())),
            match.board_id,
            may_move=match.pairing_round.stage.is_queue,
        )
        for pk, match in found.items()
    ]
    called = []
    now = timezone.now()
    for pk, board in next_calls(waiting, _at_a_board(event), list(free)):
        match = found[pk]
        match.board, match.state, match.called_at = free[board], State.CALLED, now
        called.append(match)
    if called:
        if starts:
            start_with_it(starts, now)
        Match.objects.bulk_update(called, ["board", "state", "called_at"])
        set_times(event)
        tell_of_calls(called)
    return called


def _in_order(matches: MatchQuerySet) -> MatchQuerySet:
    playable = matches.without_meetings().select_related("pairing_round__stage")
    return playable.order_by(
        "pairing_round__stage__number", "pairing_round__number", "wave", "number"
    )


def free_boards(event: Event) -> dict[int, Board]:
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


def answer_help(*, by: Who, match: Match) -> bool:
    """Somebody has been to the board that wanted help."""
    said = {"match": match.number, "wanted_at": match.help_wanted_at}
    with act(by, match, "answer_help", **said) as line:
        asked = Match.objects.filter(pk=match.pk, help_wanted_at__isnull=False)
        line.keep(asked)
        is_answered = bool(asked.update(help_wanted_at=None))
        if not is_answered:
            line.drop()
    return is_answered


def want_help(*, by: Who, match: Match) -> bool:
    """A board calls the desk. Calling twice is calling once."""
    with act(by, match, "want_help", match=match.number) as line:
        quiet = Match.objects.filter(pk=match.pk, help_wanted_at=None)
        line.keep(quiet)
        is_new = bool(quiet.update(help_wanted_at=timezone.now()))
        if not is_new:
            line.drop()
    return is_new
