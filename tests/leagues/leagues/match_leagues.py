"""A league of dated matches on Mondays from 5 October 2026."""

from collections.abc import Mapping, Sequence
from datetime import date, time
from typing import Any

from leagues.actions.leagues.kinds.openers import open_dated_league
from leagues.models import League, Match, Player
from leagues.reads import Sheet
from leagues.stages.calendar import CalendarRule
from leagues.stages.match_league import MatchLeague
from tests.cast import Cast

FIRST, LAST = date(2026, 10, 5), date(2026, 12, 14)
MONDAYS = CalendarRule(FIRST, LAST, time(19, 30), weekday=0)
FOUR = ("Ben", "Cat", "Eve", "Fay")


def open_matches(
    cast: Cast,
    divisions: Mapping[str, Sequence[str]] | None = None,
    *,
    kind: League.Kind = League.Kind.MATCHES,
    **facts: Any,
) -> League:
    """Names of one entry are joined by " & "; by default four players play singles."""
    is_single = kind == League.Kind.MATCHES
    sheet = "tournament-singles" if is_single else "tournament-doubles"
    return open_dated_league(
        by=cast.who("ann"),
        club=cast.club,
        name="Monday league",
        kind=kind,
        calendar=facts.pop("calendar", MONDAYS),
        divisions={
            name: [
                tuple(player_named(cast, each) for each in entry.split(" & ")) for entry in entries
            ]
            for name, entries in (divisions or {"": FOUR}).items()
        },
        sheet=Sheet.named(sheet),
        matches=facts.pop("matches", MatchLeague(catch_up_every=2)),
        **facts,
    )


def player_named(cast: Cast, name: str) -> Player:
    return Player.objects.get_or_create(club=cast.club, name=name)[0]


def matches_in_order(league: League) -> list[Match]:
    assert league.event is not None
    return list(league.event.matches.order_by("number"))
