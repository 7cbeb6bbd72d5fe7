"""Undoing what was done to a draw, as long as nobody has begun to play it."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as later
from django.utils.translation import ngettext

from leagues.access.roles import Who
from leagues.actions.draw.changes import swap_entries
from leagues.actions.draw.draw import clear, publish_rounds, take_back_rounds
from leagues.actions.draw.mend import put_in_again
from leagues.actions.draw.opening import empty_stage, refuse_drawn_by_league
from leagues.actions.refusal import Refused
from leagues.actions.undoable import nothing_since, put_back, stage_of, tell
from leagues.actions.verb import Undo
from leagues.models import (
    Action,
    PairingRound,
    PoolEntry,
    SideEntry,
    Stage,
)
from leagues.models.fields import shown_name
from leagues.reads.draw.history import DrawnRound, own_rounds, rounds_of


def _numbers(action: Action) -> list[int]:
    said = action.said
    return [said["number"]] if "number" in said else list(said.get("rounds", ()))


def _own(action: Action, *, published: bool) -> list[DrawnRound]:
    """The rounds this is about, if they all are as it left them."""
    stage, numbers = stage_of(action), _numbers(action)
    own = own_rounds(stage, rounds_of(stage.event))
    there = [r for r in own if r.number in numbers and r.is_published == published]
    if len(there) < len(numbers):
        raise Refused(_("These games have changed since, so this can’t be undone."))
    if published and any(each.has_begun for each in there):
        if not any(each.is_played for each in there):
            nothing_since(action, ("call_match", "call_matches"))
        raise Refused(_("Play has already begun in this game."))
    return there


def _publish_says(action: Action) -> str:
    refuse_drawn_by_league(stage_of(action).event)
    _own(action, published=True)
    numbers = _numbers(action)
    text = ngettext(
        "Game %(rounds)s of %(stage)s will be a draft again, visible only to the desk.",
        "Games %(rounds)s of %(stage)s will be drafts again, visible only to the desk.",
        len(numbers),
    )
    return text % {"rounds": _list(numbers), "stage": shown_name(action.said["stage"])}


def _undo_publish(by: Who, action: Action) -> None:
    take_back_rounds(by=by, stage=stage_of(action), numbers=_numbers(action))


def _take_back_says(action: Action) -> str:
    _own(action, published=False)
    numbers = _numbers(action)
    text = ngettext(
        "Game %(rounds)s of %(stage)s will be published again.",
        "Games %(rounds)s of %(stage)s will be published again.",
        len(numbers),
    )
    return text % {"rounds": _list(numbers), "stage": shown_name(action.said["stage"])}


def _undo_take_back(by: Who, action: Action) -> None:
    publish_rounds(by=by, stage=stage_of(action), numbers=_numbers(action))


def _list(numbers: list[int]) -> str:
    return ", ".join(map(str, numbers))


def _drafts(action: Action) -> list[DrawnRound]:
    stage = stage_of(action)
    first = action.said["first"]
    numbers = range(first, first + action.said["rounds"])
    own = own_rounds(stage, rounds_of(stage.event))
    drafts = [r for r in own if r.number in numbers and not r.is_published]
    if len(drafts) < len(numbers):
        raise Refused(_("These games have been published, or drawn again since."))
    latest = Action.objects.filter(
        event=action.event_id, verb="draw_rounds", said__stage_id=stage.pk
    ).last()
    if latest is None or latest.pk != action.pk:
        raise Refused(_("These games have been drawn again since."))
    return drafts


def _draw_says(action: Action) -> str:
    numbers = [each.number for each in _drafts(action)]
    text = ngettext(
        "The draft of game %(rounds)s of %(stage)s will be deleted.",
        "The drafts of games %(rounds)s of %(stage)s will be deleted.",
        len(numbers),
    )
    return text % {"rounds": _list(numbers), "stage": shown_name(action.said["stage"])}


def _undo_draw(by: Who, action: Action) -> None:
    clear([each.pk for each in _drafts(action)])
    tell(by, action)


def _open_says(action: Action) -> str:
    stage = stage_of(action)
    if stage.opened_at is None:
        raise Refused(_("This stage is no longer open."))
    if PairingRound.objects.filter(stage=stage).exists():
        raise Refused(_("This stage is drawn. Undo the draw first."))
    if stage.settlements.exists():
        raise Refused(_("A tie in this stage has already been decided."))
    return _("%(stage)s will be closed again and empty.") % {"stage": stage}


def _undo_open(by: Who, action: Action) -> None:
    empty_stage(by=by, stage=stage_of(action))


def _swap_says(action: Action) -> str:
    return _("%(names)s will swap back.") % {"names": " & ".join(action.said["names"])}


def _undo_swap(by: Who, action: Action) -> None:
    one, other = action.said["entries"]
    number = action.said["round"]
    swap_entries(by=by, stage=stage_of(action), number=number, one=one, other=other)


def _bracket_is_not_published(action: Action) -> None:
    if stage_of(action).pairing_rounds.exists():
        raise Refused(_("This bracket is published. Unpublish it first."))


def _may_meet(action: Action) -> str:
    return _("%(names)s will be allowed to meet again.") % {
        "names": " & ".join(action.said["names"])
    }


def _are_kept_apart(action: Action) -> str:
    names = " & ".join(action.said["names"])
    return _("%(names)s will be kept apart again.") % {"names": names}


def _mended(action: Action) -> list[int]:
    """The matches that the mending added, if all of it is still as it was left."""
    stage, said = stage_of(action), action.said
    nothing_since(action, ("mend_rounds", "swap_entries"), stage_id=stage.pk)
    if _drawn_since(action, stage):
        raise Refused(_("These games have been drawn again since."))
    here = [r for r in rounds_of(stage.event) if r.stage == stage.pk]
    numbers = _mended_rounds(action)
    rounds = [each for each in here if each.number in numbers]
    if any(each.has_begun for each in rounds):
        raise Refused(_("Play has already begun in this game."))
    found = {m.number: m.pk for each in rounds for m in each.matches}
    if len(rounds) < len(numbers) or not set(said["added"]) <= found.keys():
        raise Refused(_("These games have been drawn again since."))
    return [found[number] for number in said["added"]]


def _mended_rounds(action: Action) -> list[int]:
    return [*action.said["rounds"], *action.said.get("new_rounds", ())]


def _drawn_since(action: Action, stage: Stage) -> bool:
    drawn = Action.objects.filter(event=action.event_id, verb="draw_rounds")
    return drawn.filter(pk__gt=action.pk, said__stage_id=stage.pk).exists()


def _mend_says(action: Action) -> str:
    _mended(action)
    said = action.said
    text = ngettext(
        "Restores the earlier draw of game %(rounds)s of %(stage)s.",
        "Restores the earlier draw of games %(rounds)s of %(stage)s.",
        len(said["rounds"]),
    )
    return text % {"rounds": _list(said["rounds"]), "stage": shown_name(said["stage"])}


def _undo_mend(by: Who, action: Action) -> None:
    added, stage, said = _mended(action), stage_of(action), action.said
    rounds = stage.pairing_rounds.filter(number__in=_mended_rounds(action))
    clear(list(rounds.values_list("pk", flat=True)), added)
    stage.pairing_rounds.filter(number__in=said.get("new_rounds", ())).delete()
    put_in_again(stage, said["removed"])
    drawn = SideEntry.objects.filter(pairing_round__stage=stage).values("entry")
    late = PoolEntry.objects.filter(stage=stage, entry__in=said["late"])
    late.exclude(entry__in=drawn).delete()
    tell(by, action)


SEEDS_CHANGED = later("These seeds have been changed again since.")
PUBLISH = Undo(_publish_says, _undo_publish)
TAKE_BACK = Undo(_take_back_says, _undo_take_back)
DRAW = Undo(_draw_says, _undo_draw)
OPEN = Undo(_open_says, _undo_open)
EMPTY = put_back(
    later("%(stage)s will be open again, with everyone in their place."),
    stage_of,
    since=later("This stage is already open again."),
)
SWAP = Undo(_swap_says, _undo_swap)
SWAP_SEEDS = put_back(_swap_says, _bracket_is_not_published, since=SEEDS_CHANGED)
LOT = put_back(
    later("Restores the seeds of %(stage)s from before the lot."),
    _bracket_is_not_published,
    since=SEEDS_CHANGED,
)
MEND = Undo(_mend_says, _undo_mend, keeps="removed")
KEEP_APART = put_back(_may_meet, since=later("These two are already allowed to meet."))
LET_MEET = put_back(_are_kept_apart, since=later("These two are already kept apart."))
