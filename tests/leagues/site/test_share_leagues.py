"""How shared links to the club, its leagues and nights look, and who leads."""

from dataclasses import replace

import pytest
import time_machine
from django.test import Client

from leagues.actions.leagues.nights.changes import cancel_night
from leagues.files.share_picture import NumberedText
from leagues.models import Event, League, Player, Surface
from leagues.reads.leagues.pages.leaders import leader_names, leads_of
from leagues.reads.leagues.table.table_lines import LeagueLine
from leagues.views.public import share, share_leagues
from scoring.results import Number
from tests.cast import Cast
from tests.leagues.leagues.match_leagues import open_matches
from tests.leagues.leagues.mondays import Mondays
from tests.leagues.leagues.team_leagues import open_teams
from tests.leagues.play.desk_hall import open_hall
from tests.leagues.site.test_public import finish_match, read_page
from tests.leagues.site.test_share import picture_size, read_meta
from tests.scenes import scene

pytestmark = pytest.mark.django_db
ANN, BEN = "Annabel Tremblay", "Ben"


@scene
def mondays(cast: Cast) -> Mondays:
    """Annabel, who is under 18, wins the first night 6 to 2."""
    made = Mondays.open(cast, ANN, BEN)
    Player.objects.filter(name=ANN).update(is_minor=True, family_name="Tremblay")
    League.objects.update(place="The Mill")
    made.play(1, (ANN, BEN, 6, 2))
    return made


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    pictures: list[list[str]] = []

    def keep(title: str, lines: list[str], club: str, *_: object, **__: object) -> bytes:
        pictures.append([title, *map(str, lines), club])
        return b""

    monkeypatch.setattr(share, "share_picture", keep)
    return pictures


def test_a_league_shows_its_leader(mondays: Mondays) -> None:
    page = read_page("/leagues/mondays/")

    assert read_meta(page, "og:title") == "Mondays"
    assert read_meta(page, "og:description") == "Drop-in singles · In the lead: Annabel T."
    assert read_meta(page, "og:image") == "http://testserver/leagues/mondays/picture.png"
    assert "Tremblay" not in page
    assert picture_size("/leagues/mondays/picture.png") == (1200, 630)


def test_a_league_s_picture_has_its_first_three(mondays: Mondays, drawn: list[list[str]]) -> None:
    Client().get("/leagues/mondays/picture.png")
    mondays.play(2, (BEN, ANN, 8, 0))
    Client().get("/leagues/mondays/picture.png")

    club = "Westport Crokinole Club"
    assert drawn == [
        ["Mondays", "Drop-in singles", "1  Annabel T. · 6", "2  Ben · 2", club],
        ["Mondays", "Drop-in singles", "1  Ben · 10", "2  Annabel T. · 6", club],
    ]


def test_a_league_s_picture_has_its_next_night(mondays: Mondays, drawn: list[list[str]]) -> None:
    with time_machine.travel("2026-10-06T12:00:00Z"):
        Client().get("/leagues/mondays/picture.png")

    assert drawn[0][-2] == "Next: Mon 12 Oct, 19:30"


def test_four_who_tie_for_first_are_counted(cast: Cast, drawn: list[list[str]]) -> None:
    mondays = Mondays.open(cast, "Zoë", "Bo", "Cy", "Di")
    mondays.play(1, ("Zoë", "Bo", 4, 4), ("Cy", "Di", 4, 4))

    Client().get(f"{mondays.league.get_absolute_url()}picture.png")

    assert drawn[-1][2:-1] == ["1  4 tie for first place · 4"]


def test_a_league_of_divisions_has_the_leader_of_each(cast: Cast, drawn: list[list[str]]) -> None:
    league = open_matches(cast, {"A": ("Ben", "Cat"), "B": ("Eve", "Fay")})
    Client().get("/leagues/monday-league/picture.png")

    assert drawn == [["Monday league", league.get_kind_display(), cast.club.name]]
    assert read_meta(read_page("/leagues/monday-league/"), "og:title") == "Monday league"


def test_a_league_of_teams_is_shared_and_subscribed_to_as_others_are(cast: Cast) -> None:
    league = open_teams(cast)
    page = read_page(league.get_absolute_url())

    assert read_meta(page, "og:title") == "Team league"
    assert read_meta(page, "og:description") == league.get_kind_display()
    assert f"webcal://testserver/leagues/{league.slug}/calendar.ics" in page


def test_a_night_shows_who_came_first(mondays: Mondays, drawn: list[list[str]]) -> None:
    night = mondays.night(1)
    path = f"/leagues/mondays/nights/{night.pk}/"
    page = read_page(path)
    Client().get(f"{path}picture.png")

    assert read_meta(page, "og:title") == "Mondays, 5 October 2026"
    when = "Mon 5 Oct 2026, 19:30 · The Mill"
    assert read_meta(page, "og:description") == f"{when} · First: Annabel T."
    [picture] = drawn
    assert picture[:4] == ["Mondays", when, "1  Annabel T. · 6", "2  Ben · 2"]

    american = Client().get(path, headers={"accept-language": "en-US"}).text
    assert "7:30\N{NO-BREAK SPACE}pm · The Mill" in read_meta(american, "og:description")


def test_a_cancelled_night_shows_that(mondays: Mondays) -> None:
    night = mondays.night(2)
    cancel_night(by=mondays.cast.who("ann"), night=night, reason="Snow")
    page = read_page(f"/leagues/mondays/nights/{night.pk}/")

    assert read_meta(page, "og:description").endswith("The Mill · Cancelled")


def test_a_players_season_shows_their_place(mondays: Mondays) -> None:
    player = mondays.player(ANN)
    page = read_page(f"/leagues/mondays/players/{player.pk}/")

    assert read_meta(page, "og:title") == "Annabel T."
    assert read_meta(page, "og:description") == "Place 1 in Mondays"
    assert "Tremblay" not in page


@pytest.mark.long
def test_the_club_shows_the_leaders_of_its_leagues(
    mondays: Mondays, drawn: list[list[str]]
) -> None:
    open_matches(mondays.cast)
    page = read_page("/")
    Client().get("/picture.png")

    assert read_meta(page, "og:title") == mondays.cast.club.name
    assert read_meta(page, "og:image") == "http://testserver/picture.png"
    assert drawn[0][1:] == ["Monday league", "Mondays: Annabel T.", mondays.cast.club.name]


def test_the_club_s_picture_begins_with_the_event_that_is_on(
    cast: Cast, drawn: list[list[str]]
) -> None:
    hall = open_hall(cast, names=["Ann A", "Ben B", "Cy C", "Di D"])
    Client().get("/picture.png")
    match = hall.publish((1, 2), (3, 4)).matches.get(number=1)
    finish_match(match, (6, 2))
    Client().get("/picture.png")

    assert drawn[0][:2] == ["Westport Open", "On now · Sat 21 Nov 2026, 07:00"]
    game = f"1  On now · {match.pairing_round.stage.name}, game 1"
    assert drawn[1][:3] == ["Westport Open", game, "1  Ann A · 6"]


def test_the_top_of_a_ladder_leads_once_a_match_was_played() -> None:
    top = LeagueLine(1, (), "Ann", 0, "", played=0, is_rung=True)
    second = LeagueLine(2, (), "Ben", 1, "", played=1, is_rung=True)

    assert leader_names([top, second], Surface.WEB) == "Ann"
    assert leader_names([top, replace(second, played=0)], Surface.WEB) == ""
    assert leader_names([replace(top, is_rung=False), second], Surface.WEB) == ""
    assert [str(line) for line in share_leagues._in_front([top, second])] == ["1  Ann", "2  Ben"]


def test_a_lead_is_in_points_unless_first_place_is_shared_or_a_rung() -> None:
    ann = LeagueLine(1, (), "Ann", 6, "", played=1)
    ben = LeagueLine(2, (), "Ben", 4, "", played=1)

    def ahead(*lines: LeagueLine) -> list[tuple[str, Number]]:
        return [(each.listed, each.ahead) for each in leads_of(lines)]

    assert ahead(ann, ben) == [("Ann", 2)]
    assert ahead(ann) == [("Ann", 0)]
    assert ahead(ann, replace(ben, place=1, total=6)) == [("Ann and Ben", 0)]
    assert ahead(replace(ann, is_rung=True), ben) == [("Ann", 0)]
    assert ahead(replace(ann, division="A"), replace(ben, place=1, division="B")) == [
        ("Ann", 0),
        ("Ben", 0),
    ]
    assert ahead(replace(ann, played=0), replace(ben, place=1, played=0)) == []


def test_no_points_without_names_where_too_many_share_first_place_of_a_division() -> None:
    ann = LeagueLine(1, (), "Ann", 6, "A", played=1)
    tied = [LeagueLine(1, (), f"Ben {n}", 8, "B", played=1) for n in range(4)]

    assert list(share_leagues._in_front([ann, *tied])) == [NumberedText("A: Ann", points="6")]


def test_what_is_private_has_no_picture_and_what_is_unlisted_is_not_found(mondays: Mondays) -> None:
    night = f"/leagues/mondays/nights/{mondays.night(1).pk}/picture.png"
    League.objects.update(visibility="unlisted")
    Event.objects.update(visibility="unlisted")
    assert 'name="robots" content="noindex"' in read_page("/leagues/mondays/")
    assert 'name="robots" content="noindex"' in read_page(Event.objects.get().get_absolute_url())
    League.objects.update(visibility="private")
    read_page("/leagues/mondays/picture.png", 404)
    read_page(night, 404)


def test_a_week_of_dated_matches_has_no_picture(cast: Cast) -> None:
    league = open_matches(cast)
    week = league.nights.in_order()[0]

    read_page(f"/leagues/monday-league/nights/{week.pk}/picture.png", 404)
