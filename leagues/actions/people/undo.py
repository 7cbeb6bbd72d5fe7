"""Undoing what was done to the club's people."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as later

from leagues.access.roles import Who
from leagues.actions.people.links import revoke_link
from leagues.actions.people.merge import undo_merge
from leagues.actions.people.people import bin_player
from leagues.actions.refusal import Refused
from leagues.actions.undoable import GONE, gone, nothing_since, put_back
from leagues.actions.verb import Undo
from leagues.models import Action, Event, Player
from leagues.reads.log.facts import names_of_facts


def _present(action: Action) -> Player:
    player = Player.objects.filter(
        pk=action.said.get("player"), merged_into=None, binned_at=None
    ).first()
    if player is None:
        raise Refused(_("This person is in the bin, or was merged with someone else."))
    return player


def _add_says(action: Action) -> str:
    return _("%(name)s will be moved to the bin.") % {"name": _present(action).name}


def _undo_add(by: Who, action: Action) -> None:
    bin_player(by=by, player=_present(action))


def _added(action: Action) -> list[Player]:
    found = Player.objects.present().filter(pk__in=action.said.get("new_players", ()))
    if not found:
        raise gone()
    return list(found.order_by("pk"))


def _add_list_says(action: Action) -> str:
    return _("Moves these people to the bin: %(names)s.") % {
        "names": ", ".join(player.name for player in _added(action))
    }


def _undo_add_list(by: Who, action: Action) -> None:
    for player in _added(action):
        bin_player(by=by, player=player)


def _change_says(action: Action) -> str:
    return _("Restores for %(name)s: %(what)s.") % {
        "name": _present(action).name,
        "what": names_of_facts(action.said["before"]),
    }


def _last_change(action: Action) -> None:
    nothing_since(action, ("change_player",), player=_present(action).pk)


def _touch_pages(_by: Who, action: Action) -> None:
    """A name is read wherever its owner plays."""
    Event.objects.with_player(_present(action)).touch()


def _give_link_says(action: Action) -> str:
    player = _present(action)
    nothing_since(action, ("give_link", "revoke_link"), player=player.pk)
    if not player.links.filter(revoked_at=None).exists():
        raise Refused(_("This link was already revoked."))
    return _("The link of %(name)s no longer works.") % {"name": player.name}


def _undo_give_link(by: Who, action: Action) -> None:
    revoke_link(by=by, player=_present(action))


def _not_merged(action: Action) -> None:
    here = Player.objects.filter(pk=action.said.get("player"), merged_into=None)
    if not here.filter(former_since=None).exists():
        raise gone()


def _merge_says(action: Action) -> str:
    leaves = Player.objects.filter(pk=action.said.get("leaves")).first()
    if leaves is None or leaves.merged_into_id != action.said.get("stays"):
        raise gone()
    return _(
        "%(leaves)s and %(stays)s will be two people again, each with their own results."
    ) % {"leaves": action.said["leaves_name"], "stays": action.said["stays_name"]}


def _undo_merge(by: Who, action: Action) -> None:
    undo_merge(by=by, action=action)


ADD = Undo(_add_says, _undo_add)
ADD_LIST = Undo(_add_list_says, _undo_add_list)
CHANGE = put_back(_change_says, _last_change, then=_touch_pages)
BIN = put_back(
    later("%(name)s will be restored from the bin."), _not_merged, since=GONE
)
RESTORE = put_back(
    later("%(name)s will be moved back to the bin."), _not_merged, since=GONE
)
MERGE = Undo(_merge_says, _undo_merge)
GIVE_LINK = Undo(_give_link_says, _undo_give_link)
CLAIM = put_back(
    later("%(name)s will no longer be linked to the account."),
    _present,
    since=later("%(name)s is no longer linked to this account."),
)
ASK = put_back(later("%(name)s will stay in the club."), _present, since=GONE)
STAY = put_back(
    later("The request of %(name)s to leave the club will be open again."),
    _present,
    since=GONE,
)
