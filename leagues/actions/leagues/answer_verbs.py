"""The verbs of answers and of places that are offered."""

from __future__ import annotations

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from leagues.actions.leagues.of_day import of_day, say_day
from leagues.actions.verb import Verb
from leagues.reads.log.facts import LogFacts

SAYS: dict[str, Promise] = {
    "in": _("Marked %(name)s as coming on %(day)s."),
    "late": _("Marked %(name)s as coming late on %(day)s."),
    "maybe": _("Marked %(name)s as maybe coming on %(day)s."),
    "out": _("Marked %(name)s as not coming on %(day)s."),
}


def _answered(facts: LogFacts) -> str:
    say_day(facts)
    return str(SAYS[facts["said"].get("says", "in")])


LAST_WORD = _("Answers aren’t undone. Enter a new answer; the latest one counts.")
ANSWERS = (
    Verb("answer_night", _answered, LAST_WORD),
    Verb(
        "offer_place",
        of_day(_("Offered %(name)s a spot on %(day)s.")),
        LAST_WORD,
        by_time=_("In turn"),
    ),
    Verb(
        "pass_on_places",
        of_day(_("Offered unanswered spots on %(day)s to the next players.")),
        LAST_WORD,
        by_time=_("When the time to answer ran out"),
    ),
    Verb(
        "call_spare",
        of_day(_("Called a spare for %(day)s.")),
        _("Cancel the spare’s call in the list of who’s coming."),
    ),
    Verb(
        "withdraw_call",
        of_day(_("Cancelled the call of spare %(name)s for %(day)s.")),
        _("Call a spare again. A spare whose call was cancelled can be called again."),
    ),
)
