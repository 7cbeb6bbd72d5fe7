"""The break between two stages: the next stage and the end of the break."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import pairwise

from django.db.models import Max
from django.utils.translation import gettext as _

from leagues.dates import date_format
from leagues.models import Event, Match, Stage
from leagues.reads.events.next_stage import is_played
from leagues.reads.events.plans import plan_of


@dataclass(frozen=True)
class StageBreak:
    """A break in which nothing is played."""

    stage: Stage
    """The stage after the break."""
    ends: datetime
    """In the event's time zone."""

    @property
    def sentence(self) -> str:
        """ "Break until 14:30, then Finals", with the weekday if it ends on a later day."""
        is_later = self.ends.date() != self.stage.event.midnight.date()
        time = date_format(self.ends, "D H:i" if is_later else "H:i")
        text = _("Break until %(time)s, then %(stage)s")
        return text % {"time": time, "stage": self.stage}


def break_at_hand(event: Event, stages: Sequence[Stage]) -> StageBreak | None:
    """The break before the next stage, from the last match until the stage's first call.

    None if the organiser planned no break: the default minutes are an estimate, and players only
    see decisions. The break may have ended already: see ``break_now``.
    """
    if event.state != Event.State.RUNNING or event.kind == Event.Kind.LEAGUE:
        return None
    for before, stage in pairwise(stages):
        plan = plan_of(stage)
        is_planned = plan.break_minutes is not None or plan.not_before is not None
        if is_planned and not _has_begun(stage) and is_played(before):
            over = _over_at(before)
            ends = plan.pause.end_time(over, event.midnight)
            is_one = ends > (over or event.starts_at)
            return StageBreak(stage, ends) if is_one else None
    return None


def break_now(event: Event, now: datetime) -> StageBreak | None:
    """The current break, or None. Fast enough for pages that are loaded every few seconds."""
    found = break_at_hand(event, list(event.stages.all()))
    return found if found and found.ends > now else None


def _has_begun(stage: Stage) -> bool:
    shots = stage.settlements.filter(withdrawn_at=None)
    return stage.pairing_rounds.begun().exists() or shots.exists()


def _over_at(stage: Stage) -> datetime | None:
    """When the stage's last match ended; None for a shoot-out, which has no matches."""
    matches = Match.objects.filter(pairing_round__stage=stage)
    found: datetime | None = matches.aggregate(last=Max("finished_at"))["last"]
    return found
