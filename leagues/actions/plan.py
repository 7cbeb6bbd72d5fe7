"""Planning an event: what it is, when and where; and the bin."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.db import transaction
from django.utils import timezone

from leagues.access import Who
from leagues.actions.events import create_event
from leagues.actions.log import record
from leagues.actions.meanwhile import same_as
from leagues.bridge import Sheet, sheet_of
from leagues.bridge.plans import plan_of
from leagues.bridge.suits import fitted
from leagues.models import Board, Club, Event, Match, Stage
from leagues.stages.plan import StagePlan, row_of

FACTS = (
    "name",
    "starts_at",
    "zone",
    "place",
    "sides",
    "visibility",
    "trust",
    "confirm_minutes",
    "game_minutes",
    "change_over_minutes",
)


class TooLate(Exception):
    """These parts may no longer change."""

    def __init__(self, parts: Iterable[str]) -> None:
        super().__init__(", ".join(sorted(parts)))
        self.parts = frozenset(parts)


@transaction.atomic
def plan_event(
    *,
    by: Who,
    club: Club,
    sheet: Sheet,
    boards: Iterable[int],
    stages: Sequence[StagePlan],
    facts: Mapping[str, Any],
) -> Event:
    """Plan an event with all its stages."""
    event = create_event(
        by=by, club=club, sheet=sheet, boards=boards_numbered(club, boards), **facts
    )
    Stage.objects.bulk_create(
        Stage(event=event, number=number, **row_of(fitted(plan, event.sides)))
        for number, plan in enumerate(stages, start=1)
    )
    return event


def boards_numbered(club: Club, numbers: Iterable[int]) -> list[Board]:
    """The club's boards with these numbers; one that nobody has used yet is added."""
    wanted = sorted(set(numbers))
    Board.objects.bulk_create(
        (Board(club=club, number=number) for number in wanted), ignore_conflicts=True
    )
    return list(club.boards.filter(number__in=wanted))


def state_of(event: Event) -> dict[str, Any]:
    """All that ``change_event`` may change, as it stands."""
    boards = event.boards.order_by("number").values_list("number", flat=True)
    facts = {name: getattr(event, name) for name in FACTS}
    return facts | {"rules": sheet_of(event).to_dict(), "boards": list(boards)}


def fixed_facts(event: Event) -> frozenset[str]:
    """What may no longer change: sides once somebody has entered, rules once a match is called."""
    begun = event.matches.exclude(state=Match.State.PLANNED)
    if begun.exclude(ending=Match.Ending.BYE).exists():
        return frozenset({"sides", "rules"})
    return frozenset({"sides"} if event.entries.exists() else ())


@transaction.atomic
def change_event(
    *,
    by: Who,
    event: Event,
    seen: str,
    sheet: Sheet,
    boards: Iterable[int],
    facts: Mapping[str, Any],
) -> None:
    """Change what an event is. The log says what it was before."""
    event = Event.objects.select_for_update().get(pk=event.pk)
    before = state_of(event)
    same_as(seen, before)
    numbers = sorted(set(boards))
    after = {**facts, "rules": sheet.to_dict(), "boards": numbers}
    changed = {name: old for name, old in before.items() if old != after[name]}
    if late := fixed_facts(event) & changed.keys():
        raise TooLate(late)
    if not changed:
        return
    Event.objects.filter(pk=event.pk).update(**facts, rules=after["rules"])
    if "sides" in changed:
        _seat_heats_anew(event, facts["sides"])
    if "boards" in changed:
        event.boards.set(boards_numbered(event.club, numbers))
    event.touch()
    record(
        by=by,
        verb="change_event",
        club=event.club,
        event=event,
        before=changed,
        after={name: after[name] for name in changed},
    )


def _seat_heats_anew(event: Event, sides: str) -> None:
    for stage in event.stages.all():
        row = row_of(fitted(plan_of(stage), sides))
        Stage.objects.filter(pk=stage.pk).update(options=row["options"])


@transaction.atomic
def bin_event(*, by: Who, event: Event) -> None:
    """Put an event in the bin. Nobody sees it there; nothing of it is lost."""
    here = Event.objects.filter(pk=event.pk, binned_at=None)
    if here.update(binned_at=timezone.now()):
        _tell(by, event, "bin_event")


@transaction.atomic
def restore_event(*, by: Who, event: Event) -> None:
    binned = Event.objects.filter(pk=event.pk).exclude(binned_at=None)
    if binned.update(binned_at=None):
        _tell(by, event, "restore_event")


def _tell(by: Who, event: Event, verb: str) -> None:
    event.touch()
    record(by=by, verb=verb, club=event.club, event=event, name=event.name)
