"""The order going in."""

from __future__ import annotations

from collections.abc import Mapping

from django.db import transaction

from leagues.access import Who
from leagues.actions.entering.entries import EventOver, locked
from leagues.actions.log import record
from leagues.actions.meanwhile import ChangedMeanwhile, same_as
from leagues.models import Entry, Event

Seeds = Mapping[int, int | None]


def seeds_of(event: Event) -> dict[int, int | None]:
    """Who has which seed now; who has withdrawn keeps theirs."""
    return dict(event.entries.order_by("pk").values_list("pk", "seed"))


@transaction.atomic
def set_seeds(
    *,
    by: Who,
    event: Event,
    seeds: Seeds,
    seen: str,
    how: str,
    ratings: Mapping[int, float] | None = None,
) -> None:
    """Give everybody the seed said here. ``seen`` marks those the desk was shown.

    Ratings, where they are known, are kept beside: they are what the order was made from.
    """
    event = locked(event)
    if event.state == Event.State.FINISHED:
        raise EventOver
    before = seeds_of(event)
    same_as(seen, {str(entry): seed for entry, seed in before.items()})
    if not before.keys() >= seeds.keys():
        raise ChangedMeanwhile
    changed = {entry: seed for entry, seed in seeds.items() if seed != before[entry]}
    entries = list(event.entries.filter(pk__in=seeds))
    # A seed is given once, so all that change are put down before any is picked up.
    event.entries.filter(pk__in=changed).update(seed=None)
    for entry in entries:
        entry.seed = seeds[entry.pk]
        entry.rating = (ratings or {}).get(entry.pk, entry.rating)
    Entry.objects.bulk_update(entries, ["seed", "rating"])
    event.touch()
    record(
        by=by,
        verb="set_seeds",
        club=event.club,
        event=event,
        how=how,
        seeds={str(entry): seed for entry, seed in changed.items()},
        before={str(entry): before[entry] for entry in changed},
    )
