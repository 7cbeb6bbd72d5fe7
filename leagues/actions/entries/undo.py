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
        _("Restores the state of %(name)s: %(state)s.")
        % {"name": said["name"], "state": Entry.State(said["before"]).label}
    ]
    if matches := said.get("matches"):
        text = ngettext(
            "Match %(matches)s will be played after all.",
            "Matches %(matches)s will be played after all.",
            len(matches),
        )
        sentences.append(text % {"matches": ", ".join(map(str, matches))})
    if names := said.get("moved_up_names"):
        text = _("%(names)s will be back on the waiting list.")
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
        raise Refused(
            _("Some of these players are already drawn. Withdraw them instead.")
        )


def _enter_says(action: Action) -> str:
    n = len(_entered(action))
    text = ngettext(
        "%(n)s entry will be removed from the list. The people stay in the club.",
        "%(n)s entries will be removed from the list. The people stay in the club.",
        n,
    )
    return text % {"n": n}


# --- Seeds ------------------------------------------------------------------------------


def _seeds_says(action: Action) -> str:
    n = len(action.said["seeds"])
    text = ngettext("Restores %(n)s earlier seed.", "Restores %(n)s earlier seeds.", n)
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
        _("Online registration will be open again.")
        if said["before"]["takes_entries"]
        else _("Online registration will be closed."),
        _("The earlier limit and last day will apply."),
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
    since=later("Their state has changed since, so this can’t be undone."),
    fit=off_taken_boards,
    then=_brackets_follow,
    moves_tables=True,
)
ENTER = put_back(
    _enter_says,
    not_over,
    _nobody_is_drawn,
    since=later(
        "Some of these entries have been changed since, or were removed from the list."
    ),
)
CHECK_IN = put_back(later("These will no longer be checked in: %(names)s."), not_over)
CHECK_OUT = put_back(later("These will be checked in again: %(names)s."), not_over)
SEEDS = put_back(
    _seeds_says,
    not_over,
    seeds_are_free,
    since=later("The seeds have been changed again since."),
)
REGISTRATION = put_back(_registration_says, _nobody_changed_it, moved_up_are_not_drawn)
