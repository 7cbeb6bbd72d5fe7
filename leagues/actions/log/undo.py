"""Undo: describe the effect of undoing a log line, and apply it.

Every ``Verb`` has its ``Undo``, or a sentence why it has none. The log keeps both lines.
"""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import transaction
from django.utils.translation import gettext as _

from leagues.access.roles import Who
from leagues.actions.act import lock_row, refuse_closed
from leagues.actions.log.sentences import sentence_of
from leagues.actions.log_writer import undoing_action
from leagues.actions.meetings import sync_meetings
from leagues.actions.refusal import Refused
from leagues.actions.undo_rows import GONE, done_to
from leagues.actions.verb import VERBS, Undo
from leagues.models import Action, Club, Event
from leagues.reads.results.consequences import Consequences, consequences_of
from leagues.reads.results.what_if import read_draws, state_of_event


def undo_of(verb: str) -> Undo:
    """The ``Undo`` of a verb; ``Refused`` with its reason if it can't be undone."""
    if verb not in VERBS:
        raise Refused(_("This can’t be undone."))
    found = VERBS[verb].undo
    if isinstance(found, Undo):
        return found
    raise Refused(found)


@contextmanager
def _last_first() -> Iterator[None]:
    """Turn a refusal because of a later act into one that names that act, to be undone first."""
    try:
        yield
    except Refused as built:
        if built.built_upon is None:
            raise
        line = sentence_of(built.built_upon.verb, built.built_upon.details)
        why = _("First undo what came after it: %(line)s") % {"line": line}
        raise Refused(why) from built


def preview_undo(action: Action) -> str:
    """The sentence that describes what undo would do; ``Refused`` if it isn't possible."""
    how = undo_of(action.verb)
    if how.keeps and how.keeps not in action.details:
        raise Refused(how.not_kept)
    if Action.objects.filter(undoes=action).exists():
        raise Refused(_("This has already been undone."))
    if not how.of_closed:
        refuse_closed(done_to(action))
    with _last_first():
        return how.preview(action)


def consequences_of_undo(*, by: Who, action: Action) -> Consequences:
    """The changes in the event's tables if this were undone: tried and rolled back."""
    if action.event is None or not undo_of(action.verb).moves_tables:
        return Consequences()
    before = state_of_event(read_draws(action.event))
    with transaction.atomic():
        try:
            undo(by=by, action=action)
            after = state_of_event(read_draws(Event.objects.get(pk=action.event.pk)))
        finally:
            transaction.set_rollback(True)
    return consequences_of(before, after)


def may_ever(action: Action) -> bool:
    """Whether lines of this kind can be undone, without checking the present state."""
    how = VERBS[action.verb].undo if action.verb in VERBS else None
    return isinstance(how, Undo) and (not how.keeps or how.keeps in action.details)


@transaction.atomic
def undo(*, by: Who, action: Action) -> Action:
    """Undo a line; returns the new line, which refers to it."""
    where = done_to(action)
    if isinstance(where, Club) or "friendly" in action.details:
        # Before the two events of a friendly, in the order of ``lock_friendly``, to avoid
        # deadlocks. Acts that only write to the club's log needn't wait.
        club = where if isinstance(where, Club) else where.club
        Club.objects.select_for_update(no_key=True).get(pk=club.pk)
    lock_row(where)
    action = Action.objects.select_related("event__club", "club").get(pk=action.pk)
    preview_undo(action)
    with undoing_action(action), _last_first():
        undo_of(action.verb).do(by, action)
    if action.event is not None:
        sync_meetings(action.event)
    written: Action | None = Action.objects.filter(undoes=action).first()
    if written is None:
        raise Refused(GONE)
    return written
