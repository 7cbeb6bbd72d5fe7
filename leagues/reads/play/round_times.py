"""Expected start times of the drawn pairing rounds, from what was really played."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from itertools import groupby
from operator import attrgetter
from typing import Any

from django.db.models import Count, Exists, Max, Min, OuterRef, Q
from django.db.models.functions import Coalesce
from django.utils import timezone

from leagues.models import Event, Match, PairingRound
from leagues.models.matches import WITHOUT_A_DISC
from leagues.pairing.timetable import Break, Drawn, Hall, estimate_starts
from leagues.reads.draw.timetable import EventTimetable
from leagues.reads.events.plans import plan_of
from leagues.reads.events.sheets import sheet_of
from leagues.stages.estimate import minutes_of


@dataclass(frozen=True)
class Start:
    """When a pairing round begins: a future time, after another round, or unknown."""

    at: datetime | None = None
    after: PairingRound | None = None


def if_ahead(at: datetime | None, now: datetime) -> datetime | None:
    """The time, or None if it has passed: the round is late by an unknown amount."""
    return at if at is not None and at >= now else None


def start_of(pairing_round: PairingRound, now: datetime) -> Start:
    """The expected start for a match that still waits.

    Cached pages are rebuilt when a planned time passes (``MOMENTS`` in ``leagues.live.revisions``).
    """
    if pairing_round.starts_at is None or if_ahead(pairing_round.starts_at, now):
        return Start(pairing_round.starts_at)
    rounds = PairingRound.objects.of(pairing_round.stage.event).published()
    if rounds.begun().filter(pk=pairing_round.pk).exists():
        return Start()
    unfinished = Match.objects.unfinished().filter(pairing_round=OuterRef("pk"))
    before = rounds.before(pairing_round).begun().filter(Exists(unfinished))
    return Start(after=before.last())


def times_of(event: Event, now: datetime) -> list[tuple[PairingRound, datetime]]:
    """Every pairing round of an event's day with its time, in two queries.

    Empty for a league, whose rounds start when the club decides.
    """
    if event.kind == Event.Kind.LEAGUE:
        return []
    rounds = list(_annotated_rounds(event))
    hall = Hall(max(1, event.boards.count()), event.change_over_minutes)
    from_now = max(now, event.starts_at).replace(second=0, microsecond=0)
    times = estimate_starts(_drawn_rounds(event, rounds), hall, from_now, event.midnight)
    return list(zip(rounds, times, strict=True))


def as_it_runs(event: Event, outlook: EventTimetable, now: datetime) -> EventTimetable | None:
    """The timetable with the stages to come moved by how late or early the event is. None before
    play.

    The event is as late as its last game began, or more if the next one should have begun.
    """
    rounds = _annotated_rounds(event)
    begun = [each for each in rounds if each.began and not each.is_play_off]
    if not begun or not outlook.ends:
        return None
    game = begun[-1]
    at = game.stage.number - 1
    stage = outlook.stages[at]
    if stage.ends is None or game.number > len(stage.starts):
        return None
    coming = [start for each in outlook.stages[at:] for start in each.starts][game.number :]
    late: timedelta = timezone.make_naive(game.began, event.tzinfo) - stage.starts[game.number - 1]
    if coming or game.unfinished:
        due = coming[0] if coming else stage.ends
        late = max(late, timezone.make_naive(now, event.tzinfo) - due)
    here = replace(stage, ends=stage.ends + late)
    later = [
        replace(each, starts=tuple(start + late for start in each.starts), ends=each.ends + late)
        for each in outlook.stages[at + 1 :]
        if each.ends
    ]
    when, boards = outlook.ends[0]
    return replace(
        outlook, stages=(*outlook.stages[:at], here, *later), ends=((when + late, boards),)
    )


def _annotated_rounds(event: Event) -> Iterable[Any]:
    """Rounds with their number of matches to play, first call and last finish."""
    played = ~Q(matches__ending__in=WITHOUT_A_DISC)
    began = Coalesce("matches__called_at", "matches__started_at", "matches__finished_at")
    is_over = Q(matches__state=Match.State.FINISHED)
    return PairingRound.objects.of(event).annotate(
        matches_in_it=Count("matches", filter=played),
        unfinished=Count("matches", filter=~is_over),
        began=Min(began, filter=played),
        last=Max("matches__finished_at", filter=played),
    )


def _drawn_rounds(event: Event, rounds: Iterable[Any]) -> Iterable[Drawn]:
    stages = groupby(rounds, key=attrgetter("stage"))
    sheet = sheet_of(event).rule
    for stage, of_stage in stages:
        plan = plan_of(stage)
        minutes = minutes_of(plan, event.game_minutes, sheet)
        pause = plan.pause if stage.number > 1 else Break()
        for number, each in enumerate(of_stage):
            yield Drawn(
                each.matches_in_it,
                minutes,
                pause=Break() if number else pause,
                began=each.began,
                ended=None if each.unfinished else each.last,
            )
