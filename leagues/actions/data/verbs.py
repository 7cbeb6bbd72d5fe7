"""The verbs of data: how the log says them, and how they are undone."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext_lazy

from leagues.actions.data import undo
from leagues.actions.verb import Verb
from leagues.reads.log.facts import LogFacts

COUNTED: tuple[tuple[str, Any], ...] = (
    ("event_count", ngettext_lazy("%(n)s event", "%(n)s events", "n")),
    ("matches", ngettext_lazy("%(n)s match", "%(n)s matches", "n")),
    ("places", ngettext_lazy("%(n)s place", "%(n)s places", "n")),
    ("league_count", ngettext_lazy("%(n)s season", "%(n)s seasons", "n")),
    ("nights", ngettext_lazy("%(n)s night", "%(n)s nights", "n")),
)


def _brought_in(facts: LogFacts) -> str:
    said = facts["said"]
    facts["what"] = ", ".join(
        words % {"n": said[fact]} for fact, words in COUNTED if said.get(fact)
    )
    return _("Imported %(what)s from %(file)s.")


VERBS = (Verb("bring_in_results", _brought_in, undo.RESULTS),)
