"""Random acts on a league, its people and its seasons, whether or not they are allowed."""

from django.utils import timezone

from leagues.actions.leagues.joining.late_joining import join_late
from leagues.actions.leagues.joining.members import adjust_points, end_enrolment, enrol_members
from leagues.actions.leagues.joining.newcomers import join_league
from leagues.actions.leagues.kinds.boxes import UnplayedOfPeriod, open_next_period
from leagues.actions.leagues.kinds.ladder import challenge_player, withdraw_challenge
from leagues.actions.leagues.kinds.own_time import arrange_match
from leagues.actions.leagues.season.begin_season import begin_season
from leagues.actions.leagues.season.closing import close_league, reopen_league
from leagues.actions.leagues.season.next_season import (
    answer_for_team,
    answer_season,
    open_next_season,
)
from leagues.actions.leagues.teams.line_ups import name_line_up
from leagues.actions.leagues.teams.squads import join_squad, leave_squad
from leagues.actions.log.undo import undo
from leagues.actions.people.merge import merge_players
from leagues.models import Action, Enrolment, Entry, League, SeasonAnswer
from leagues.reads.leagues.kinds.boxes import Wishes
from leagues.reads.leagues.kinds.rules import own_rules
from leagues.reads.leagues.kinds.teams import SquadRegister, members_of, teams_of
from leagues.reads.leagues.next_season.plan import match_intake
from leagues.reads.leagues.next_season.team_plan import team_intake
from leagues.reads.people.merging import plan_merge, state_of_plan
from leagues.reads.state_marks import mark_of
from leagues.stages.team_meetings import TeamRules
from tests.leagues.leagues.coming_seasons import begin_with_teams
from tests.leagues.leagues.league_life import LeagueLife, Roll, pick_by_roll
from tests.leagues.leagues.random_match_acts import enter_result


def take_back(life: LeagueLife, a: Roll, b: Roll) -> None:
    lines = Action.objects.filter(undone_by=None).order_by("-pk")[: 3 + a % 12]
    undo(by=life.ann, action=pick_by_roll(lines, b))


def close_or_reopen(life: LeagueLife, a: Roll, b: Roll) -> None:
    if a % 4 == 0:
        close_league(by=life.ann, league=life.league)
    else:
        reopen_league(by=life.ann, league=life.league)


def go_on(life: LeagueLife, a: Roll, b: Roll) -> None:
    """Do what this kind of league needs next: a period, a challenge, a match or a line-up."""
    league = life.league
    match league.kind:
        case League.Kind.BOXES:
            leaving = [life.an_entry(b).pk] if b % 4 == 0 else []
            joining = [-life.a_person(b).pk] if b % 3 == 0 else []
            wishes = Wishes(leaving=leaving, joining=joining)
            void, lost = UnplayedOfPeriod.VOID, UnplayedOfPeriod.LOST
            unplayed = (None, void, lost, void, lost)[b % 5]
            open_next_period(by=life.ann, league=league, wishes=wishes, unplayed=unplayed)
        case League.Kind.LADDER if b % 5 == 0:
            withdraw_challenge(by=life.ann, match=life.a_match(a))
        case League.Kind.LADDER:
            one, other = life.an_entry(a), life.an_entry(b)
            challenge_player(by=life.ann, league=league, entry=one, other=other)
        case League.Kind.OWN_TIME:
            one, other = life.an_entry(a), life.an_entry(b)
            arrange_match(by=life.ann, league=league, entry=one, other=other)
        case League.Kind.TEAMS:
            line_up(life, a, b)
        case _:
            enter_result(life, a, b)


def line_up(life: LeagueLife, a: Roll, b: Roll) -> None:
    """Name a random line-up, also with players of other teams and with gaps."""
    meetings = [m for m in life.matches if m.pairing_round.stage.number == 2]
    meeting = pick_by_roll(meetings, a)
    entry = pick_by_roll(Entry.objects.filter(sides__match=meeting).order_by("pk"), b)
    able = [*SquadRegister(life.league).players_for(meeting, entry), None]
    sizes = own_rules(life.league, TeamRules).sizes
    chosen = [able[(b // 2 + n) % len(able)] for n in range(len(sizes))]
    places = [() if key is None else (key,) for key in chosen]
    name_line_up(by=life.ann, league=life.league, meeting=meeting, entry=entry, places=places)


def change_membership(life: LeagueLife, a: Roll, b: Roll) -> None:
    players = [life.a_person(a)]
    first = life.a_night(b) if b % 2 else None
    if life.league.of_kind.is_arranged:
        join_league(by=life.ann, league=life.league, players=players, first=first)
    elif life.league.kind == League.Kind.TEAMS:
        change_squad(life, a, b)
    elif b % 3 and life.league.of_kind.takes_late:
        pair = [*players, life.a_person(b)]
        people = pair if life.league.kind == League.Kind.PAIRS else players
        join_late(by=life.ann, league=life.league, people=people, first=first)
    elif b % 3:
        enrol_members(by=life.ann, league=life.league, players=players, first=first)
    else:
        enrolment = pick_by_roll(Enrolment.objects.filter(league=life.league), b)
        end_enrolment(by=life.ann, enrolment=enrolment, last=life.a_night(a))


def change_squad(life: LeagueLife, a: Roll, b: Roll) -> None:
    """A player leaves or joins, perhaps as a replacement."""
    members = members_of(life.league)
    if b % 3 == 0:
        leave_squad(by=life.ann, league=life.league, entry=pick_by_roll(members, a).entry)
        return
    team = pick_by_roll(teams_of(life.league), a // 3)
    own = [each.entry for each in members if each.team == team.team_id]
    join_squad(
        by=life.ann,
        league=life.league,
        team=team,
        player=life.a_person(a),
        first=life.a_night(b) if b % 2 else None,
        instead=pick_by_roll(own, b) if own and b % 3 == 1 else None,
    )


def give_adjustment(life: LeagueLife, a: Roll, b: Roll) -> None:
    adjust_points(
        by=life.ann, league=life.league, player=life.a_person(a), points=b % 5 - 2, reason="keys"
    )


def merge_people(life: LeagueLife, a: Roll, b: Roll) -> None:
    stays, leaves = life.a_person(a), life.a_person(b)
    if stays != leaves:
        plan = plan_merge(stays, leaves)
        if plan.possible:
            seen = mark_of(state_of_plan(plan))
            merge_players(by=life.ann, plan=plan, seen=seen)


def next_season(life: LeagueLife, a: Roll, b: Roll) -> None:
    """Open the next season if needed, answer for its people and begin it."""
    if life.league == life.first:
        name = f"Season {League.objects.count()}"
        then = open_next_season(
            by=life.ann, league=life.league, name=name, first=timezone.now().date()
        )
        life.league = then
        life.reload()
    if life.league.kind == League.Kind.TEAMS:
        next_season_of_teams(life, a)
        return
    intake = match_intake(life.league)
    for each in intake.asked.values():
        for player in each.people:
            reply = SeasonAnswer.Reply("out" if (a + player.pk) % 4 == 0 else "in")
            answer_season(by=life.ann, league=life.league, player=player, answer=reply)
    intake = match_intake(life.league)
    out = [each.key for each in intake.asked.values() if each.reply != "in"]
    plan = intake.plan(Wishes(leaving=out))
    divisions = {
        intake.group_name(number): [intake.asked[key].people for key in group]
        for number, group in enumerate(plan.groups, 1)
    }
    begin_season(by=life.ann, league=life.league, divisions=divisions)


def next_season_of_teams(life: LeagueLife, a: Roll) -> None:
    """Answer for each team: one in four is out, and others may lose their first player."""
    asked = list(team_intake(life.league).teams.values())
    for each in asked:
        reply = SeasonAnswer.Reply("out" if (a + each.key) % 4 == 0 else "in")
        staying = [player.pk for player in each.people[a % 2 :]]
        answer_for_team(
            by=life.ann, league=life.league, entry=each.entry, answer=reply, staying=staying
        )
    out = [each.key for each in asked if (a + each.key) % 4 == 0]
    begin_with_teams(life.ann, life.league, out)
