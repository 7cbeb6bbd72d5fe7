"""Matches in one's own time: who owes how many, and whom to meet."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from functools import cached_property

from leagues.models import Entry, League, Match, Player, Pool, PoolEntry, SideEntry
from leagues.reads.leagues.kinds.rules import own_rules
from leagues.stages.own_time import MetOn, OwnTime, OwnTimeRules

COUNTS_FOR_NOBODY = (Match.Ending.ANNULLED, Match.Ending.WITHDRAWN)


@dataclass(frozen=True)
class OwedLine:
    """Somebody who has not played all matches of the period yet."""

    entry: Entry
    owes: int


@dataclass(frozen=True)
class OwnTimeStand:
    """A league of matches in one's own time as it stands on a day."""

    season: OwnTime[int]
    today: date
    entries: dict[int, Entry]
    """Those who play on."""
    pools: dict[Pool, tuple[int, ...]]

    @property
    def last_day(self) -> date:
        """The last of the period that is on."""
        return self.season.period(self.today)[1]

    @cached_property
    def owed(self) -> tuple[OwedLine, ...]:
        """Who owes most comes first."""
        found = self.season.unplayed(self.entries, self.today)
        return tuple(OwedLine(self.entries[entry], owes) for entry, owes in found)

    def entry_of(self, player: Player) -> Entry | None:
        return next((e for e in self.entries.values() if player in e.people), None)

    def owes(self, entry: Entry) -> int:
        return self.season.owes(entry.pk, self.today)

    def may_arrange(self, entry: Entry, other: Entry) -> bool:
        """Whether both owe a match, and may meet once more."""
        return self.owes(entry) > 0 and other in self.opponents(entry)

    def pool_of(self, entry: int) -> Pool | None:
        return next((pool for pool, of in self.pools.items() if entry in of), None)

    def opponents(self, entry: Entry) -> list[Entry]:
        """Whom to meet next: of the same division, those met least, who owe a match too."""
        pool = self.pool_of(entry.pk)
        others = self.season.opponents(entry.pk, self.pools[pool] if pool else ())
        return [self.entries[other] for other in others if self.season.owes(other, self.today)]


def own_time_of(league: League, today: date) -> OwnTimeStand:
    """Read in a number of queries that never grows."""
    active = Entry.objects.named().filter(event=league.event_id, state=Entry.State.ACTIVE)
    entries = {entry.pk: entry for entry in active}
    first = league.nights.in_order()[0].on
    places = PoolEntry.objects.filter(stage__event=league.event_id, entry__in=entries)
    pools: dict[Pool, tuple[int, ...]] = {}
    for place in places.select_related("pool__stage__event").order_by("pool__number"):
        pools[place.pool] = (*pools.get(place.pool, ()), place.entry_id)
    met = tuple(_met(league))
    season = OwnTime(own_rules(league, OwnTimeRules), first, met)
    return OwnTimeStand(season, today, entries, pools)


def _met(league: League) -> Iterator[MetOn[int]]:
    """A match belongs to the period in which it was arranged, whenever it is played."""
    matches = Match.objects.filter(event=league.event_id, dated__isnull=False)
    counting = matches.exclude(ending__in=COUNTS_FOR_NOBODY)
    seated: dict[int, list[int]] = {}
    sides = SideEntry.objects.filter(side__match__in=counting).order_by("side__seat")
    for pk, entry in sides.values_list("side__match", "entry"):
        seated.setdefault(pk, []).append(entry)
    for match in counting.select_related("pairing_round").order_by("number"):
        starts_at = match.pairing_round.starts_at
        assert starts_at is not None
        one, other = seated[match.pk]
        yield MetOn(one, other, starts_at.astimezone(league.tzinfo).date())
