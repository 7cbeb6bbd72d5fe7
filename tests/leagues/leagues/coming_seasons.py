"""Finish a season of dated matches, answer for the next one and begin it."""

from collections.abc import Collection, Iterable
from datetime import date
from typing import Any

from leagues.access.roles import Who
from leagues.actions.leagues.kinds.teams import Squad
from leagues.actions.leagues.season.begin_season import begin_season
from leagues.actions.leagues.season.next_season import answer_season, open_next_season
from leagues.models import League, Match, Player, SeasonAnswer, Stage
from leagues.reads.leagues.kinds.boxes import Wishes
from leagues.reads.leagues.next_season.plan import MatchIntake, match_intake
from leagues.reads.leagues.next_season.team_plan import team_intake
from tests.cast import Cast
from tests.leagues.leagues.tonights import win_match

Reply = SeasonAnswer.Reply


def play_all(league: League) -> None:
    """Play all matches; the earlier name wins."""
    for match in Match.objects.filter(event=league.event).unfinished().order_by("pk"):
        names = list(match.sides.order_by("seat").values_list("players__name", flat=True))
        first = sorted(names)[0]
        half = len(names) // 2
        win_match(match, int(names.index(first) >= half))


def open_then(cast: Cast, league: League, name: str = "Again") -> League:
    return open_next_season(by=cast.who("ann"), league=league, name=name, first=date(2027, 10, 4))


def answer_for(cast: Cast, league: League, names: Iterable[str], reply: str = "in") -> None:
    for name in names:
        answer_season(
            by=cast.who("ann"),
            league=league,
            player=Player.objects.get(name=name),
            answer=Reply(reply),
        )


def intake_of(league: League) -> MatchIntake:
    return match_intake(League.objects.select_related("event", "before").get(pk=league.pk))


def planned_groups(league: League, **wishes: Any) -> list[str]:
    """The planned groups, each as its names in a row, when all who answered "in" play."""
    intake = intake_of(league)
    out = [each.key for each in intake.asked.values() if each.reply != Reply.IN]
    leaving = [*wishes.pop("leaving", ()), *out]
    plan = intake.plan(Wishes(leaving=leaving, **wishes))
    return [" ".join(intake.asked[key].name for key in group) for group in plan.groups]


def begin_as_planned(cast: Cast, league: League) -> None:
    intake = intake_of(league)
    out = [each.key for each in intake.asked.values() if each.reply != Reply.IN]
    plan = intake.plan(Wishes(leaving=out))
    divisions = {
        intake.group_name(number): [intake.asked[key].people for key in group]
        for number, group in enumerate(plan.groups, 1)
    }
    begin_season(by=cast.who("ann"), league=league, divisions=divisions)
    league.refresh_from_db()


def begin_with_teams(by: Who, league: League, leaving: Collection[int] = ()) -> None:
    """Begin the season with all teams and squads, except the teams in ``leaving``."""
    intake = team_intake(League.objects.select_related("event", "before").get(pk=league.pk))
    plan = intake.plan(Wishes(leaving=leaving))
    teams = intake.teams
    divisions = {
        intake.group_name(number): [
            Squad(teams[key].name, teams[key].people, before=key) for key in group
        ]
        for number, group in enumerate(plan.groups, 1)
    }
    begin_season(by=by, league=league, divisions=divisions)
    league.refresh_from_db()


def names_by_group(league: League) -> dict[str, str]:
    """The names in each group of the latest stage, by the group's name."""
    stage = Stage.objects.filter(event=league.event).latest("number")
    return {
        pool.name: " ".join(
            " & ".join(line.entry.line_up.order_by("number").values_list("player__name", flat=True))
            for line in pool.places.order_by("seed").select_related("entry")
        )
        for pool in stage.pools.order_by("number")
    }
