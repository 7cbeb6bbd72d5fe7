"""The next season of a league of teams: captains answer, squads carry over, it is drawn."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from leagues.access.captain_links import captain_secret
from leagues.actions.leagues.season.closing import close_league
from leagues.actions.leagues.season.next_season import answer_for_team
from leagues.actions.leagues.teams.captains import offer_captain_link
from leagues.actions.leagues.unplayed.forfeits import forfeit_match
from leagues.actions.leagues.unplayed.leave import leave_league
from leagues.actions.log.undo import undo
from leagues.actions.refusal import Refused, Stale
from leagues.models import (
    Action,
    CaptainLink,
    Entry,
    Event,
    League,
    Match,
    SeasonAnswer,
    Stage,
    TeamSeasonAnswer,
)
from leagues.reads.leagues.next_season.answers import seasons_asked
from leagues.reads.leagues.next_season.team_plan import AskedTeam, team_intake
from leagues.stages.leaving import LeavingWay
from scoring.sides import Seat
from tests.cast import Cast, Page
from tests.leagues.leagues.coming_seasons import answer_for, open_then
from tests.leagues.leagues.match_leagues import player_named
from tests.leagues.leagues.team_leagues import meeting_of, open_teams, play_meeting, team_entry
from tests.leagues.leagues.unplayed import at_noon
from tests.scenes import scene

pytestmark = pytest.mark.django_db
Reply = SeasonAnswer.Reply
DIVISIONS = {"First": ["Mill 1", "Lake"], "Second": ["Mill 2", "Park"]}


def forfeit_to(cast: Cast, league: League, one: str, other: str) -> None:
    match = meeting_of(league, one, other)
    seat = Seat(match.sides.get(entries__name=one).seat)
    forfeit_match(by=cast.who("ann"), match=match, winner=seat)


@scene
def league(cast: Cast) -> League:
    """Lake beat Mill 1 above and Park beat Mill 2 below, so Mill 1 goes down and Park up."""
    with at_noon(10, 1):
        found = open_teams(cast, DIVISIONS)
        forfeit_to(cast, found, "Lake", "Mill 1")
        forfeit_to(cast, found, "Park", "Mill 2")
    return found


def teams_asked(league: League) -> dict[str, AskedTeam]:
    found = League.objects.select_related("event", "before").get(pk=league.pk)
    return {each.name: each for each in team_intake(found).teams.values()}


def names_of(each: AskedTeam) -> str:
    return " ".join(sorted(player.name for player in each.people))


def link_of(cast: Cast, league: League, name: str) -> str:
    entry = team_entry(league, name)
    link = offer_captain_link(by=cast.who("ann"), league=league, entry=entry)
    return reverse("captain", args=[link.pk, captain_secret(link)])


def intake_address(league: League) -> str:
    return f"/desk/leagues/{league.slug}/people/in/"


def form_values(then: League, **changes: str) -> dict[str, str]:
    """The form with all teams and squads, changed by ``changes``, by the team's name."""
    values = dict[str, str]()
    for each in teams_asked(then).values():
        values[f"where_{each.key}"] = ""
        values[f"squad_{each.key}"] = ", ".join(player.name for player in each.people)
    keys = {each.name: each.key for each in teams_asked(then).values()}
    for name, value in changes.items():
        what, of = name.split("_", 1)
        values[f"{what}_{keys[of.replace('_', ' ')]}" if of != "teams" else "new"] = value
    return values


def begin_next(cast: Cast, then: League, **changes: str) -> Any:
    page: Page = cast.browser_of("ann").post(
        intake_address(then), form_values(then, **changes) | {"begin": "1"}
    )
    return page


def players_by_team(league: League) -> dict[str, str]:
    """The names of the players of each team."""
    found = dict[str, list[str]]()
    players = Entry.objects.filter(event=league.event_id, name="")
    for entry in players.order_by("pk").prefetch_related("players"):
        assert entry.team is not None
        found.setdefault(entry.team.name, []).append(entry.players.get().name)
    return {name: " ".join(people) for name, people in found.items()}


# --- Opening it -----------------------------------------------------------------------------


def test_settings_are_copied_and_nothing_is_drawn_yet(cast: Cast, league: League) -> None:
    then = open_then(cast, league)
    assert then.kind_rules == league.kind_rules
    assert then.matches == league.matches
    assert then.event is not None
    assert then.event.sides == Event.Sides.TEAMS
    assert then.event.state == Event.State.PLANNED
    assert not then.event.entries.exists()


@pytest.mark.long
def test_its_pages_show_a_season_that_has_not_begun(cast: Cast, league: League) -> None:
    then = open_then(cast, league)
    ann = cast.browser_of("ann")
    pages = ("matches", "people", "people/in", "teams", "calendar", "settings", "end")
    for page in ("", *(f"{each}/" for each in pages), "end/close/", "log/"):
        found = ann.get(f"/desk/leagues/{then.slug}/{page}")
        assert found.status_code == 200, page
    assert Client().get(f"/leagues/{then.slug}/").status_code == 200
    assert Client().get("/leagues/").status_code == 200


# --- Who is in ------------------------------------------------------------------------------


@pytest.mark.long
def test_a_captain_answers_in_and_names_who_stays(cast: Cast, league: League) -> None:
    captain, then = link_of(cast, league, "Mill 1"), open_then(cast, league)
    page = Client().get(captain).content.decode()
    assert "A new season. Is your team in?" in page
    staying = [player_named(cast, name).pk for name in ("Ada", "Bob")]
    Client().post(captain, {"answer": "in", "staying": staying})

    asked = teams_asked(then)["Mill 1"]
    assert (asked.reply, names_of(asked)) == ("in", "Ada Bob")
    assert [player.name for player in asked.leaving] == ["Cam"]
    assert "Your team is in" in Client().get(captain).content.decode()
    Client().post(captain, {"answer": "in", "staying": [*staying, asked.leaving[0].pk]})
    assert names_of(teams_asked(then)["Mill 1"]) == "Ada Bob Cam"


@pytest.mark.long
def test_the_last_word_of_a_captain_counts_and_the_same_again_is_no_line(
    cast: Cast, league: League
) -> None:
    captain, then = link_of(cast, league, "Mill 1"), open_then(cast, league)
    for reply in ("in", "out", "out"):
        staying = [player.pk for player in teams_asked(then)["Mill 1"].people]
        Client().post(captain, {"answer": reply, "staying": staying})
    assert teams_asked(then)["Mill 1"].reply == "out"
    assert TeamSeasonAnswer.objects.count() == 2
    assert Action.objects.filter(verb="answer_for_team").count() == 2


@pytest.mark.long
def test_who_answers_out_on_their_own_page_is_not_in_the_squad(cast: Cast, league: League) -> None:
    then = open_then(cast, league)
    assert [each.league for each in seasons_asked(player_named(cast, "Gil"))] == [then]
    answer_for(cast, then, ["Gil"], reply="out")
    assert names_of(teams_asked(then)["Lake"]) == "Hal Ida"
    page = cast.browser_of("ann").get(intake_address(then)).content.decode()
    assert "These players won’t play: Gil." in page


@pytest.mark.long
def test_a_team_that_left_is_not_asked(cast: Cast) -> None:
    with at_noon(10, 1):
        league = open_teams(cast)
        lake = team_entry(league, "Lake")
        leave_league(by=cast.who("ann"), league=league, entry=lake, way=LeavingWay.ANNUL)
    captain, then = link_of(cast, league, "Lake"), open_then(cast, league)
    assert "Lake" not in teams_asked(then)
    assert "Is your team in?" not in Client().get(captain).content.decode()
    assert Client().post(captain, {"answer": "in"}).status_code == 404
    with pytest.raises(Stale):
        answer_for_team(by=cast.who("ann"), league=then, entry=lake, answer=Reply.IN)


@pytest.mark.long
def test_what_is_no_answer_is_refused(cast: Cast, league: League) -> None:
    captain = link_of(cast, league, "Mill 1")
    assert Client().post(captain, {"answer": "in"}).status_code == 404
    open_then(cast, league)
    assert Client().post(captain, {"answer": "perhaps"}).status_code == 404


# --- The plan -------------------------------------------------------------------------------


@pytest.mark.long
def test_a_team_goes_up_and_another_down_with_their_squads(cast: Cast, league: League) -> None:
    then = open_then(cast, league)
    assert begin_next(cast, then).status_code == 302
    then.refresh_from_db()
    assert then.divisions == ["First", "Second"]
    stage = Stage.objects.get(event=then.event, number=2)
    found = {
        pool.name: [place.entry.name for place in pool.places.order_by("seed")]
        for pool in stage.pools.all()
    }
    assert found == {"First": ["Lake", "Park"], "Second": ["Mill 1", "Mill 2"]}
    assert players_by_team(then)["Lake"] == "Gil Hal Ida"
    division = then.enrolments.get(player__name="Jon").division
    assert division == "First"


@pytest.mark.long
def test_only_teams_that_answered_in_are_planned(cast: Cast, league: League) -> None:
    captain, then = link_of(cast, league, "Park"), open_then(cast, league)
    Client().post(
        captain, {"answer": "in", "staying": [each.pk for each in teams_asked(then)["Park"].people]}
    )
    form = cast.browser_of("ann").get(intake_address(then)).context["form"]
    assert [each.name for group in form.shown for each in group.entries] == ["Park"]
    assert [each.name for each in form.leaving] == ["Lake", "Mill 1", "Mill 2"]


@pytest.mark.long
def test_squads_are_changed_and_new_teams_begin_at_the_bottom(cast: Cast, league: League) -> None:
    then = open_then(cast, league)
    changes = {
        "where_Mill_2": "leaves",
        "squad_Lake": "Gil, Dan, Zoë New",
        "new_teams": "Hill: Pia One, Quin Two",
    }
    page = begin_next(cast, then, **changes)
    assert page.status_code == 302, page.context["form"].errors
    assert players_by_team(then) == {
        "Lake": "Gil Dan Zoë New",
        "Park": "Jon Kim Leo",
        "Mill 1": "Ada Bob Cam",
        "Hill": "Pia One Quin Two",
    }


@pytest.mark.parametrize(
    ("changes", "error"),
    [
        ({"squad_Lake": "Gil, Ada"}, "Ada is listed twice"),
        ({"new_teams": "Hill"}, "“Hill” isn’t a team"),
        ({"new_teams": "Lake: Pia"}, "Lake is listed twice"),
        ({"where_Park": "2"}, "Park goes up and must play higher"),
        ({"where_Park": "leaves", "where_Mill_2": "leaves"}, "has 1 team but needs"),
    ],
)
def test_an_impossible_plan_is_refused_and_nothing_begins(
    cast: Cast, league: League, changes: dict[str, str], error: str
) -> None:
    then = open_then(cast, league)
    page = begin_next(cast, then, **changes)
    assert page.status_code == 422
    assert error in page.content.decode()
    assert not Match.objects.filter(event=then.event).exists()


@pytest.mark.long
def test_a_season_that_is_closed_goes_on_too(cast: Cast, league: League) -> None:
    close_league(by=cast.who("ann"), league=league)
    then = open_then(cast, League.objects.get(pk=league.pk))
    assert begin_next(cast, then).status_code == 302
    assert players_by_team(then)["Mill 1"] == "Ada Bob Cam"


# --- Beginning it ---------------------------------------------------------------------------


@pytest.mark.long
def test_what_decides_and_what_a_match_is_are_as_before(cast: Cast, league: League) -> None:
    own = {"chain": ["points", "decision"], "match_minutes": 40}
    Stage.objects.filter(event=league.event, number=2).update(**own)
    then = open_then(cast, league)
    begin_next(cast, then)
    players, teams = Stage.objects.filter(event=then.event).order_by("number")
    assert (teams.chain, teams.match_minutes) == (["points", "decision"], 40)
    assert players.chain != teams.chain


@pytest.mark.long
def test_the_captain_of_before_names_line_ups_by_a_link_from_the_old_page(
    cast: Cast, league: League
) -> None:
    captain, then = link_of(cast, league, "Mill 1"), open_then(cast, league)
    begin_next(cast, then)
    [link] = CaptainLink.objects.filter(entry__event=then.event)
    assert link.entry == team_entry(then, "Mill 1")
    address = reverse("captain", args=[link.pk, captain_secret(link)])
    page = Client().get(captain).content.decode()
    assert f'href="{address}"' in page
    assert "Is your team in?" not in page
    assert "Against Mill 2" in Client().get(address).content.decode()


@pytest.mark.long
def test_it_is_undone_until_a_match_is_played(cast: Cast, league: League) -> None:
    link_of(cast, league, "Mill 1")
    then = open_then(cast, league)
    begin_next(cast, then)
    line = Action.objects.get(verb="begin_season")
    undo(by=cast.who("ann"), action=line)
    assert not Entry.objects.filter(event=then.event).exists()
    assert set(teams_asked(then)) == {"Lake", "Park", "Mill 1", "Mill 2"}
    assert begin_next(cast, then).status_code == 302
    then = League.objects.select_related("event").get(pk=then.pk)
    play_meeting(cast, then, "Mill 1", "Mill 2", (5, 3), (6, 2))
    with pytest.raises(Refused, match="have already been played"):
        undo(by=cast.who("ann"), action=Action.objects.filter(verb="begin_season").latest("pk"))
