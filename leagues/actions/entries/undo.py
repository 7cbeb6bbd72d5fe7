"""Undoing who is in an event: entered, checked in, paused, withdrawn, seeded."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from leagues.access.roles import Who
from leagues.actions.draw.brackets import sync_brackets
from leagues.actions.entries.entries import check_in, take_back_check_in
from leagues.actions.entries.registration import registration_of, set_registration
from leagues.actions.entries.undo_list import is_drawn
from leagues.actions.play.endings import reopen
from leagues.actions.play.undo_cards import must_be_last
from leagues.actions.refusal import Refused
from leagues.actions.undoable import changed_since, event_of, not_over, same, tell
from leagues.actions.verb import Undo
from leagues.models import Action, Entry, Match
from leagues.reads.marks import mark_of

State = Entry.State
AFTER = {
    "pause_entry": State.PAUSED,
    "return_entry": State.ACTIVE,
    "withdraw_entry": State.WITHDRAWN,
    "reinstate_entry": State.ACTIVE,
    "admit_entry": State.ACTIVE,
}
NOT_PLAYED = (Match.Ending.WALKOVER, Match.Ending.WITHDRAWN)


# --- Paused, withdrawn, and back --------------------------------------------------------


def _presence_says(action: Action) -> str:
    not_over(action)
    said = action.said
    entry = Entry.objects.filter(pk=said.get("entry")).first()
    if entry is None or entry.state != AFTER[action.verb]:
        raise Refused(_("They are no longer as this left them."))
    sentences = [
        _("%(name)s: %(state)s again.")
        % {"name": said["name"], "state": State(said["before"]).label}
    ]
    matches = _ended(action)
    if matches:
        text = ngettext(
            "Match %(matches)s is to be played after all.",
            "Matches %(matches)s are to be played after all.",
            len(matches),
        )
        numbers = ", ".join(str(match.number) for match in matches)
        sentences.append(text % {"matches": numbers})
    if names := said.get("moved_up_names"):
        _still_in(said["moved_up"])
        text = _("%(names)s: back on the waiting list.")
        sentences.append(text % {"names": ", ".join(names)})
    return " ".join(sentences)


def _ended(action: Action) -> list[Match]:
    """The matches that ended because somebody withdrew, if nothing came after that."""
    numbers = action.said.get("matches") or []
    matches = list(
        Match.objects.filter(event=action.event_id, number__in=numbers).select_related(
            "event", "pairing_round__stage"
        )
    )
    for match in matches:
        must_be_last(action, match)
    return [match for match in matches if match.ending in NOT_PLAYED]


def _still_in(entries: list[int]) -> None:
    here = Entry.objects.filter(pk__in=entries, state=State.ACTIVE)
    if here.count() < len(entries) or is_drawn(entries):
        raise Refused(_("Whoever moved up is drawn already."))


def _undo_presence(by: Who, action: Action) -> None:
    said = action.said
    Entry.objects.filter(pk=said["entry"]).update(state=said["before"])
    Entry.objects.filter(pk__in=said.get("moved_up") or []).update(state=State.WAITING)
    matches = _ended(action)
    for match in matches:
        reopen(match, {})
    tell(by, action)
    for stage in {match.pairing_round.stage for match in matches}:
        sync_brackets(stage)


# --- On the list ------------------------------------------------------------------------


def _entered(action: Action) -> list[int]:
    said = action.said
    if action.verb == "enrol":
        return [said["entry"]]
    return [each["entry"] for each in said["entries"]]


def _enter_says(action: Action) -> str:
    not_over(action)
    entries = _entered(action)
    here = Entry.objects.filter(pk__in=entries).count()
    if here < len(entries):
        raise Refused(_("Some of them are off the list, or in a pair, already."))
    if is_drawn(entries):
        raise Refused(_("Some of them are drawn: withdraw them instead."))
    text = ngettext(
        "%(n)s entry goes from the list; the people stay in the club’s.",
        "%(n)s entries go from the list; the people stay in the club’s.",
        here,
    )
    return text % {"n": here}


def _undo_enter(by: Who, action: Action) -> None:
    Entry.objects.filter(pk__in=_entered(action)).delete()
    tell(by, action)


# --- Here today -------------------------------------------------------------------------


def _names(action: Action) -> str:
    return ", ".join(action.said.get("names", ()))


def _check_in_says(action: Action) -> str:
    not_over(action)
    return _("Not checked in any more: %(names)s.") % {"names": _names(action)}


def _undo_check_in(by: Who, action: Action) -> None:
    if action.event:
        take_back_check_in(by=by, event=action.event, entries=action.said["entries"])


def _check_out_says(action: Action) -> str:
    not_over(action)
    return _("Checked in again: %(names)s.") % {"names": _names(action)}


def _undo_check_out(by: Who, action: Action) -> None:
    if action.event:
        check_in(by=by, event=action.event, entries=action.said["entries"])


# --- Seeds ------------------------------------------------------------------------------


def _seeds(facts: dict[str, Any]) -> dict[int, int | None]:
    return {int(entry): seed for entry, seed in facts.items()}


def _seeds_says(action: Action) -> str:
    not_over(action)
    after = _seeds(action.said["seeds"])
    now = dict(Entry.objects.filter(pk__in=after).values_list("pk", "seed"))
    if now != after:
        raise Refused(_("Seeds were changed again since."))
    before = {seed for seed in _seeds(action.said["before"]).values() if seed}
    others = Entry.objects.filter(event=action.event_id, seed__in=before)
    if others.exclude(pk__in=after).exists():
        raise Refused(_("Somebody else has one of these seeds by now."))
    text = ngettext(
        "%(n)s seed is as it was before.", "%(n)s seeds are as they were.", len(after)
    )
    return text % {"n": len(after)}


def _undo_seeds(by: Who, action: Action) -> None:
    before = _seeds(action.said["before"])
    entries = list(Entry.objects.filter(pk__in=before))
    Entry.objects.filter(pk__in=before).update(seed=None)
    for entry in entries:
        entry.seed = before[entry.pk]
    Entry.objects.bulk_update(entries, ["seed"])
    tell(by, action)


# --- Who may enter themselves -------------------------------------------------------------


def _registration_says(action: Action) -> str:
    event, said = event_of(action), action.said
    if not same({name: said[name] for name in said["before"]}, registration_of(event)):
        raise changed_since()
    sentences = [
        _("People may enter themselves again.")
        if said["before"]["takes_entries"]
        else _("Nobody may enter themselves any more."),
        _("Limit and last day are as they were."),
    ]
    if moved := said.get("moved_up"):
        back = Entry.objects.filter(pk__in=moved, state=Entry.State.ACTIVE)
        if back.filter(pool_places=None, side_entries=None).count() < len(moved):
            raise Refused(_("Whoever moved up is drawn already."))
        text = ngettext(
            "Back on the waiting list: %(names)s.",
            "Back on the waiting list: %(names)s.",
            len(moved),
        )
        sentences.append(text % {"names": ", ".join(said["moved_up_names"])})
    return " ".join(sentences)


def _undo_registration(by: Who, action: Action) -> None:
    _registration_says(action)
    event, before = event_of(action), action.said["before"]
    moved = Entry.objects.filter(pk__in=action.said.get("moved_up", ()))
    moved.update(state=Entry.State.WAITING)
    closes = before["entries_close_at"]
    set_registration(
        by=by,
        event=event,
        seen=mark_of(registration_of(event)),
        takes_entries=before["takes_entries"],
        entry_limit=before["entry_limit"],
        entries_close_at=datetime.fromisoformat(closes) if closes else None,
    )


PRESENCE = Undo(_presence_says, _undo_presence, moves_tables=True)
ENTER = Undo(_enter_says, _undo_enter)
CHECK_IN = Undo(_check_in_says, _undo_check_in)
CHECK_OUT = Undo(_check_out_says, _undo_check_out)
SEEDS = Undo(_seeds_says, _undo_seeds)
REGISTRATION = Undo(_registration_says, _undo_registration)
