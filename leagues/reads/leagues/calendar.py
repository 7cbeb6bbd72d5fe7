"""When the nights of a league are: its rule, and what another would change."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any

from django.db.models import Exists, OuterRef, Q, QuerySet

from leagues.models import Answer, DatedMatch, Enrolment, Event, League, Offer
from leagues.reads.marks import mark_of
from leagues.stages.calendar import CalendarRule, DatedNight, calendar_change

UNTIL = timedelta(hours=6)
"""Past midnight it is still the evening before."""


def calendar_of(league: League) -> CalendarRule | None:
    """The rule of its nights, where it has one."""
    return CalendarRule.from_dict(league.calendar) if league.calendar else None


def evening_day(league: League, now: datetime) -> date:
    """The day to which this moment belongs, by the clock of the league's place."""
    return (now.astimezone(league.tzinfo) - UNTIL).date()


@dataclass(frozen=True)
class NightsToChange:
    """What another rule does to the nights of a league, by their rows."""

    moved: Mapping[int, date]
    added: tuple[date, ...]
    removed: tuple[int, ...]
    edited: int
    """How many were edited by hand, and stay."""
    held: int
    """How many have an event or were answered, and stay."""

    @property
    def mark(self) -> str:
        return mark_of([dict(self.moved), self.added, self.removed])

    @property
    def count(self) -> int:
        return len(self.moved) + len(self.added) + len(self.removed)


def change_of_calendar(league: League, rule: CalendarRule, since: date) -> NightsToChange:
    """What the rule would move, add and remove from this day on."""
    nights: list[Any] = list(night_rows(league))
    change = calendar_change(rule, map(_dated, nights), since=since)
    stay = [night for night in nights if night.pk in change.stay]
    edited = sum(night.is_edited and not night.has_event for night in stay)
    return NightsToChange(change.moved, change.added, change.removed, edited, len(stay) - edited)


def night_rows(league: League) -> QuerySet[Any]:
    """The nights in their order, each with what hangs on it."""
    here = {"night": OuterRef("pk")}
    bound = Q(first=OuterRef("pk")) | Q(last=OuterRef("pk"))
    return league.nights.in_order().annotate(
        has_event=Exists(Event.objects.filter(**here)),
        is_needed=Exists(Answer.objects.filter(**here))
        | Exists(Offer.objects.filter(**here))
        | Exists(Enrolment.objects.filter(bound))
        | Exists(DatedMatch.objects.filter(week=OuterRef("pk"))),
    )


def _dated(night: Any) -> DatedNight:
    return DatedNight(
        night.pk,
        night.on,
        night.at,
        stays=night.is_edited or night.has_event,
        needed=night.is_needed,
        meant_for=night.moved_from,
    )
