"""Change the seeds of an event."""

from collections.abc import Mapping

from django.utils.translation import gettext_lazy as later
from django.utils.translation import ngettext

from leagues.access.roles import Who
from leagues.actions.act import act
from leagues.actions.entries.entries import refuse_finished, seeds_are_free
from leagues.actions.refusal import Stale, refuse_stale
from leagues.actions.undo_rows import not_over, put_back
from leagues.actions.verb import Verb
from leagues.models import Action, Entry, Event
from leagues.reads.log.facts import LogFacts
from leagues.reads.state_marks import mark_of

Seeds = Mapping[int, int | None]
SEEDS_CHANGED = later(
    "The seeds or entries have just changed. Nothing is saved yet, and what you typed is still here. Check it and save again."
)


def seeds_of(event: Event) -> dict[int, int | None]:
    """The seed, or None, of each entry, also of withdrawn ones."""
    return dict(event.entries.order_by("pk").values_list("pk", "seed"))


def set_seeds(
    *,
    by: Who,
    event: Event,
    seeds: Seeds,
    seen: str,
    how: str,
    ratings: Mapping[int, float] | None = None,
) -> None:
    """Set the seeds of these entries. ``seen`` is the mark of the seeds the desk was shown.

    ``ratings`` are saved with the entries, because the seeds were derived from them.
    """
    with act(by, event, SET_SEEDS, how=how) as line:
        event = line.on
        refuse_finished(event)
        before = seeds_of(event)
        marked = {str(entry): seed for entry, seed in before.items()}
        refuse_stale(seen, mark_of(marked), SEEDS_CHANGED)
        if not before.keys() >= seeds.keys():
            raise Stale(SEEDS_CHANGED)
        changed = {e: seed for e, seed in seeds.items() if seed != before[e]}
        line.keep(event.entries.filter(pk__in=seeds))
        entries = list(event.entries.filter(pk__in=seeds))
        # A seed is unique in its event, so all changed seeds are cleared before any is set.
        event.entries.filter(pk__in=changed).update(seed=None)
        for entry in entries:
            entry.seed = seeds[entry.pk]
            entry.rating = (ratings or {}).get(entry.pk, entry.rating)
        Entry.objects.bulk_update(entries, ["seed", "rating"])
        line.say(
            seeds={str(entry): seed for entry, seed in changed.items()},
            before={str(entry): before[entry] for entry in changed},
        )


def _preview_undo_seeds(action: Action) -> str:
    n = len(action.details["seeds"])
    text = ngettext("Restores %(n)s earlier seed.", "Restores %(n)s earlier seeds.", n)
    return text % {"n": n}


def _describe_seeds(facts: LogFacts) -> str:
    count = len(facts["details"].get("seeds", {}))
    facts["n"] = count
    return ngettext("Changed %(n)s seed.", "Changed %(n)s seeds.", count)


SET_SEEDS = Verb(
    "set_seeds",
    _describe_seeds,
    put_back(
        _preview_undo_seeds,
        not_over,
        seeds_are_free,
        since=later("The seeds have been changed again since."),
    ),
)
