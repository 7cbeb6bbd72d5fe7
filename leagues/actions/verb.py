"""A verb: what the log calls an act, how it says what was done, and how that is undone."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as later

from leagues.access.roles import Who
from leagues.models import Action
from leagues.reads.log.facts import LogFacts

Sentence: TypeAlias = str | Promise | Callable[[LogFacts], str]
"""A template for what was said; or how to choose one, where the words depend on that."""


NOT_KEPT = later("The earlier value wasn’t saved.")


@dataclass(frozen=True)
class Undo:
    """``says`` tells what would happen, or raises why it cannot; ``do`` does it.

    Both look at how things are now, so what was built upon since is never pulled away.
    """

    says: Callable[[Action], str]
    do: Callable[[Who, Action], object]
    moves_tables: bool = False
    """Whether it may move somebody in a table."""
    keeps: str = ""
    """What a line has to have kept for this; old ones did not."""
    not_kept: Promise = NOT_KEPT
    of_closed: bool = False
    """Whether it is done to a season that is closed."""


@dataclass(frozen=True)
class Verb:
    """Sentences begin with the act, because who did it and when stand beside them."""

    name: str
    sentence: Sentence
    undo: Undo | Promise
    """How it is undone; or why not, and what to do instead."""
    by_time: Sentence = ""
    """Who did it where nobody did: time."""
