"""Who is in an event: entering a list, checking in, taking off again."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.utils import timezone

from leagues.access import Who
from leagues.actions.entering.waiting import move_up, name_of, names_of
from leagues.actions.log import record
from leagues.actions.meanwhile import ChangedMeanwhile
from leagues.models import (
    Club,
    Entry,
    EntryPlayer,
    Event,
    Player,
    PoolEntry,
    SideEntry,
    Team,
)
from leagues.names import fold


class EventOver(Exception):
    """Nobody enters an event that is finished."""


class AlreadyIn(Exception):
    """Somebody on the list has entered this event before."""

    def __init__(self, names: Collection[str]) -> None:
        super().__init__(", ".join(names))
        self.names = tuple(names)


class HasPlayed(Exception):
    """An entry that was drawn or seated stays on the list for good."""


@dataclass(frozen=True)
class NewEntry:
    """Who is to enter as one; players without a number are new to the club."""

    people: tuple[Player, ...]
    team: str = ""
    seed: int | None = None
    state: Entry.State = Entry.State.ACTIVE


def locked(event: Event) -> Event:
    """The event as it is now, held until this act is done."""
    return Event.objects.select_for_update().select_related("club").get(pk=event.pk)


@transaction.atomic
def enter_list(
    *, by: Who, event: Event, entries: Sequence[NewEntry], how: str, **said: Any
) -> list[Entry]:
    """Enter everybody on a list, in its order. All of it is entered, or nothing.

    ``how`` they came is kept: from a list, picked, as a guest, or by their own hand.
    """
    event = locked(event)
    if event.state == Event.State.FINISHED:
        raise EventOver
    _nobody_twice(event, entries)
    new = [p for entry in entries for p in entry.people if p._state.adding]
    Player.objects.bulk_create(new)
    teams = teams_named(event.club, {entry.team for entry in entries if entry.team})
    seeds = _free_seeds(event, entries)
    made = Entry.objects.bulk_create(
        Entry(
            event=event,
            team=teams.get(fold(entry.team)),
            seed=seed,
            state=entry.state,
        )
        for entry, seed in zip(entries, seeds, strict=True)
    )
    EntryPlayer.objects.bulk_create(
        EntryPlayer(entry=entry, event=event, player=person, number=number)
        for entry, wanted in zip(made, entries, strict=True)
        for number, person in enumerate(wanted.people, start=1)
    )
    event.touch()
    record(
        by=by,
        verb="enter_list",
        club=event.club,
        event=event,
        how=how,
        entries=[
            {
                "entry": entry.pk,
                "players": [person.pk for person in wanted.people],
                "names": [person.name for person in wanted.people],
                "state": entry.state,
            }
            for entry, wanted in zip(made, entries, strict=True)
        ],
        new_players=[person.pk for person in new],
        **said,
    )
    return made


def _nobody_twice(event: Event, entries: Sequence[NewEntry]) -> None:
    wanted = [p for entry in entries for p in entry.people if not p._state.adding]
    known = {person.pk for person in wanted}
    lines = EntryPlayer.objects.filter(event=event, player__in=known)
    names = list(lines.values_list("player__name", flat=True))
    if len(known) < len(wanted):
        names += [person.name for person in wanted]
    if names:
        raise AlreadyIn(sorted(set(names)))


def teams_named(club: Club, names: Iterable[str]) -> dict[str, Team]:
    """The club's teams by these names, made where there are none yet."""
    wanted = {fold(name): name for name in names}
    if not wanted:
        return {}
    teams = {fold(t.name): t for t in Team.objects.filter(club=club, binned_at=None)}
    missing = {key: name for key, name in wanted.items() if key not in teams}
    made = Team.objects.bulk_create(Team(club=club, name=n) for n in missing.values())
    return teams | dict(zip(missing, made, strict=True))


def _free_seeds(event: Event, entries: Sequence[NewEntry]) -> list[int | None]:
    """The seeds of the list, as far as nobody has them yet."""
    taken = set(
        event.entries.exclude(seed=None).values_list("seed", flat=True)
        if any(entry.seed for entry in entries)
        else ()
    )
    seeds: list[int | None] = []
    for entry in entries:
        seeds.append(None if entry.seed in taken else entry.seed)
        taken.add(entry.seed)
    return seeds


@transaction.atomic
def set_team(*, by: Who, event: Event, entry: Entry, team: str, before: str) -> None:
    """Say for which club or team an entry plays; an empty name is for none.

    ``before`` is the team that the desk was shown.
    """
    event = locked(event)
    entry = Entry.objects.named().select_related("team").get(pk=entry.pk, event=event)
    was = entry.team
    if (was.name if was else "") != before:
        raise ChangedMeanwhile
    entry.team = teams_named(event.club, [team])[fold(team)] if team else None
    entry.save(update_fields=["team"])
    event.touch()
    record(
        by=by,
        verb="set_team",
        club=event.club,
        event=event,
        entry=entry.pk,
        name=name_of(entry),
        team=team,
        before=was.pk if was else None,
    )


@transaction.atomic
def check_in(*, by: Who, event: Event, entries: Collection[int]) -> list[int]:
    """Note that these have come. Who had come already, or is out, is left as they are."""
    event = locked(event)
    absent = event.entries.filter(pk__in=entries, checked_in_at=None).exclude(
        state=Entry.State.WITHDRAWN
    )
    come = list(absent.order_by("pk").values_list("pk", flat=True))
    if come:
        Entry.objects.filter(pk__in=come).update(checked_in_at=timezone.now())
        _say_of(by, event, "check_in", come)
    return come


@transaction.atomic
def take_back_check_in(*, by: Who, event: Event, entries: Collection[int]) -> list[int]:
    event = locked(event)
    here = event.entries.filter(pk__in=entries).exclude(checked_in_at=None)
    gone = list(here.order_by("pk").values_list("pk", flat=True))
    if gone:
        Entry.objects.filter(pk__in=gone).update(checked_in_at=None)
        _say_of(by, event, "take_back_check_in", gone)
    return gone


def _say_of(by: Who, event: Event, verb: str, entries: Collection[int]) -> None:
    event.touch()
    names = names_of(entries)
    record(
        by=by,
        verb=verb,
        club=event.club,
        event=event,
        entries=list(entries),
        names=[names[entry] for entry in entries],
    )


@transaction.atomic
def strike_entry(*, by: Who, event: Event, entry: Entry) -> None:
    """Take an entry off the list as if it had never been there: it was a mistake.

    The log keeps who it was, which is all there was of it.
    """
    event = locked(event)
    entry = Entry.objects.named().select_related("team").get(pk=entry.pk, event=event)
    if has_been_drawn(entry):
        raise HasPlayed
    record_of: dict[str, Any] = {
        **kept(entry),
        "name": name_of(entry),
        "players": [person.pk for person in entry.people],
    }
    entry.delete()
    record_of |= move_up(event)
    event.touch()
    record(by=by, verb="strike_entry", club=event.club, event=event, **record_of)


def kept(entry: Entry) -> dict[str, Any]:
    """What an entry was, so that it can be brought back under its own number."""
    return {
        "entry": entry.pk,
        "team": entry.team_id,
        "seed": entry.seed,
        "state": entry.state,
        "made_at": entry.made_at,
        "checked_in_at": entry.checked_in_at,
    }


def has_been_drawn(entry: Entry) -> bool:
    """Whether it was seated in a pool or drawn into a match."""
    return (
        PoolEntry.objects.filter(entry=entry).exists()
        or SideEntry.objects.filter(entry=entry).exists()
    )
