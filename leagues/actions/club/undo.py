"""Undoing what helpers were made."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as later

from leagues.access.roles import Who
from leagues.actions.club.members import refuse_ownerless
from leagues.actions.club.texts import move_texts_on
from leagues.actions.undoable import put_back
from leagues.models import Action, Membership


def _role_says(action: Action) -> str:
    role = Membership.Role(action.said["before"]).label
    return _("%(email)s will be %(role)s again.") % {
        "email": action.said["email"],
        "role": role,
    }


LANGUAGE = put_back(later("The language of the club will be %(before)s again."))


def _texts_move_on(_by: Who, action: Action) -> None:
    move_texts_on(action.club_id)


TEXTS = put_back(
    later("Restores the earlier text in %(language)s."), then=_texts_move_on
)
WORD_SET = put_back(later("Restores the earlier English texts."), then=_texts_move_on)

ROLE = put_back(
    _role_says,
    since=later("Their role has changed since, or was removed."),
    then=lambda _by, action: refuse_ownerless(action.club_id),
)

PAGE = put_back(later("Restores the earlier page of the club."))
