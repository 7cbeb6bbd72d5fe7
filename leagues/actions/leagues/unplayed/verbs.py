"""The verbs of matches that are not played yet: how the log says them, and how they are undone."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import date
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from leagues.access.roles import Who
from leagues.actions.leagues.of_day import of_day, say_day
from leagues.actions.undoable import not_over, put_back
from leagues.actions.verb import Undo, Verb
from leagues.models import Action, Event
from leagues.reads.leagues.words import day_in_words
from leagues.reads.log.facts import LogFacts
from leagues.reads.log.silence import AN_HOUR, after_silence

NAMED = 3  # matches that a line names


def _back(says: Promise | Callable[[Action], str]) -> Undo:
    return put_back(says, not_over, moves_tables=True)


def _put_off(facts: LogFacts) -> str:
    if until := facts["said"].get("until"):
        facts["until"] = day_in_words(date.fromisoformat(until))
    return gettext("Postponed %(names)s until %(until)s.")


def _answered_date(facts: LogFacts) -> str:
    say_day(facts)
    if facts["said"].get("takes"):
        return gettext("Agreed to play %(names)s on %(day)s.")
    return gettext("Declined to play %(names)s on %(day)s.")


def _answered_claim(facts: LogFacts) -> str:
    if facts["said"].get("admits"):
        return gettext("Admitted a no-show. Gave %(names)s to %(winner)s.")
    return gettext("Denied a no-show: %(names)s.")


def _forfeited(facts: LogFacts) -> str:
    if facts["said"].get("winner"):
        return gettext("Recorded %(names)s as a forfeit, won by %(winner)s.")
    return gettext("Recorded %(names)s as a forfeit by both sides.")


def _settled(facts: LogFacts) -> str:
    if facts["said"].get("winner"):
        return gettext("Gave %(names)s to %(winner)s, who was ready to play.")
    if "winner" in facts["said"]:
        return gettext(
            "Recorded %(names)s as a loss for both, because neither side tried to play."
        )
    return gettext("Voided %(names)s, because neither side was ready to play.")


def _when_time_ran_out(facts: LogFacts) -> str:
    if hours := facts["said"].get("silent_hours"):
        return after_silence(hours * AN_HOUR)
    return gettext("After the last day")


def _moved(facts: LogFacts) -> str:
    say_day(facts)
    facts["names"] = _which(facts["said"])
    days = facts["said"].get("days", ())
    if len(days) != 1:
        return gettext("Moved to the week of %(day)s: %(names)s.")
    facts["before"] = day_in_words(date.fromisoformat(days[0]))
    return gettext(
        "Moved from the week of %(before)s to the week of %(day)s: %(names)s."
    )


def _moved_back(action: Action) -> str:
    said = {"names": _which(action.said)}
    return gettext("Moves these matches back to their earlier week: %(names)s.") % said


def _which(said: Mapping[str, Any]) -> str:
    """Who plays whom in the first few of these matches, and how many more there are."""
    names, many = said.get("names", ()), len(said.get("matches", ()))
    if not names:  # a line of long ago has their numbers alone
        return ngettext("%(n)s match", "%(n)s matches", many) % {"n": many}
    shown = ", ".join(names[:NAMED])
    more = len(names) - NAMED
    if more < 1:
        return shown
    rest = ngettext("%(names)s and %(n)s more", "%(names)s and %(n)s more", more)
    return rest % {"names": shown, "n": more}


def _sat_in(facts: LogFacts) -> str:
    facts["n"] = many = len(facts["said"].get("matches", ()))
    return ngettext(
        "Named %(comes_name)s as the substitute for %(leaves_name)s in %(n)s match.",
        "Named %(comes_name)s as the substitute for %(leaves_name)s in %(n)s matches.",
        many,
    )


def _left(facts: LogFacts) -> str:
    way = facts["said"].get("way")
    if way == "annul":
        return gettext(
            "Removed %(name)s from the league. None of their matches counts."
        )
    if way == "forfeit":
        return gettext(
            "Removed %(name)s from the league. Their remaining matches are forfeits."
        )
    return gettext(
        "Removed %(name)s from the league. Their remaining matches are void."
    )


def _answered_count(facts: LogFacts) -> str:
    if facts["said"].get("takes"):
        return gettext("Agreed to count the friendly %(names)s in the league.")
    return gettext("Declined to count the friendly %(names)s in the league.")


def _counts_again(_by: Who, action: Action) -> None:
    """The friendly is of an event of its own, whose pages change too."""
    for event in Event.objects.filter(pk=action.said["friendly"]):
        event.touch()


AS_BEFORE = _("Restores the earlier dates and answers for %(names)s.")
TO_PLAY = _("%(names)s will be played after all.")
UNPLAYED = (
    Verb("put_off_match", _put_off, _back(AS_BEFORE)),
    Verb(
        "offer_date",
        of_day(_("Proposed to play %(names)s on %(day)s.")),
        _back(AS_BEFORE),
    ),
    Verb("answer_date", _answered_date, _back(AS_BEFORE)),
    Verb("fix_date", of_day(_("Scheduled %(names)s for %(day)s.")), _back(AS_BEFORE)),
    Verb(
        "claim_no_show",
        _("Reported a no-show by the other side: %(names)s."),
        _back(AS_BEFORE),
    ),
    Verb("answer_no_show", _answered_claim, _back(AS_BEFORE)),
    Verb(
        "withdraw_no_show",
        _("Withdrew the report of a no-show: %(names)s."),
        _back(AS_BEFORE),
    ),
    Verb("forfeit_match", _forfeited, _back(TO_PLAY)),
    Verb(
        "void_match",
        _("Voided %(names)s, with neither side at fault."),
        _back(TO_PLAY),
    ),
    Verb(
        "ask_to_count",
        _("Asked to count the friendly %(names)s in the league."),
        _back(_("Withdraws the question whether %(names)s counts in the league.")),
    ),
    Verb(
        "answer_count",
        _answered_count,
        put_back(
            _("The question whether the friendly %(names)s counts will be open again."),
            not_over,
            then=_counts_again,
            moves_tables=True,
        ),
    ),
    Verb(
        "withdraw_count",
        _("Withdrew the request to count the friendly %(names)s in the league."),
        _back(_("The other side will be asked again whether %(names)s counts.")),
    ),
    Verb("withdraw_challenge", _("Withdrew the challenge %(names)s."), _back(TO_PLAY)),
    Verb("settle_match", _settled, _back(TO_PLAY), by_time=_when_time_ran_out),
    Verb(
        "move_matches",
        _moved,
        _back(_moved_back),
    ),
    Verb(
        "leave_league",
        _left,
        _back(_("%(name)s will be in the league again, with their earlier matches.")),
    ),
    Verb(
        "sit_in",
        _sat_in,
        _back(_("%(leaves_name)s will play again, not %(comes_name)s.")),
    ),
)
