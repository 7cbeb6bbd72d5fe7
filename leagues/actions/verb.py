"""A verb: what the log calls an act, how it says what was done, and how that is undone."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TypeAlias

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as later

from leagues.access.roles import Who
from leagues.models import Action
from leagues.reads.data.webhook_data import WebhookMessage
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


VERBS: dict[str, Verb] = {}
"""Every verb by its name; each module of acts adds its own (LeaguesConfig.ready imports them)."""


@dataclass(frozen=True)
class Verb:
    """What the log calls an act. It is defined below its act.

    A sentence begins with the act, because the page shows who did it and when beside it.
    """

    name: str
    sentence: Sentence
    undo: Undo | Promise
    """How it is undone; or why not, and what to do instead."""
    by_time: Sentence = ""
    """Who did it where nobody did: time."""
    webhook: Callable[[Action], Iterator[WebhookMessage]] | None = None
    """The messages that webhooks get, beside the result of its match; None for no others."""
    in_league_log: bool = False
    """Whether the log of a league tells it too when it is done to the league's event."""
    about_one_match: bool = False
    """Whether a line names a match and no one: nearly all lines of an event, so the database
    finds them. Lines of other verbs are read one by one."""
    when_closed: bool = False
    """Whether a closed season allows it, because nothing in its table changes."""

    def __post_init__(self) -> None:
        VERBS[self.name] = self
