"""Undoing what helpers were made."""

from __future__ import annotations

from django.utils.translation import gettext as _

from leagues.access.roles import Who
from leagues.actions.club.members import change_role
from leagues.actions.refusal import Refused
from leagues.actions.verb import Undo
from leagues.models import Action, Membership


def _member(action: Action) -> Membership:
    member = Membership.objects.filter(
        club=action.club_id,
        user__email=action.said.get("email"),
        role=action.said.get("role"),
    ).first()
    if member is None:
        raise Refused(_("They have another role by now, or none."))
    return member


def _role_says(action: Action) -> str:
    member = _member(action)
    before = Membership.Role(action.said["before"]).label
    return _("%(email)s: %(role)s again.") % {
        "email": member.user.email,
        "role": before,
    }


def _undo_role(by: Who, action: Action) -> None:
    role = Membership.Role(action.said["before"])
    change_role(by=by, membership=_member(action), role=role)


ROLE = Undo(_role_says, _undo_role)
