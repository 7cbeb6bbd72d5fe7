"""A league of each kind on Mondays from 5 October 2026, for rules that apply to all kinds."""

from collections.abc import Callable

from leagues.actions.leagues.joining.members import enrol_members
from leagues.actions.leagues.settings import open_league
from leagues.models import League
from tests.cast import Cast
from tests.leagues.leagues import test_ladder, test_own_time
from tests.leagues.leagues.box_leagues import open_boxes
from tests.leagues.leagues.match_leagues import MONDAYS, open_matches, player_named
from tests.leagues.leagues.series_leagues import open_games
from tests.leagues.leagues.team_leagues import open_teams

Kind = League.Kind
PAIRS = {"": ("Ada & Abe", "Bo & Bea", "Cy & Con")}
DATED: dict[str, Callable[[Cast], League]] = {
    Kind.MATCHES: open_matches,
    Kind.PAIRS: lambda cast: open_matches(cast, PAIRS, kind=Kind.PAIRS),
    Kind.SERIES: open_games,
    Kind.TEAMS: open_teams,
    Kind.BOXES: open_boxes,
    Kind.LADDER: test_ladder.open_ladder,
    Kind.OWN_TIME: test_own_time.open_own_time,
}


def open_kind(cast: Cast, kind: str) -> League:
    return DATED[kind](cast) if kind in DATED else _of_nights(cast, kind)


def _of_nights(cast: Cast, kind: str) -> League:
    by = cast.who("ann")
    league = open_league(by=by, club=cast.club, name="Mondays", kind=kind, calendar=MONDAYS)
    people = [player_named(cast, name) for name in ("Ada", "Bo", "Cy", "Di")]
    enrol_members(by=by, league=league, players=people)
    return league
