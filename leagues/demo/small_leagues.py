"""One small league of each other kind, in the middle of its season: boxes, a ladder, matches at
times that players arrange, and teams.
"""

from collections.abc import Sequence
from datetime import time, timedelta
from typing import Any

from leagues.actions.leagues.kinds.ladder import challenge_player
from leagues.actions.leagues.kinds.openers import open_dated_league
from leagues.actions.leagues.kinds.own_time import arrange_match
from leagues.actions.leagues.kinds.teams import Squad
from leagues.actions.leagues.teams.line_ups import name_line_up
from leagues.actions.meetings import sync_meetings
from leagues.demo.bulk_matches import Ledger, date_back, date_last
from leagues.demo.days import DemoHall
from leagues.models import Entry, Event, League, Match, Player
from leagues.reads import Sheet
from leagues.reads.leagues.kinds.ladder import ladder_of
from leagues.stages.boxes import BoxRules
from leagues.stages.calendar import CalendarRule
from leagues.stages.match_league import MatchLeague
from leagues.stages.team_meetings import TeamRules

WEEKS = 2  # weeks that are over
TO_COME = 4
AT = "19:30"
BOXED = 8
ON_THE_LADDER = 7
CHALLENGES = ((3, 1), (6, 4))
"""Challenger and challenged by their places at that time; the last match isn't played yet."""
IN_OWN_TIME = 6
ARRANGED = ((0, 1), (2, 3))
"""Pairs who arranged their match; the last have not played yet."""
TEAMS = ("Millrace 1", "Millrace 2", "Lakeside", "Old Foundry")
SQUAD = 3
RULES = TeamRules(singles=2)
TOTALS = MatchLeague(catch_up_every=0, days_late=14, totals=True)


def play_kinds(hall: DemoHall) -> None:
    play_boxes(hall)
    play_ladder(hall)
    play_own_time(hall)
    play_teams(hall)


def play_boxes(hall: DemoHall) -> Event:
    """Play two boxes of four: each has played two of its three rounds."""
    event = begin_league(
        hall,
        open_dated_league(
            kind=League.Kind.BOXES,
            divisions={"": [(player,) for player in strongest_members(hall, "Box league", BOXED)]},
            rules=BoxRules(size=4, weeks=3, games=2),
            **league_fields(hall, "Box league"),
        ),
    )
    now = [match for match in open_matches(event) if _round_of(match) <= WEEKS]
    play_matches(hall.ledger(event, desk=False), now)
    return event


def play_ladder(hall: DemoHall) -> Event:
    """Play a ladder: one challenge is played, one is open."""
    people = strongest_members(hall, "Ladder", ON_THE_LADDER)
    league = open_dated_league(
        kind=League.Kind.LADDER,
        divisions={"": [(player,) for player in people]},
        **league_fields(hall, "Ladder"),
    )
    event = begin_league(hall, league)
    ledger = hall.ledger(event, desk=False)
    for number, (low, high) in enumerate(CHALLENGES):
        order = [line.entry for line in ladder_of(league).lines]
        asked = hall.at(-10 + 4 * number, AT)
        match = challenge_player(
            by=hall.owner, league=league, entry=order[low], other=order[high], now=asked
        )
        date_last(event, asked)
        if number < len(CHALLENGES) - 1:
            play_matches(ledger, [match])
    return event


def play_own_time(hall: DemoHall) -> Event:
    """Play a league at players' own times: one match is played, one is arranged."""
    people = strongest_members(hall, "Any evening", IN_OWN_TIME)
    league = open_dated_league(
        kind=League.Kind.OWN_TIME,
        divisions={"": [(player,) for player in people]},
        **league_fields(hall, "Any evening"),
    )
    event = begin_league(hall, league)
    ledger = hall.ledger(event, desk=False)
    entries = list(Entry.objects.named().filter(event=event).order_by("pk"))
    for number, (one, other) in enumerate(ARRANGED):
        now = hall.at(-5 + number, AT)
        match = arrange_match(
            by=hall.owner, league=league, entry=entries[one], other=entries[other], now=now
        )
        date_last(event, now)
        if number < len(ARRANGED) - 1:
            play_matches(ledger, [match])
    return event


def play_teams(hall: DemoHall) -> Event:
    """Play teams: one meeting of the first week is played, and one line-up of the other is in."""
    people = strongest_members(hall, "Team league", SQUAD * len(TEAMS))
    league = open_dated_league(
        kind=League.Kind.TEAMS,
        divisions={
            "": [Squad(name, tuple(people[at :: len(TEAMS)])) for at, name in enumerate(TEAMS)]
        },
        rules=RULES,
        **league_fields(hall, "Team league"),
    )
    event = begin_league(hall, league)
    squads = dict[int, list[int]]()
    for entry in Entry.objects.filter(event=event, name="").order_by("pk"):
        squads.setdefault(entry.team_id or 0, []).append(entry.pk)
    meetings = list(event.matches.filter(team_board=None).order_by("number"))
    for meeting, many in zip(meetings, (2, 1), strict=False):
        teams = Entry.objects.filter(sides__match=meeting).order_by("pk")
        for team in teams[:many]:
            squad = squads[team.team_id or 0][: len(RULES.sizes)]
            name_line_up(
                by=hall.owner,
                league=league,
                meeting=meeting,
                entry=team,
                places=[(key,) for key in squad],
            )
    played = Match.objects.filter(team_board__meeting=meetings[0])
    play_matches(hall.ledger(event, desk=False), list(played.order_by("number")))
    sync_meetings(event)
    return event


# --- What they have in common ---------------------------------------------------------------


def strongest_members(hall: DemoHall, name: str, many: int) -> list[Player]:
    """Return the ``many`` strongest members of the club, the strongest first."""
    here = [player for player in hall.players if not player.is_guest]
    return hall.by_strength(hall.dice(f"{name}/who").sample(here, many), name)


def league_fields(hall: DemoHall, name: str) -> dict[str, Any]:
    """Return the fields of a weekly league on yesterday's weekday; two weeks of it are over."""
    first = hall.today - timedelta(days=1, weeks=WEEKS - 1)
    last = first + timedelta(weeks=WEEKS - 1 + TO_COME)
    return {
        "by": hall.owner,
        "club": hall.club,
        "name": name,
        "calendar": CalendarRule(first, last, time.fromisoformat(AT), first.weekday()),
        "sheet": Sheet.named("tournament-singles"),
        "matches": TOTALS,
        "season": hall.season,
        "rng_seed": f"{hall.seed}-{name}",
    }


def begin_league(hall: DemoHall, league: League) -> Event:
    assert league.event is not None
    date_back(league.event, hall.at(-WEEKS * 7 - 5, "18:00"))
    return league.event


def open_matches(event: Event) -> list[Match]:
    return list(event.matches.unfinished().select_related("pairing_round"))


def _round_of(match: Match) -> int:
    number: int = match.pairing_round.number
    return number


def play_matches(ledger: Ledger, matches: Sequence[Match]) -> None:
    """Let the players report all rounds of these matches."""
    wanted = {match.pk for match in matches}
    for pairing_round in dict.fromkeys(match.pairing_round for match in matches):
        for match in ledger.matches_of(pairing_round):
            if match.pk in wanted:
                ledger.play(match)
    ledger.write()
