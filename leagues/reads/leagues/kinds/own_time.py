"""Own-time leagues: the matches each entry still owes, and possible opponents."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from functools import cached_property

from leagues.models import Entry, League, Match, Player, Pool, PoolEntry, SideEntry
from leagues.reads.leagues.kinds.rules import own_rules
from leagues.stages.own_time import MetOn, OwnTime, OwnTimeRules

NOT_COUNTING = (Match.Ending.ANNULLED, Match.Ending.WITHDRAWN)


@dataclass(frozen=True)
class OwedLine:
    """An entry that has not arranged all its matches of the period, and how many are missing."""

    entry: Entry
    owes: int


@dataclass(frozen=True)
class OwnTimeState:
    """The state of an own-time league on a day."""

    season: OwnTime[int]
    today: date
    entries: dict[int, Entry]
    """The active entries, by id."""
    pools: dict[Pool, tuple[int, ...]]

    @property
    def last_day(self) -> date:
        """The last day of the current period."""
        return self.season.period(self.today)[1]

    @cached_property
    def owed(self) -> tuple[OwedLine, ...]:
        """The entries that still owe matches, those that owe most first."""
        found = self.season.unplayed(self.entries, self.today)
        return tuple(OwedLine(self.entries[entry], owes) for entry, owes in found)

    def entry_of(self, player: Player) -> Entry | None:
        return next((e for e in self.entries.values() if player in e.people), None)

    def owes(self, entry: Entry) -> int:
        return self.season.owes(entry.pk, self.today)

    def may_arrange(self, entry: Entry, other: Entry) -> bool:
        """True if both entries owe a match and may meet once more."""
        return self.owes(entry) > 0 and other in self.opponents(entry)

    def pool_of(self, entry: int) -> Pool | None:
        return next((pool for pool, of in self.pools.items() if entry in of), None)

    def opponents(self, entry: Entry) -> list[Entry]:
        """List possible opponents, those met least first. They are in the same division and owe a
        match too.
        """
        pool = self.pool_of(entry.pk)
        others = self.season.opponents(entry.pk, self.pools[pool] if pool else ())
        return [self.entries[other] for other in others if self.season.owes(other, self.today)]


def own_time_of(league: League, today: date) -> OwnTimeState:
    """Read the state of an own-time league, in a constant number of queries."""
    active = Entry.objects.named().filter(event=league.event_id, state=Entry.State.ACTIVE)
    entries = {entry.pk: entry for entry in active}
    first = league.nights.in_order()[0].on
    places = PoolEntry.objects.filter(stage__event=league.event_id, entry__in=entries)
    pools: dict[Pool, tuple[int, ...]] = {}
    for place in places.select_related("pool__stage__event").order_by("pool__number"):
        pools[place.pool] = (*pools.get(place.pool, ()), place.entry_id)
    met = tuple(_read_meetings(league))
    season = OwnTime(own_rules(league, OwnTimeRules), first, met)
    return OwnTimeState(season, today, entries, pools)


def _read_meetings(league: League) -> Iterator[MetOn[int]]:
    """Yield each match with the day it was arranged, which decides the period it belongs to."""
    matches = Match.objects.filter(event=league.event_id, dated__isnull=False)
    counting = matches.exclude(ending__in=NOT_COUNTING)
    seated: dict[int, list[int]] = {}
    sides = SideEntry.objects.filter(side__match__in=counting).order_by("side__seat")
    for pk, entry in sides.values_list("side__match", "entry"):
        seated.setdefault(pk, []).append(entry)
    for match in counting.select_related("pairing_round").order_by("number"):
        starts_at = match.pairing_round.starts_at
        assert starts_at is not None
        one, other = seated[match.pk]
        yield MetOn(one, other, starts_at.astimezone(league.tzinfo).date())
