"""Every verb of the log, by its name."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as later

from leagues.access.roles import Who
from leagues.actions.advance import verbs as advance
from leagues.actions.club import verbs as club
from leagues.actions.data import verbs as data
from leagues.actions.draw import verbs as draw
from leagues.actions.entries import verbs as entries
from leagues.actions.events import verbs as events
from leagues.actions.leagues import verbs as leagues
from leagues.actions.people import verbs as people
from leagues.actions.phones import verbs as phones
from leagues.actions.play import verbs as play
from leagues.actions.rehearsal import verbs as rehearsal
from leagues.actions.results import verbs as results
from leagues.actions.screens import verbs as screens
from leagues.actions.undoable import first_undone
from leagues.actions.verb import Undo, Verb
from leagues.models import Action


def _again(action: Action) -> Undo:
    """How the act was undone, whose undo this undid."""
    how = VERBS[first_undone(action).verb].undo
    assert isinstance(how, Undo)
    return how


def _again_says(action: Action) -> str:
    _again(action).says(action)
    return _("What this undid will count again.")


def _do_again(by: Who, action: Action) -> None:
    _again(action).do(by, action)


UNDO = Verb(
    "undo",
    later("Undid: %(line)s"),
    Undo(
        _again_says,
        _do_again,
        moves_tables=True,
        keeps="rows",
        not_kept=later(
            "This line undid something. To restore it, do it again the way it was done before."
        ),
    ),
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
    *rehearsal.VERBS,
    *results.VERBS,
    *leagues.VERBS,
    *screens.VERBS,
    *data.VERBS,
    UNDO,
)
VERBS = {verb.name: verb for verb in ALL}
