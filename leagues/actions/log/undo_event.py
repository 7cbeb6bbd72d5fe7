"""Undoing what was done to an event beside its results, and to the club's people."""

from __future__ import annotations

from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as later
from django.utils.translation import ngettext

from leagues.access.roles import Who
from leagues.actions.advance.finish import open_again
from leagues.actions.advance.ties import withdraw_settlement
from leagues.actions.events.plan import bin_event, restore_event
from leagues.actions.events.times import set_times
from leagues.actions.log.undoable import Undo, Undos, tell
from leagues.actions.people.merge import undo_merge
from leagues.actions.people.people import bin_player, restore_player
from leagues.actions.refusal import Refused
from leagues.actions.screens.announcements import take_down
from leagues.models import Action, Announcement, Event, Player, Settlement


def gone() -> str:
    return _("Things are no longer as this left them.")


# --- What the desk says ---------------------------------------------------------------


def _announcement(action: Action, *, is_up: bool) -> Announcement:
    said = Announcement.objects.filter(
        pk=action.said.get("announcement"), taken_down_at__isnull=is_up
    ).first()
    if said is None:
        raise Refused(gone())
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


# --- Ties -----------------------------------------------------------------------------


def _settlement(action: Action, *, stands: bool) -> Settlement:
    made = Settlement.objects.filter(
        pk=action.said.get("settlement"), withdrawn_at__isnull=stands
    ).first()
    if made is None:
        raise Refused(gone())
    return made


def _settle_says(action: Action) -> str:
    stage = _settlement(action, stands=True).stage
    return _("These are level again in %(stage)s: %(names)s.") % {
        "stage": stage,
        "names": ", ".join(action.said["names"]),
    }


def _undo_settle(by: Who, action: Action) -> None:
    withdraw_settlement(by=by, settlement=_settlement(action, stands=True))


def _withdraw_settlement_says(action: Action) -> str:
    stage = _settlement(action, stands=False).stage
    return _("The tie in %(stage)s is settled again as it was: %(names)s.") % {
        "stage": stage,
        "names": ", ".join(action.said["names"]),
    }


def _undo_withdraw_settlement(by: Who, action: Action) -> None:
    made = _settlement(action, stands=False)
    made.withdrawn_at = None
    made.save(update_fields=["withdrawn_at"])
    tell(by, action)


# --- The event itself -----------------------------------------------------------------

State = Event.State
# What an old line does not say.
BEFORE = {"start_event": State.PLANNED, "finish_event": State.RUNNING}
AFTER = {"start_event": State.RUNNING, "finish_event": State.FINISHED}


def _state_says(action: Action) -> str:
    if action.event is None or action.event.state != AFTER[action.verb]:
        raise Refused(gone())
    if action.verb == "start_event":
        if action.event.matches.begun().exists():
            raise Refused(_("Somebody has begun to play."))
        return _("The event counts as planned again, not as on now.")
    says = _("The event is open again: results can be entered and corrected.")
    if struck_out := len(action.said.get("struck_out", ())):
        says += " " + ngettext(
            "%(n)s match that was struck out is open again.",
            "%(n)s matches that were struck out are open again.",
            struck_out,
        ) % {"n": struck_out}
    return says


def _undo_state(by: Who, action: Action) -> None:
    if action.event:
        before = action.said.get("state", BEFORE[action.verb])
        action.event.state = before
        if action.said.get("begins") == action.event.starts_at.isoformat():
            action.event.starts_at = datetime.fromisoformat(action.said["planned"])
        action.event.save(update_fields=["state", "starts_at"])
        if "begins" in action.said:
            set_times(action.event)
        open_again(action.event, action.said.get("struck_out", ()))
        ended = action.event.announcements.filter(
            pk__in=action.said.get("announcements", ())
        )
        ended.update(taken_down_at=None)
        tell(by, action)


def _bin_event_says(action: Action) -> str:
    if action.event is None or action.event.binned_at is None:
        raise Refused(gone())
    return _("The event comes back from the bin.")


def _undo_bin_event(by: Who, action: Action) -> None:
    if action.event:
        restore_event(by=by, event=action.event)


def _restore_event_says(action: Action) -> str:
    if action.event is None or action.event.binned_at is not None:
        raise Refused(gone())
    return _("The event goes back into the bin.")


def _undo_restore_event(by: Who, action: Action) -> None:
    if action.event:
        bin_event(by=by, event=action.event)


# --- People ---------------------------------------------------------------------------


def _player(action: Action, *, in_bin: bool) -> Player:
    player = Player.objects.filter(
        pk=action.said.get("player"), merged_into=None, binned_at__isnull=not in_bin
    ).first()
    if player is None:
        raise Refused(gone())
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
        raise Refused(gone())
    return _(
        "%(leaves)s and %(stays)s are two people again, each with what was theirs."
    ) % {"leaves": action.said["leaves_name"], "stays": action.said["stays_name"]}


def _undo_merge(by: Who, action: Action) -> None:
    undo_merge(by=by, action=action)


UNDOS: Undos = {
    "say": Undo(_say_says, _undo_say),
    "take_down": Undo(_take_down_says, _undo_take_down),
    "settle_tie": Undo(_settle_says, _undo_settle, moves_tables=True),
    "withdraw_settlement": Undo(
        _withdraw_settlement_says, _undo_withdraw_settlement, moves_tables=True
    ),
    "start_event": Undo(_state_says, _undo_state),
    "finish_event": Undo(_state_says, _undo_state),
    "bin_event": Undo(_bin_event_says, _undo_bin_event),
    "restore_event": Undo(_restore_event_says, _undo_restore_event),
    "bin_player": Undo(_bin_player_says, _undo_bin_player),
    "restore_player": Undo(_restore_player_says, _undo_restore_player),
    "merge_players": Undo(_merge_says, _undo_merge),
    "undo_merge": later("Merge the two again, where both are shown side by side."),
    "reopen_event": later("Finish the event again, under Advance."),
    "make_kiosk": later("Take the tablet off again, where the phones are."),
    "revoke_kiosk": later("Whoever held the tablet may have it still: set it up anew."),
    "void_labels": later(
        "Somebody may have copied the old labels: print the new ones."
    ),
    "pair_screen": later("Forget the screen, where the screens are."),
    "show_on_screens": later("Show something else, where the screens are."),
    "colour_screens": later("Choose other colours, where the screens are."),
    "name_screens": later("The names go from the screens by themselves."),
    "forget_screen": later("Take the screen on again: it shows a code."),
}
