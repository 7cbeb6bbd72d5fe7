"""Acts: transactions that lock an event or a league, raise its revision and write a log line.

An exception inside, such as ``Refused``, rolls everything back.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Generic, TypeVar

from django.db import connection, transaction
from django.db.models import Model, QuerySet
from django.utils.translation import gettext as _

from leagues.access.roles import Who
from leagues.actions.log_writer import record_action
from leagues.actions.meetings import sync_meetings
from leagues.actions.refusal import Refused
from leagues.actions.row_snapshot import RowsBefore
from leagues.actions.verb import Verb
from leagues.models import Action, Club, Event, League, Match, Night, PairingRound, Stage
from leagues.models.prepared_queries import Prepared, PreparedValues, at_once

M = TypeVar("M", bound=Model)

LOCKED = Prepared(
    lambda pk: Event.objects.filter(pk=pk).select_for_update(of=("self",)).select_related("club"),
    int,
)
LOCK = PreparedValues(
    lambda pk: Event.objects.filter(pk=pk).select_for_update().order_by().values_list("pk"), int
)
AS_IT_IS = Prepared(
    lambda pk: Match.objects.filter(pk=pk).select_related(
        "event__club", "pairing_round__stage", "board"
    ),
    int,
)


class Line(Generic[M]):
    """The log line of an act in progress, and the locked row that the act changes."""

    def __init__(self, by: Who, verb: Verb, on: M, event: Event | None) -> None:
        self.by, self.verb, self.on = by, verb, on
        self._event = event
        self.details: dict[str, Any] = {}
        self._is_over = False
        self._before: RowsBefore | None = None

    @property
    def event(self) -> Event:
        """The event, locked until the transaction ends."""
        assert self._event is not None
        return self._event

    @event.setter
    def event(self, made: Event) -> None:
        self._event = made

    def say(self, **facts: Any) -> None:
        self.details |= facts

    def keep(self, *rows: QuerySet[Any]) -> None:
        """Save the values of these rows, so that undo can restore them."""
        self._before = RowsBefore(rows)

    def keep_new(self, *rows: QuerySet[Any]) -> None:
        """Note that these rows are new, so that undo deletes them."""
        self._before = RowsBefore(rows, are_new=True)

    def drop(self) -> None:
        """Write no log line, because nothing has changed."""
        self._is_over = True

    def write(self, **facts: Any) -> bool:
        """Raise the revision and write the log line; False if it was written or dropped before.

        Called at the end of every act, and earlier in acts whose line must come before the lines
        of what follows from them.
        """
        if self._is_over:
            return False
        self._is_over = True
        if self._event is not None:
            match = self.on if isinstance(self.on, Match) else None
            sync_meetings(self._event, match)
        if self._before:
            self.say(rows=self._before.changes())
        self.say(**facts)
        self.written = write_line(self.by, self._where, self.verb, **self.details)
        return True

    @property
    def _where(self) -> Event | League | Club:
        if self._event is not None:
            return self._event
        where = self.on.league if isinstance(self.on, Night) else self.on
        assert isinstance(where, League | Club)
        return where


@contextmanager
def act(by: Who, on: M, verb: Verb, **facts: Any) -> Iterator[Line[M]]:
    """Run an act: lock the row, yield its ``Line``, and write the line at the end.

    ``on`` is an event, or a match, round or stage of one; a league or one of its nights; or a
    club. A club's row isn't locked: acts on a club change one row each by compare-and-set, or
    lock the rows of people themselves.
    """
    with transaction.atomic():
        line = Line(by, verb, *lock_row(on))
        if not verb.when_closed:
            refuse_closed(line.on)
        line.say(**facts)
        yield line
        line.write()
    if isinstance(on, Event):
        on.revision = line.event.revision


def write_line(by: Who, on: Event | League | Club, verb: Verb, **facts: Any) -> Action:
    """Write a separate log line for a consequence of an act. The caller holds the lock."""
    if isinstance(on, Club):
        return record_action(by=by, verb=verb.name, club=on, **facts)
    on.touch()
    if isinstance(on, League):
        return record_action(by=by, verb=verb.name, club=on.club, league=on.pk, **facts)
    return record_action(by=by, verb=verb.name, club=on.club, event=on, **facts)


def lock_league(league: League) -> tuple[League, None]:
    here = League.objects.select_for_update(of=("self",)).select_related("club")
    return here.get(pk=league.pk), None


def refuse_closed(row: Model) -> None:
    """Refuse to change a league whose season is closed, or a night of one."""
    league = row.league if isinstance(row, Night) else row
    if isinstance(league, League) and league.closed_at:
        raise Refused(_("This season is closed and can no longer be changed."))


def refuse_finished_event(event: Event) -> None:
    if event.state == Event.State.FINISHED:
        raise Refused(_("This event is finished. Reopen it on its Advance page first."))


def lock_night(night: Night) -> tuple[Night, None]:
    league, _nothing = lock_league(night.league)
    now: Night = league.nights.get(pk=night.pk)
    now.league = league
    return now, None


def lock_row(on: M) -> tuple[M, Event | None]:
    """The row as it is in the database, and its event (None for leagues and clubs), both locked."""
    locked = LOCKS.get(type(on))
    return locked(on) if locked else (on, None)


def lock_event(event: Event) -> tuple[Event, Event]:
    [locked] = LOCKED(event.pk)
    return locked, locked


def lock_match(match: Match) -> tuple[Match, Event]:
    with at_once():  # PostgreSQL reads the match once it has the lock
        if connection.features.has_select_for_update:  # SQLite's transaction has it from BEGIN on
            LOCK.asked(match.event_id)
        as_it_is = AS_IT_IS.asked(match.pk)
    found = as_it_is()
    if not found:
        raise Refused(_("This match no longer exists. Ask at the desk."))
    [match] = found
    match.pairing_round.stage.event = match.event
    return match, match.event


def lock_stage(stage: Stage) -> tuple[Stage, Event]:
    [event] = LOCKED(stage.event_id)
    now: Stage = event.stages.get(pk=stage.pk)
    now.event = event
    return now, event


def lock_round(pairing_round: PairingRound) -> tuple[PairingRound, Event]:
    [event] = LOCKED(pairing_round.stage.event_id)
    now = PairingRound.objects.select_related("stage").get(pk=pairing_round.pk)
    now.stage.event = event
    return now, event


LOCKS: dict[type[Model], Callable[[Any], tuple[Any, Event | None]]] = {
    Event: lock_event,
    League: lock_league,
    Night: lock_night,
    Match: lock_match,
    Stage: lock_stage,
    PairingRound: lock_round,
}
