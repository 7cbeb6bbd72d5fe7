"""Create and delete the copy of an event that is rehearsed, with its separate club and boards."""

from collections.abc import Iterable
from secrets import token_bytes
from typing import Any, TypeVar

from django.db.models import Model, QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as later

from leagues.access.roles import Who
from leagues.actions.act import act, lock_event
from leagues.actions.events.events import free_slug
from leagues.actions.refusal import Refused
from leagues.actions.verb import Verb
from leagues.models import Board, Club, Entry, EntryPlayer, Event, KeepApart, Rehearsal, Stage
from leagues.models.rehearsals import ROWS
from leagues.pairing.seeds import roll_dice, spell_seed
from leagues.reads.draw.forecasts import ON_A_DAY
from leagues.reads.draw.timetable import hall_of
from leagues.reads.events.plans import plan_of
from leagues.stages import estimate
from leagues.stages.rehearsal import mishaps_of

M = TypeVar("M", bound=Model)
FEWEST = 2


def rehearse_event(*, by: Who, event: Event, speed: int = 0, seed: str = "") -> Rehearsal:
    """Start a rehearsal of a planned event; an earlier rehearsal of it is deleted.

    ``speed`` 0 plays without a clock.
    """
    with act(by, event.club, REHEARSE_EVENT) as line:
        event, _locked = lock_event(event)
        refuse_rehearsal(event)
        for old in Event.objects.filter(rehearsal_of=event):
            remove_rows(old)
        copy = _copy_event(event, seed or spell_seed(token_bytes(10)))
        entries = _copy_entries(event, copy)
        stages = _copy_stages(event, copy)
        matches = _planned_matches(copy, stages, len(entries))
        dice = roll_dice(copy.rng_seed, "mishaps")
        active = [e.pk for e in entries if e.state == Entry.State.ACTIVE]
        line.say(name=event.name, rehearsed=event.pk)
        return Rehearsal.objects.create(
            event=copy, by=by.user, speed=speed, mishaps=mishaps_of(active, matches, dice).to_dict()
        )


REHEARSE_EVENT = Verb(
    "rehearse_event",
    later("Rehearsed %(name)s."),
    later("Delete the rehearsal on its page at the desk of the event."),
)


def delete_rehearsal(*, by: Who, event: Event) -> None:
    """Delete the rehearsal of an event, with all its rows."""
    with act(by, event.club, DELETE_REHEARSAL) as line:
        event, _locked = lock_event(event)
        copies = list(Event.objects.filter(rehearsal_of=event))
        if not copies:
            line.drop()
            return
        for copy in copies:
            remove_rows(copy)
        line.say(name=event.name, rehearsed=event.pk)


DELETE_REHEARSAL = Verb(
    "delete_rehearsal",
    later("Deleted the rehearsal of %(name)s."),
    later("Rehearse the event again."),
)


def refuse_rehearsal(event: Event) -> None:
    """Refuse to rehearse an event that can't be rehearsed."""
    why = why_not(event)
    if why:
        raise Refused(why)


def why_not(event: Event) -> str:
    if event.rehearsal_of_id is not None:
        return _("This is already a rehearsal.")
    if event.state != Event.State.PLANNED:
        return _("This event has begun, so it can no longer be rehearsed.")
    if event.kind not in ON_A_DAY:
        return _("Only one-day events can be rehearsed.")
    if not event.stages.exists():
        return _("This event has no stages yet.")
    if not event.boards.exists():
        return _("This event has no boards yet.")
    if event.entries.filter(state=Entry.State.ACTIVE).count() < FEWEST:
        return _("A rehearsal needs at least two entries.")
    return ""


def _copy_event(event: Event, seed: str) -> Event:
    """Copy an event for organisers only, into a new club whose boards no other event uses."""
    hall = Club.objects.create(
        name=event.club.name,
        slug=f"rehearsal-{event.pk}",
        zone=event.club.zone,
        colour=event.club.colour,
        logo=event.club.logo,
        language=event.club.language,
    )
    copy = Event.objects.get(pk=event.pk)
    copy.pk, copy._state.adding = None, True
    copy.club, copy.season_id, copy.night_id, copy.revision = hall, None, None, 0
    copy.own_table, copy.division = None, ""
    copy.slug = free_slug(f"rehearsal-{event.slug}")
    copy.visibility, copy.takes_entries = Event.Visibility.PRIVATE, False
    copy.rng_seed, copy.promised_at = seed, None
    copy.rehearsal_of = event
    copy.save()
    copy.boards.set(
        Board.objects.bulk_create(
            Board(club=hall, number=board.number, name=board.name)
            for board in event.boards.order_by("number")
        )
    )
    return copy


def _unsaved_copies(rows: Iterable[M], **changed: Any) -> list[M]:
    """Unsaved copies of these rows, without keys."""
    made = []
    for row in rows:
        row.pk, row._state.adding = None, True
        for name, value in changed.items():
            setattr(row, name, value)
        made.append(row)
    return made


def _copy_entries(event: Event, copy: Event) -> list[Entry]:
    """Copy the entries, except the waiting list, with their players and kept-apart pairs."""
    old = list(event.entries.in_it().order_by("pk"))
    keys = [entry.pk for entry in old]
    new = Entry.objects.bulk_create(_unsaved_copies(old, event=copy, checked_in_at=None))
    by_old = dict(zip(keys, new, strict=True))
    lines = list(EntryPlayer.objects.filter(entry__in=keys).order_by("pk"))
    for line in lines:
        line.entry = by_old[line.entry_id]
    EntryPlayer.objects.bulk_create(_unsaved_copies(lines, event=copy))
    apart = list(KeepApart.objects.filter(one__in=keys, other__in=keys))
    for two in apart:
        two.one, two.other = by_old[two.one_id], by_old[two.other_id]
    KeepApart.objects.bulk_create(_unsaved_copies(apart, event=copy))
    return new


def _copy_stages(event: Event, copy: Event) -> list[Stage]:
    """Copy the stages as planned, without pools and draws."""
    stages = list(event.stages.all())
    return Stage.objects.bulk_create(_unsaved_copies(stages, event=copy, opened_at=None))


def _planned_matches(copy: Event, stages: list[Stage], entries: int) -> int:
    plans = [plan_of(stage) for stage in stages]
    known = estimate.KnownNumbers(hall_of(copy).boards)
    planned = estimate.planned_rounds(plans, entries, known)
    return sum(each.matches for stage in planned for each in stage)


def remove_rows(copy: Event) -> None:
    """Delete all rows of a rehearsal, also its log and reports, which real events keep for good."""
    hall = copy.club
    for model, path in ROWS:
        rows: QuerySet[Any] = QuerySet(model).filter(**{path: copy.pk})
        keys = list(rows.order_by().values_list("pk", flat=True))
        for at in range(0, len(keys), 500):
            gone: QuerySet[Any] = QuerySet(model).filter(pk__in=keys[at : at + 500])
            gone._raw_delete(gone.db)
    copy.boards.clear()
    copy.delete()
    hall.boards.all().delete()
    hall.delete()
