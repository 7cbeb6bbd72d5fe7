"""Undoing who stands on the list: struck, paired, parted, substituted, playing for whom."""

from __future__ import annotations

from collections.abc import Collection

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as later

from leagues.access.roles import Who
from leagues.actions.refusal import Refused
from leagues.actions.undoable import not_over, put_back, rows_back, tell
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


def is_drawn(entries: Collection[int]) -> bool:
    """Whether one of them was seated in a pool or drawn into a match."""
    found = Entry.objects.filter(pk__in=entries)
    undrawn = found.filter(pool_places=None, side_entries=None)
    return undrawn.count() < found.count()


def seeds_are_free(action: Action) -> None:
    back = rows_back(action, of="entry")
    seeds = {was["seed"] for was in back.values() if was.get("seed")}
    others = Entry.objects.filter(event=action.event_id, seed__in=seeds)
    if others.exclude(pk__in=back).exists():
        raise Refused(_("Someone else has one of these seeds now."))


def moved_up_are_not_drawn(action: Action) -> None:
    if is_drawn(action.said.get("moved_up", ())):
        raise Refused(_("The entry that moved up is already drawn."))


# --- Struck off ---------------------------------------------------------------------------


def _have_not_entered_again(action: Action) -> None:
    said = action.said
    known = Player.objects.filter(pk__in=said["players"], merged_into=None)
    lines = rows_back(action, of="entryplayer").values()
    back = [was["player_id"] for was in lines if "player_id" in was]
    entered = EntryPlayer.objects.filter(event=action.event_id, player__in=back)
    if known.count() < len(said["players"]) or entered.exists():
        raise Refused(_("They have entered again since, or are in the bin."))


def _bracket_is_not_published(action: Action) -> None:
    seats = rows_back(action, of="poolentry").values()
    brackets = Match.objects.filter(slot__gt="")
    if brackets.filter(pool__in=[was.get("pool_id") for was in seats]).exists():
        raise Refused(
            _("The bracket has been published without %(name)s.")
            % {"name": action.said["name"]}
        )


def _strike_says(action: Action) -> str:
    said = action.said
    sentences = [_("%(name)s will be back on the list.") % {"name": said["name"]}]
    if said.get("moved_up"):
        names = ", ".join(said["moved_up_names"])
        sentences.append(
            _("%(names)s will be back on the waiting list.") % {"names": names}
        )
    return " ".join(sentences)


# --- Pairs --------------------------------------------------------------------------------


def _pairs_are_not_drawn(action: Action) -> None:
    if is_drawn([one for one, _player in action.said["pairs"]]):
        raise Refused(_("One of these pairs is already drawn."))


def _pairs_says(action: Action) -> str:
    names = ", ".join(" & ".join(pair) for pair in action.said["names"])
    return _("These will have no partner again: %(names)s.") % {"names": names}


PARTED_OR_DRAWN = later(
    "One of these players has another partner now, or is already drawn."
)


def _both_are_not_drawn(action: Action) -> None:
    if is_drawn([action.said["entry"], action.said["other"]]):
        raise Refused(PARTED_OR_DRAWN)


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
        raise Refused(_("Another substitute has this place now."))
    if not said["for_good"] and not seats:
        raise Refused(_("All of these matches have begun."))
    if _sits_elsewhere(action, seats):
        raise Refused(
            _("%(name)s plays for another entry now.") % {"name": said["leaves_name"]}
        )
    sentence = _("%(leaves)s will play again in place of %(comes)s.") % {
        "leaves": said["leaves_name"],
        "comes": said["comes_name"],
    }
    if len(seats) < len(said["matches"]):
        sentence += " " + _("Matches that have begun keep their players.")
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
    before = Team.objects.filter(pk=said["before"]).first()
    if before is None:
        return _("%(name)s will play for no team.") % {"name": said["name"]}
    return _("%(name)s plays for %(team)s.") % {"name": said["name"], "team": before}


STRIKE = put_back(
    _strike_says,
    not_over,
    _have_not_entered_again,
    _bracket_is_not_published,
    moved_up_are_not_drawn,
    seeds_are_free,
)
PAIRS = put_back(
    _pairs_says,
    not_over,
    _pairs_are_not_drawn,
    seeds_are_free,
    since=later("One of these pairs has changed since."),
)
PART = put_back(
    later("%(name)s will be a pair again."),
    not_over,
    _both_are_not_drawn,
    since=PARTED_OR_DRAWN,
)
SUBSTITUTE = Undo(_substitute_says, _undo_substitute)
TEAM = put_back(_team_says)
