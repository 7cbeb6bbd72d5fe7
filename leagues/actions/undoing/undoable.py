"""What it takes to undo an act: a sentence beforehand, and the act back."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from leagues.access import Who
from leagues.actions.drawing.opening import CannotDraw, held
from leagues.actions.log import record
from leagues.bridge.told.story import sentence
from leagues.models import Action, Event, Stage


class CannotUndo(Exception):
    """Why this cannot be undone now, in a sentence for whoever tried."""


@dataclass(frozen=True)
class Undo:
    """``says`` tells what would happen, or raises why it cannot; ``do`` does it.

    Both look at how things are now, so what was built upon since is never pulled away.
    """

    says: Callable[[Action], str]
    do: Callable[[Who, Action], object]


def tell(by: Who, action: Action) -> None:
    """The line for an act back that has no verb of its own."""
    if action.event:
        action.event.touch()
    facts = {key: said for key, said in action.said.items() if key not in WHOLE}
    match = {"match": action.said["match"]} if "match" in action.said else {}
    record(
        by=by,
        verb="undo",
        club=action.club,
        event=action.event,
        undone=action.verb,
        line=facts,
        **match,
    )


WHOLE = frozenset(
    {
        "stood",
        "stands",
        "paper",
        "before",
        "was",
        "now",
        "order",
        "given",
        "removed",
        "joined",
    }
)
"""What a line keeps to be undone by; it is not told again."""


def stage_of(action: Action) -> Stage:
    """The stage a line is about, as it is now, its event's row locked."""
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


def event_of(action: Action) -> Event:
    """The event as it is now."""
    assert action.event_id is not None
    return Event.objects.select_related("club").get(pk=action.event_id)


def not_over(action: Action) -> None:
    if event_of(action).state == Event.State.FINISHED:
        raise CannotUndo(_("This event is finished."))


def nothing_since(action: Action, verbs: Collection[str], **about: Any) -> None:
    """Acts that build upon each other are undone from the last one back."""
    since = Action.objects.filter(
        event=action.event_id,
        club=action.club_id,
        pk__gt=action.pk,
        verb__in=verbs,
        undone_by=None,
        undoes=None,
        **{f"said__{name}": value for name, value in about.items()},
    )
    if last := since.order_by("-pk").first():
        raise CannotUndo(
            _("Undo what came after it first: %(line)s")
            % {"line": sentence(last.verb, last.said)}
        )
