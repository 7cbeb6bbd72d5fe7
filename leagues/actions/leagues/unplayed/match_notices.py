"""Notify one or both sides, by mail and push, of changes to their match."""

from collections.abc import Iterable
from datetime import date, datetime, time, timedelta

from django.utils import timezone

from leagues.access.roles import Who
from leagues.actions.leagues.unplayed.arranging import Arranging
from leagues.actions.reminders import tell_of_match
from leagues.models import Match, Night
from leagues.models.fields import HasZone
from leagues.reads.phones.reminders import MatchNews
from leagues.stages.reminders import ReminderKind
from scoring.sides import Seat

SEATS = frozenset({0, 1})


def tell_others(
    here: Arranging,
    kind: ReminderKind,
    day: date,
    *,
    mark: object,
    seat: Seat | None = None,
    ends_at: datetime | None = None,
) -> None:
    """Queue a notification inside the act, to the side other than ``seat``, or to both if None."""
    by = here.line.by.player
    tell_of_match(
        MatchNews(
            kind=kind,
            match=here.match.pk,
            seats=SEATS - {seat},
            day=day,
            ends_at=ends_at or night_after(here.league, day),
            mark=str(mark),
            by=by.pk if by else None,
        )
    )


def tell_of_week(matches: Iterable[Match], week: Night, by: Who) -> None:
    """Queue notifications that matches moved to another week, or that their week moved."""
    moved_at = timezone.now().timestamp()
    for match in matches:
        tell_of_match(
            MatchNews(
                kind=ReminderKind.MOVED,
                match=match.pk,
                seats=SEATS,
                day=week.on,
                ends_at=night_after(week.league, week.on),
                mark=str(moved_at),
                by=by.player.pk if by.player else None,
            )
        )


def night_after(where: HasZone, day: date) -> datetime:
    """Midnight after a day: from then on notifications about it are out of date."""
    return datetime.combine(day + timedelta(days=1), time(), tzinfo=where.tzinfo)
