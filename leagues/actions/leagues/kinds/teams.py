"""Seat a league of teams: one stage for the teams that meet, one for their players."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from django.utils import timezone

from leagues.access.roles import Who
from leagues.actions.entries.entries import NewEntry, enter_list
from leagues.actions.events.events import add_stage, seat_pools
from leagues.actions.leagues.matches.draw import (
    date_matches,
    draw_stage,
    enrol_divisions,
    event_of,
)
from leagues.models import CaptainLink, Entry, Event, League, Player, Stage
from leagues.reads.events.sheets import sheet_of
from leagues.reads.leagues.kinds.rules import own_rules, rules_of
from leagues.reads.play.walkover import clean_win
from leagues.stages.pairing_ways import RoundRobin
from leagues.stages.team_meetings import TeamRules, TeamsPay
from scoring.matches import SingleGame
from scoring.sides import Seat
from scoring.text import marked
from scoring.tiebreaks import CHAINS, Chain


@dataclass(frozen=True)
class Squad:
    """A team to enter, with its players."""

    name: str
    players: tuple[Player, ...]
    before: int | None = None
    """The key of its entry last season, whose captain and venue are kept, or None."""


Squads: TypeAlias = Mapping[str, Sequence[Squad]]
"""The teams of each division."""

CHAIN_OF: Mapping[TeamsPay, Chain] = {
    TeamsPay.MEETINGS: (
        "match-points",
        "points",
        "mini-match-points",
        "mini-points",
        "twenties",
        "decision",
    ),
    TeamsPay.BOARDS: ("points", "match-points", "mini-points", "twenties", "decision"),
    TeamsPay.BOTH: ("points", "match-points", "mini-points", "twenties", "decision"),
}
"""The tie-break chain of the teams, by what they are paid for."""


def seat_teams(by: Who, league: League, divisions: Squads) -> None:
    """Enter and seat the teams and their players, and draw all meetings with their weeks."""
    event, rules = event_of(league), own_rules(league, TeamRules)
    matches = rules_of(league)
    league.divisions = [name for name in divisions if name]
    league.save(update_fields=["divisions"])
    way = RoundRobin(matches.legs, home_and_away=True)
    shared = CHAINS["points-shared"]
    playing = add_stage(by=by, event=event, name=marked("Players"), way=RoundRobin(), chain=shared)
    meeting = add_stage(
        by=by, event=event, name=marked("Teams"), way=way, chain=CHAIN_OF[rules.pays]
    )
    _enter_teams(by, meeting, divisions, rules)
    draw_stage(by, meeting)
    date_matches(league)
    _enter_players(by, playing, divisions)
    enrol_divisions(league, {name: [each.players for each in of] for name, of in divisions.items()})


def _enter_teams(by: Who, stage: Stage, divisions: Squads, rules: TeamRules) -> None:
    squads = [squad for of_one in divisions.values() for squad in of_one]
    listed = [NewEntry((), team=squad.name) for squad in squads]
    entries = enter_list(by=by, event=stage.event, entries=listed, how="picked")
    for entry, squad in zip(entries, squads, strict=True):
        entry.name = squad.name
    Entry.objects.bulk_update(entries, ["name"])
    _seat_squads(by, stage, divisions, iter(entries), one_each=True)
    _pass_on(dict(zip(entries, squads, strict=True)))
    paid = rules.clean(_clean_board(stage.event))
    Stage.objects.filter(pk=stage.pk).update(walkover_points=paid)


def _pass_on(squads: Mapping[Entry, Squad]) -> None:
    """Copy the captains' links and the home venues of last season's teams."""
    before = Entry.objects.in_bulk([each.before for each in squads.values()])
    for entry, squad in squads.items():
        if squad.before in before:
            entry.venue = before[squad.before].venue
    Entry.objects.bulk_update(squads, ["venue"])
    links = CaptainLink.objects.filter(
        entry__in=[each.before for each in squads.values()], is_open=True
    )
    here = set(links.values_list("entry", flat=True))
    CaptainLink.objects.bulk_create(
        CaptainLink(entry=entry) for entry, squad in squads.items() if squad.before in here
    )


def _enter_players(by: Who, stage: Stage, divisions: Squads) -> None:
    listed = [
        NewEntry((player,), team=squad.name)
        for of_one in divisions.values()
        for squad in of_one
        for player in squad.players
    ]
    entries = enter_list(by=by, event=stage.event, entries=listed, how="picked")
    _seat_squads(by, stage, divisions, iter(entries), one_each=False)


def _seat_squads(by: Who, stage: Stage, divisions: Squads, entries: Any, *, one_each: bool) -> None:
    pools = {
        name: [
            next(entries).pk
            for squad in of_one
            for _each in range(1 if one_each else len(squad.players))
        ]
        for name, of_one in divisions.items()
    }
    seat_pools(by=by, stage=stage, pools=pools)
    Stage.objects.filter(pk=stage.pk).update(opened_at=timezone.now())


def _clean_board(event: Event) -> int:
    """The points of a board that one side wins without giving any away."""
    return clean_win(SingleGame(sheet_of(event).rule), Seat.A).a
