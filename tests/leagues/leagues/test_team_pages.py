"""Pages of a league of teams: public, of captains, and at the desk."""

import re
from collections.abc import Iterator
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from leagues.access.captain_links import captain_secret
from leagues.actions.entries.entries import set_team
from leagues.actions.leagues.teams.captains import offer_captain_link, revoke_captain_link
from leagues.actions.play.calls import call_match, call_round
from leagues.actions.refusal import Refused
from leagues.models import (
    Board,
    CaptainLink,
    Entry,
    Event,
    League,
    Match,
    MeetingLineUp,
    TotalsReport,
)
from leagues.reads.tables.clubs import club_standings, ranks_clubs
from leagues.stages.match_league import MatchLeague
from tests.cast import Cast
from tests.leagues.leagues.match_leagues import matches_in_order, open_matches
from tests.leagues.leagues.team_leagues import (
    SQUADS,
    boards_of,
    meeting_of,
    names_at,
    open_teams,
    play_meeting,
    player_entry_key,
    send_line_up,
    team_entry,
)
from tests.leagues.leagues.test_match_desk import at_desk
from tests.leagues.leagues.unplayed import at_noon

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def before_the_season() -> Iterator[None]:
    with at_noon(10, 1):
        yield


def test_a_meeting_has_the_state_of_the_league_page_its_day_and_its_squads(cast: Cast) -> None:
    league = open_teams(cast)
    match = meeting_of(league, "Mill 1", "Lake")
    with at_noon(11, 30):
        page = Client().get(match.get_absolute_url()).text
        assert "Overdue since" in page
        assert "Overdue since" in Client().get(league.get_absolute_url()).text
    assert "To be played" not in page
    assert f'datetime="{match.dated.week.on:%Y-%m-%d}"' in page
    squads = page.split("<tbody>")[1].split("</tbody>")[0]
    assert {"Ada", "Cam", "Ida", "Gil"} <= {*re.findall(r">(\w+)</a>", squads)}
    send_line_up(cast, league, match, "Lake", "Ida, Gil")
    send_line_up(cast, league, match, "Mill 1", "Ada, Cam")
    page = Client().get(match.get_absolute_url()).text
    lines = page.split("<tbody>")[1].split("</tbody>")[0].split("</tr>")[:-1]
    assert [each.count("<td>") for each in lines] == [2, 2]
    assert "Ada" in lines[0]
    assert "Ida" in lines[0]


def test_open_meetings_are_something_to_play(cast: Cast) -> None:
    league = open_teams(cast)
    assert league.event is not None
    Event.objects.update(state=Event.State.RUNNING)
    page = cast.browser_of("ann").get(f"/desk/events/{league.event.slug}/play/").text

    assert "All drawn matches are played" not in page


def test_the_page_of_a_team_lists_its_players_only(cast: Cast) -> None:
    league = open_teams(cast)
    assert league.event is not None
    team = team_entry(league, "Mill 1")
    page = Client().get(reverse("entry", args=[league.event.slug, team.pk])).text
    rows = page.split('id="players"')[1].split("<tbody>")[1].split("</tbody>")[0]
    assert {*re.findall(r">(\w+)</a>", rows)} == set(SQUADS["Mill 1"].split())
    player = reverse("entry", args=[league.event.slug, player_entry_key(league, "Ada")])
    assert 'id="players"' not in Client().get(player).text


def address_of(link: CaptainLink) -> str:
    return reverse("captain", args=[link.pk, captain_secret(link)])


def captain_address(cast: Cast, league: League, name: str = "Mill 1") -> str:
    entry = team_entry(league, name)
    return address_of(offer_captain_link(by=cast.who("ann"), league=league, entry=entry))


def line_up_form(league: League, one: str, other: str, *names: str) -> dict[str, object]:
    """The form data of a line-up as a captain sends it."""
    match = meeting_of(league, one, other)
    places = {
        f"m{match.pk}-place-{at}-0": player_entry_key(league, name) if name else 0
        for at, name in enumerate(names)
    }
    return {"meeting": match.pk, **places}


@pytest.mark.long
def test_a_captain_names_the_line_up_without_an_account(cast: Cast, client: Client) -> None:
    league = open_teams(cast)
    address = captain_address(cast, league)
    page = client.get(address)
    assert page.status_code == 200
    assert "Against Lake" in page.content.decode()
    assert "Gil" not in page.content.decode()
    assert "17:30" in page.content.decode()  # by the league's clock, two hours before
    answer = client.post(address, line_up_form(league, "Mill 1", "Lake", "Ada", "Bob"))
    assert answer.status_code == 302
    assert MeetingLineUp.objects.get().entry == team_entry(league, "Mill 1")
    assert "Your line-up is in" in client.get(address).content.decode()


def test_an_impossible_line_up_is_refused_and_stays_in_the_form(cast: Cast, client: Client) -> None:
    league = open_teams(cast)
    address = captain_address(cast, league)
    answer = client.post(address, line_up_form(league, "Mill 1", "Lake", "Ada", "Ada"))
    assert answer.status_code == 422
    assert "Ada is in this line-up twice." in answer.content.decode()
    chosen = f'<option value="{player_entry_key(league, "Ada")}" selected>'
    assert answer.content.decode().count(chosen) == 2
    assert not MeetingLineUp.objects.exists()


def test_a_line_up_is_hidden_until_both_are_in(cast: Cast, client: Client) -> None:
    league = open_teams(cast)
    lake = captain_address(cast, league, "Lake")
    match = meeting_of(league, "Mill 1", "Lake")
    send_line_up(cast, league, match, "Mill 1", "Ada, Dan")
    before = client.get(lake).content.decode()
    assert "Mill 1 has entered theirs" in before
    assert "Ada" not in before
    send_line_up(cast, league, match, "Lake", "Gil, Hal")
    assert "Ada" in client.get(lake).content.decode()


def test_a_revoked_link_opens_nothing_and_the_next_is_another(cast: Cast, client: Client) -> None:
    league = open_teams(cast)
    old = captain_address(cast, league)
    entry = team_entry(league, "Mill 1")
    revoke_captain_link(by=cast.who("ann"), league=league, entry=entry)
    assert client.get(old).status_code == 404
    new = captain_address(cast, league)
    assert new != old
    assert client.get(old).status_code == 404
    assert client.get(new).status_code == 200


def test_a_captain_cannot_answer_for_a_meeting_of_others(cast: Cast, client: Client) -> None:
    league = open_teams(cast)
    address = captain_address(cast, league)
    assert client.post(address, line_up_form(league, "Park", "Lake", "Jon")).status_code == 404
    assert client.post(address, {"meeting": "x"}).status_code == 404


@pytest.mark.long
def test_everybody_sees_meetings_with_their_boards_and_what_players_made(
    cast: Cast, client: Client
) -> None:
    league = open_teams(cast)
    match = play_meeting(cast, league, "Mill 1", "Lake", (5, 3), (4, 4))
    page = client.get(league.get_absolute_url())
    text = page.content.decode()
    assert len(page.context["season"].matches) == 6
    assert page.context["players"][0].lines[0].entry.people[0].name == "Ada"
    assert "Ada" in text
    address = reverse("match", args=[match.event.slug, match.number])
    assert "Ada" in client.get(address).content.decode()
    board = boards_of(match)[0]
    address = reverse("match", args=[match.event.slug, board.number])
    assert client.get(address).status_code == 200


@pytest.mark.long
def test_the_organiser_names_line_ups_and_makes_links(cast: Cast) -> None:
    league = open_teams(cast)
    ann = cast.browser_of("ann")
    teams = ann.get(reverse("desk-league-teams", args=[league.slug]))
    assert teams.status_code == 200
    entry = team_entry(league, "Mill 1")
    page = reverse("desk-league-team", args=[league.slug, entry.pk])
    assert ann.get(page).status_code == 200
    make = reverse("desk-league-captain", args=[league.slug, entry.pk])
    made = ann.post(make, follow=True).content.decode()
    secret = address_of(CaptainLink.objects.get())
    assert "The captain’s link is ready." in made
    assert secret in made
    assert "<details open>" in made
    assert ann.post(make, {"revoke": "1"}).status_code == 302
    assert secret not in ann.get(page).content.decode()
    answer = ann.post(page, line_up_form(league, "Mill 1", "Lake", "Ada", ""))
    assert answer.status_code == 302
    assert MeetingLineUp.objects.get().places == [[player_entry_key(league, "Ada")], []]


def test_the_desk_shows_teams_with_their_next_meeting_and_members_with_their_team(
    cast: Cast,
) -> None:
    league = open_teams(cast)
    play_meeting(cast, league, "Mill 1", "Lake", (8, 0), (8, 0))
    ann = cast.browser_of("ann")

    with at_noon(10, 13):
        rows = desk_rows(cast, league)
        people = ann.get(reverse("desk-league-people", args=[league.slug])).text
    [park] = [row for row in rows if ">Park<" in row]
    assert "Place " in park
    assert re.search(r"(Mill 1|Mill 2|Lake) · Overdue since 11 Oct", park)
    [ada] = [" ".join(row.split()) for row in people.split("<tr>") if ">Ada<" in row]
    assert '<td>Mill 1</td> <td class="n number">1</td>' in ada
    assert '<th scope="col" class="n"> Matches </th>' in " ".join(people.split())


def desk_rows(cast: Cast, league: League) -> list[str]:
    page = cast.browser_of("ann").get(reverse("desk-league-teams", args=[league.slug]))
    return [
        " ".join(row.split()) for row in page.text.split('<li class="card">') if "stretched" in row
    ]


@pytest.mark.parametrize(
    ("day", "badge"),
    [(3, None), (7, 'badge">.*Line-up missing'), (12, 'badge needed">.*Line-up late')],
)
def test_a_line_up_is_late_once_its_meeting_is_overdue(
    cast: Cast, day: int, badge: str | None
) -> None:
    league = open_teams(cast)
    with at_noon(10, day):
        [park] = [row for row in desk_rows(cast, league) if ">Park<" in row]
    assert re.search(badge or "^(?!.*Line-up)", park)


def names_of(meeting: Match) -> list[str]:
    return [entry.name for side in meeting.sides.order_by("seat") for entry in side.entries.all()]


def test_an_overdue_meeting_is_marked_and_comes_first(cast: Cast) -> None:
    league = open_teams(cast)
    first, second = matches_in_order(league)[:2]
    one, other = names_of(first)
    play_meeting(cast, league, one, other, (8, 0), (8, 0))
    for name in names_of(second):
        send_line_up(cast, league, second, name, ",".join(SQUADS[name].split()[:2]))
    with at_noon(10, 12):
        rows = desk_rows(cast, league)
    assert ["badge needed" in row for row in rows] == [True, True, False, False]
    for name in names_of(second):
        [row] = [row for row in rows[:2] if f">{name}<" in row]
        assert re.search('badge needed">.* Overdue since ', row)


def test_teams_that_share_a_place_are_marked(cast: Cast) -> None:
    league = open_teams(cast)
    play_meeting(cast, league, "Mill 1", "Lake", (4, 4), (4, 4))
    rows = "".join(desk_rows(cast, league))
    assert rows.count("Place 1= ") == 2


def test_no_team_has_a_place_before_a_meeting(cast: Cast) -> None:
    league = open_teams(cast)
    teams = cast.browser_of("ann").get(reverse("desk-league-teams", args=[league.slug]))
    assert "Place " not in teams.text


def test_a_player_whose_entry_left_its_team_is_a_member_without_a_squad(cast: Cast) -> None:
    league, ann = open_teams(cast), cast.browser_of("ann")
    [entry] = Entry.objects.filter(event=league.event, players__name="Ada")
    set_team(by=cast.who("ann"), event=entry.event, entry=entry, team="Afar", before="Mill 1")
    people = ann.get(reverse("desk-league-people", args=[league.slug]))
    [ada] = [" ".join(row.split()) for row in people.text.split("<tr>") if ">Ada<" in row]
    assert "Mill 1" not in ada


@pytest.mark.parametrize(
    ("day", "shown"),
    [(5, r"Next: [\w ]+, Mon 5 Oct"), (7, "· Due by Sun 11 Oct"), (21, "· Overdue since 11 Oct")],
)
def test_a_meeting_of_a_past_week_is_not_called_the_next(cast: Cast, day: int, shown: str) -> None:
    league = open_teams(cast)
    with at_noon(10, day):
        teams = cast.browser_of("ann").get(reverse("desk-league-teams", args=[league.slug]))
    [park] = [" ".join(row.split()) for row in teams.text.split("<li>") if ">Park<" in row]
    assert re.search(shown, park)
    assert ("Next:" in park) == (day == 5)


def meeting_with_line_ups(cast: Cast) -> tuple[League, Match]:
    """Open Mill 1 against Lake with both line-ups in, two singles."""
    league = open_teams(cast, matches=MatchLeague(catch_up_every=0, totals=True))
    match = meeting_of(league, "Mill 1", "Lake")
    send_line_up(cast, league, match, "Mill 1", "Ada,Bob")
    send_line_up(cast, league, match, "Lake", "Gil,Hal")
    return league, match


def enter_boards(cast: Cast, league: League, match: Match, *picked: str, **more: str) -> Any:
    """Enter results on the desk's page of a meeting; "" leaves a board without one."""
    typed = {
        f"b{board.number}-{name}": value
        for board, result in zip(boards_of(match), picked, strict=True)
        for name, value in (("key", str(uuid4())), ("picked", result))
    }
    return at_desk(cast, league, f"matches/{match.number}/boards/", **typed, **more)


def test_the_page_of_a_meeting_lists_its_boards(cast: Cast) -> None:
    league, match = meeting_with_line_ups(cast)
    page = at_desk(cast, league, f"matches/{match.number}/").content.decode()
    for names in map(names_at, boards_of(match)):
        assert " – ".join(names) in page
    assert "8–0" in page
    assert "the win" not in page  # each board is decided by itself
    for board in boards_of(match):
        address = reverse("desk-league-match", args=[league.slug, board.number])
        assert address in page
    of_board = at_desk(cast, league, f"matches/{board.number}/").content.decode()
    assert f"matches/{match.number}/" in of_board


def test_a_meeting_is_entered_on_its_page_board_by_board(cast: Cast) -> None:
    league, match = meeting_with_line_ups(cast)
    page = enter_boards(cast, league, match, "5-3", "").content.decode()
    assert "The results are saved." in page
    assert [board.ending for board in boards_of(match)] == ["totals", ""]
    enter_boards(cast, league, match, "5-3", "4-4")
    assert TotalsReport.objects.count() == 2  # the first is as it was
    match.refresh_from_db()
    assert match.state == Match.State.FINISHED
    home, away = match.sides.order_by("seat")
    assert (home.points, away.points) == (9, 7)


def test_one_impossible_board_saves_no_board_and_keeps_what_was_typed(cast: Cast) -> None:
    league, match = meeting_with_line_ups(cast)
    second = boards_of(match)[1].number
    typed = {f"b{second}-my_twenties": "99", f"b{second}-their_twenties": "0"}
    page = enter_boards(cast, league, match, "5-3", "4-4", **typed)
    assert page.status_code == 422
    assert "Nothing was saved." in page.content.decode()
    assert 'value="99"' in page.content.decode()
    assert not any(board.ending for board in boards_of(match))
    page = enter_boards(cast, league, match, "", "")
    assert "Enter at least one result." in page.content.decode()


def test_a_meeting_without_its_line_ups_leads_to_them(cast: Cast) -> None:
    league = open_teams(cast)
    match = meeting_of(league, "Mill 1", "Lake")
    page = at_desk(cast, league, f"matches/{match.number}/").content.decode()
    assert "Save the result" not in page
    for name in ("Mill 1", "Lake"):
        of_team = reverse("desk-league-team", args=[league.slug, team_entry(league, name).pk])
        assert of_team in page
    assert "The boards appear here once both line-ups are in." in page
    assert "Give Mill 1 the win" in page
    assert "Substitute" not in page  # a captain names the line-up


def test_a_meeting_is_not_called_but_its_boards_are(cast: Cast) -> None:
    league, match = meeting_with_line_ups(cast)
    assert league.event is not None
    made = [Board.objects.create(club=cast.club, number=n) for n in (1, 2)]
    league.event.boards.set(made)
    ann = cast.browser_of("ann")
    page = ann.get(reverse("event_desk", args=[league.event.slug])).content.decode()
    assert "2 matches can be called to their boards" in page
    with pytest.raises(Refused, match="This is a match between two teams"):
        call_match(by=cast.who("ann"), match=match, board=league.event.boards.all()[0])
    for pairing_round in (match.pairing_round, boards_of(match)[0].pairing_round):
        call_round(by=cast.who("ann"), pairing_round=pairing_round)
    match.refresh_from_db()
    assert match.board is None
    assert [board.state for board in boards_of(match)] == ["called", "called"]
    card = ann.get(reverse("desk_match", args=[league.event.slug, match.number]))
    assert "Call to the board" not in card.content.decode()
    address = reverse("desk-league-match", args=[league.slug, match.number])
    assert address in card.content.decode()


def test_teams_are_ranked_by_their_meetings_and_by_nothing_else(cast: Cast, client: Client) -> None:
    """A table of clubs would rank the same teams again, by other points."""
    league = open_teams(cast)
    play_meeting(cast, league, "Mill 1", "Lake", (5, 3), (4, 4))
    assert league.event is not None
    for stage in league.event.stages.all():
        assert ranks_clubs(stage)  # names are shown with those of their teams
        assert club_standings(stage) is None
    page = client.get(reverse("standings", args=[league.event.slug]))
    assert "<h2>Clubs" not in page.content.decode()


def test_other_leagues_have_no_teams(cast: Cast) -> None:
    league = open_matches(cast)
    ann = cast.browser_of("ann")
    address = reverse("desk-league-teams", args=[league.slug])
    assert ann.get(address).status_code == 404


@pytest.mark.long
def test_every_page_of_its_desk_opens(cast: Cast) -> None:
    league = open_teams(cast)
    play_meeting(cast, league, "Mill 1", "Lake", (5, 3), (4, 4))
    ann = cast.browser_of("ann")
    for name in (
        *("", "-calendar", "-people", "-matches", "-settings", "-end", "-log"),
        *("-close", "-awards", "-finals"),
    ):
        address = reverse(f"desk-league{name}", args=[league.slug])
        assert ann.get(address).status_code == 200, name
    leave = reverse("desk-league-leave", args=[league.slug, team_entry(league, "Mill 1").pk])
    assert ann.get(leave).status_code == 200


@pytest.mark.parametrize(
    ("state", "ending", "may"),
    [
        ("planned", "", True),
        ("called", "", False),
        ("playing", "", False),
        ("finished", "played", False),
        ("finished", "totals", False),
        ("finished", "forfeit", True),
    ],
)
def test_a_line_up_may_change_until_a_board_has_begun(
    cast: Cast, client: Client, state: str, ending: str, *, may: bool
) -> None:
    league = open_teams(cast)
    match = meeting_of(league, "Mill 1", "Lake")
    send_line_up(cast, league, match, "Mill 1", "Ada,Bob")
    send_line_up(cast, league, match, "Lake", ",".join(SQUADS["Lake"].split()[:2]))
    first = boards_of(match)[0]
    Match.objects.filter(pk=first.pk).update(state=state, ending=ending)

    page = client.get(captain_address(cast, league)).content.decode()
    assert (f'name="m{match.pk}-place-0-0"' in page) == may


def test_the_page_of_a_member_has_the_place_of_their_team(cast: Cast) -> None:
    league = open_teams(cast)
    [ada] = league.enrolments.filter(player__name="Ada")
    page = cast.browser_of("ann").get(f"/desk/leagues/{league.slug}/people/{ada.pk}/")

    assert page.context["season"].here.team == "Mill 1"
    assert page.context["season"].here.line.team == "Mill 1"


def test_the_card_of_a_league_shows_the_match_points_of_its_leader(cast: Cast) -> None:
    league = open_teams(cast)
    play_meeting(cast, league, "Mill 1", "Lake", (8, 0), (6, 2))
    [card] = Client().get("/leagues/").context["cards"]
    assert [(each.who, each.points) for each in card.leaders] == [("Mill 1", "2")]


def test_a_first_place_shared_by_many_has_no_leader(cast: Cast) -> None:
    league = open_teams(cast)
    for one, other in map(names_of, matches_in_order(league)[:2]):
        play_meeting(cast, league, one, other, (4, 4), (4, 4))
    [card] = Client().get("/leagues/").context["cards"]
    assert card.leaders == ()
