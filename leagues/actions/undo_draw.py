"""Undoing what was done to a draw, as long as nobody has begun to play it."""

from __future__ import annotations

from django.utils.translation import gettext as _

from leagues.access import Who
from leagues.actions.draw import (
    clear,
    own_rounds,
    publish_rounds,
    take_back_rounds,
)
from leagues.actions.draw_changes import keep_apart, let_meet, swap_entries, swap_seeds
from leagues.actions.meanwhile import ChangedMeanwhile
from leagues.actions.opening import CannotDraw, empty_stage, held
from leagues.actions.undoable import CannotUndo, Undo, tell
from leagues.bridge.history import DrawnRound, rounds_of
from leagues.models import Action, KeepApart, PairingRound, Stage


def _stage(action: Action) -> Stage:
    said = action.said
    stages = Stage.objects.filter(event=action.event_id)
    stage = (
        stages.filter(pk=said["stage_id"]).first()
        if "stage_id" in said
        else stages.filter(name=said.get("stage")).first()
    )
    if stage is None:
        raise CannotUndo(_("This stage is not there any more."))
    try:
        return held(stage)
    except CannotDraw as trouble:
        raise CannotUndo(str(trouble)) from trouble


def _numbers(action: Action) -> list[int]:
    said = action.said
    return [said["number"]] if "number" in said else list(said.get("rounds", ()))


def _own(action: Action, *, published: bool) -> list[DrawnRound]:
    """The rounds this is about, if they all are as it left them."""
    stage, numbers = _stage(action), _numbers(action)
    own = own_rounds(stage, rounds_of(stage.event))
    there = [r for r in own if r.number in numbers and r.is_published == published]
    if len(there) < len(numbers):
        raise CannotUndo(_("These rounds are no longer as this left them."))
    if published and any(each.has_begun for each in there):
        raise CannotUndo(_("Somebody has begun to play this round."))
    return there


def _publish_says(action: Action) -> str:
    _own(action, published=True)
    return _("Nobody sees round %(rounds)s of %(stage)s any more: a draft again.") % {
        "rounds": _list(_numbers(action)),
        "stage": action.said["stage"],
    }


def _undo_publish(by: Who, action: Action) -> None:
    _own(action, published=True)
    try:
        take_back_rounds(by=by, stage=_stage(action), numbers=_numbers(action))
    except (CannotDraw, ChangedMeanwhile) as trouble:
        raise CannotUndo(str(trouble) or _("Somebody has begun to play.")) from trouble


def _take_back_says(action: Action) -> str:
    _own(action, published=False)
    return _("Everybody sees round %(rounds)s of %(stage)s again.") % {
        "rounds": _list(_numbers(action)),
        "stage": action.said["stage"],
    }


def _undo_take_back(by: Who, action: Action) -> None:
    _own(action, published=False)
    publish_rounds(by=by, stage=_stage(action), numbers=_numbers(action))


def _list(numbers: list[int]) -> str:
    return ", ".join(map(str, numbers))


def _drafts(action: Action) -> list[DrawnRound]:
    stage = _stage(action)
    first = action.said["first"]
    numbers = range(first, first + action.said["rounds"])
    own = own_rounds(stage, rounds_of(stage.event))
    drafts = [r for r in own if r.number in numbers and not r.is_published]
    if len(drafts) < len(numbers):
        raise CannotUndo(_("These rounds are published, or were drawn again since."))
    latest = Action.objects.filter(
        event=action.event_id, verb="draw_rounds", said__stage_id=stage.pk
    ).last()
    if latest is None or latest.pk != action.pk:
        raise CannotUndo(_("These rounds were drawn again since."))
    return drafts


def _draw_says(action: Action) -> str:
    drafts = _drafts(action)
    return _("The draft of round %(rounds)s of %(stage)s is thrown away.") % {
        "rounds": _list([each.number for each in drafts]),
        "stage": action.said["stage"],
    }


def _undo_draw(by: Who, action: Action) -> None:
    clear([each.pk for each in _drafts(action)])
    tell(by, action)


def _open_says(action: Action) -> str:
    stage = _stage(action)
    if stage.opened_at is None:
        raise CannotUndo(_("This stage is not open any more."))
    if PairingRound.objects.filter(stage=stage).exists():
        raise CannotUndo(_("This stage is drawn: take that back first."))
    if stage.settlements.exists():
        raise CannotUndo(_("A tie was settled in this stage."))
    return _("%(stage)s is closed again, and nobody has a seat in it.") % {
        "stage": stage
    }


def _undo_open(by: Who, action: Action) -> None:
    empty_stage(by=by, stage=_stage(action))


def _swap_says(action: Action) -> str:
    return _("%(names)s change places again.") % {
        "names": " & ".join(action.said["names"])
    }


def _undo_swap(by: Who, action: Action) -> None:
    one, other = action.said["entries"]
    stage = _stage(action)
    try:
        if action.verb == "swap_seeds":
            swap_seeds(by=by, stage=stage, one=one, other=other)
        else:
            number = action.said["round"]
            swap_entries(by=by, stage=stage, number=number, one=one, other=other)
    except (CannotDraw, ChangedMeanwhile) as trouble:
        raise CannotUndo(
            _("This draw is published, or is another by now.")
        ) from trouble


def _kept(action: Action) -> KeepApart | None:
    one, other = sorted(action.said["entries"])
    return KeepApart.objects.filter(event=action.event_id, one=one, other=other).first()


def _keep_says(action: Action) -> str:
    if _kept(action) is None:
        raise CannotUndo(_("They may meet already."))
    return _("%(names)s may meet again.") % {"names": " & ".join(action.said["names"])}


def _undo_keep(by: Who, action: Action) -> None:
    kept = _kept(action)
    if kept and action.event:
        let_meet(by=by, event=action.event, kept=kept.pk)


def _let_says(action: Action) -> str:
    if _kept(action) is not None:
        raise CannotUndo(_("They are kept apart already."))
    return _("%(names)s are kept apart again.") % {
        "names": " & ".join(action.said["names"])
    }


def _undo_let(by: Who, action: Action) -> None:
    one, other = action.said["entries"]
    never = action.said["never"]
    if action.event:
        try:
            keep_apart(by=by, event=action.event, one=one, other=other, never=never)
        except CannotDraw as trouble:
            raise CannotUndo(str(trouble)) from trouble


UNDOS = {
    "publish_round": Undo(_publish_says, _undo_publish),
    "publish_rounds": Undo(_publish_says, _undo_publish),
    "take_back_rounds": Undo(_take_back_says, _undo_take_back),
    "draw_rounds": Undo(_draw_says, _undo_draw),
    "open_stage": Undo(_open_says, _undo_open),
    "swap_entries": Undo(_swap_says, _undo_swap),
    "swap_seeds": Undo(_swap_says, _undo_swap),
    "keep_apart": Undo(_keep_says, _undo_keep),
    "let_meet": Undo(_let_says, _undo_let),
}
