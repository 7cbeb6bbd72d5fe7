"""Leagues of boxes for tests. Players are single letters, and earlier letters win."""

from typing import Any

from leagues.actions.leagues.kinds.boxes import open_next_period
from leagues.actions.leagues.kinds.openers import open_dated_league
from leagues.models import Entry, League, Match, Stage
from leagues.reads import Sheet
from leagues.reads.leagues.kinds.boxes import Wishes, box_period
from leagues.stages.boxes import BoxRules
from tests.cast import Cast
from tests.leagues.leagues.match_leagues import MONDAYS, player_named
from tests.leagues.leagues.tonights import win_match

TEN = "ABCDEFGHIJ"


def open_boxes(cast: Cast, names: str = TEN, **facts: Any) -> League:
    """Open boxes of five players with periods of four weeks, from 5 October 2026."""
    return open_dated_league(
        kind=League.Kind.BOXES,
        by=cast.who("ann"),
        club=cast.club,
        name="Winter boxes",
        divisions={"": [(player_named(cast, name),) for name in names]},
        sheet=Sheet.named("tournament-singles"),
        **{"calendar": MONDAYS, "rules": BoxRules(), **facts},
    )


def entry_key(league: League, name: str) -> int:
    assert league.event is not None
    return Entry.objects.get(event=league.event, players__name=name).pk


def entry_keys(league: League, names: str) -> tuple[int, ...]:
    return tuple(entry_key(league, name) for name in names)


def names_in_boxes(league: League) -> list[str]:
    """The names in each box of the current period, in the order they started."""
    stage = box_period(league).stage
    return [
        "".join(pool.places.order_by("seed").values_list("entry__players__name", flat=True))
        for pool in stage.pools.all()
    ]


def play_period(league: League, *, but: str = "") -> None:
    """Play all matches; the earlier letter wins. The two letters of ``but`` do not meet."""
    stage = box_period(league).stage
    for match in Match.objects.filter(pairing_round__stage=stage).unfinished():
        names = list(match.sides.order_by("seat").values_list("players__name", flat=True))
        if set(names) != set(but):
            win_match(match, names.index(min(names)))


def go_on(cast: Cast, league: League, **wishes: Any) -> Stage:
    facts = {name: wishes.pop(name) for name in ("boxes", "unplayed", "seen") if name in wishes}
    return open_next_period(by=cast.who("ann"), league=league, wishes=Wishes(**wishes), **facts)
