"""Squads during a season: players join, leave or are replaced; and the effect on line-ups."""

import pytest
from django.urls import reverse
from django.utils import timezone
from django.utils.html import strip_tags

from leagues.access.captain_links import captain_secret
from leagues.actions.leagues.teams.captains import offer_captain_link
from leagues.actions.leagues.teams.squads import join_squad, leave_squad
from leagues.actions.log.undo import undo
from leagues.actions.refusal import Refused, Stale
from leagues.models import Action, Entry, League, Match, MeetingLineUp, Player
from leagues.reads.leagues.matches.unplayed import arrangement_of
from leagues.reads.leagues.needs import gaps_of
from leagues.reads.leagues.next_season.answers import asked_for
from leagues.reads.results.league_needs import needs_of_league
from tests.cast import Cast
from tests.leagues.leagues.match_leagues import player_named
from tests.leagues.leagues.team_leagues import (
    boards_of,
    enter_board,
    meeting_of,
    names_at,
    open_teams,
    play_meeting,
    player_entry_key,
    send_line_up,
    team_entry,
)
from tests.leagues.leagues.test_next_team_season import players_by_team
from tests.leagues.leagues.unplayed import at_noon, log_lines, noon, undo_last
from tests.scenes import scene

pytestmark = pytest.mark.django_db


@scene(made=noon(10, 1), tick=False)
def league(cast: Cast) -> League:
    """Week 1 is on 5 October."""
    return open_teams(cast)


def entry_of(league: League, name: str) -> Entry:
    return Entry.objects.get(pk=player_entry_key(league, name))


def join_team(
    cast: Cast, league: League, name: str, to: str, week: int = 0, instead: str = ""
) -> None:
    join_squad(
        by=cast.who("ann"),
        league=league,
        team=team_entry(league, to),
        player=player_named(cast, name),
        first=league.nights.in_order()[week],
        instead=entry_of(league, instead) if instead else None,
    )


def leave_team(cast: Cast, league: League, name: str) -> None:
    leave_squad(by=cast.who("ann"), league=league, entry=entry_of(league, name))


def seated_names(league: League, one: str, other: str) -> set[str]:
    return {name for each in boards_of(meeting_of(league, one, other)) for name in names_at(each)}


def in_week(league: League, week: int) -> tuple[str, str]:
    """The teams of the first meeting in a week."""
    here = Match.objects.filter(
        event=league.event_id, dated__week=league.nights.in_order()[week], team_board=None
    )
    found = here.order_by("number")[0]
    one, other = found.sides.order_by("seat").values_list("entries__name", flat=True)
    return one, other


# --- A player joins ------------------------------------------------------------------------


def test_who_joins_plays_from_their_week_on(cast: Cast, league: League) -> None:
    one, other = in_week(league, 0)
    join_team(cast, league, "Zoë", one, week=1)
    assert players_by_team(league)[one].endswith("Zoë")
    with pytest.raises(Refused, match="Zoë joins the squad in a later week"):
        send_line_up(cast, league, meeting_of(league, one, other), one, "Zoë, -")
    later = next(t for t in ("Mill 1", "Mill 2", "Lake", "Park") if t not in (one, other))
    send_line_up(cast, league, meeting_of(league, one, later), one, "Zoë, -")
    assert log_lines(league)[-2:][0] == f"Added Zoë to the squad of {one}."


def test_who_joins_is_in_the_division_of_their_team_and_its_table(cast: Cast) -> None:
    with at_noon(10, 1):
        league = open_teams(cast, {"First": ["Mill 1", "Lake"], "Second": ["Mill 2", "Park"]})
        join_team(cast, league, "Zoë", "Park")
    place = entry_of(league, "Zoë").pool_places.get()
    assert (place.pool.name, place.pool.stage.number) == ("Second", 1)
    assert league.enrolments.get(player__name="Zoë").division == "Second"


def test_no_one_joins_twice_or_changes_team_after_playing(cast: Cast, league: League) -> None:
    with pytest.raises(Refused, match="Gil already plays for Lake"):
        join_team(cast, league, "Gil", "Lake")
    play_meeting(cast, league, "Lake", "Park", (5, 3), (6, 2))
    with pytest.raises(Refused, match="Gil has played for Lake this season"):
        join_team(cast, league, "Gil", "Mill 1")
    leave_team(cast, league, "Gil")
    with pytest.raises(Refused, match="Gil has played for Lake this season"):
        join_team(cast, league, "Gil", "Mill 1")


def test_who_was_written_down_for_the_wrong_team_moves_with_their_line_ups_opened(
    cast: Cast, league: League
) -> None:
    send_line_up(cast, league, meeting_of(league, "Lake", "Park"), "Lake", "Gil, Hal")
    join_team(cast, league, "Gil", "Park")
    assert players_by_team(league)["Lake"] == "Hal Ida"
    assert "Gil" in players_by_team(league)["Park"]
    [gap] = gaps_of(league)
    assert (gap.team.name, gap.names) == ("Lake", "Gil")
    assert league.enrolments.filter(player__name="Gil", last=None).count() == 1


def test_who_left_comes_back_with_the_same_entry(cast: Cast, league: League) -> None:
    before = player_entry_key(league, "Gil")
    leave_team(cast, league, "Gil")
    assert "Gil" not in {player.name for player in players_asked(league)}
    join_team(cast, league, "Gil", "Lake", week=2)
    assert player_entry_key(league, "Gil") == before
    assert entry_of(league, "Gil").state == Entry.State.ACTIVE
    assert "Gil" in {player.name for player in players_asked(league)}


def players_asked(league: League) -> list[Player]:
    """The players who would be asked for the next season."""
    return list(asked_for(League(before=league)).values())


# --- A player leaves -----------------------------------------------------------------------


@pytest.mark.long
def test_line_ups_to_come_that_name_who_leaves_are_open_again(cast: Cast, league: League) -> None:
    match = meeting_of(league, "Lake", "Park")
    send_line_up(cast, league, match, "Lake", "Gil, Hal")
    send_line_up(cast, league, match, "Park", "Jon, Kim")
    leave_team(cast, league, "Gil")
    assert not boards_of(match)
    [gap] = gaps_of(league)
    assert (gap.team.name, gap.other, gap.names) == ("Lake", "Park", "Gil")
    assert needs_of_league(league, timezone.now()).many == 1
    with pytest.raises(Refused, match="Gil plays for another club"):
        send_line_up(cast, league, match, "Lake", "Gil, Hal")
    send_line_up(cast, league, match, "Lake", "Ida, Hal")
    assert list(gaps_of(league)) == []
    assert seated_names(league, "Lake", "Park") == {"Ida", "Hal", "Jon", "Kim"}


def test_an_incomplete_line_up_does_not_make_the_team_ready(cast: Cast, league: League) -> None:
    match = meeting_of(league, "Lake", "Park")
    send_line_up(cast, league, match, "Lake", "Gil, Hal")
    assert len(arrangement_of(match).challenger) == 1
    leave_team(cast, league, "Gil")
    assert arrangement_of(match).challenger == []


@pytest.mark.long
def test_what_was_played_or_has_begun_stays(cast: Cast, league: League) -> None:
    played = play_meeting(cast, league, "Lake", "Park", (5, 3), (6, 2))
    begun = meeting_of(league, "Lake", "Mill 1")
    send_line_up(cast, league, begun, "Lake", "Gil, Hal")
    send_line_up(cast, league, begun, "Mill 1", "Ada, Bob")
    enter_board(cast, boards_of(begun)[1], "Hal", 5, 3)
    leave_team(cast, league, "Gil")
    assert len(boards_of(played)) == len(boards_of(begun)) == 2
    assert "Gil" in seated_names(league, "Lake", "Mill 1")
    assert list(gaps_of(league)) == []
    assert MeetingLineUp.objects.filter(lacks=[]).count() == 4


def test_no_one_leaves_twice_and_a_team_does_not_leave_here(cast: Cast, league: League) -> None:
    leave_team(cast, league, "Gil")
    for gone in (entry_of(league, "Gil"), team_entry(league, "Park")):
        with pytest.raises(Stale):
            leave_squad(by=cast.who("ann"), league=league, entry=gone)
    with pytest.raises(Stale):
        join_squad(
            by=cast.who("ann"),
            league=league,
            team=entry_of(league, "Hal"),
            player=player_named(cast, "Zoë"),
        )


@pytest.mark.long
def test_a_squad_as_before_where_leaving_is_undone(cast: Cast, league: League) -> None:
    match = meeting_of(league, "Lake", "Park")
    send_line_up(cast, league, match, "Lake", "Gil, Hal")
    send_line_up(cast, league, match, "Park", "Jon, Kim")
    leave_team(cast, league, "Gil")
    assert log_lines(league)[-1] == "Removed Gil from the squad of Lake."
    undo_last(cast, league)
    assert seated_names(league, "Lake", "Park") == {"Gil", "Hal", "Jon", "Kim"}
    assert players_by_team(league)["Lake"] == "Gil Hal Ida"
    assert league.enrolments.get(player__name="Gil").last is None


# --- A player is replaced ------------------------------------------------------------------


@pytest.mark.long
def test_who_comes_instead_takes_the_places_that_they_may_play(cast: Cast, league: League) -> None:
    one, other = in_week(league, 0)
    third = next(t for t in ("Mill 1", "Mill 2", "Lake", "Park") if t not in (one, other))
    own = players_by_team(league)[one].split()
    for match in (meeting_of(league, one, other), meeting_of(league, one, third)):
        send_line_up(cast, league, match, one, f"{own[0]}, {own[1]}")
    send_line_up(
        cast,
        league,
        meeting_of(league, one, third),
        third,
        f"{players_by_team(league)[third].split()[0]}, -",
    )
    join_team(cast, league, "Zoë", one, week=1, instead=own[0])
    assert "Zoë" in seated_names(league, one, third)
    assert own[0] not in seated_names(league, one, third)
    [gap] = gaps_of(league)
    assert {gap.team.name, gap.other} == {one, other}
    assert entry_of(league, own[0]).state == Entry.State.WITHDRAWN
    assert f"Moved Zoë from {own[0]} to {one}." in log_lines(league)
    action = Action.objects.get(verb="join_squad")
    undo(by=cast.who("ann"), action=action)
    assert list(gaps_of(league)) == []
    assert own[0] in seated_names(league, one, third)


def test_a_substitute_is_not_replaced_for_another_team(cast: Cast, league: League) -> None:
    match = meeting_of(league, "Mill 1", "Lake")
    send_line_up(cast, league, match, "Mill 1", "Dan, Ada")
    join_team(cast, league, "Zoë", "Mill 2", instead="Dan")
    [gap] = gaps_of(league)
    assert (gap.team.name, gap.names) == ("Mill 1", "Dan")


def test_who_is_replaced_is_of_that_team(cast: Cast, league: League) -> None:
    with pytest.raises(Stale):
        join_team(cast, league, "Zoë", "Lake", instead="Jon")


# --- Its pages ------------------------------------------------------------------------------


@pytest.mark.long
def test_the_desk_adds_and_removes_a_player(cast: Cast, league: League) -> None:
    ann, lake = cast.browser_of("ann"), team_entry(league, "Lake")
    join_at = reverse("desk-league-squad-join", args=[league.slug, lake.pk])
    week = league.nights.in_order()[2]
    page = ann.get(join_at).content.decode()
    assert "New player for Lake" in page
    assert "Hal" in page
    answer = ann.post(join_at, {"name": "Zoë New", "first": week.pk, "instead": ""})
    assert answer.status_code == 302
    shown = ann.get(answer["Location"]).content.decode()
    assert "Zoë New plays for Lake." in shown
    assert "from 19 October" in " ".join(shown.split())
    out = reverse(
        "desk-league-squad-leave", args=[league.slug, lake.pk, player_entry_key(league, "Hal")]
    )
    match = meeting_of(league, "Lake", "Park")
    send_line_up(cast, league, match, "Lake", "Gil, Hal")
    text = ann.post(out, follow=True).content.decode()
    assert "Hal left. 1 line-up needs to be named again." in text
    home = ann.get(f"/desk/leagues/{league.slug}/").content.decode()
    assert "Hal left. Lake needs to name a new line-up." in home
    log = strip_tags(ann.get(f"/desk/leagues/{league.slug}/log/").text)
    assert "Removed Hal from the squad of Lake." in log
    assert ann.post(out, follow=True).status_code == 200
    park = team_entry(league, "Park")
    wrong = reverse(
        "desk-league-squad-leave", args=[league.slug, park.pk, player_entry_key(league, "Gil")]
    )
    assert ann.post(wrong).status_code == 404


def test_a_captain_sees_who_is_gone_and_names_another(
    cast: Cast, league: League, client: object
) -> None:
    link = offer_captain_link(by=cast.who("ann"), league=league, entry=team_entry(league, "Lake"))
    address = reverse("captain", args=[link.pk, captain_secret(link)])
    match = meeting_of(league, "Lake", "Park")
    send_line_up(cast, league, match, "Lake", "Gil, Hal")
    leave_team(cast, league, "Gil")
    join_team(cast, league, "Zoë", "Lake", week=2)
    browser = cast.browser_of("ann")
    page = browser.get(address)
    assert "Gil left the squad" in page.content.decode()
    [card] = [c for c in page.context["coming"] if c.meeting.match == match]
    assert card.meeting.mine is None
    assert card.form["place-1-0"].value() == player_entry_key(league, "Hal")
    shown = {
        name
        for _pk, label in card.form.fields["place-0-0"].choices
        for name in ([label] if isinstance(label, str) else [])
    }
    assert "Gil" not in shown
    early = match.dated.week.on < league.nights.in_order()[2].on
    assert ("Zoë" in shown) is not early
