"""A list of events: each with its winner or leaders, where it is, and how many entered."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from functools import lru_cache
from typing import TypeAlias

from django.db.models import Count
from django.utils import timezone

from leagues.models import Entry, Event, League, PairingRound
from leagues.reads.advance.bracket_play import has_bracket
from leagues.reads.advance.finals import FinalPlace
from leagues.reads.advance.podiums import Podiums, PodiumStep, Winner, podiums_of
from leagues.reads.leagues.pages.front_page import RoundCount, count_matches
from leagues.reads.leagues.pages.summaries import summaries_of
from leagues.reads.tables.leaders import Leader, first_few, leaders_in
from leagues.reads.tables.scored import Scored
from leagues.reads.tables.tables import tables_of
from leagues.reads.tolerant_rows import read_each, read_together

Leading: TypeAlias = tuple[str, int, int, Scored | None]
"""A leader: the pool or division, the entry's id and place, and the points if they are known."""


@dataclass(frozen=True)
class EventNow:
    """Where a running event is: its leaders, its current game, and how many of the game's
    matches are finished; of a league's event, of all its matches.
    """

    leaders: tuple[Leading, ...] = ()
    game: PairingRound | None = None
    progress: RoundCount | None = None


@dataclass(frozen=True)
class EventRow:
    event: Event
    entries: int
    first: tuple[tuple[str, Winner], ...]
    """The winners of a finished event, the winning clubs before them; or the leaders of one that
    is on. Each has its pool or "".
    """
    in_front: tuple[Leader, ...]
    """The first few of a running event with their points, or the leader of each pool."""
    now: EventNow
    podiums: Podiums
    """The first three of a finished event."""
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
    first: dict[int, tuple[tuple[str, Winner], ...]] = {
        pk: _winners(placed for podium in podiums.each for placed in podium)
        for pk, podiums in won.items()
    }
    on = [each for each in shown if each.state == Event.State.RUNNING]
    now = {
        event.pk: EventNow(
            tuple((division, pk, 1, None) for division, pks, *_ in summary.leaders for pk in pks),
            progress=RoundCount(summary.over, summary.planned),
        )
        for league, summary in summaries_of(League.objects.filter(event__in=on))
        if (event := league.event)
    }
    alone = [each for each in on if each.pk not in now]
    now |= read_each(alone, lambda event: (event.pk, now_of(event, event.revision)))
    leading = {pk for each in now.values() for _, pk, *_ in each.leaders}
    named = Entry.objects.named().in_bulk(leading)
    first |= {
        event: tuple((pool, named[pk]) for pool, pk, place, _ in each.leaders if place == 1)
        for event, each in now.items()
    }
    in_front = {
        event: tuple(
            Leader(named[pk], at, pool, made) for pool, pk, at, made in each.leaders if made
        )
        for event, each in now.items()
    }
    namesakes = Counter(map(_name_and_day, shown))
    return [
        EventRow(
            each,
            entered.get(each.pk, 0),
            first.get(each.pk, ()),
            in_front.get(each.pk, ()),
            now.get(each.pk, EventNow()),
            won.get(each.pk, Podiums(())),
            namesakes[_name_and_day(each)] > 1,
        )
        for each in shown
    ]


def _winners(places: Iterable[FinalPlace | PodiumStep]) -> tuple[tuple[str, Winner], ...]:
    return tuple(("", placed.entry) for placed in places if placed.place == 1)


def _name_and_day(event: Event) -> tuple[str, date]:
    return event.name, event.starts_at.astimezone(event.tzinfo).date()


@lru_cache(maxsize=16)
def now_of(event: Event, revision: int) -> EventNow:
    """Where an event is, and who leads the stage that is on, or each of its pools.

    The revision is part of the cache key. Of a league it is in its summary.
    """
    game = PairingRound.objects.of(event).published().at_hand()
    stage = event.stages.filter(pools__isnull=False).distinct().last()
    in_table = stage is not None and not has_bracket(stage)
    leaders = first_few(leaders_in(tables_of(stage))) if stage and in_table else ()
    return EventNow(
        tuple((each.pool, each.entry.pk, each.place, each.points) for each in leaders),
        game,
        count_matches(game) if game else None,
    )
