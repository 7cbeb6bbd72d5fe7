"""Confirm rounds that one side reported and no one contested within the event's minutes."""

from datetime import datetime, timedelta
from itertools import groupby

from django.db import transaction
from django.db.models import Max, OuterRef, Subquery
from django.utils.translation import gettext_lazy as later

from leagues.access.roles import ANONYMOUS
from leagues.actions.act import lock_event, write_line
from leagues.actions.verb import Verb
from leagues.models import Event, Round, RoundReport
from leagues.reads.log.automatic_acts import after_silence
from leagues.reads.log.facts import LogFacts
from leagues.reads.phones.report_merge import Trust

State = Round.State


def let_stand(*, event: Event, now: datetime) -> int:
    """Confirm the event's reported rounds whose time has run out; returns how many.

    Called each time the desk or a phone shows the event, so it locks and writes only if one is
    due.
    """
    return _let_stand(event, now) if _find_due(event, now) else 0


def let_all_stand(*, now: datetime) -> int:
    """Run ``let_stand`` for every running event, as a timed job."""
    running = Event.objects.present().filter(state=Event.State.RUNNING, trust=Trust.CONFIRM)
    return sum(let_stand(event=event, now=now) for event in running)


@transaction.atomic
def _let_stand(event: Event, now: datetime) -> int:
    event, _same = lock_event(event)
    due = _find_due(event, now)
    Round.objects.filter(pk__in=[each.pk for each in due], state=State.REPORTED).update(
        state=State.AGREED
    )
    for match, rounds in groupby(due, key=lambda each: each.match):
        write_line(
            ANONYMOUS,
            event,
            LET_STAND,
            match=match.number,
            rounds=[[each.game, each.number] for each in rounds],
            minutes=event.confirm_minutes,
        )
    return len(due)


def _describe_silence(facts: LogFacts) -> str:
    return after_silence(facts["details"].get("minutes", 0))


LET_STAND = Verb(
    "let_stand",
    later("Confirmed %(match)s, because no one contested it."),
    later("No one contested the result in time. Correct the card instead."),
    by_time=_describe_silence,
    in_league_log=True,
    about_one_match=True,
)


def _find_due(event: Event, now: datetime) -> list[Round]:
    if event.trust != Trust.CONFIRM:
        return []
    latest = (
        RoundReport.objects.in_time()
        .filter(match=OuterRef("match"), game=OuterRef("game"), number=OuterRef("number"))
        .order_by()
        .values("match")
        .annotate(last=Max("received_at"))
        .values("last")
    )
    found = (
        Round.objects.filter(match__event=event, state=State.REPORTED)
        .annotate(last=Subquery(latest))
        .filter(last__lte=now - timedelta(minutes=event.confirm_minutes))
    )
    return list(found.select_related("match").order_by("match", "game", "number"))
