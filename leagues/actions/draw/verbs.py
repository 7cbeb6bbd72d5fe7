"""The verbs of the draw: how the log says them, and how they are undone."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as later

from leagues.actions.draw import undo
from leagues.actions.verb import Verb
from leagues.reads.log.facts import LogFacts


def _kept_apart(facts: LogFacts) -> str:
    if facts["said"].get("never"):
        return _("Decided that these never meet: %(names)s.")
    return _("Decided to keep apart where it can be: %(names)s.")


def _mended(facts: LogFacts) -> str:
    left, joined = facts["said"].get("left"), facts["said"].get("joined")
    if left and joined:
        return _("Mended %(stage)s: without %(left)s, with %(joined)s.")
    if left:
        return _("Mended %(stage)s: without %(left)s.")
    return _("Mended %(stage)s: with %(joined)s.")


VERBS = (
    Verb(
        "open_stage",
        later("Opened %(stage)s."),
        undo.OPEN,
    ),
    Verb(
        "empty_stage",
        later("Emptied %(stage)s: its seats are given anew."),
        undo.EMPTY,
    ),
    Verb(
        "seat_pools",
        later("Filled the pools of %(stage)s."),
        later("Empty the stage instead, on its draw page."),
    ),
    Verb(
        "draw_rounds",
        later("Drew %(stage)s from game %(first)s on, dice %(purpose)s."),
        undo.DRAW,
    ),
    Verb(
        "publish_round",
        later("Published game %(number)s of %(stage)s."),
        undo.PUBLISH,
    ),
    Verb(
        "publish_rounds",
        later("Published %(stage)s, game %(rounds)s."),
        undo.PUBLISH,
    ),
    Verb(
        "take_back_rounds",
        later("Took back %(stage)s, game %(rounds)s."),
        undo.TAKE_BACK,
    ),
    Verb(
        "discard_drafts",
        later("Threw the draft of %(stage)s away, game %(rounds)s."),
        later("Draw again: nobody but the desk had seen this draw."),
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
        later("Drew the seeds of %(stage)s by lot, dice %(purpose)s."),
        undo.LOT,
    ),
    Verb("keep_apart", _kept_apart, undo.KEEP_APART),
    Verb("let_meet", later("Let meet again: %(names)s."), undo.LET_MEET),
    Verb("mend_rounds", _mended, undo.MEND),
)
