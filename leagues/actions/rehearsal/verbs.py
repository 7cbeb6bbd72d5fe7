"""The verbs of rehearsals: how the log says them, and why they are not undone."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as later

from leagues.actions.verb import Verb

VERBS = (
    Verb(
        "rehearse_event",
        later("Rehearsed %(name)s."),
        later("Delete the rehearsal on its page at the desk of the event."),
    ),
    Verb(
        "delete_rehearsal",
        later("Deleted the rehearsal of %(name)s."),
        later("Rehearse the event again."),
    ),
)
