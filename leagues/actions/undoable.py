"""What it takes to undo an act: a sentence beforehand, and the act back."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from leagues.access import Who
from leagues.actions.log import record
from leagues.models import Action


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


WHOLE = frozenset({"stood", "stands", "paper", "before"})
"""What a line keeps to be undone by; it is not told again."""
