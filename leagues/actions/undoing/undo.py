"""Undoing: what a line of the log would take back, said beforehand, and taking it back.

Every act that can be undone is registered by its verb. The log keeps both lines.
"""

from __future__ import annotations

from django.db import transaction
from django.utils.translation import gettext as _

from leagues.access import Who
from leagues.actions.log import undoing
from leagues.actions.undoing import (
    undo_club,
    undo_draw,
    undo_entries,
    undo_event,
    undo_list,
    undo_passage,
    undo_play,
    undo_results,
    undo_set_up,
)
from leagues.actions.undoing.not_undone import NOT_UNDONE
from leagues.actions.undoing.undo_results import CARD
from leagues.actions.undoing.undoable import CannotUndo, Undo
from leagues.bridge.following.as_it_stands import read, stands
from leagues.bridge.following.consequences import Consequences, consequences
from leagues.models import Action, Club, Event

UNDOS: dict[str, Undo] = {
    **undo_results.UNDOS,
    **undo_play.UNDOS,
    **undo_draw.UNDOS,
    **undo_passage.UNDOS,
    **undo_list.UNDOS,
    **undo_entries.UNDOS,
    **undo_set_up.UNDOS,
    **undo_event.UNDOS,
    **undo_club.UNDOS,
}

MOVE_TABLES = frozenset(
    {*undo_results.UNDOS, *undo_entries.AFTER, "settle_tie", "withdraw_settlement"}
)
"""Acts whose undoing may move somebody in a table."""


def says(action: Action) -> str:
    """What undoing this would do, or a ``CannotUndo`` that says why not."""
    undo = UNDOS.get(action.verb)
    if undo is None:
        raise CannotUndo(NOT_UNDONE.get(action.verb, _("This cannot be undone.")))
    if Action.objects.filter(undoes=action).exists():
        raise CannotUndo(_("This was undone already."))
    return undo.says(action)


def follows(*, by: Who, action: Action) -> Consequences:
    """Who would move if this were undone: it is tried, looked at, and given up again."""
    if action.event is None or action.verb not in MOVE_TABLES:
        return Consequences()
    before = stands(read(action.event))
    with transaction.atomic():
        try:
            undo(by=by, action=action)
            after = stands(read(Event.objects.get(pk=action.event.pk)))
        finally:
            transaction.set_rollback(True)
    return consequences(before, after)


def may_ever(action: Action) -> bool:
    """Whether such an act can be undone at all, without looking at how things are now."""
    kept = action.verb not in CARD or "stood" in action.said
    return action.verb in UNDOS and kept


@transaction.atomic
def undo(*, by: Who, action: Action) -> Action:
    """Take it back. The log keeps both lines, and the second says which it undoes."""
    if action.event_id:
        Event.objects.select_for_update().get(pk=action.event_id)
    else:
        Club.objects.select_for_update().get(pk=action.club_id)
    action = Action.objects.select_related("event__club", "club").get(pk=action.pk)
    says(action)
    with undoing(action):
        UNDOS[action.verb].do(by, action)
    written: Action | None = Action.objects.filter(undoes=action).first()
    if written is None:
        raise CannotUndo(_("Things are no longer as this left them."))
    return written
