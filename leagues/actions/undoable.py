"""What it takes to undo an act: a sentence beforehand, and the act back."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping
from typing import Any

from django.core.serializers.json import DjangoJSONEncoder
from django.utils.translation import gettext as _

from leagues.access.roles import Who
from leagues.actions.act import write_line
from leagues.actions.refusal import Refused
from leagues.models import Action, Event, Stage


class BuiltUpon(Refused):
    """Another act stands upon this one; the log knows what it says."""

    def __init__(self, by: Action) -> None:
        super().__init__("")
        self.by = by


def gone() -> Refused:
    return Refused(_("Things are no longer as this left them."))


def changed_since() -> Refused:
    return Refused(_("This was changed again since."))


def tell(by: Who, action: Action) -> None:
    """The line for an act back that has no verb of its own."""
    match = {"match": action.said["match"]} if "match" in action.said else {}
    write_line(by, action.event or action.club, "undo", **undone(action), **match)


def undone(action: Action) -> dict[str, Any]:
    """What the line of an act back says of the line it undoes."""
    facts = {key: said for key, said in action.said.items() if key not in WHOLE}
    return {"undone": action.verb, "line": facts}


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
        "struck_out",
        "released",
        "joined",
    }
)
"""What a line keeps to be undone by; it is not told again."""


def stage_of(action: Action) -> Stage:
    """The stage a line is about, as it is now.

    It locks nothing: the page that asks beforehand has no transaction, and ``undo`` has
    locked the event's row already.
    """
    said = action.said
    event = event_of(action)
    if event.state == Event.State.FINISHED:
        raise Refused(_("This event is finished."))
    stages = Stage.objects.filter(event=event)
    stage = (
        stages.filter(pk=said["stage_id"]).first()
        if "stage_id" in said
        else stages.filter(name=said.get("stage")).first()
    )
    if stage is None:
        raise Refused(_("This stage is not there any more."))
    stage.event = event
    return stage


def event_of(action: Action) -> Event:
    """The event as it is now."""
    assert action.event_id is not None
    return Event.objects.select_related("club").get(pk=action.event_id)


def not_over(action: Action) -> None:
    if event_of(action).state == Event.State.FINISHED:
        raise Refused(_("This event is finished."))


def nothing_since(action: Action, verbs: Collection[str], **about: Any) -> None:
    """Acts that build upon each other are undone from the last one back."""
    beside = Action.objects.filter(event=None, club=action.club_id)
    of_event = Action.objects.filter(event=action.event_id)
    since = (of_event if action.event_id else beside).filter(
        pk__gt=action.pk,
        verb__in=verbs,
        undone_by=None,
        **{f"said__{name}": value for name, value in about.items()},
    )
    since = since.exclude(undoes__isnull=False)  # or SQLite reads all that undo nothing
    if last := since.order_by("-pk").first():
        raise BuiltUpon(last)


def same(kept: Mapping[str, Any], now: Mapping[str, Any]) -> bool:
    """Whether all that a line kept is still so; both as JSON has them."""
    plain = json.loads(json.dumps(dict(now), cls=DjangoJSONEncoder))
    return all(plain.get(name) == value for name, value in kept.items())
