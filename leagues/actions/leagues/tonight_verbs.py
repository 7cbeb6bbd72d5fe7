"""The verbs of a night that its host runs."""

from __future__ import annotations

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from leagues.actions.leagues.of_day import of_day, say_day
from leagues.actions.verb import Verb
from leagues.reads.log.facts import LogFacts


def _said_here(facts: LogFacts) -> str:
    """Who has come, who is not here after all, or both."""
    say_day(facts)
    for key in ("names", "not_here"):
        facts[key] = ", ".join(facts["said"].get(key, ()))
    if not facts["not_here"]:
        return gettext("Marked present on %(day)s: %(names)s.")
    if not facts["names"]:
        return gettext("Marked absent on %(day)s: %(not_here)s.")
    return gettext("Marked present on %(day)s: %(names)s. Marked absent: %(not_here)s.")


def _said_split(facts: LogFacts) -> str:
    """Where the second place is, or that there is none any more."""
    say_day(facts)
    if facts["said"].get("place"):
        return gettext("Split the night of %(day)s. Some play at %(place)s.")
    return gettext("Moved everyone on the night of %(day)s back to one venue.")


ON_TONIGHT = _("Tap the name again on the page of the night.")
TONIGHT = (
    Verb("say_here", _said_here, ON_TONIGHT),
    Verb("split_night", _said_split, _("Change the venues on the page of the night.")),
    Verb(
        "draw_night",
        of_day(_("Drew the night of %(day)s.")),
        _("Until the night starts, you can go back to the faces on its page."),
    ),
    Verb(
        "take_night_back",
        of_day(_("Deleted the draw of the night of %(day)s.")),
        _("Draw the night again on its page."),
    ),
    Verb(
        "start_night",
        of_day(_("Started the night of %(day)s.")),
        _("Until play begins, you can unpublish the games on the event’s draw page."),
    ),
    Verb(
        "end_night",
        of_day(_("Ended the night of %(day)s.")),
        _("Undo “Finished the event” in the log of the event."),
    ),
)
