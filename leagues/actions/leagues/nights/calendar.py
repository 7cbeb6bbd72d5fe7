"""Change the rule by which a league's calendar has its nights."""

from datetime import date

from django.utils.translation import gettext_lazy as later
from django.utils.translation import ngettext

from leagues.access.roles import Who
from leagues.actions.act import act
from leagues.actions.date_changes import TELL, Telling, note_change, note_deletion
from leagues.actions.refusal import refuse_stale
from leagues.actions.undo_rows import put_back
from leagues.actions.verb import Verb
from leagues.models import Arrival, DateChange, League, Night
from leagues.reads.leagues.calendar import NightsToChange, change_of_calendar
from leagues.reads.log.facts import LogFacts
from leagues.reads.messages.date_changes import date_facts, people_of_nights
from leagues.stages.calendar import CalendarRule


def change_calendar(
    *,
    by: Who,
    league: League,
    rule: CalendarRule,
    since: date,
    seen: str = "",
    telling: Telling = TELL,
) -> None:
    """Change a league's calendar rule, from a date on.

    It moves, adds and removes later nights, except edited ones and those with an event.
    ``seen`` is the mark of the preview that the desk was shown.
    """
    with act(by, league, CHANGE_CALENDAR) as line:
        change = change_of_calendar(line.on, rule, since)
        if seen:
            refuse_stale(seen, change.mark)
        if not change.count and rule.to_dict() == line.on.calendar:
            line.drop()
            return
        here, nights = line.on.nights, changed_nights(line.on, change)
        first = nights[0] if nights else None
        others, people = len(nights) - 1, people_of_nights(nights)
        known = date_facts(first) if first else None
        if first and first.pk in change.removed:
            note_deletion(first, telling, others=others, people=people)
        line.keep(
            League.objects.filter(pk=league.pk),
            here.all(),
            DateChange.objects.filter(night__in=change.removed),
            Arrival.objects.filter(night__in=change.removed),
        )
        here.filter(pk__in=change.removed).delete()
        for pk, day in change.moved.items():
            Night.objects.filter(pk=pk).update(on=day, at=rule.at)
        if first and known and first.pk in change.moved:
            first.on, first.at = change.moved[first.pk], rule.at
            note_change(first, known, telling, others=others, people=people)
        Night.objects.bulk_create(Night(league=league, on=day, at=rule.at) for day in change.added)
        League.objects.filter(pk=league.pk).update(calendar=rule.to_dict())
        line.say(changed=change.count)
    league.refresh_from_db()


def changed_nights(league: League, change: NightsToChange) -> list[Night]:
    """The nights that a rule moves or removes. The people of all hear of the first in one message."""
    nights = league.nights.filter(pk__in=[*change.moved, *change.removed], is_cancelled=False)
    return list(nights.select_related("league").in_order())


def _describe_change(facts: LogFacts) -> str:
    return ngettext(
        "Changed the calendar of the league and %(changed)s night.",
        "Changed the calendar of the league and %(changed)s nights.",
        facts["details"].get("changed", 0),
    )


CHANGE_CALENDAR = Verb(
    "change_calendar",
    _describe_change,
    put_back(
        later("Restores the earlier calendar."),
        since=later("The calendar, or one of the nights it changed, has been changed since."),
    ),
)
