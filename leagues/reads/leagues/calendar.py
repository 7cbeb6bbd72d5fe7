"""The calendar of a league: the rule for its nights, and the effect of changing it."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any

from django.db.models import Exists, OuterRef, Q, QuerySet

from leagues.models import Answer, DatedMatch, Enrolment, Event, League, Offer
from leagues.reads.state_marks import mark_of
from leagues.stages.calendar import CalendarRule, DatedNight, calendar_change

UNTIL = timedelta(hours=6)
"""Hours after midnight that still belong to the evening before."""


def calendar_of(league: League) -> CalendarRule | None:
    """The calendar rule of a league, or None if its nights follow none."""
    return CalendarRule.from_dict(league.calendar) if league.calendar else None


def evening_day(league: League, now: datetime) -> date:
    """The date of the evening this moment belongs to, in the league's time zone."""
    return (now.astimezone(league.tzinfo) - UNTIL).date()


@dataclass(frozen=True)
class NightsToChange:
    """The effect of a new calendar rule on the nights of a league, by night id."""

    moved: Mapping[int, date]
    added: tuple[date, ...]
    removed: tuple[int, ...]
    edited: int
    """The number of nights kept because they were edited by hand."""
    held: int
    """The number of nights kept because they have an event or answers."""

    @property
    def mark(self) -> str:
        return mark_of([dict(self.moved), self.added, self.removed])

    @property
    def count(self) -> int:
        return len(self.moved) + len(self.added) + len(self.removed)


def change_of_calendar(league: League, rule: CalendarRule, since: date) -> NightsToChange:
    """Work out the nights that a rule would move, add and remove from a date on."""
    nights: list[Any] = list(night_rows(league))
    change = calendar_change(rule, map(_dated_night, nights), since=since)
    stay = [night for night in nights if night.pk in change.stay]
    edited = sum(night.is_edited and not night.has_event for night in stay)
    return NightsToChange(change.moved, change.added, change.removed, edited, len(stay) - edited)


def night_rows(league: League) -> QuerySet[Any]:
    """The nights in order, with ``has_event``, and with ``is_needed`` if other rows refer to it."""
    here = {"night": OuterRef("pk")}
    bound = Q(first=OuterRef("pk")) | Q(last=OuterRef("pk"))
    return league.nights.in_order().annotate(
        has_event=Exists(Event.objects.filter(**here)),
        is_needed=Exists(Answer.objects.filter(**here))
        | Exists(Offer.objects.filter(**here))
        | Exists(Enrolment.objects.filter(bound))
        | Exists(DatedMatch.objects.filter(week=OuterRef("pk"))),
    )


def _dated_night(night: Any) -> DatedNight:
    return DatedNight(
        night.pk,
        night.on,
        night.at,
        stays=night.is_edited or night.has_event,
        needed=night.is_needed,
        meant_for=night.moved_from,
    )
