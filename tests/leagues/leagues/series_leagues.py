"""A league of series on Mondays from 5 October 2026: two games to 100 each, with a clock."""

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import uuid4

import time_machine

from leagues.actions.leagues.kinds.openers import open_dated_league
from leagues.actions.phones.totals import enter_totals
from leagues.models import League, Match
from leagues.reads import Sheet
from leagues.reads.play.typed_cards import Totals
from leagues.stages.match_league import MatchLeague
from leagues.stages.series import SeriesRules
from scoring.sides import BySeat
from tests.cast import Cast
from tests.leagues.leagues.match_leagues import FOUR, MONDAYS, player_named
from tests.leagues.leagues.test_match_league_pages import toronto_time

RULE = MatchLeague(catch_up_every=0, totals=True)


def open_games(
    cast: Cast,
    divisions: Mapping[str, Sequence[str]] | None = None,
    *,
    rules: SeriesRules | None = None,
    **facts: Any,
) -> League:
    """Open a league of series; " & " joins the names of a pair."""
    listed = {
        name: [tuple(player_named(cast, each) for each in entry.split(" & ")) for entry in entries]
        for name, entries in (divisions or {"": FOUR}).items()
    }
    are_pairs = any(len(entry) == 2 for of in listed.values() for entry in of)
    with time_machine.travel(toronto_time(1)):
        return open_dated_league(
            kind=League.Kind.SERIES,
            by=cast.who("ann"),
            club=cast.club,
            name="To 100",
            calendar=facts.pop("calendar", MONDAYS),
            divisions=listed,
            sheet=Sheet.named("conventional-doubles" if are_pairs else "conventional-singles"),
            rules=rules,
            matches=facts.pop("matches", RULE),
            **facts,
        )


def games_of(league: League, one: str, other: str) -> list[Match]:
    """The games between two players, in order."""
    found = Match.objects.filter(event=league.event, dated__isnull=False)
    for name in (one, other):
        found = found.filter(sides__entries__players__name=name)
    return list(found.order_by("number"))


def enter_points(cast: Cast, match: Match, one: str, mine: int, theirs: int) -> None:
    """Enter a result at the desk; ``mine`` is the points of the player ``one``."""
    seat = match.sides.get(entries__players__name=one).seat
    points = (theirs, mine) if seat else (mine, theirs)
    enter_totals(by=cast.who("ann"), match=match, key=uuid4(), totals=Totals(BySeat(*points)))
