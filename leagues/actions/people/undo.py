"""Undoing what was done to the club's people."""

from __future__ import annotations

from django.utils.translation import gettext as _

from leagues.access.roles import Who
from leagues.actions.people.links import release_player, revoke_link
from leagues.actions.people.merge import undo_merge
from leagues.actions.people.people import bin_player, change_player, restore_player
from leagues.actions.refusal import Refused
from leagues.actions.undoable import gone, nothing_since
from leagues.actions.verb import Undo
from leagues.models import Action, Player
from leagues.reads.log.facts import names_of_facts


def _present(action: Action) -> Player:
    player = Player.objects.filter(
        pk=action.said.get("player"), merged_into=None, binned_at=None
    ).first()
    if player is None:
        raise Refused(_("This person is in the bin, or merged into another."))
    return player


def _add_says(action: Action) -> str:
    return _("%(name)s goes into the bin.") % {"name": _present(action).name}


def _undo_add(by: Who, action: Action) -> None:
    bin_player(by=by, player=_present(action))


def _change_says(action: Action) -> str:
    player = _present(action)
    nothing_since(action, ("change_player",), player=player.pk)
    return _("As before again of %(name)s: %(what)s.") % {
        "name": player.name,
        "what": names_of_facts(action.said["before"]),
    }


def _undo_change(by: Who, action: Action) -> None:
    player, before = _present(action), dict(action.said["before"])
    names = list(player.aliases.values_list("name", flat=True))
    other_names = before.pop("other_names", names)
    change_player(by=by, player=player, other_names=other_names, facts=before)


def _give_link_says(action: Action) -> str:
    player = _present(action)
    nothing_since(action, ("give_link", "revoke_link"), player=player.pk)
    if not player.links.filter(revoked_at=None).exists():
        raise Refused(_("This link is closed already."))
    return _("The link of %(name)s opens nothing any more.") % {"name": player.name}


def _undo_give_link(by: Who, action: Action) -> None:
    revoke_link(by=by, player=_present(action))


def _claim_says(action: Action) -> str:
    player = _present(action)
    if player.user_id is None:
        raise Refused(_("%(name)s is nobody’s account.") % {"name": player.name})
    return _("%(name)s is parted from the account again.") % {"name": player.name}


def _undo_claim(by: Who, action: Action) -> None:
    release_player(by=by, player=_present(action))


def _player(action: Action, *, in_bin: bool) -> Player:
    player = Player.objects.filter(
        pk=action.said.get("player"), merged_into=None, binned_at__isnull=not in_bin
    ).first()
    if player is None:
        raise gone()
    return player


def _bin_player_says(action: Action) -> str:
    player = _player(action, in_bin=True)
    return _("%(name)s comes back from the bin.") % {"name": player.name}


def _undo_bin_player(by: Who, action: Action) -> None:
    restore_player(by=by, player=_player(action, in_bin=True))


def _restore_player_says(action: Action) -> str:
    player = _player(action, in_bin=False)
    return _("%(name)s goes back into the bin.") % {"name": player.name}


def _undo_restore_player(by: Who, action: Action) -> None:
    bin_player(by=by, player=_player(action, in_bin=False))


def _merge_says(action: Action) -> str:
    leaves = Player.objects.filter(pk=action.said.get("leaves")).first()
    if leaves is None or leaves.merged_into_id != action.said.get("stays"):
        raise gone()
    return _(
        "%(leaves)s and %(stays)s are two people again, each with what was theirs."
    ) % {"leaves": action.said["leaves_name"], "stays": action.said["stays_name"]}


def _undo_merge(by: Who, action: Action) -> None:
    undo_merge(by=by, action=action)


ADD = Undo(_add_says, _undo_add)
CHANGE = Undo(_change_says, _undo_change)
BIN = Undo(_bin_player_says, _undo_bin_player)
RESTORE = Undo(_restore_player_says, _undo_restore_player)
MERGE = Undo(_merge_says, _undo_merge)
GIVE_LINK = Undo(_give_link_says, _undo_give_link)
CLAIM = Undo(_claim_says, _undo_claim)
