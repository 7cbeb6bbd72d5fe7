"""Undoing what was done beside any event: people added and changed, and helpers' roles."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as later

from leagues.access.roles import Who
from leagues.actions.club.members import change_role
from leagues.actions.log.undoable import Undo, Undos, nothing_since
from leagues.actions.people.links import release_player, revoke_link
from leagues.actions.people.people import bin_player, change_player
from leagues.actions.refusal import Refused
from leagues.models import Action, Membership, Player
from leagues.reads.log.sentences import names_of_facts


def _player(action: Action) -> Player:
    player = Player.objects.filter(
        pk=action.said.get("player"), merged_into=None, binned_at=None
    ).first()
    if player is None:
        raise Refused(_("This person is in the bin, or merged into another."))
    return player


def _add_says(action: Action) -> str:
    return _("%(name)s goes into the bin.") % {"name": _player(action).name}


def _undo_add(by: Who, action: Action) -> None:
    bin_player(by=by, player=_player(action))


def _change_says(action: Action) -> str:
    player = _player(action)
    nothing_since(action, ("change_player",), player=player.pk)
    return _("As before again of %(name)s: %(what)s.") % {
        "name": player.name,
        "what": names_of_facts(action.said["before"]),
    }


def _undo_change(by: Who, action: Action) -> None:
    player, before = _player(action), dict(action.said["before"])
    names = list(player.aliases.values_list("name", flat=True))
    other_names = before.pop("other_names", names)
    change_player(by=by, player=player, other_names=other_names, facts=before)


def _give_link_says(action: Action) -> str:
    player = _player(action)
    nothing_since(action, ("give_link", "revoke_link"), player=player.pk)
    if not player.links.filter(revoked_at=None).exists():
        raise Refused(_("This link is closed already."))
    return _("The link of %(name)s opens nothing any more.") % {"name": player.name}


def _undo_give_link(by: Who, action: Action) -> None:
    revoke_link(by=by, player=_player(action))


def _claim_says(action: Action) -> str:
    player = _player(action)
    if player.user_id is None:
        raise Refused(_("%(name)s is nobody’s account.") % {"name": player.name})
    return _("%(name)s is parted from the account again.") % {"name": player.name}


def _undo_claim(by: Who, action: Action) -> None:
    release_player(by=by, player=_player(action))


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


UNDOS: Undos = {
    "add_player": Undo(_add_says, _undo_add),
    "change_player": Undo(_change_says, _undo_change),
    "give_link": Undo(_give_link_says, _undo_give_link),
    "claim_player": Undo(_claim_says, _undo_claim),
    "change_role": Undo(_role_says, _undo_role),
    "set_up_club": later("Everything here belongs to the club."),
    "invite": later("The invitation may have been read: withdraw it under Helpers."),
    "withdraw_invitation": later("Its link is dead for good: invite them anew."),
    "accept_invitation": later(
        "They have joined: change their role, or take them off, under Helpers."
    ),
    "remove_member": later("Whoever was taken off has to agree: invite them anew."),
    "revoke_link": later("A closed link is dead for good: make a new one."),
    "release_player": later("They take their name again with their personal link."),
}
