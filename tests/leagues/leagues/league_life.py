"""A league of each kind, its next season, and random acts on them."""

import os
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any, TypeAlias

import time_machine

from leagues.access.roles import Who
from leagues.actions.refusal import Refused
from leagues.models import Entry, League, Match, Night, Player
from leagues.stages.boxes import BoxRules
from leagues.stages.match_league import MatchLeague
from scoring.errors import ScoreError
from tests.cast import Cast
from tests.leagues.leagues.box_leagues import open_boxes
from tests.leagues.leagues.match_leagues import open_matches, player_named
from tests.leagues.leagues.series_leagues import open_games
from tests.leagues.leagues.team_leagues import open_teams
from tests.leagues.leagues.test_ladder import open_ladder as open_ladder_of_five
from tests.leagues.leagues.test_own_time import open_own_time as open_any_day
from tests.leagues.leagues.unplayed import ZONE

LIVES = int(os.environ.get("LIVES", "0"))
BEGINS = datetime(2026, 10, 5, 12, tzinfo=ZONE)
REFUSALS = (Refused, ScoreError)
Roll: TypeAlias = int
TOTALS = MatchLeague(catch_up_every=1, totals=True, days_late=9)

OPEN: dict[str, Callable[[Cast], League]] = {
    "matches": lambda cast: open_matches(
        cast, {"First": ("Ada", "Bo", "Cy"), "Second": ("Di", "Ed")}, matches=TOTALS
    ),
    "pairs": lambda cast: open_matches(
        cast, {"": ("Ada & Bo", "Cy & Di", "Ed & Fay")}, kind=League.Kind.PAIRS, matches=TOTALS
    ),
    "teams": lambda cast: open_teams(cast, {"": ("Mill 1", "Mill 2", "Lake")}, matches=TOTALS),
    "boxes": lambda cast: open_boxes(
        cast, "ABCDEF", rules=BoxRules(size=3, weeks=2, games=1), matches=TOTALS
    ),
    "ladder": open_ladder_of_five,
    "own-time": open_any_day,
    "series": lambda cast: open_games(cast, {"": ("Ada", "Bo", "Cy")}),
}


def pick_by_roll(rows: Any, roll: Roll) -> Any:
    found = list(rows)
    if not found:
        raise Refused("there is nothing of the kind")
    return found[roll % len(found)]


class LeagueLife:
    """A league of one kind, its next season, and random acts on them."""

    def __init__(self, cast: Cast, kind: str) -> None:
        self.cast, self.ann = cast, cast.who("ann")
        with time_machine.travel(BEGINS - timedelta(days=6), tick=False):
            self.first = self.league = OPEN[kind](cast)
            for name in ("Kit", "Lou"):
                player_named(cast, name)

    def reload(self) -> None:
        self.league = League.objects.select_related("event", "club").get(pk=self.league.pk)

    @property
    def matches(self) -> list[Match]:
        dated = Match.objects.filter(event=self.league.event_id, dated__isnull=False)
        return list(dated.select_related("event").order_by("number"))

    def a_match(self, roll: Roll) -> Match:
        """Pick a match, mostly one that is still to be played."""
        waiting = [m for m in self.matches if m.state != Match.State.FINISHED]
        match: Match = pick_by_roll(waiting if waiting and roll % 4 else self.matches, roll // 4)
        return match

    def an_entry(self, roll: Roll) -> Entry:
        entries = Entry.objects.named().filter(event=self.league.event_id)
        entry: Entry = pick_by_roll(entries.order_by("pk"), roll)
        return entry

    def a_person(self, roll: Roll) -> Player:
        people = Player.objects.filter(merged_into=None).order_by("pk")
        player: Player = pick_by_roll(people, roll)
        return player

    def a_night(self, roll: Roll) -> Night:
        night: Night = pick_by_roll(self.league.nights.in_order(), roll)
        return night

    def by(self, match: Match, seat: int) -> Who:
        return Who(player=match.sides.get(seat=seat).players.first())


Doing: TypeAlias = Callable[[LeagueLife, Roll, Roll], object]
