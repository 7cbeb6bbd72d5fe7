"""Call matches to boards, and calls for help from boards."""

from collections.abc import Iterable, Sequence
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as later
from django.utils.translation import ngettext

from leagues.access.roles import Who
from leagues.actions import undo_rows
from leagues.actions.act import Line, act, write_line
from leagues.actions.draw.draw import publish_rounds
from leagues.actions.events.events import start_with_it
from leagues.actions.events.times import set_times
from leagues.actions.meetings import refuse_meeting
from leagues.actions.push import tell_of_calls
from leagues.actions.refusal import Refused
from leagues.actions.row_snapshot import Change
from leagues.actions.undo_rows import GONE, Check, log_undo, nothing_since, rows_back
from leagues.actions.verb import Undo, Verb
from leagues.models import Action, Board, Event, Match, PairingRound, SideEntry, Stage
from leagues.models.matches import MatchQuerySet
from leagues.reads.advance.bracket_play import has_bracket
from leagues.reads.log.facts import LogFacts
from leagues.reads.play.desk import taken_by
from leagues.reads.play.queue import Waiting, next_calls

State = Match.State
AT_A_BOARD = (State.CALLED, State.PLAYING)


def call_match(*, by: Who, match: Match, board: Board | None = None) -> Match:
    """Call a match to its board, or to another one."""
    with act(by, match, CALL_MATCH, match=match.number) as line:
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


HAS_BEGUN = later("This match has begun, or is already waiting again.")


def _last_call(action: Action) -> None:
    nothing_since(action, ("call_match", "put_back"), match=action.details["match"])


def called_match(action: Action) -> Match:
    match = Match.objects.filter(event=action.event_id, number=action.details.get("match")).first()
    if match is None:
        raise Refused(HAS_BEGUN)
    return match


def _board_is_free_or(why_not: Promise) -> Check:
    """A check that refuses undo if another match is at the board."""

    def check(action: Action) -> None:
        match = called_match(action)
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


def _was_moved(action: Action) -> bool:
    """Whether the match was moved from another board rather than called from waiting."""
    return bool(action.details.get("was", State.PLANNED) != State.PLANNED)


def _preview_undo_call(action: Action) -> str:
    values = {"n": action.details["match"], "board": action.details["before"]}
    if _was_moved(action):
        return _("Match %(n)s will be on board %(board)s again.") % values
    return _("Match %(n)s will wait again, and its board will be free.") % values


def tell_of_call(_by: Who, action: Action) -> None:
    """Notify the players of a match that is at a board again after an undo."""
    match = called_match(action)
    if match.state in AT_A_BOARD:
        tell_of_calls([match])


CALL_MATCH = Verb(
    "call_match",
    later("Called %(match)s to board %(board)s."),
    undo_rows.put_back(
        _preview_undo_call,
        _last_call,
        _board_is_free_or(later("The board this match was moved from is in use.")),
        since=HAS_BEGUN,
        then=tell_of_call,
    ),
)


def put_back(*, by: Who, match: Match) -> None:
    """Undo the call of a match, which then waits again. A match that has begun stays."""
    with act(by, match, PUT_BACK, match=match.number) as line:
        called = Match.objects.filter(pk=match.pk, state=State.CALLED)
        line.keep(called)
        waits = {"state": State.PLANNED, "called_at": None}
        if hasattr(line.on, "dated"):  # a league match gets a board only when it is played
            waits["board"] = None
        if not called.update(**waits):
            line.drop()


def _preview_undo_put_back(action: Action) -> str:
    match = called_match(action)
    was = rows_back(action).get(match.pk, {})
    key: Any = was.get("board_id") or match.board_id
    board = Board.objects.get(pk=key)
    return _("Match %(n)s will be called to board %(board)s again.") % {
        "n": match.number,
        "board": board.number,
    }


PUT_BACK = Verb(
    "put_back",
    later("Undid the call of %(match)s."),
    undo_rows.put_back(
        _preview_undo_put_back,
        _last_call,
        _board_is_free_or(later("The board of this match is in use now.")),
        since=HAS_BEGUN,
        then=tell_of_call,
    ),
    about_one_match=True,
)


def call_round(*, by: Who, pairing_round: PairingRound) -> list[Match]:
    """Call as many matches of a pairing round as there are free boards; returns them."""
    with act(by, pairing_round, CALL_MATCHES) as line:
        of_round = Match.objects.filter(pairing_round=pairing_round)
        return _call_all(line.event, of_round, line)


def publish_and_call(*, by: Who, stage: Stage, number: int, seen: str = "") -> list[Match]:
    """Publish a drawn round, or a bracket, and call its first matches."""
    with transaction.atomic():
        numbers = None if has_bracket(stage) else [number]
        [first] = publish_rounds(by=by, stage=stage, numbers=numbers, seen=seen)
        return call_round(by=by, pairing_round=stage.pairing_rounds.get(number=first))


def call_next(*, by: Who, event: Event) -> list[Match]:
    """Call waiting matches of all queue stages to the free boards."""
    with act(by, event, CALL_MATCHES) as line:
        return _call_all(line.event, _queued_matches(line.event), line)


def _call_all(event: Event, candidates: MatchQuerySet, line: Line[Any]) -> list[Match]:
    called = _call_matches(event, candidates, starts=line)
    line.say(calls=_call_numbers(called)) if called else line.drop()
    return called


def call_to_freed_boards(*, by: Who, event: Event, ended: Match) -> None:
    """Call the next match to the board of a match that ended.

    In a queue this is the next waiting match, otherwise the one of a later wave on this board.
    """
    if ended.pairing_round.stage.is_queue:
        called = _call_matches(event, _queued_matches(event))
    elif ended.board_id:
        of_round = Match.objects.filter(pairing_round=ended.pairing_round)
        follows = of_round.filter(board=ended.board_id, wave__gt=ended.wave)
        called = _call_matches(event, follows)
    else:
        called = []
    if called:
        write_line(by, event, CALL_MATCHES, calls=_call_numbers(called))


def _still_called(action: Action) -> list[Match]:
    """The matches of a call that still wait at the board they were called to."""
    calls = dict(action.details["calls"])
    called = Match.objects.filter(event=action.event_id, number__in=calls, state=State.CALLED)
    return [
        match
        for match in called.select_related("board").order_by("number")
        if match.board and match.board.number == calls[match.number]
    ]


def _preview_undo_calls(action: Action) -> str:
    waiting = _still_called(action)
    if not waiting:
        raise Refused(_("All of these matches have begun, or are already waiting again."))
    text = ngettext(
        "Match %(matches)s will wait again, and its board will be free.",
        "Matches %(matches)s will wait again, and their boards will be free.",
        len(waiting),
    )
    sentence = text % {"matches": ", ".join(str(match.number) for match in waiting)}
    if len(waiting) < len(action.details["calls"]):
        sentence += " " + _("The other matches have begun, or were called to another board.")
    return sentence


def _undo_calls(by: Who, action: Action) -> None:
    waiting = [match.pk for match in _still_called(action)]
    Match.objects.filter(pk__in=waiting).update(state=State.PLANNED, called_at=None)
    log_undo(by, action)


def _describe_calls(facts: LogFacts) -> str:
    calls = facts["details"].get("calls", [])
    facts["calls"] = ", ".join(
        _("match %(n)s to board %(board)s") % {"n": number, "board": board}
        for number, board in calls
    )
    return _("Called %(calls)s.")


CALL_MATCHES = Verb("call_matches", _describe_calls, Undo(_preview_undo_calls, _undo_calls))


def _call_numbers(called: Iterable[Match]) -> list[list[int]]:
    return [[match.number, match.board.number] for match in called if match.board]


def _queued_matches(event: Event) -> MatchQuerySet:
    queued = Match.objects.filter(event=event, pairing_round__stage__is_queue=True)
    return queued.published()


def _call_matches(
    event: Event, candidates: MatchQuerySet, starts: Line[Any] | None = None
) -> list[Match]:
    """Call matches to free boards, ordered by round, wave and number; returns the called ones.

    The first call starts the event if ``starts`` is given.
    """
    found = {match.pk: match for match in _in_order(candidates).filter(state=State.PLANNED)}
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
    """The event's boards without a match, by key; matches of other events count as well."""
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
    """The entries whose match is called or in play."""
    there = SideEntry.objects.filter(side__match__event=event, side__match__state__in=AT_A_BOARD)
    return set(there.values_list("entry", flat=True))


def answer_help(*, by: Who, match: Match) -> bool:
    """Mark a board's call for help as answered; False if there was none."""
    facts = {"match": match.number, "wanted_at": match.help_wanted_at}
    with act(by, match, ANSWER_HELP, **facts) as line:
        asked = Match.objects.filter(pk=match.pk, help_wanted_at__isnull=False)
        line.keep(asked)
        is_answered = bool(asked.update(help_wanted_at=None))
        if not is_answered:
            line.drop()
    return is_answered


def _not_over(action: Action) -> None:
    if called_match(action).state == State.FINISHED:
        raise Refused(GONE)


ANSWER_HELP = Verb(
    "answer_help",
    later("Went to help at %(match)s."),
    undo_rows.put_back(later("Match %(match)s will call the desk again."), _not_over, since=GONE),
)


def want_help(*, by: Who, match: Match) -> bool:
    """Call the desk to a board; False if it has been called already."""
    with act(by, match, WANT_HELP, match=match.number) as line:
        quiet = Match.objects.filter(pk=match.pk, help_wanted_at=None)
        line.keep(quiet)
        is_new = bool(quiet.update(help_wanted_at=timezone.now()))
        if not is_new:
            line.drop()
    return is_new


WANT_HELP = Verb(
    "want_help",
    later("Called the desk to %(match)s."),
    undo_rows.put_back(
        later("Match %(match)s will no longer call the desk."), _not_over, since=GONE
    ),
    about_one_match=True,
)


def off_taken_boards(rows: Sequence[Change]) -> list[Change]:
    """The rows to restore, with a match set to wait if its board is taken by another match."""
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
