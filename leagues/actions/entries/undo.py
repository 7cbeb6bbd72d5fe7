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
from leagues.actions.play.undo import off_taken_boards
from leagues.actions.play.undo_cards import must_be_last
from leagues.actions.refusal import Refused
from leagues.actions.undoable import (
    changed_since,
    event_of,
    not_over,
    put_back,
    same,
)
from leagues.models import Action, Entry, Match

# --- Paused, withdrawn, and back --------------------------------------------------------


def _presence_says(action: Action) -> str:
    said = action.said
    sentences = [
        _("%(name)s: %(state)s again.")
        % {"name": said["name"], "state": Entry.State(said["before"]).label}
    ]
    if matches := said.get("matches"):
        text = ngettext(
            "Match %(matches)s is to be played after all.",
            "Matches %(matches)s are to be played after all.",
            len(matches),
        )
        sentences.append(text % {"matches": ", ".join(map(str, matches))})
    if names := said.get("moved_up_names"):
        text = _("%(names)s: back on the waiting list.")
        sentences.append(text % {"names": ", ".join(names)})
    return " ".join(sentences)


def _ended(action: Action) -> list[Match]:
    """The matches that ended because somebody withdrew."""
    numbers = action.said.get("matches") or []
    matches = Match.objects.filter(event=action.event_id, number__in=numbers)
    return list(matches.select_related("event", "pairing_round__stage__event"))


def _nothing_came_after(action: Action) -> None:
    for match in _ended(action):
        must_be_last(action, match)


def _brackets_follow(_by: Who, action: Action) -> None:
    for stage in {match.pairing_round.stage for match in _ended(action)}:
        sync_brackets(stage)


# --- On the list ------------------------------------------------------------------------


def _entered(action: Action) -> list[int]:
    said = action.said
    if action.verb == "enrol":
        return [said["entry"]]
    return [each["entry"] for each in said["entries"]]


def _nobody_is_drawn(action: Action) -> None:
    if is_drawn(_entered(action)):
        raise Refused(_("Some of them are drawn: withdraw them instead."))


def _enter_says(action: Action) -> str:
    n = len(_entered(action))
    text = ngettext(
        "%(n)s entry goes from the list; the people stay in the club’s.",
        "%(n)s entries go from the list; the people stay in the club’s.",
        n,
    )
    return text % {"n": n}


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


PRESENCE = put_back(
    _presence_says,
    not_over,
    _nothing_came_after,
    moved_up_are_not_drawn,
    since=later("They are no longer as this left them."),
    fit=off_taken_boards,
    then=_brackets_follow,
    moves_tables=True,
)
ENTER = put_back(
    _enter_says,
    not_over,
    _nobody_is_drawn,
    since=later("Some of them were changed since, or are off the list already."),
)
CHECK_IN = put_back(later("Not checked in any more: %(names)s."), not_over)
CHECK_OUT = put_back(later("Checked in again: %(names)s."), not_over)
SEEDS = put_back(
    _seeds_says,
    not_over,
    seeds_are_free,
    since=later("Seeds were changed again since."),
)
REGISTRATION = put_back(_registration_says, _nobody_changed_it, moved_up_are_not_drawn)
