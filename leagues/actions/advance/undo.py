"""Undoing who goes on: play-offs, seats given anew, and whoever moved up."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as later
from django.utils.translation import ngettext

from leagues.access.roles import Who
from leagues.actions.advance.moving_up import begun, take_seats
from leagues.actions.advance.refill import refuse_begun, seat_as
from leagues.actions.draw.brackets import sync_brackets
from leagues.actions.draw.draw import clear
from leagues.actions.draw.opening import seats_of
from leagues.actions.play.undo import off_taken_boards
from leagues.actions.refusal import Refused
from leagues.actions.undoable import GONE, gone, put_back, stage_of, tell
from leagues.actions.verb import Undo
from leagues.models import (
    Action,
    Entry,
    Match,
    MatchSide,
    PoolEntry,
    Stage,
)
from leagues.models.fields import shown_name
from leagues.reads import format_of
from leagues.reads.advance.bracket_play import has_bracket
from leagues.reads.play.walkover import AWARDED, award

# --- A play-off -------------------------------------------------------------------------


def _play_off(action: Action) -> Match:
    found = Match.objects.filter(
        event=action.event_id,
        number=action.said["match"],
        pairing_round__is_play_off=True,
    )
    match = found.first()
    if match is None:
        raise Refused(_("This match no longer exists."))
    if match.state != Match.State.PLANNED or match.reports.exists():
        raise Refused(_("This match has begun. Void it instead."))
    return match


def _play_off_says(action: Action) -> str:
    _play_off(action)
    return _("Match %(n)s, the play-off between %(names)s, will be removed.") % {
        "n": action.said["match"],
        "names": " & ".join(action.said["names"]),
    }


def _undo_play_off(by: Who, action: Action) -> None:
    clear([_play_off(action).pairing_round_id])
    tell(by, action)


# --- Seats given anew ---------------------------------------------------------------------


def _filled(action: Action) -> Stage:
    stage = stage_of(action)
    if seats_of(stage) != action.said["now"]:
        raise Refused(_("Someone else has this place now."))
    refuse_begun(stage)
    return stage


def _fill_says(action: Action) -> str:
    stage = _filled(action)
    said = action.said
    sentences = [_("Restores the earlier places of %(stage)s.") % {"stage": stage}]
    if said["left"]:
        sentences.append(
            _("%(left)s will be back in place of %(came)s.")
            % {"left": ", ".join(said["left"]), "came": ", ".join(said["came"])}
        )
    if stage.pairing_rounds.exists() and not has_bracket(stage):
        sentences.append(_("The games of this stage will be drawn again."))
    return " ".join(sentences)


def _undo_fill(by: Who, action: Action) -> None:
    stage = _filled(action)
    tell(by, action)
    seat_as(by, stage, action.said["was"])


# --- Moved up -----------------------------------------------------------------------------


def _moved(action: Action) -> Stage:
    said = action.said
    stage = stage_of(action)
    absent = Entry.objects.filter(pk=said["absent"], state=Entry.State.WITHDRAWN)
    seated = PoolEntry.objects.filter(pool=said["pool"], entry=said["entry"])
    if not absent.exists() or not seated.exists():
        raise gone()
    if begun(stage).filter(sides__entries=said["entry"]).exists():
        raise Refused(_("%(name)s has already played there.") % {"name": said["name"]})
    if _is_seeded_anew(action, stage) and begun(stage, said["pool"]).exists():
        raise Refused(_("Play has already begun."))
    return stage


def _is_seeded_anew(action: Action, stage: Stage) -> bool:
    """Whether everybody below moved up a seed, or one took another's very seat."""
    now = PoolEntry.objects.filter(pool=action.said["pool"]).order_by("seed")
    seats = list(now.values_list("entry", flat=True))
    names = {action.said["absent"]: action.said["entry"]}
    return seats != [names.get(entry, entry) for entry in action.said["order"]]


def _move_up_says(action: Action) -> str:
    _moved(action)
    said = action.said
    sentences = [
        _("%(absent)s will be back in %(stage)s in place of %(name)s.")
        % {
            "absent": said["absent_name"],
            "stage": shown_name(said["stage"]),
            "name": said["name"],
        }
    ]
    if given := said["given"]:
        text = ngettext(
            "Match %(matches)s will be a walkover again.",
            "Matches %(matches)s will be walkovers again.",
            len(given),
        )
        numbers = ", ".join(str(each["match"]) for each in given)
        sentences.append(text % {"matches": numbers})
    return " ".join(sentences)


def _undo_move_up(by: Who, action: Action) -> None:
    stage, said = _moved(action), action.said
    anew = _is_seeded_anew(action, stage)
    Entry.objects.filter(pk=said["absent"]).update(state=said["before"])
    PoolEntry.objects.filter(pool=said["pool"]).delete()
    PoolEntry.objects.bulk_create(
        PoolEntry(pool_id=said["pool"], stage=stage, entry_id=entry, seed=seed)
        for seed, entry in enumerate(said["order"], start=1)
    )
    if not anew:
        take_seats(stage, said["entry"], said["absent"])
    if stage.pairing_rounds.exists():
        sync_brackets(stage)
    for each in said["given"]:
        _end_again(action, each)
    if said["given"]:
        sync_brackets(stage)
    tell(by, action)


def _end_again(action: Action, was: dict[str, Any]) -> None:
    match = Match.objects.get(event=action.event_id, number=was["match"])
    sides = list(match.sides.all())
    award(sides, was["points"], format_of(match), was["winner"])
    MatchSide.objects.bulk_update(sides, AWARDED)
    match.state, match.ending, match.winner = was["state"], was["ending"], was["winner"]
    match.finished_at = action.at
    match.save(update_fields=["state", "ending", "winner", "finished_at"])


# --- The end of the event -------------------------------------------------------------


def _finish_says(action: Action) -> str:
    says = _("The event will be open again, so results can be entered and corrected.")
    if struck_out := len(action.said.get("struck_out", ())):
        says += " " + ngettext(
            "%(n)s cancelled match will be open again.",
            "%(n)s cancelled matches will be open again.",
            struck_out,
        ) % {"n": struck_out}
    return says


PLAY_OFF = Undo(_play_off_says, _undo_play_off)
FILL_ANEW = Undo(_fill_says, _undo_fill)
MOVE_UP = Undo(_move_up_says, _undo_move_up, keeps="order")
SETTLE = put_back(
    later("These will be tied again in %(stage)s: %(names)s."),
    since=GONE,
    moves_tables=True,
)
ENTER_SHOTS = put_back(
    later("Restores the earlier 20s of %(name)s in %(stage)s."),
    since=GONE,
    moves_tables=True,
)
WITHDRAW_SETTLEMENT = put_back(
    later("Restores the earlier decision of the tie in %(stage)s: %(names)s."),
    since=GONE,
    moves_tables=True,
)
FINISH = put_back(_finish_says, since=GONE, fit=off_taken_boards)
