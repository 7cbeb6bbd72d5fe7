"""Postpone a match to a later day."""

from datetime import date

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as later
from django.utils.translation import ngettext_lazy

from leagues.access.roles import Who
from leagues.actions.leagues.unplayed.arranging import (
    RESTORES_DATES,
    Arranging,
    arranging_act,
    undo_arranging,
)
from leagues.actions.leagues.unplayed.match_notices import tell_others
from leagues.actions.refusal import Refused
from leagues.actions.verb import Verb
from leagues.models import Match, SideEntry
from leagues.reads.leagues.matches.unplayed import (
    open_matches,
    put_off_by,
    put_off_limits,
    read_arrangements,
)
from leagues.reads.leagues.words import day_in_words
from leagues.reads.log.facts import LogFacts
from leagues.stages.match_dates import NoPutOff, why_not_put_off
from leagues.stages.reminders import ReminderKind
from scoring.sides import Seat

WHY_NOT: dict[NoPutOff, Promise] = {
    NoPutOff.OVER: later("This match is already finished."),
    NoPutOff.PAST: later("Choose a day in the future."),
    NoPutOff.NOT_LATER: later(
        "This match can be played until %(last_day)s anyway. Choose a later day."
    ),
    NoPutOff.AFTER_THE_SEASON: later(
        "The last catch-up day of this season is %(last_date)s. Choose that day or an earlier one."
    ),
    NoPutOff.TOO_MANY: ngettext_lazy(
        "You can have at most %(most)s postponed match at a time. Play it first.",
        "You can have at most %(most)s postponed matches at a time. Play one of them first.",
        "most",
    ),
}


def put_off_match(
    *, by: Who, match: Match, seat: Seat | None, until: date, reason: str = ""
) -> None:
    """Postpone a match until a later day; an agreed day is cleared.

    ``seat`` is None for the desk, which isn't limited in the number of postponed matches.
    """
    with arranging_act(by, match, PUT_OFF_MATCH) as here:
        _refuse_put_off(here, seat, until)
        here.put_off(seat, until, reason)
        here.replace_offers()
        here.with_boards.update(on=None, at=None, place="", settled_at=None)
        here.line.say(until=until.isoformat(), reason=reason)
        tell_others(here, ReminderKind.POSTPONED, until, seat=seat, mark=here.now.timestamp())


def _describe_put_off(facts: LogFacts) -> str:
    if until := facts["details"].get("until"):
        facts["until"] = day_in_words(date.fromisoformat(until))
    return _("Postponed %(names)s until %(until)s.")


PUT_OFF_MATCH = Verb(
    "put_off_match", _describe_put_off, undo_arranging(RESTORES_DATES), in_league_log=True
)


def _refuse_put_off(here: Arranging, seat: Seat | None, until: date) -> None:
    limits = put_off_limits(here.league)
    others = 0 if seat is None else _count_others(here, seat)
    why = why_not_put_off(here.found.dates, until, today=here.today, others=others, limits=limits)
    if why and not (why is NoPutOff.TOO_MANY and seat is None):
        values = {
            "last_day": day_in_words(here.found.dates.last_day),
            "last_date": day_in_words(limits.last_date),
            "most": limits.most,
        }
        raise Refused(WHY_NOT[why] % values, field="until")


def _count_others(here: Arranging, seat: Seat) -> int:
    """The number of other matches that this side has postponed."""
    own = SideEntry.objects.filter(side__match=here.match, side__seat=seat)
    sides = SideEntry.objects.filter(entry__in=own.values("entry"))
    seats = set(sides.values_list("side__match", "side__seat"))
    waiting = put_off_by(read_arrangements(open_matches(here.league)), seats)
    return sum(each.match.pk != here.match.pk for each in waiting)
