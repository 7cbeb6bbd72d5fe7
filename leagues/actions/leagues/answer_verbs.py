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


LAST_WORD = _("The last word counts: say the other thing.")
ANSWERS = (
    Verb("answer_night", _answered, LAST_WORD),
    Verb(
        "offer_place",
        of_day(_("Offered %(name)s a place on %(day)s.")),
        LAST_WORD,
        by_time=_("In turn"),
    ),
    Verb(
        "pass_on_places",
        of_day(_("Passed on what nobody took in time on %(day)s.")),
        LAST_WORD,
        by_time=_("After the time to answer"),
    ),
    Verb(
        "call_spare",
        of_day(_("Called for a spare on %(day)s.")),
        _("Call the spare off, where it says who comes."),
    ),
    Verb(
        "withdraw_call",
        of_day(_("Called off %(name)s, a spare, for %(day)s.")),
        _("Call a spare again: whose call was called off may be called."),
    ),
)
