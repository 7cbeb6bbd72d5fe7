"""Write log lines; nothing else does."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

from leagues.access.roles import Who
from leagues.actions.webhook_queue import queue_deliveries
from leagues.models import Action, Club, Event
from leagues.models.fields import stored_name
from leagues.models.news import CLUB, notify
from leagues.models.prepared_queries import insert_row

_undoing: ContextVar[Action | None] = ContextVar("undoing", default=None)


@contextmanager
def undoing_action(action: Action) -> Iterator[None]:
    """Mark the first log line written inside as the undo of this one."""
    before = _undoing.set(action)
    try:
        yield
    finally:
        _undoing.reset(before)


def record_action(
    *,
    by: Who,
    verb: str,
    club: Club,
    event: Event | None = None,
    undoes: Action | None = None,
    **facts: Any,
) -> Action:
    """Write a log line with the event's revision, and queue its webhook messages."""
    undoes = undoes or _undoing.get()
    _undoing.set(None)
    if "stage" in facts:
        facts["stage"] = stored_name(facts["stage"])
    if by.token:
        facts["program"] = by.token.name
    if event is None:
        notify(CLUB)
    action = Action(
        club=club,
        event=event,
        revision=event.revision if event else None,
        verb=verb,
        details=facts,
        user=by.user,
        player=by.player,
        undoes=undoes,
    )
    insert_row(action)
    queue_deliveries(action)
    return action
