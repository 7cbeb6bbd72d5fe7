"""Undoing what the desk said on every screen."""

from __future__ import annotations

from django.utils.translation import gettext as _

from leagues.access.roles import Who
from leagues.actions.screens.announcements import take_down
from leagues.actions.undoable import gone, tell
from leagues.actions.verb import Undo
from leagues.models import Action, Announcement


def _announcement(action: Action, *, is_up: bool) -> Announcement:
    said = Announcement.objects.filter(
        pk=action.said.get("announcement"), taken_down_at__isnull=is_up
    ).first()
    if said is None:
        raise gone()
    return said


def _say_says(action: Action) -> str:
    said = _announcement(action, is_up=True)
    return _("“%(text)s” goes from every screen.") % {"text": said.text}


def _undo_say(by: Who, action: Action) -> None:
    take_down(by=by, announcement=_announcement(action, is_up=True))


def _take_down_says(action: Action) -> str:
    said = _announcement(action, is_up=False)
    return _("“%(text)s” is on every screen again.") % {"text": said.text}


def _undo_take_down(by: Who, action: Action) -> None:
    said = _announcement(action, is_up=False)
    said.taken_down_at = None
    said.save(update_fields=["taken_down_at"])
    tell(by, action)


SAY = Undo(_say_says, _undo_say)
TAKE_DOWN = Undo(_take_down_says, _undo_take_down)
