"""What one side has said, and nobody contests, stands after the event's minutes."""

from __future__ import annotations

from datetime import datetime, timedelta
from itertools import groupby

from django.db import transaction
from django.db.models import Max, OuterRef, Subquery

from leagues.access import NOBODY
from leagues.actions.log import record
from leagues.bridge.phones.voices import Trust
from leagues.models import Event, Round, RoundReport

State = Round.State


def let_stand(*, event: Event, now: datetime) -> int:
    """Rounds of which one side has spoken, and the other let its minutes pass. How many.

    Asked at every look at the desk or a phone, so it writes only where something is due.
    """
    return _let_stand(event, now) if _due(event, now) else 0


def let_all_stand(*, now: datetime) -> int:
    """The same for every event that is on, so that nobody has to be looking."""
    running = Event.objects.present().filter(
        state=Event.State.RUNNING, trust=Trust.CONFIRM
    )
    return sum(let_stand(event=event, now=now) for event in running)


@transaction.atomic
def _let_stand(event: Event, now: datetime) -> int:
    event = Event.objects.select_for_update().get(pk=event.pk)
    due = _due(event, now)
    Round.objects.filter(pk__in=[each.pk for each in due], state=State.REPORTED).update(
        state=State.AGREED
    )
    if due:
        event.touch()
    for match, rounds in groupby(due, key=lambda each: each.match):
        record(
            by=NOBODY,
            verb="let_stand",
            club=event.club,
            event=event,
            match=match.number,
            rounds=[[each.game, each.number] for each in rounds],
            minutes=event.confirm_minutes,
        )
    return len(due)


def _due(event: Event, now: datetime) -> list[Round]:
    if event.trust != Trust.CONFIRM:
        return []
    said = (
        RoundReport.objects.in_time()
        .filter(
            match=OuterRef("match"), game=OuterRef("game"), number=OuterRef("number")
        )
        .order_by()
        .values("match")
        .annotate(last=Max("received_at"))
        .values("last")
    )
    found = (
        Round.objects.filter(match__event=event, state=State.REPORTED)
        .annotate(last=Subquery(said))
        .filter(last__lte=now - timedelta(minutes=event.confirm_minutes))
    )
    return list(found.select_related("match").order_by("match", "game", "number"))
