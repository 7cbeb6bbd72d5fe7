"""Set up, start, bin and restore events."""

from collections.abc import Callable, Mapping, Sequence
from datetime import date, datetime
from typing import Any, TypeVar

from django.db import IntegrityError, transaction
from django.db.models import Max
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as later

from leagues.access.roles import Who
from leagues.actions.act import Line, act, refuse_finished_event, write_line
from leagues.actions.date_changes import TELL, Telling, note_change
from leagues.actions.events.released_boards import release_boards, take_boards_again
from leagues.actions.events.stages import STAGES_BACK
from leagues.actions.events.times import set_times
from leagues.actions.refusal import Refused
from leagues.actions.row_snapshot import RowsBefore
from leagues.actions.undo_rows import GONE, event_of, put_back
from leagues.actions.verb import Undo, Verb
from leagues.actions.webhook_queue import about_event
from leagues.dates import date_format
from leagues.models import Action, Board, Club, Event, Pool, PoolEntry, ResultsFile, Stage, Webhook
from leagues.models.names import make_slug
from leagues.reads import Sheet
from leagues.reads.log.facts import LogFacts
from leagues.reads.messages.date_changes import date_facts
from leagues.stages.entry_sources import Everyone, Source
from leagues.stages.pairing_ways import PairingWay, kind_and_options
from scoring.matches import MatchFormat, to_dict
from scoring.tiebreaks import Chain

Made = TypeVar("Made")


def create_event(
    *,
    by: Who,
    club: Club,
    name: str,
    starts_at: datetime,
    sheet: Sheet,
    boards: Sequence[Board] = (),
    **facts: Any,
) -> Event:
    """Create a planned event, in its club's time zone unless ``facts`` has another."""
    with act(by, club, CREATE_EVENT, name=name) as line:
        line.event = event = at_free_slug(
            lambda: free_slug(name),
            lambda slug: Event.objects.create(
                club=club,
                name=name,
                slug=slug,
                starts_at=starts_at,
                rules=sheet.to_dict(),
                **{"zone": club.zone, **facts},
            ),
        )
        event.boards.set(boards)
    return event


def _preview_undo_create(action: Action) -> str:
    event = event_of(action)
    if event.binned_at is not None:
        raise Refused(_("This event is already in the bin."))
    return _("%(event)s will be moved to the bin, with everything in it.") % {"event": event}


def _undo_create(by: Who, action: Action) -> None:
    bin_event(by=by, event=event_of(action), telling=Telling(is_wanted=False))


CREATE_EVENT = Verb(
    "create_event", later("Planned %(name)s."), Undo(_preview_undo_create, _undo_create)
)


def at_free_slug(free: Callable[[], str], make: Callable[[str], Made]) -> Made:
    """Make a row with a free slug; try the next one if the slug is taken meanwhile."""
    slug = free()
    while True:
        try:
            with transaction.atomic():
                return make(slug)
        except IntegrityError:
            taken, slug = slug, free()
            if slug == taken:  # the slug was not the cause
                raise


def free_slug(name: str) -> str:
    """A free slug for an event of this name, such as spring-open or spring-open-2."""
    wanted = make_slug(name)[:70] or "event"
    taken = set(Event.objects.filter(slug__startswith=wanted).values_list("slug", flat=True))
    number = 1
    slug = wanted
    while slug in taken:
        number += 1
        slug = f"{wanted}-{number}"
    return slug


def add_stage(
    *,
    by: Who,
    event: Event,
    name: str,
    way: PairingWay,
    takes: Source | None = None,
    chain: Chain = (),
    match_format: MatchFormat | None = None,
    carries_over: bool = False,
) -> Stage:
    """Add a stage after the existing ones."""
    kind, options = kind_and_options(way)
    with act(by, event, ADD_STAGE, stage=name) as line:
        line.keep(event.stages.all())
        last: int = event.stages.aggregate(last=Max("number"))["last"] or 0
        return Stage.objects.create(
            event=event,
            number=1 + last,
            name=name,
            format=kind,
            options=options,
            carries_over=carries_over,
            source=to_dict(takes or Everyone()),
            chain=list(chain),
            match_format=to_dict(match_format) if match_format else {},
        )


ADD_STAGE = Verb("add_stage", later("Added the stage %(stage)s."), STAGES_BACK)


def seat_pools(*, by: Who, stage: Stage, pools: Mapping[str, Sequence[int]]) -> list[Pool]:
    """Create the pools of a stage and seat their entries in the order of their seeds."""
    sizes = {name: len(entries) for name, entries in pools.items()}
    with act(by, stage.event, SEAT_POOLS, stage=stage.name, pools=sizes):
        seated = Pool.objects.bulk_create(
            Pool(stage=stage, number=number, name=name)
            for number, name in enumerate(pools, start=1)
        )
        PoolEntry.objects.bulk_create(
            PoolEntry(pool=pool, stage=stage, entry_id=entry, seed=seed)
            for pool, entries in zip(seated, pools.values(), strict=True)
            for seed, entry in enumerate(entries, start=1)
        )
    return seated


SEAT_POOLS = Verb(
    "seat_pools",
    later("Filled the pools of %(stage)s."),
    later("Clear the stage on its draw page instead."),
)


def start_event(*, by: Who, event: Event, now: datetime | None = None) -> bool:
    """Start an event; returns whether its start was moved to ``now``.

    It is moved if it begins on another day than planned, so that its pages and rounds show the
    same day. Nights of a league keep their day.
    """
    with act(by, event, START_EVENT) as line:
        refuse_finished_event(line.event)
        if line.event.state == Event.State.RUNNING:
            line.drop()
            return False
        line.say(**_start_now(line.event, now))
        event.state, event.starts_at = line.event.state, line.event.starts_at
    return "begins" in line.details


def start_with_it(line: Line[Any], now: datetime) -> None:
    """Start a planned event as ``start_event`` does, as the first part of another act."""
    if line.event.state == Event.State.PLANNED:
        write_line(line.by, line.event, START_EVENT, **_start_now(line.event, now))


def _refuse_begun(action: Action) -> None:
    event = event_of(action)
    if event.state == Event.State.RUNNING and event.matches.begun().exists():
        raise Refused(_("Play has already begun."))


def _describe_start(facts: LogFacts) -> str:
    if "planned_for" not in facts["details"]:
        return _("Started the event.")
    day = date.fromisoformat(facts["details"]["planned_for"])
    facts["day"] = date_format(day, "D j M Y")
    return _("Started the event, which was planned for %(day)s.")


START_EVENT = Verb(
    "start_event",
    _describe_start,
    put_back(
        later("The event will be planned again, not running."),
        _refuse_begun,
        since=GONE,
        then=lambda _by, action: set_times(event_of(action)),
    ),
    webhook=about_event(Webhook.Kind.STARTED),
)


def _start_now(event: Event, now: datetime | None) -> dict[str, Any]:
    """Start an event; returns the log data, with the rows that undo restores."""
    before = RowsBefore([Event.objects.filter(pk=event.pk)])
    moved = _set_running(event, now)
    return {**moved, "rows": before.changes()}


def _set_running(event: Event, now: datetime | None) -> dict[str, str]:
    """Set an event running; returns the planned day and the new start if that moved, else {}."""
    planned = event.starts_at
    event.state = Event.State.RUNNING
    if now is None or not event.moves_if_started(now):
        event.save(update_fields=["state"])
        return {}
    event.starts_at = now.replace(second=0, microsecond=0)
    event.save(update_fields=["state", "starts_at"])
    set_times(event)
    return {
        "planned_for": planned.astimezone(event.tzinfo).date().isoformat(),
        "begins": event.starts_at.isoformat(),
    }


def bin_event(*, by: Who, event: Event, telling: Telling = TELL) -> None:
    """Move an event to the bin, where it is hidden and can be restored: it is cancelled.

    Its matches at boards wait again, so that other events can use the boards.
    """
    with act(by, event, BIN_EVENT, name=event.name) as line:
        here = Event.objects.filter(pk=event.pk, binned_at=None)
        line.keep(here)
        known = date_facts(line.on)
        if not here.update(binned_at=timezone.now()):
            line.drop()
            return
        line.on.refresh_from_db(fields=["binned_at"])
        note_change(line.on, known, telling)
        line.say(released=release_boards(event))


def _boards_follow(_by: Who, action: Action) -> None:
    event = event_of(action)
    if event.binned_at is None:
        take_boards_again(event)
    else:
        release_boards(event)


BIN_EVENT = Verb(
    "bin_event",
    later("Moved the event to the bin."),
    put_back(later("The event will be restored from the bin."), since=GONE, then=_boards_follow),
)


def restore_event(*, by: Who, event: Event, telling: Telling = TELL) -> None:
    with act(by, event, RESTORE_EVENT, name=event.name) as line:
        binned = Event.objects.filter(pk=event.pk).exclude(binned_at=None)
        binned = binned.exclude(pk__in=ResultsFile.objects.coming("events"))
        line.keep(binned)
        known = date_facts(line.on)
        if not binned.update(binned_at=None):
            line.drop()
            return
        line.on.refresh_from_db(fields=["binned_at"])
        note_change(line.on, known, telling)
        take_boards_again(event)


RESTORE_EVENT = Verb(
    "restore_event",
    later("Restored the event from the bin."),
    put_back(later("The event will be moved back to the bin."), since=GONE, then=_boards_follow),
)


# Only in old logs: now an event is reopened by undoing its end.
REOPEN_EVENT = Verb(
    "reopen_event", later("Reopened the event."), later("Finish the event again, under Advance.")
)
