"""Every verb of the log, by its name."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from leagues.actions.advance import verbs as advance
from leagues.actions.club import verbs as club
from leagues.actions.draw import verbs as draw
from leagues.actions.entries import verbs as entries
from leagues.actions.events import verbs as events
from leagues.actions.leagues import verbs as leagues
from leagues.actions.people import verbs as people
from leagues.actions.phones import verbs as phones
from leagues.actions.play import verbs as play
from leagues.actions.results import verbs as results
from leagues.actions.screens import verbs as screens
from leagues.actions.verb import Verb

UNDO = Verb(
    "undo",
    _("Undid: %(line)s"),
    _("This took something back. Do that again as it was done before."),
)
ALL = (
    *club.VERBS,
    *people.VERBS,
    *events.VERBS,
    *draw.VERBS,
    *play.VERBS,
    *entries.VERBS,
    *phones.VERBS,
    *advance.VERBS,
    *results.VERBS,
    *leagues.VERBS,
    *screens.VERBS,
    UNDO,
)
VERBS = {verb.name: verb for verb in ALL}
