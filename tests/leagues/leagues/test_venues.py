"""Home venues: a team's is public, a player's is for the two opponents and the desk."""

from datetime import date
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from leagues.access.captain_links import captain_secret
from leagues.actions.leagues.teams.captains import offer_captain_link
from leagues.actions.leagues.unplayed.dates import fix_date, offer_date
from leagues.actions.leagues.venues import set_venue
from leagues.actions.people.former import make_former_member
from leagues.actions.people.links import give_link
from leagues.models import Action, Entry, Event, League, Match, Player
from leagues.reads.data.own_data import own_data
from leagues.reads.phones.own_dates import own_dates
from tests.cast import Cast
from tests.leagues.leagues.calendars import calendar_at
from tests.leagues.leagues.coming_seasons import answer_for, begin_as_planned, open_then
from tests.leagues.leagues.every_kind import open_kind
from tests.leagues.leagues.match_leagues import matches_in_order, open_matches
from tests.leagues.leagues.team_leagues import (
    SQUADS,
    boards_of,
    open_teams,
    send_line_up,
    team_entry,
)
from tests.leagues.leagues.unplayed import at_noon, link_holder, noon, player_by_name, seat_of
from tests.scenes import scene

pytestmark = pytest.mark.django_db
HALL, HOME = "Mill Hall", "7 Elm Street"


@scene
def league(cast: Cast) -> League:
    """Ben is at home against Cat."""
    with at_noon(9, 28):
        return open_matches(cast, {"": ("Ben", "Cat", "Eve")})


def at_home(league: League, name: str) -> Match:
    """The first match, except byes, with this player or team as side A."""
    return next(
        match
        for match in matches_in_order(league)
        if match.ending != Match.Ending.BYE
        for side in match.sides.filter(seat=0)
        for entry in Entry.objects.named().filter(sides=side)
        if name in (entry.name, *(each.name for each in entry.people))
    )


def enter_venue(cast: Cast, league: League, name: str, venue: str) -> None:
    """Set the venue of the team ``name``, or of the entry the player ``name`` is in."""
    named = Entry.objects.named().filter(event=league.event_id)
    entry = named.filter(line_up=None, name=name).first() or named.get(players__name=name)
    set_venue(by=cast.who("ann"), league=league, entry=entry, venue=venue)


def public_texts(league: League, match: Match) -> str:
    """Content of every public page and file about a match, its league and its event."""
    assert league.event is not None
    slug = league.event.slug
    week = match.dated.week_id
    addresses = [
        f"{league.get_absolute_url()}?week={week}",
        match.get_absolute_url(),
        league.event.get_absolute_url(),
        reverse("event_players", args=[slug]),
        reverse("event_download", args=[slug, "event.json"]),
        reverse("event_download", args=[slug, "entries.csv"]),
        reverse("league_download", args=[league.slug, "matches.csv"]),
        f"/api/v1/leagues/{league.slug}/matches/",
        f"/api/v1/events/{slug}/matches/",
    ]
    answers = [Client().get(each) for each in addresses]
    assert {each.status_code for each in answers} == {200}
    return "".join(b"".join(each).decode() for each in answers)


def place_in(calendar: list[Any], match: Match) -> str:
    [found] = [each for each in calendar if each.url.endswith(match.get_absolute_url())]
    place: str = found.place
    return place


def test_everyone_reads_a_team_s_venue_of_a_meeting_and_its_boards(cast: Cast) -> None:
    with at_noon(10, 1):
        league = open_teams(cast, place="Town hall")
        enter_venue(cast, league, "Mill 1", HALL)
        match = at_home(league, "Mill 1")
        other = match.sides.get(seat=1).entries.get().name
        send_line_up(cast, league, match, "Mill 1", "Ada,Bob")
        send_line_up(cast, league, match, other, ",".join(SQUADS[other].split()[:2]))
        calendar = f"/leagues/{league.slug}/calendar.ics"
        assert HALL in Client().get(match.get_absolute_url()).text
        assert HALL in Client().get(boards_of(match)[0].get_absolute_url()).text
        away = next(
            each
            for each in matches_in_order(league)
            if each.sides.filter(seat=1, entries__name="Mill 1").exists()
        )
        assert HALL not in Client().get(away.get_absolute_url()).text
        assert place_in(calendar_at(calendar), away) == "Town hall"


def test_an_agreed_place_goes_before_the_venue_and_is_for_the_two_teams(cast: Cast) -> None:
    with at_noon(10, 1):
        league = open_teams(cast)
        enter_venue(cast, league, "Mill 1", HALL)
        match = at_home(league, "Mill 1")
        calendar = f"/leagues/{league.slug}/calendar.ics"
        week = f"{league.get_absolute_url()}?week={match.dated.week_id}"
        assert HALL in Client().get(week).text
        assert place_in(calendar_at(calendar), match) == HALL
        link = offer_captain_link(
            by=cast.who("ann"), league=league, entry=team_entry(league, "Mill 1")
        )
        captain = reverse("captain", args=[link.pk, captain_secret(link)])
        assert HALL in Client().get(captain).text
        fix_date(by=cast.who("ann"), match=match, on=date(2026, 10, 8), place="The Barn")
        for page in (week, match.get_absolute_url()):
            text = Client().get(page).text
            assert "The Barn" not in text
            assert HALL not in text
        assert place_in(calendar_at(calendar), match) == ""
        assert "The Barn" in Client().get(captain).text


def test_a_player_s_venue_is_for_the_two_who_meet_there_and_the_desk(
    cast: Cast, league: League
) -> None:
    enter_venue(cast, league, "Ben", HOME)
    match = at_home(league, "Ben")
    [away] = match.sides.get(seat=1).players.all()
    [third] = {"Cat", "Eve"} - {away.name}
    with at_noon(10, 1):
        for name in ("Ben", away.name):
            token = give_link(by=cast.who("ann"), player=player_by_name(name))
            assert HOME in Client().get(f"/me/{token}/").text
            page = reverse("own_match", args=[token, match.pk])
            assert HOME in Client().get(page).text
            assert HOME in str(own_dates(player_by_name(name), "", noon(10, 1)))
        token = give_link(by=cast.who("ann"), player=player_by_name(third))
        assert HOME not in Client().get(f"/me/{token}/").text
        assert HOME not in str(own_dates(player_by_name(third), "", noon(10, 1)))
        ann = cast.browser_of("ann")
        assert HOME in ann.get(f"/desk/leagues/{league.slug}/matches/{match.number}/").text
        sheet = reverse("desk-league-sheet", args=[league.slug, match.dated.week_id])
        paper = ann.get(sheet).text  # it is hung up where all can read it
        assert HOME not in paper
        assert "Side A’s venue" in paper


def test_a_player_s_venue_is_on_no_page_and_in_no_file_that_is_public(
    cast: Cast, league: League
) -> None:
    enter_venue(cast, league, "Ben", HOME)
    match = at_home(league, "Ben")
    with at_noon(10, 1):
        assert HOME not in public_texts(league, match)
        calendar = f"/leagues/{league.slug}/calendar.ics"
        assert place_in(calendar_at(calendar), match) == ""


def test_the_desk_changes_a_venue_and_the_log_does_not_tell_it(cast: Cast, league: League) -> None:
    ann = cast.browser_of("ann")
    ben = player_by_name("Ben")
    entry = ben.entries.get(event=league.event_id)
    page = reverse("desk-league-venue", args=[league.slug, entry.pk])
    with at_noon(10, 1):
        too_long = ann.post(page, {"venue": "x" * 121})
        assert too_long.status_code == 422
        assert "x" * 121 in too_long.text
        saved = ann.post(page, {"venue": f" {HOME} "}, follow=True)
        assert f"Home venue: {HOME}" in " ".join(saved.text.split())
        ann.post(page, {"venue": HOME})
        [line] = Action.objects.filter(verb="set_venue")
        assert HOME not in str(line.details)
        assert Client().get(page).status_code == 302


def test_a_team_s_venue_leads_back_to_the_team(cast: Cast) -> None:
    with at_noon(10, 1):
        league = open_teams(cast)
        args = [league.slug, team_entry(league, "Mill 1").pk]
        page = reverse("desk-league-venue", args=args)
        saved = cast.browser_of("ann").post(page, {"venue": HALL})
        assert saved["Location"] == reverse("desk-league-team", args=args)


@pytest.mark.parametrize("kind", [League.Kind.LADDER, League.Kind.SERIES])
def test_a_league_without_home_sides_has_no_venues(cast: Cast, kind: str) -> None:
    with at_noon(10, 1):
        league = open_kind(cast, kind)
        assert league.event is not None
        entry = league.event.entries.all()[0]
        page = reverse("desk-league-venue", args=[league.slug, entry.pk])
        assert cast.browser_of("ann").get(page).status_code == 404


def test_players_keep_their_venue_in_the_next_season_and_the_log_does_not_tell_it(
    cast: Cast, league: League
) -> None:
    enter_venue(cast, league, "Ben", HOME)
    then = open_then(cast, league)
    answer_for(cast, then, ("Ben", "Cat"))
    begin_as_planned(cast, then)
    found = Entry.objects.filter(event=then.event_id).values_list("players__name", "venue")
    assert dict(found) == {"Ben": HOME, "Cat": ""}
    assert HOME not in str(list(Action.objects.values_list("details", flat=True)))


def test_who_leaves_for_good_leaves_no_address_and_may_download_it_before(
    cast: Cast, league: League
) -> None:
    enter_venue(cast, league, "Ben", HOME)
    match = at_home(league, "Ben")
    day, shed = date(2026, 10, 8), "Shed"
    ben = player_by_name("Ben")
    with at_noon(10, 1):
        by, seat = link_holder(cast, "Ben"), seat_of(match, "Ben")
        offer_date(by=by, match=match, seat=seat, on=day, place="Barn")
        fix_date(by=cast.who("ann"), match=match, on=day, place=shed)
    assert shed in str(list(Action.objects.values_list("details", flat=True)))
    assert HOME in str(own_data(ben))
    Event.objects.update(state=Event.State.FINISHED)
    League.objects.update(closed_at=noon(12, 20))
    make_former_member(by=cast.who("ann"), player=Player.objects.get(pk=ben.pk))
    assert not Entry.objects.exclude(venue="").exists()
    assert Match.objects.get(pk=match.pk).dated.place == ""
    logged = str(list(Action.objects.values_list("details", flat=True)))
    assert shed not in logged
    assert "Barn" not in logged
