"""The verbs of screens: how the log says them, and how they are undone."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as later

from leagues.actions.undoable import GONE, put_back
from leagues.actions.verb import Verb
from leagues.reads.log.facts import UNKNOWN, LogFacts
from leagues.reads.screens.wall import VIEW_WORDS


def _showed(facts: LogFacts) -> str:
    facts["view"] = VIEW_WORDS.get(facts["said"].get("view"), UNKNOWN)
    return _("Showed “%(view)s” on %(screens)s.")


VERBS = (
    Verb(
        "say",
        later("Announced: “%(text)s”"),
        put_back(later("“%(text)s” will be removed from every screen."), since=GONE),
    ),
    Verb(
        "take_down",
        later("Removed the announcement “%(text)s”."),
        put_back(later("“%(text)s” will be on every screen again."), since=GONE),
    ),
    Verb(
        "pair_screen",
        later("Added %(screen)s."),
        later("Remove the screen on the “Screens” page."),
    ),
    Verb(
        "show_on_screens",
        _showed,
        later("Show something else on the “Screens” page."),
    ),
    Verb(
        "colour_screens",
        later("Chose the colours of %(screens)s."),
        later("Choose other colours on the “Screens” page."),
    ),
    Verb(
        "name_screens",
        later("Showed the name of each screen."),
        later("The names disappear from the screens after a moment."),
    ),
    Verb(
        "forget_screen",
        later("Removed %(screen)s."),
        later("Add the screen again with the code it shows."),
    ),
)
