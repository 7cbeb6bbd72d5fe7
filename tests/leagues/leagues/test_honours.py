"""Honours: closed leagues, their awards, and all seasons added up."""

from datetime import date, time

import pytest

from leagues.actions.leagues.season.closing import close_league, confirm_awards
from leagues.models import Event, League, Player, Season
from leagues.reads.leagues.end import honours
from leagues.reads.leagues.end.awards import award_choices
from leagues.reads.leagues.end.honours import SeasonHonours, closed_leagues, honours_of
from leagues.reads.leagues.table.table_lines import league_lines
from leagues.reads.screens.certificates import certificates_of_league
from tests.cast import Cast, Page
from tests.leagues.leagues.mondays import Mondays

pytestmark = pytest.mark.django_db

YEAR = {"name": "2026/27", "starts_on": date(2026, 9, 1), "ends_on": date(2027, 6, 30)}


def closed_season(cast: Cast, *results: tuple[str, str, int, int]) -> League:
    """Close a season of one night, with the award for its champion."""
    names = dict.fromkeys(name for one, other, *_ in results for name in (one, other))
    mondays = Mondays.open(cast, *names, nights=1)
    mondays.play(1, *results)
    by = cast.who("ann")
    champion = award_choices(mondays.league)[0]
    confirm_awards(by=by, league=mondays.league, awards=[champion.facts])
    close_league(by=by, league=mondays.league)
    return mondays.league


def player_by_name(name: str) -> Player:
    return Player.objects.get(name=name)


def all_time(cast: Cast) -> list[tuple[int, str, int]]:
    rows = honours.all_time_lines(honours.all_time(cast.club))
    return [(each.row.place, each.player.name, each.row.titles) for each in rows]


def honours_by_season(cast: Cast) -> tuple[SeasonHonours, ...]:
    return honours.season_honours(list(closed_leagues(cast.club)))


def page_text(cast: Cast, address: str) -> str:
    stranger: Page = cast.browser_of("stranger")
    text: str = stranger.get(address).text
    return text


def test_a_club_that_closed_no_season_has_no_honours_yet(cast: Cast) -> None:
    Mondays.open(cast, "Zoë").play(1, ("Zoë", "Bo", 6, 2))

    assert honours_by_season(cast) == ()
    assert "No season is closed yet" in page_text(cast, "/honours/")


def test_seasons_stand_with_their_podium_and_awards(cast: Cast) -> None:
    closed_season(cast, ("Zoë", "Bo", 6, 2))

    [season] = honours_by_season(cast)
    [(division, rows)] = season.divisions
    assert (division, [row.place for row in rows]) == ("", [1, 2])
    shown = page_text(cast, "/honours/")
    assert "Champion" in shown
    assert "6 points" in shown


@pytest.mark.parametrize(
    ("name", "years", "is_beside"), [("2026/27", "2026/27", False), ("Our 30th", "2026", True)]
)
def test_the_clubs_season_is_the_years_of_a_league_or_beside_it(
    cast: Cast, name: str, years: str, is_beside: bool
) -> None:
    league = closed_season(cast, ("Zoë", "Bo", 6, 2))
    own = Season.objects.create(club=league.club, **YEAR | {"name": name})
    League.objects.update(season=own)

    for visitor, address in (
        ("stranger", "/honours/"),
        ("stranger", "/leagues/"),
        ("ann", "/desk/leagues/"),
    ):
        shown = cast.browser_of(visitor).get(address).text
        assert f"Mondays {years}<" in shown
        assert (f">{name}<" in shown or f" · {name}<" in shown) == is_beside, address


def test_seasons_are_added_up(cast: Cast) -> None:
    closed_season(cast, ("Zoë", "Bo", 6, 2))
    closed_season(cast, ("Bo", "Al", 6, 2))
    closed_season(cast, ("Bo", "Zoë", 6, 2))

    assert all_time(cast) == [(1, "Bo", 2), (2, "Zoë", 1), (3, "Al", 0)]


def test_who_was_merged_since_has_the_titles_of_both_names(cast: Cast) -> None:
    closed_season(cast, ("Zoë", "Bo", 6, 2))
    closed_season(cast, ("Zoe", "Bo", 6, 2))
    Player.objects.filter(name="Zoe").update(merged_into=player_by_name("Zoë"))

    assert all_time(cast) == [(1, "Zoë", 2), (2, "Bo", 0)]
    assert len(honours_of(player_by_name("Zoë")).rows) == 2


def test_who_never_played_is_in_no_table_of_all_time(cast: Cast) -> None:
    mondays = Mondays.open(cast, "Zoë", "Bo", "Ida", nights=1)
    mondays.play(1, ("Zoë", "Bo", 6, 2))
    close_league(by=cast.who("ann"), league=mondays.league)

    assert [name for _, name, _ in all_time(cast)] == ["Zoë", "Bo"]


def test_a_private_league_is_in_no_honours(cast: Cast) -> None:
    closed_season(cast, ("Zoë", "Bo", 6, 2))
    League.objects.update(visibility=Event.Visibility.PRIVATE)

    assert honours_by_season(cast) == ()
    assert not honours_of(player_by_name("Zoë"))


def test_a_players_page_shows_what_they_won(cast: Cast) -> None:
    league = closed_season(cast, ("Zoë", "Bo", 6, 2))
    found = honours_of(player_by_name("Zoë"))

    assert [row.place for row in found.rows] == [1]
    assert [award.named for award in found.awards] == ["Champion"]
    shown = page_text(cast, player_by_name("Zoë").get_absolute_url())
    assert "Honours" in shown
    assert league.get_absolute_url() in shown


def test_a_fourth_place_is_no_honour(cast: Cast) -> None:
    closed_season(cast, ("Zoë", "Bo", 6, 2), ("Al", "Cy", 5, 1))

    assert not honours_of(player_by_name("Cy"))


def test_honours_take_as_many_queries_for_many_seasons(
    cast: Cast, django_assert_max_num_queries: Page
) -> None:
    for _ in range(3):
        closed_season(cast, ("Zoë", "Bo", 6, 2))
    with django_assert_max_num_queries(8):
        assert [each.divisions for each in honours_by_season(cast)]
        assert all_time(cast)


def test_a_place_shared_in_a_final_table_stays_shared(cast: Cast) -> None:
    league = closed_season(cast, ("Zoë", "Bo", 6, 2), ("Eve", "Flo", 2, 6))
    league.final_rows.filter(place__lte=2).update(place=1)

    assert [(each.place, each.shared) for each in league_lines(league)] == [
        *((1, True), (1, True)),
        *((3, True), (3, True)),
    ]


def test_a_second_place_in_a_lower_division_is_no_place_of_all_time(cast: Cast) -> None:
    league = closed_season(cast, ("Zoë", "Bo", 6, 2))
    league.final_rows.filter(place=2).update(division="Second")

    assert [row.podium for row in honours.all_time(cast.club)] == [(1, 0, 0), (0, 0, 0)]


def test_many_seasons_stand_in_parts_and_all_time_with_the_latest(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("leagues.views.public.honours.SEASONS", 1)
    for champion in ("Zoë", "Al"):
        closed_season(cast, (champion, "Bo", 6, 2))

    latest, earlier = page_text(cast, "/honours/"), page_text(cast, "/honours/?page=2")
    assert "All time" in latest
    assert "?page=2" in latest
    assert "All time" not in earlier
    assert "Zoë" in earlier
    assert "Al" not in earlier.replace("All", "")


def test_the_table_of_all_time_has_pages(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("leagues.views.public.honours.ALL_TIME", 1)
    closed_season(cast, ("Zoë", "Bo", 6, 2))

    stranger = cast.browser_of("stranger")
    first = stranger.get("/honours/")
    second = stranger.get("/honours/?all-time=2")
    assert [line.player.name for line in first.context["all_time"]] == ["Zoë"]
    assert "?all-time=2#all-time" in first.text
    assert [line.player.name for line in second.context["all_time"]] == ["Bo"]
    assert [line.row.place for line in second.context["all_time"]] == [2]


def test_two_seasons_of_one_name_are_listed_with_their_years(cast: Cast) -> None:
    closed_season(cast, ("Zoë", "Bo", 6, 2))
    later = closed_season(cast, ("Zoë", "Bo", 6, 2))
    later.nights.update(on=date(2027, 10, 4))
    later.nights.create(on=date(2028, 3, 6), at=time(19, 30))

    for address in ("/honours/", "/leagues/", player_by_name("Bo").get_absolute_url()):
        shown = page_text(cast, address)
        assert "Mondays 2026<" in shown, address
        assert "Mondays 2027–28<" in shown, address
    desk = cast.browser_of("ann").get("/desk/leagues/").text
    assert "Mondays 2027–28<" in desk
    assert certificates_of_league(later)[0].of == "Mondays 2027–28"


def test_a_league_that_is_over_is_a_line_with_its_champion(cast: Cast) -> None:
    closed_season(cast, ("Zoë", "Bo", 6, 2))
    going = Mondays.open(cast, "Ida", "Bo", nights=1).league

    shown = cast.browser_of("stranger").get("/leagues/")
    assert [card.league for card in shown.context["cards"]] == [going]
    [line] = shown.context["over"]
    assert line.champions == [("", "Zoë")]
    assert "Zoë" in shown.text


def test_the_desk_lists_what_is_over_apart(cast: Cast) -> None:
    over = closed_season(cast, ("Zoë", "Bo", 6, 2))
    going = Mondays.open(cast, "Ida", "Bo", nights=1).league

    desk = cast.browser_of("ann").get("/desk/leagues/")
    assert [each.card.league for each in desk.context["leagues"]] == [going]
    assert desk.context["over"] == [(over, True)]
