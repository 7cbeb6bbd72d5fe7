"""The verbs of results: how the log says them, and how they are undone."""

from __future__ import annotations

from django.utils.translation import gettext as _

from leagues.actions.play import undo_cards
from leagues.actions.verb import Verb
from leagues.reads.log.facts import LogFacts
from leagues.reads.play.figures import result_in_figures


def _corrected(facts: LogFacts) -> str:
    said = facts["said"]
    for key, games in (("score", "games"), ("score_before", "games_before")):
        facts[key] = result_in_figures(said.get(key, ()), said.get(games, ()))
    if facts["score"] == facts["score_before"]:
        return _("Corrected the card of %(match)s. The result is still %(score)s.")
    return _("Corrected %(match)s from %(score_before)s to %(score)s.")


VERBS = (Verb("correct_match", _corrected, undo_cards.CARD),)
