"""Verbs: the kinds of acts, with their log sentences and their undo."""

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
"""A template filled with the line's facts, or a function that chooses one by them."""


NOT_KEPT = later("The earlier value wasn’t saved.")


@dataclass(frozen=True)
class Undo:
    """How to undo an act: a sentence that describes the effect, and a function ``do``.

    Both check the present state and raise ``Refused`` if something is built on the act.
    """

    preview: Callable[[Action], str]
    do: Callable[[Who, Action], object]
    moves_tables: bool = False
    """Whether it may change places in a table."""
    keeps: str = ""
    """The fact that the line needs for its undo; old lines may lack it."""
    not_kept: Promise = NOT_KEPT
    of_closed: bool = False
    """Whether it is allowed in a closed season."""


VERBS: dict[str, Verb] = {}
"""All verbs by name. Each module of acts adds its verbs when ``LeaguesConfig.ready`` imports it."""


@dataclass(frozen=True)
class Verb:
    """A kind of act, defined below the function that does it.

    Its sentence begins with what was done, because the page shows beside it who did it and when.
    """

    name: str
    sentence: Sentence
    undo: Undo | Promise
    """How to undo it, or the reason why not and what to do instead."""
    by_time: Sentence = ""
    """The text shown in place of a person for acts by time, such as a deadline."""
    webhook: Callable[[Action], Iterator[WebhookMessage]] | None = None
    """The messages for webhooks, beside the result of its match; None for no others."""
    in_league_log: bool = False
    """Whether the league's log shows it too if it was done to the league's event."""
    about_one_match: bool = False
    """Whether its lines name only a match, as most lines of an event do.

    The database can filter these; lines of other verbs are searched one by one.
    """
    when_closed: bool = False
    """Whether a closed season allows it, because it doesn't change the table."""

    def __post_init__(self) -> None:
        VERBS[self.name] = self
