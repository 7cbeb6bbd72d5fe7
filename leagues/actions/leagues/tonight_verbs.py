"""The verbs of a night that its host runs."""

from __future__ import annotations

from django.utils.translation import gettext as say
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
        return say("Marked present on %(day)s: %(names)s.")
    if not facts["names"]:
        return say("Marked absent on %(day)s: %(not_here)s.")
    return say("Marked present on %(day)s: %(names)s. Marked absent: %(not_here)s.")


def _said_split(facts: LogFacts) -> str:
    """Where the second place is, or that there is none any more."""
    say_day(facts)
    if facts["said"].get("place"):
        return say("Split the night of %(day)s: some play at %(place)s.")
    return say("Let everybody of the night of %(day)s play in one place.")


ON_TONIGHT = _("Tap the name again on the page of the night.")
TONIGHT = (
    Verb("say_here", _said_here, ON_TONIGHT),
    Verb("split_night", _said_split, _("Say it again on the page of the night.")),
    Verb(
        "draw_night",
        of_day(_("Drew the night of %(day)s.")),
        _("Go back to the faces on its page, as long as it has not started."),
    ),
    Verb(
        "take_night_back",
        of_day(_("Took the draw of the night of %(day)s back.")),
        _("Draw the night again on its page."),
    ),
    Verb(
        "start_night",
        of_day(_("Started the night of %(day)s.")),
        _("Take the games back at the event’s draw, as long as nobody has begun."),
    ),
    Verb(
        "end_night",
        of_day(_("Ended the night of %(day)s.")),
        _("Undo the end of its event in the event’s log."),
    ),
)
