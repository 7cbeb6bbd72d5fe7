"""Matches of a league on Mondays that are not played yet."""

from datetime import date, datetime
from typing import Any
from zoneinfo import ZoneInfo

import time_machine

from leagues.access.roles import Who
from leagues.actions.log.sentences import sentence_of
from leagues.actions.log.undo import undo
from leagues.models import Action, League, Match, Player
from leagues.reads import tables_of
from leagues.reads.leagues.matches.unplayed import Arrangement, arrangement_of
from leagues.stages.match_dates import DatedState
from scoring.sides import Seat
from tests.cast import Cast
from tests.leagues.leagues.match_leagues import player_named

ZONE = ZoneInfo("America/Toronto")


def noon(month: int, day: int, hour: int = 12) -> datetime:
    """Noon, or another hour, in ``ZONE``."""
    return datetime(2026, month, day, hour, tzinfo=ZONE)


def at_noon(month: int, day: int, hour: int = 12) -> time_machine.travel:
    return time_machine.travel(noon(month, day, hour), tick=False)


def match_of(league: League, one: str, other: str) -> Match:
    """The match between two players."""
    matches = Match.objects.filter(event=league.event_id, sides__players__name=one)
    found: Match = matches.filter(sides__players__name=other).distinct().get()
    return found


def seat_of(match: Match, name: str) -> Seat:
    return Seat(match.sides.get(players__name=name).seat)


def link_holder(cast: Cast, name: str) -> Who:
    """A visitor with this player's personal link."""
    return Who(player=player_named(cast, name))


def now_of(match: Match) -> Arrangement:
    return arrangement_of(Match.objects.select_related("event").get(pk=match.pk))


def state_at(match: Match, month: int, day: int) -> DatedState:
    return now_of(match).state_on(date(2026, month, day))


def undo_last(cast: Cast, league: League) -> None:
    assert league.event is not None
    undo(by=cast.who("ann"), action=league.event.log.latest("pk"))


def points_by_name(league: League) -> dict[str, Any]:
    """Points and number of games of each entry in the tables, by name."""
    assert league.event is not None
    league.event.refresh_from_db()
    return {
        " & ".join(each.name for each in line.entry.people): (line.points.made, line.row.games)
        for table in tables_of(league.event.stages.get())
        for line in table.lines
    }


def log_lines(league: League) -> list[str]:
    assert league.event is not None
    return [sentence_of(each.verb, each.details) for each in _actions_of(league)]


def _actions_of(league: League) -> list[Action]:
    assert league.event is not None
    return list(league.event.log.order_by("pk"))


def player_by_name(name: str) -> Player:
    return Player.objects.get(name=name)
