"""The verbs of the draw: how the log says them, and how they are undone."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as later
from django.utils.translation import ngettext

from leagues.actions.draw import undo
from leagues.actions.verb import Verb
from leagues.reads.log.facts import LogFacts


def _kept_apart(facts: LogFacts) -> str:
    if facts["said"].get("never"):
        return _("Chose never to draw these against each other: %(names)s.")
    return _("Chose to keep these apart where possible: %(names)s.")


def _mended(facts: LogFacts) -> str:
    left, joined = facts["said"].get("left"), facts["said"].get("joined")
    if left and joined:
        return _(
            "Updated the remaining games of %(stage)s. Removed %(left)s, added %(joined)s."
        )
    if left:
        return _("Updated the remaining games of %(stage)s. Removed %(left)s.")
    return _("Updated the remaining games of %(stage)s. Added %(joined)s.")


def _published(facts: LogFacts) -> str:
    return ngettext(
        "Published game %(rounds)s of %(stage)s.",
        "Published games %(rounds)s of %(stage)s.",
        _many(facts),
    )


def _unpublished(facts: LogFacts) -> str:
    return ngettext(
        "Unpublished game %(rounds)s of %(stage)s.",
        "Unpublished games %(rounds)s of %(stage)s.",
        _many(facts),
    )


def _discarded(facts: LogFacts) -> str:
    return ngettext(
        "Deleted the draft of game %(rounds)s of %(stage)s.",
        "Deleted the drafts of games %(rounds)s of %(stage)s.",
        _many(facts),
    )


def _many(facts: LogFacts) -> int:
    """The number of pairing rounds that the line is about."""
    return len(facts["said"].get("rounds", ()))


VERBS = (
    Verb(
        "open_stage",
        later("Opened %(stage)s."),
        undo.OPEN,
    ),
    Verb(
        "empty_stage",
        later("Cleared %(stage)s, so its places can be filled again."),
        undo.EMPTY,
    ),
    Verb(
        "seat_pools",
        later("Filled the pools of %(stage)s."),
        later("Clear the stage on its draw page instead."),
    ),
    Verb(
        "draw_rounds",
        later("Drew %(stage)s from game %(first)s on (draw seed %(purpose)s)."),
        undo.DRAW,
    ),
    Verb(
        "publish_round",
        later("Published game %(number)s of %(stage)s."),
        undo.PUBLISH,
    ),
    Verb(
        "publish_rounds",
        _published,
        undo.PUBLISH,
    ),
    Verb(
        "take_back_rounds",
        _unpublished,
        undo.TAKE_BACK,
    ),
    Verb(
        "discard_drafts",
        _discarded,
        later("Only the desk had seen this draft. Draw again instead."),
    ),
    Verb(
        "swap_entries",
        later("Swapped in game %(round)s of %(stage)s: %(names)s."),
        undo.SWAP,
    ),
    Verb(
        "swap_seeds",
        later("Swapped seeds in %(stage)s: %(names)s."),
        undo.SWAP_SEEDS,
    ),
    Verb(
        "seeds_by_lot",
        later("Drew the seeds of %(stage)s by lot (draw seed %(purpose)s)."),
        undo.LOT,
    ),
    Verb("keep_apart", _kept_apart, undo.KEEP_APART),
    Verb("let_meet", later("Allowed to meet again: %(names)s."), undo.LET_MEET),
    Verb("mend_rounds", _mended, undo.MEND),
)
