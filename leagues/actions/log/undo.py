"""Undoing: what a line of the log would take back, said beforehand, and taking it back.

Every verb says how it is undone, or why not, with its subject. The log keeps both lines.
"""

from __future__ import annotations

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as later

from leagues.access.roles import Who
from leagues.actions.act import LOCKED
from leagues.actions.log import (
    undo_club,
    undo_draw,
    undo_entries,
    undo_event,
    undo_leagues,
    undo_list,
    undo_passage,
    undo_play,
    undo_results,
    undo_set_up,
)
from leagues.actions.log.undo_results import CARD
from leagues.actions.log.undoable import Undo, Undos
from leagues.actions.record import undoing
from leagues.actions.refusal import Refused
from leagues.models import Action, Club, Event
from leagues.reads.results.consequences import Consequences, consequences
from leagues.reads.results.what_if import read, stands

UNDOS: Undos = {
    **undo_results.UNDOS,
    **undo_play.UNDOS,
    **undo_draw.UNDOS,
    **undo_passage.UNDOS,
    **undo_list.UNDOS,
    **undo_leagues.UNDOS,
    **undo_entries.UNDOS,
    **undo_set_up.UNDOS,
    **undo_event.UNDOS,
    **undo_club.UNDOS,
    "undo": later("This took something back. Do that again as it was done before."),
}


def undo_of(verb: str) -> Undo:
    """How such an act is undone, or a ``Refused`` that says why not."""
    found = UNDOS.get(verb, later("This cannot be undone."))
    if isinstance(found, Undo):
        return found
    raise Refused(found)


def says(action: Action) -> str:
    """What undoing this would do, or a ``Refused`` that says why not."""
    how = undo_of(action.verb)
    if Action.objects.filter(undoes=action).exists():
        raise Refused(_("This was undone already."))
    return how.says(action)


def follows(*, by: Who, action: Action) -> Consequences:
    """Who would move if this were undone: it is tried, looked at, and given up again."""
    if action.event is None or not undo_of(action.verb).moves_tables:
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
    return isinstance(UNDOS.get(action.verb), Undo) and kept


@transaction.atomic
def undo(*, by: Who, action: Action) -> Action:
    """Take it back. The log keeps both lines, and the second says which it undoes."""
    if action.event_id:
        LOCKED(action.event_id)
    else:  # whoever writes a line of the club's log meanwhile need not wait for this
        Club.objects.select_for_update(no_key=True).get(pk=action.club_id)
    action = Action.objects.select_related("event__club", "club").get(pk=action.pk)
    says(action)
    with undoing(action):
        undo_of(action.verb).do(by, action)
    written: Action | None = Action.objects.filter(undoes=action).first()
    if written is None:
        raise Refused(_("Things are no longer as this left them."))
    return written
