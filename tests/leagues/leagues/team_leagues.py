"""A league of teams on Mondays from 5 October 2026: two teams of the mill, two of others."""

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import uuid4

from leagues.actions.leagues.kinds.openers import open_dated_league
from leagues.actions.leagues.kinds.teams import Squad
from leagues.actions.leagues.teams.line_ups import name_line_up
from leagues.actions.phones.totals import enter_totals
from leagues.models import Entry, League, Match, MatchSide
from leagues.reads import Sheet, tables_of
from leagues.reads.play.typed_cards import Totals
from leagues.stages.match_league import MatchLeague
from leagues.stages.team_meetings import TeamRules
from scoring.sides import BySeat
from tests.cast import Cast
from tests.leagues.leagues.match_leagues import MONDAYS, player_named

SQUADS: Mapping[str, str] = {
    "Mill 1": "Ada Bob Cam",
    "Mill 2": "Dan Eli Flo",
    "Lake": "Gil Hal Ida",
    "Park": "Jon Kim Leo",
}
TWO = TeamRules(singles=2)


def open_teams(
    cast: Cast, divisions: Mapping[str, Sequence[str]] | None = None, **facts: Any
) -> League:
    """By default four teams in one division, with two singles in a meeting."""
    return open_dated_league(
        kind=League.Kind.TEAMS,
        by=cast.who("ann"),
        club=cast.club,
        name="Team league",
        divisions={
            name: [
                Squad(team, tuple(player_named(cast, n) for n in SQUADS[team].split()))
                for team in teams
            ]
            for name, teams in (divisions or {"": tuple(SQUADS)}).items()
        },
        sheet=Sheet.named("tournament-singles"),
        **{"rules": TWO, "matches": MatchLeague(catch_up_every=0), "calendar": MONDAYS, **facts},
    )


def team_entry(league: League, name: str) -> Entry:
    return Entry.objects.get(event=league.event_id, name=name)


def meeting_of(league: League, one: str, other: str) -> Match:
    found = Match.objects.filter(event=league.event_id, sides__entries__name=one)
    return found.filter(sides__entries__name=other).get()


def player_entry_key(league: League, name: str) -> int:
    """The key of a player's entry."""
    return Entry.objects.get(event=league.event_id, players__name=name).pk


def line_up_keys(league: League, names: str) -> list[tuple[int, ...]]:
    """Names separated by commas: "-" for an empty seat, a pair as "Ada & Bob"."""
    return [
        ()
        if place.strip() == "-"
        else tuple(player_entry_key(league, each) for each in place.strip().split(" & "))
        for place in names.split(",")
    ]


def send_line_up(cast: Cast, league: League, match: Match, who: str, names: str) -> None:
    name_line_up(
        by=cast.who("ann"),
        league=league,
        meeting=match,
        entry=team_entry(league, who),
        places=line_up_keys(league, names),
    )


def boards_of(match: Match) -> list[Match]:
    return list(Match.objects.filter(team_board__meeting=match).order_by("number"))


def names_at(match: Match) -> list[str]:
    """The names of both sides of a match, by seat."""
    sides = MatchSide.objects.filter(match=match).order_by("seat")
    return [
        " & ".join(side.players.order_by("side_players__number").values_list("name", flat=True))
        for side in sides
    ]


def enter_board(cast: Cast, match: Match, name: str, mine: int, theirs: int, shot: int = 3) -> None:
    """Enter the result of a board: this player's points, the rest for the other, and equal 20s."""
    seat = MatchSide.objects.get(match=match, players__name=name).seat
    points = BySeat(mine, theirs) if seat == 0 else BySeat(theirs, mine)
    totals = Totals(points, BySeat(shot, shot))
    enter_totals(by=cast.who("ann"), match=match, key=uuid4(), totals=totals)


def play_meeting(cast: Cast, league: League, one: str, other: str, *made: tuple[int, int]) -> Match:
    """Name both line-ups from their first players and enter ``made``, points board by board."""
    match = meeting_of(league, one, other)
    singles = len(made)
    for each in (one, other):
        send_line_up(cast, league, match, each, ",".join(SQUADS[each].split()[:singles]))
    for board, name, (mine, theirs) in zip(
        boards_of(match), SQUADS[one].split(), made, strict=False
    ):
        enter_board(cast, board, name, mine, theirs)
    match.refresh_from_db()
    return match


def team_table(league: League) -> list[tuple[int, str, int, int]]:
    """Place, team, match points and points of each team in the first division."""
    assert league.event is not None
    table = tables_of(league.event.stages.get(number=2))[0]
    return [
        (line.row.place, line.entry.name, 2 * line.won + line.tied, int(line.row.points))
        for line in table.lines
    ]


def team_results(match: Match) -> dict[str, tuple[int, int | None]]:
    """Points and 20s of each team, by its name."""
    sides = MatchSide.objects.filter(match=match)
    found = sides.values_list("entries__name", "points", "twenties")
    return {name: (points, twenties) for name, points, twenties in found}
