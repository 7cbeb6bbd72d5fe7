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
        put_back(later("“%(text)s” goes from every screen."), since=GONE),
    ),
    Verb(
        "take_down",
        later("Took down the announcement “%(text)s”."),
        put_back(later("“%(text)s” is on every screen again."), since=GONE),
    ),
    Verb(
        "pair_screen",
        later("Took on %(screen)s."),
        later("Forget the screen, where the screens are."),
    ),
    Verb(
        "show_on_screens",
        _showed,
        later("Show something else, where the screens are."),
    ),
    Verb(
        "colour_screens",
        later("Chose the colours of %(screens)s."),
        later("Choose other colours, where the screens are."),
    ),
    Verb(
        "name_screens",
        later("Had every screen show its name."),
        later("The names go from the screens by themselves."),
    ),
    Verb(
        "forget_screen",
        later("Forgot %(screen)s."),
        later("Take the screen on again: it shows a code."),
    ),
)
