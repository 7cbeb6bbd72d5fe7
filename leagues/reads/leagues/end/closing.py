"""Closing a league: what prevents it, what the organiser should know, and how to reopen it."""

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from leagues.models import Event, League, Match
from leagues.models.events import EventQuerySet
from leagues.reads.leagues.table.season import season_of
from leagues.reads.leagues.table.table_lines import LeagueLine
from leagues.reads.state_marks import mark_of
from scoring.season import row_to_dict

DAYS_TO_REOPEN = 7


def reopenable_until(league: League) -> datetime | None:
    if league.closed_at is None:
        return None
    return league.closed_at + timedelta(days=DAYS_TO_REOPEN)


def is_reopenable(league: League, now: datetime) -> bool:
    until = reopenable_until(league)
    return until is not None and now < until


def running_event(league: League) -> Event | None:
    """Return an event of the league that is on. None if no night is running."""
    return _night_events(league).filter(state=Event.State.RUNNING).first()


def why_not_closed(league: League) -> str:
    """Why the league cannot be closed now; "" if it can."""
    if running_event(league):
        return _("A night is running. End it first.")
    if not league.has_dated_matches and not _night_events(league).over().exists():
        return _("Nothing has been played yet, so there is no final table.")
    return ""


def open_questions(league: League) -> list[str]:
    """List what is unfinished and would be settled by closing the league."""
    notes = []
    if left := _nights_left(league):
        notes.append(
            ngettext(
                "%(n)s night hasn’t been played. It will never count.",
                "%(n)s nights haven’t been played. They will never count.",
                left,
            )
            % {"n": left}
        )
    if matches := _matches_left(league):
        notes.append(
            ngettext(
                "%(n)s match has no result. It will never count.",
                "%(n)s matches have no result. They will never count.",
                matches,
            )
            % {"n": matches}
        )
    for finals in league.finals.select_related("event"):
        if finals.event.state != Event.State.FINISHED and not finals.event.binned_at:
            notes.append(_("%(event)s isn’t finished.") % {"event": finals.event.name})
    return notes


def handicap_facts(league: League) -> dict[int, dict[str, Any]]:
    """Facts from the handicap table for the final rows, by player id; empty if there is none."""
    season = None if league.has_dated_matches else season_of(league)
    if season is None or season.handicap is None:
        return {}
    return {
        row.player: {"number": number, "row": row_to_dict(row)}
        for number, row in enumerate(season.with_handicaps().rows, 1)
    }


def mark_of_lines(lines: Iterable[LeagueLine]) -> str:
    """A checksum of the places and totals in the table."""
    return mark_of([[e.keys, e.team, e.place, str(e.total), e.division] for e in lines])


def _night_events(league: League) -> EventQuerySet:
    return Event.objects.present().filter(night__league=league)


def _nights_left(league: League) -> int:
    if league.has_dated_matches:
        return 0
    played = _night_events(league).over()
    to_come = league.nights.filter(is_cancelled=False).exclude(events__in=played)
    return to_come.count()


def _matches_left(league: League) -> int:
    if not league.has_dated_matches:
        return 0
    left: int = (
        Match.objects.filter(event=league.event, team_board=None).published().unfinished().count()
    )
    return left
