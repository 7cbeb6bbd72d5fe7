"""The verbs of data: how the log says them, and how they are undone."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as later

from leagues.actions.data import undo
from leagues.actions.verb import Verb

VERBS = (
    Verb(
        "bring_in_results",
        later(
            "Brought in %(matches)s matches of %(event_count)s events from %(file)s."
        ),
        undo.RESULTS,
    ),
)
