"""The club's current sums: stored up to a day, and computed from that day on.

Past results rarely change, so their sums are stored (see ``leagues/models/stored_sums.py``). An event
whose revision has changed is read again. From the first day on which its results differ,
everything is computed again. The club's last day is never stored: during play, every result
would write it again.

The stored sums only save time. If storing fails, pages show the same numbers.
"""

import logging
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import date
from functools import lru_cache
from typing import Any

from django.db import DatabaseError, transaction
from django.db.models import F, Max, OuterRef, Q, Subquery

from leagues.models import Club, DaySum, Event, EventSum, PairSum, Player, SummedEvent, SumsVersion
from leagues.models.prepared_queries import as_written, insert_plain
from leagues.reads.people.result_sums import EventAddedUp, day_added_up
from leagues.reads.people.results import EventResults, PlayedMatch, results_of
from leagues.reads.tolerant_rows import read_each

AT_ONCE = 500  # rows in one statement
IN_A_PART = 50  # events that ``store_all`` stores in one transaction
LOADED = 8  # events whose results are in memory at the same time

log = logging.getLogger(__name__)

EventKey = tuple[int, int, bool]
"""The key of an event, its revision, and whether it is public."""


@dataclass(frozen=True)
class Sums:
    """A club's sums. Days before ``since`` are stored; ``days`` and ``changed`` hold the rest."""

    club: int
    version: int
    since: date | None
    days: Mapping[date, Mapping[int, DaySum]]
    changed: tuple[EventKey, ...]

    @property
    def events(self) -> tuple[int, ...]:
        """Events whose stored sums are missing or out of date."""
        return tuple(event for event, _, _ in self.changed)

    def added_up(self) -> Iterator[EventAddedUp]:
        for key in self.changed:
            yield event_at(*key)

    def of_player(self, player: int) -> list[EventSum]:
        """The player's sums in the events that are not stored."""
        return [each.players[player] for each in self.added_up() if player in each.players]

    def played_by(self, player: int) -> Iterator[PlayedMatch]:
        """Yield the player's matches in the public events that are not stored."""
        for each in self.added_up():
            yield from each.played.get(player, ())

    def evenings_before(self, players: Iterable[int], day: date | None = None) -> dict[int, DaySum]:
        """The last ``DaySum`` of each player before ``day``, or of all if it is None."""
        found: dict[int, DaySum] = {}
        for each in sorted(self.days, reverse=True):
            if day is None or each < day:
                found = dict(self.days[each]) | found
        wanted = set(players)
        found = {player: row for player, row in found.items() if player in wanted}
        until = min((d for d in (day, self.since) if d is not None), default=None)
        return stored_evenings(self.club, wanted - found.keys(), until) | found


def stored_evenings(club: int, players: Iterable[int], before: date | None) -> dict[int, DaySum]:
    """The last stored ``DaySum`` of each player before a day, in two queries."""
    wanted = list(players)
    if not wanted:
        return {}
    rows = DaySum.objects.filter(club=club, player=OuterRef("pk"))
    if before is not None:
        rows = rows.filter(day__lt=before)
    last = Subquery(rows.order_by("-day").values("pk")[:1])
    pks = Player.objects.filter(pk__in=wanted).annotate(last=last)
    found = DaySum.objects.filter(pk__in=pks.values_list("last", flat=True))
    return {row.player_id: row for row in found}


def sums_of(club: Club) -> Sums:
    """The club's current sums. Computes only what has changed, and stores it if worthwhile."""
    version = SumsVersion.objects.filter(club=club).values_list("number", flat=True)
    found = sums_at(club.pk, version.first() or 0, changed_events(club))
    if found.is_worth_storing and store_sums(found):
        return sums_of(club)
    return found.sums


def store_all(club: Club) -> Iterator[tuple[int, int]]:
    """Store the missing sums of many years, oldest events first.

    Yields after each part how many events are done, and of how many. If it is stopped, the next
    call continues there.
    """
    changed = changed_events(club)
    left = events = len(changed)
    while left > IN_A_PART:
        version = SumsVersion.objects.filter(club=club).values_list("number", flat=True)
        part = sums_at(club.pk, version.first() or 0, changed[:IN_A_PART])
        if not store_sums(part):
            break
        changed = changed_events(club)
        if len(changed) >= left:
            break  # all of them were played on their last day, which is not stored
        left = len(changed)
        yield events - left, events
    sums_of(club)


def changed_events(club: Club) -> tuple[EventKey, ...]:
    """Events whose stored sums are missing or out of date, oldest first."""
    is_listed = Q(visibility=Event.Visibility.PUBLIC, binned_at=None)
    same = Q(summed__revision=F("revision")) & (
        (is_listed & Q(summed__is_listed=True)) | (~is_listed & Q(summed__is_listed=False))
    )
    found = Event.objects.filter(club=club).exclude(pk__in=Event.objects.filter(same, club=club))
    return tuple(
        (pk, revision, visibility == Event.Visibility.PUBLIC and binned_at is None)
        for pk, revision, visibility, binned_at in found.order_by("starts_at", "pk").values_list(
            "pk", "revision", "visibility", "binned_at"
        )
    )


@lru_cache(maxsize=LOADED)
def results_at(event: int, _revision: int, _is_listed: bool) -> EventResults:
    """An event's results at this revision."""
    return results_of(Event.objects.get(pk=event))


@lru_cache(maxsize=16)
def event_at(event: int, revision: int, is_listed: bool) -> EventAddedUp:
    """An event's sums at this revision; empty if its rules can't be read."""
    results = results_at(event, revision, is_listed)
    for added_up in read_each([results.event], lambda _event: EventAddedUp(results)):
        return added_up
    return EventAddedUp(replace(results, is_listed=False))


class Loaded(dict[int, EventResults]):
    """Results by event, read on first access. Keeps only the last few, to save memory."""

    def __init__(self, changed: Iterable[EventKey]) -> None:
        self.event_keys = {key[0]: key for key in changed}

    def __missing__(self, event: int) -> EventResults:
        if event in self.event_keys:
            return results_at(*self.event_keys[event])
        while len(self) >= LOADED:
            del self[next(iter(self))]
        self[event] = results_of(Event.objects.get(pk=event))
        return self[event]


def clear_caches() -> None:
    """Clear all caches, for when revision numbers may repeat, as after a restore."""
    for clear in IN_MEMORY:
        clear()


@dataclass(frozen=True)
class AddedUp:
    """Computed sums, with what is needed to decide whether to store them."""

    sums: Sums
    last_day: date | None
    marks: Mapping[int, Mapping[str, str]]
    """The digest of each day's results, by changed event."""
    stored: frozenset[int]
    """The changed events of which older sums are stored."""

    @property
    def is_worth_storing(self) -> bool:
        """Whether an event has changed that is not played on the club's last day."""
        return any(
            (self.marks[event] or event in self.stored) and not self.is_live(event)
            for event in self.sums.events
        )

    def is_live(self, event: int) -> bool:
        day = self.last_day
        return day is not None and day.isoformat() in self.marks[event]

    @property
    def until(self) -> date | None:
        """The first day that is not stored; None if all days are."""
        is_live = any(self.is_live(event) for event in self.sums.events)
        return self.last_day if is_live else None


@lru_cache(maxsize=4)
def sums_at(club: int, version: int, changed: tuple[EventKey, ...]) -> AddedUp:
    """The sums for one version of the stored sums and these revisions of the changed events."""
    loaded = Loaded(changed)
    events = [pk for pk, _, _ in changed]
    stored = SummedEvent.objects.in_bulk(events)
    marks = {pk: loaded[pk].digests() for pk in events}
    differ = {
        day
        for pk, mark in marks.items()
        for day, _ in mark.items() ^ (stored[pk].days if pk in stored else {}).items()
    }
    others = SummedEvent.objects.filter(event__club=club).exclude(event__in=events)
    last_days = [date.fromisoformat(day) for mark in marks.values() for day in mark]
    last_days += filter(None, [others.aggregate(last=Max("last_day"))["last"]])
    since, days = None, {}
    if differ:
        since = date.fromisoformat(min(differ))
        later = others.filter(last_day__gte=since).values_list("event", "days")
        days = dict(_added_up(club, since, dict(later) | marks, loaded))
    return AddedUp(
        Sums(club, version, since, days, changed),
        max(last_days, default=None),
        marks,
        frozenset(pk for pk, row in stored.items() if row.days),
    )


def _added_up(
    club: int, since: date, marks: Mapping[int, Iterable[str]], loaded: Loaded
) -> Iterator[tuple[date, dict[int, DaySum]]]:
    """Yield each day from ``since`` on, computed from the stored days before it."""
    played: defaultdict[date, list[int]] = defaultdict(list)
    for event, days in marks.items():
        for day in map(date.fromisoformat, days):
            if day >= since:
                played[day].append(event)
    evenings: dict[int, DaySum] = {}
    for day in sorted(played):
        matches = [(loaded[e], m) for e in played[day] for m in loaded[e].days[day]]
        people = {p for _, match in matches for s in match.sides for p in s.players}
        evenings |= stored_evenings(club, people - evenings.keys(), since)
        evening = day_added_up(club, day, matches, evenings)
        evenings |= evening
        yield day, evening


IN_MEMORY: list[Callable[[], None]] = [each.cache_clear for each in (sums_at, event_at, results_at)]
"""Clear functions of all caches by version; other modules append theirs."""


def store_sums(found: AddedUp) -> bool:
    """Store computed sums. False if another process stored first, or if the database failed."""
    try:
        rows = list(_rows_to_store(found))
        with transaction.atomic():
            return _is_next_version(found) and _replace_rows(found, rows)
    except DatabaseError as trouble:  # pages are correct without stored sums
        log.warning("The sums of the club could not be stored: %s", trouble)
        return False


def _is_next_version(found: AddedUp) -> bool:
    club = found.sums.club
    SumsVersion.objects.get_or_create(club_id=club)
    mine = SumsVersion.objects.filter(club=club, number=found.sums.version)
    return bool(mine.update(number=found.sums.version + 1))


def _rows_to_store(found: AddedUp) -> Iterator[Any]:
    """Yield the rows to store. Made before the transaction, so others can write meanwhile."""
    sums, until = found.sums, found.until
    yield from as_written(
        row
        for day, evening in sums.days.items()
        if until is None or day < until
        for row in evening.values()
    )
    for key in sums.changed:
        if not found.is_live(key[0]):
            added_up = event_at(*key)
            yield from as_written(added_up.players.values())
            yield from as_written(added_up.pairs.values())


def _replace_rows(found: AddedUp, rows: Iterable[Any]) -> bool:
    sums, until = found.sums, found.until
    if sums.since is not None:
        DaySum.objects.filter(club=sums.club, day__gte=sums.since).delete()
    if until is not None:
        _take_back(sums.club, sums.events, until)
    EventSum.objects.filter(event__in=sums.events).delete()
    PairSum.objects.filter(event__in=sums.events).delete()
    SummedEvent.objects.filter(event__in=sums.events).delete()
    for each in rows:
        insert_plain(*each)
    SummedEvent.objects.bulk_create(
        [_summed_event(found, *key) for key in sums.changed], batch_size=AT_ONCE
    )
    return True


def _summed_event(found: AddedUp, event: int, revision: int, is_listed: bool) -> SummedEvent:
    days, is_live = dict(found.marks[event]), found.is_live(event)
    if is_live:
        assert found.last_day is not None
        del days[found.last_day.isoformat()]
    return SummedEvent(
        event_id=event,
        revision=None if is_live else revision,
        is_listed=is_listed,
        days=days,
        last_day=max(days, default=None),
    )


def take_back(club: Club, since: date) -> None:
    """Delete the stored sums from ``since`` on, because events played on these days are gone."""
    SumsVersion.objects.get_or_create(club=club)
    SumsVersion.objects.filter(club=club).update(number=F("number") + 1)
    DaySum.objects.filter(club=club, day__gte=since).delete()
    _take_back(club.pk, (), since)


def _take_back(club: int, but: Iterable[int], until: date) -> None:
    """Remove the days from ``until`` on from other events, so these days are computed again."""
    rows = SummedEvent.objects.filter(event__club=club, last_day__gte=until)
    for row in rows.exclude(event__in=but):
        row.days = {day: mark for day, mark in row.days.items() if day < str(until)}
        row.revision, row.last_day = None, max(row.days, default=None)
        row.save()
