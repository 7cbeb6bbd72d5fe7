"""The podiums of many finished events, for pages that list a year of them.

They are cached with the event's revision: two queries if nothing changed. If an event has changed
since, its podium is computed again. If storing it fails, pages show the same.
"""

from collections.abc import Sequence

from leagues.models import Entry, Event, EventPodium
from leagues.reads.advance.finals import FinalPlace, podium_of
from leagues.reads.stored_rows import store_rows


def podiums_of(events: Sequence[Event]) -> dict[int, tuple[FinalPlace, ...]]:
    """The first three places of each event, by event id. All events must be finished."""
    kept = EventPodium.objects.in_bulk([event.pk for event in events])
    changed = []
    for event in events:
        if event.pk not in kept or kept[event.pk].revision != event.revision:
            kept[event.pk] = _podium_at(event)
            changed.append(kept[event.pk])
    store_rows(changed)
    placed = {entry for each in kept.values() for *_, entry in each.places}
    entries = Entry.objects.named().in_bulk(placed)
    return {
        pk: tuple(
            FinalPlace(place, entries[entry], last)
            for place, last, entry in each.places
            if entry in entries
        )
        for pk, each in kept.items()
    }


def _podium_at(event: Event) -> EventPodium:
    places = [[each.place, each.last, each.entry.pk] for each in podium_of(event)]
    return EventPodium(event=event, revision=event.revision, places=places)
