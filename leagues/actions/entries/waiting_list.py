"""The waiting list of an event, and the names of entries in the log."""

from collections.abc import Collection
from typing import Any

from leagues.actions.entry_mail import mail_moved_up
from leagues.models import Entry, Event
from leagues.models.entries import EntryQuerySet

OUT = (Entry.State.WAITING, Entry.State.WITHDRAWN)


def places_left(event: Event) -> int | None:
    """The number of free places in an event, or None if it has no limit."""
    if event.entry_limit is None:
        return None
    return max(0, event.entry_limit - event.entries.exclude(state__in=OUT).count())


def move_up(event: Event) -> dict[str, Any]:
    """Move entries from the waiting list to free places, first come first; returns log data.

    Only before the event begins. Without a limit all waiting entries move up.
    """
    if event.state != Event.State.PLANNED:
        return {}
    after = list(waiting_list(event)[: places_left(event)])
    if not after:
        return {}
    Entry.objects.filter(pk__in=[entry.pk for entry in after]).update(state=Entry.State.ACTIVE)
    mail_moved_up([entry.pk for entry in after])
    return {
        "moved_up": [entry.pk for entry in after],
        "moved_up_names": [name_of(entry) for entry in after],
    }


def waiting_list(event: Event) -> EntryQuerySet:
    """The entries on the waiting list, longest wait first."""
    waiting = event.entries.named().filter(state=Entry.State.WAITING)
    return waiting.order_by("made_at", "pk")


def next_in_line(event: Event, entry: Entry) -> Entry | None:
    """The waiting entry that would get the place of an entry that leaves now, or None."""
    if event.state != Event.State.PLANNED or entry.state in OUT:
        return None
    left = places_left(event)
    return waiting_list(event).first() if left is None or left == 0 else None


def names_of(entries: Collection[int]) -> dict[int, str]:
    """The log names of these entries, with one query for their players."""
    named = Entry.objects.named().in_bulk(list(entries))
    return {pk: name_of(entry) for pk, entry in named.items()}


def name_of(entry: Entry) -> str:
    """The log name of an entry; the entry must come from ``named()``."""
    return entry.name or " & ".join(person.name for person in entry.people)
