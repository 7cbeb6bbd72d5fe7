"""The log's only writer."""

from __future__ import annotations

from typing import Any

from leagues.access import Who
from leagues.models import Action, Club, Event


def record(
    *,
    by: Who,
    verb: str,
    club: Club,
    event: Event | None = None,
    undoes: Action | None = None,
    **said: Any,
) -> Action:
    """Write one line of the story, with the revision it made."""
    return Action.objects.create(
        club=club,
        event=event,
        revision=event.revision if event else None,
        verb=verb,
        said=said,
        user=by.user,
        player=by.player,
        undoes=undoes,
    )
