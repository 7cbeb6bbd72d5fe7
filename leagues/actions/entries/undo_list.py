"""Undoing who stands on the list: struck, paired, parted, substituted, playing for whom."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _

from leagues.access.roles import Who
from leagues.actions.entries.line_ups import PAIR, pair_up
from leagues.actions.refusal import Refused
from leagues.actions.undoable import changed_since, event_of, not_over, tell
from leagues.actions.verb import Undo
from leagues.models import (
    Action,
    Entry,
    EntryPlayer,
    Match,
    Player,
    SidePlayer,
    Team,
)

State = Entry.State


def bring_back(action: Action, was: dict[str, Any]) -> Entry:
    """The entry again; a seed that somebody else has by now is theirs."""
    event = event_of(action)
    taken = event.entries.filter(seed=was["seed"]).exists()
    here = was.get("checked_in_at")
    return Entry.objects.create(
        pk=was["entry"],
        event=event,
        team=Team.objects.filter(pk=was["team"]).first(),
        seed=None if taken else was["seed"],
        state=was["state"],
        made_at=datetime.fromisoformat(was["made_at"]),
        checked_in_at=datetime.fromisoformat(here) if here else None,
    )


def is_drawn(entries: Collection[int]) -> bool:
    """Whether one of them was seated in a pool or drawn into a match."""
    found = Entry.objects.filter(pk__in=entries)
    undrawn = found.filter(pool_places=None, side_entries=None)
    return undrawn.count() < found.count()


# --- Struck off ---------------------------------------------------------------------------


def _strike_says(action: Action) -> str:
    not_over(action)
    said = action.said
    known = Player.objects.filter(pk__in=said["players"], merged_into=None)
    entered = EntryPlayer.objects.filter(
        event=action.event_id, player__in=said["players"]
    )
    if known.count() < len(said["players"]) or entered.exists():
        raise Refused(_("They have entered again, or are in the bin."))
    sentences = [_("%(name)s: on the list again.") % {"name": said["name"]}]
    if moved := said.get("moved_up"):
        if is_drawn(moved):
            raise Refused(_("Whoever moved up is drawn already."))
        names = ", ".join(said["moved_up_names"])
        sentences.append(_("%(names)s: back on the waiting list.") % {"names": names})
    return " ".join(sentences)


def _undo_strike(by: Who, action: Action) -> None:
    said = action.said
    entry = bring_back(action, said)
    EntryPlayer.objects.bulk_create(
        EntryPlayer(
            entry=entry, event_id=entry.event_id, player_id=player, number=number
        )
        for number, player in enumerate(said["players"], start=1)
    )
    moved = Entry.objects.filter(pk__in=said.get("moved_up") or [])
    moved.filter(state=State.ACTIVE).update(state=State.WAITING)
    tell(by, action)


# --- Pairs --------------------------------------------------------------------------------


def _pairs_says(action: Action) -> str:
    not_over(action)
    said = action.said
    ones = [one for one, _player in said["pairs"]]
    if is_drawn(ones):
        raise Refused(_("A pair of these is drawn already."))
    lines = EntryPlayer.objects.filter(entry__in=ones, number=PAIR)
    if set(lines.values_list("entry", "player")) != set(map(tuple, said["pairs"])):
        raise Refused(_("A pair of these is another by now."))
    names = ", ".join(" & ".join(pair) for pair in said["names"])
    return _("Without a partner again: %(names)s.") % {"names": names}


def _undo_pairs(by: Who, action: Action) -> None:
    said = action.said
    for (one, player), was in zip(said["pairs"], said["joined"], strict=True):
        entry = bring_back(action, was)
        line = EntryPlayer.objects.get(entry=one, player=player)
        line.entry, line.number = entry, 1
        line.save(update_fields=["entry", "number"])
    tell(by, action)


def _part_says(action: Action) -> str:
    not_over(action)
    two = [action.said["entry"], action.said["other"]]
    lines = EntryPlayer.objects.filter(entry__in=two)
    there = sorted(lines.values_list("entry", flat=True))
    if there != sorted(two) or is_drawn(two):
        raise Refused(_("One of them has another partner, or is drawn."))
    return _("%(name)s are a pair again.") % {"name": action.said["name"]}


def _undo_part(by: Who, action: Action) -> None:
    pair = (action.said["entry"], action.said["other"])
    pair_up(by=by, event=event_of(action), pairs=[pair])


# --- Substitutes --------------------------------------------------------------------------


def _seats(action: Action) -> list[SidePlayer]:
    """Where the substitute still sits, in matches that nobody has begun."""
    said = action.said
    return list(
        SidePlayer.objects.filter(
            match__event=action.event_id,
            match__number__in=said["matches"],
            match__state=Match.State.PLANNED,
            side__entries=said["entry"],
            player=said["comes"],
        ).select_related("match")
    )


def _substitute_says(action: Action) -> str:
    not_over(action)
    said, seats = action.said, _seats(action)
    line = EntryPlayer.objects.filter(entry=said["entry"], player=said["comes"])
    if said["for_good"] and not line.exists():
        raise Refused(_("Somebody else has this place by now."))
    if not said["for_good"] and not seats:
        raise Refused(_("All of these matches have been begun."))
    if _sits_elsewhere(action, seats):
        raise Refused(
            _("%(name)s plays for others by now.") % {"name": said["leaves_name"]}
        )
    sentence = _("%(leaves)s sits there again instead of %(comes)s.") % {
        "leaves": said["leaves_name"],
        "comes": said["comes_name"],
    }
    if len(seats) < len(said["matches"]):
        sentence += " " + _("What was begun keeps who sat there.")
    return sentence


def _sits_elsewhere(action: Action, seats: list[SidePlayer]) -> bool:
    leaves = action.said["leaves"]
    entered = EntryPlayer.objects.filter(event=action.event_id, player=leaves)
    if action.said["for_good"] and entered.exists():
        return True
    rounds = {seat.match.pairing_round_id for seat in seats}
    sitting = SidePlayer.objects.filter(player=leaves, match__pairing_round__in=rounds)
    return sitting.exists()


def _undo_substitute(by: Who, action: Action) -> None:
    said, seats = action.said, _seats(action)
    for seat in seats:
        seat.player_id = said["leaves"]
    SidePlayer.objects.bulk_update(seats, ["player"])
    if said["for_good"]:
        line = EntryPlayer.objects.filter(entry=said["entry"], player=said["comes"])
        line.update(player=said["leaves"])
    tell(by, action)


# --- For which club or team -----------------------------------------------------------------


def _team_says(action: Action) -> str:
    said = action.said
    entry = Entry.objects.filter(pk=said["entry"]).select_related("team").first()
    if entry is None or (entry.team.name if entry.team else "") != said["team"]:
        raise changed_since()
    before = Team.objects.filter(pk=said["before"]).first()
    if before is None:
        return _("%(name)s plays for no team.") % {"name": said["name"]}
    return _("%(name)s plays for %(team)s.") % {"name": said["name"], "team": before}


def _undo_team(by: Who, action: Action) -> None:
    before = Team.objects.filter(pk=action.said["before"]).first()
    Entry.objects.filter(pk=action.said["entry"]).update(team=before)
    tell(by, action)


STRIKE = Undo(_strike_says, _undo_strike, keeps="made_at")
PAIRS = Undo(_pairs_says, _undo_pairs, keeps="joined")
PART = Undo(_part_says, _undo_part)
SUBSTITUTE = Undo(_substitute_says, _undo_substitute)
TEAM = Undo(_team_says, _undo_team)
