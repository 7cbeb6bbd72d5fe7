"""Undoing who is in an event: entered, checked in, paused, withdrawn, seeded."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as later
from django.utils.translation import ngettext

from leagues.access.roles import Who
from leagues.actions.draw.brackets import sync_brackets
from leagues.actions.entries.registration import registration_of
from leagues.actions.entries.undo_list import (
    is_drawn,
    moved_up_are_not_drawn,
    seeds_are_free,
)
from leagues.actions.play.endings import reopen
from leagues.actions.play.undo_cards import must_be_last
from leagues.actions.refusal import Refused
from leagues.actions.undoable import (
    changed_since,
    event_of,
    not_over,
    put_back,
    same,
    tell,
)
from leagues.actions.verb import Undo
from leagues.models import Action, Entry, Match

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


# --- Seeds ------------------------------------------------------------------------------


def _seeds_says(action: Action) -> str:
    n = len(action.said["seeds"])
    text = ngettext(
        "%(n)s seed is as it was before.", "%(n)s seeds are as they were.", n
    )
    return text % {"n": n}


# --- Who may enter themselves -------------------------------------------------------------


def _nobody_changed_it(action: Action) -> None:
    said, now = action.said, registration_of(event_of(action))
    after = {name: said[name] for name in said["before"]}
    if not (same(after, now) or same(said["before"], now)):
        raise changed_since()


def _registration_says(action: Action) -> str:
    said = action.said
    sentences = [
        _("People may enter themselves again.")
        if said["before"]["takes_entries"]
        else _("Nobody may enter themselves any more."),
        _("Limit and last day are as they were."),
    ]
    if moved := said.get("moved_up_names"):
        text = ngettext(
            "Back on the waiting list: %(names)s.",
            "Back on the waiting list: %(names)s.",
            len(moved),
        )
        sentences.append(text % {"names": ", ".join(moved)})
    return " ".join(sentences)


PRESENCE = Undo(_presence_says, _undo_presence, moves_tables=True)
ENTER = Undo(_enter_says, _undo_enter)
CHECK_IN = put_back(later("Not checked in any more: %(names)s."), not_over)
CHECK_OUT = put_back(later("Checked in again: %(names)s."), not_over)
SEEDS = put_back(
    _seeds_says,
    not_over,
    seeds_are_free,
    since=later("Seeds were changed again since."),
)
REGISTRATION = put_back(_registration_says, _nobody_changed_it, moved_up_are_not_drawn)
