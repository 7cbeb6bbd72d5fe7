"""A list of events: each with its winner or leader, and how many entered."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from functools import lru_cache

from django.db.models import Count
from django.utils import timezone

from leagues.models import Entry, Event, League
from leagues.reads.advance.bracket_play import has_bracket
from leagues.reads.advance.podiums import podiums_of
from leagues.reads.leagues.pages.summaries import summaries_of
from leagues.reads.tables.leaders import leaders_in
from leagues.reads.tables.tables import tables_of
from leagues.reads.tolerant_rows import read_each, read_together


@dataclass(frozen=True)
class EventRow:
    event: Event
    entries: int
    first: tuple[Entry, ...]
    """The winners of a finished event, or who leads one that is on."""
    has_namesake: bool
    """True if another event in the list has this name and day."""

    @property
    def year(self) -> int:
        return timezone.localtime(self.event.starts_at, self.event.tzinfo).year


def event_rows(events: Iterable[Event]) -> list[EventRow]:
    """Read the rows. Finished events cost the same few queries, however many they are."""
    shown = list(events)
    counts = Entry.objects.filter(event__in=shown).in_it().order_by().values_list("event")
    entered = dict(counts.annotate(Count("pk")))
    finished = [each for each in shown if each.state == Event.State.FINISHED]
    won = read_together(finished, podiums_of)
    first = {
        pk: tuple(placed.entry for placed in podium if placed.place == 1)
        for pk, podium in won.items()
    }
    on = [each for each in shown if each.state == Event.State.RUNNING]
    of_leagues = summaries_of(League.objects.filter(event__in=on))
    leading = {
        event.pk: tuple(summary.leaders[0][1]) if len(summary.leaders) == 1 else ()
        for league, summary in of_leagues
        if (event := league.event)
    }
    alone = [each for each in on if each.pk not in leading]
    leading |= read_each(alone, lambda event: (event.pk, leaders_at(event, event.revision)))
    named = Entry.objects.named().in_bulk({pk for pks in leading.values() for pk in pks})
    first |= {event: tuple(named[pk] for pk in pks) for event, pks in leading.items()}
    namesakes = Counter(map(_name_and_day, shown))
    return [
        EventRow(
            each,
            entered.get(each.pk, 0),
            first.get(each.pk, ()),
            namesakes[_name_and_day(each)] > 1,
        )
        for each in shown
    ]


def _name_and_day(event: Event) -> tuple[str, date]:
    return event.name, event.starts_at.astimezone(event.tzinfo).date()


@lru_cache(maxsize=16)
def leaders_at(event: Event, revision: int) -> tuple[int, ...]:
    """The ids of the entries that lead the stage that is on, if it has one table.

    The revision is part of the cache key. A league's leaders are in its summary.
    """
    stage = event.stages.filter(pools__isnull=False).distinct().last()
    if stage is None or has_bracket(stage):
        return ()
    leaders = leaders_in(tables_of(stage))
    return tuple(each.entry.pk for each in leaders if each.place == 1 and not each.pool)
