"""Files of a league: its season night by night, and its dated matches."""

from io import BytesIO

import pytest
from django.test import Client
from openpyxl import load_workbook

from leagues.models import Event, League, Player
from tests.cast import Cast
from tests.leagues.data.test_downloads import columns_of, csv_rows, download
from tests.leagues.leagues.coming_seasons import play_all
from tests.leagues.leagues.match_leagues import open_matches
from tests.leagues.leagues.mondays import Mondays
from tests.leagues.leagues.team_leagues import open_teams
from tests.leagues.leagues.test_season_page import page_text
from tests.scenes import scene

pytestmark = pytest.mark.django_db
FILES = "/leagues/mondays/files/"


@scene(made="2026-10-04T12:00:00Z", tick=False)
def mondays(cast: Cast) -> Mondays:
    """Two of four nights are over; Cy missed the second."""
    mondays = Mondays.open(cast, "Zoë", "Bo", "Cy", nights=4)
    mondays.play(1, ("Zoë", "Bo", 8, 0), ("Cy", "Bo", 4, 4))
    mondays.play(2, ("Zoë", "Bo", 5, 3))
    return mondays


def test_a_season_has_a_column_for_every_night_the_oldest_first(mondays: Mondays) -> None:
    found = csv_rows(f"{FILES}season.csv")

    assert list(found[0]) == [
        *("Place", "Name", "Points", "Nights", "Counted"),
        *("2026-10-05", "2026-10-12"),
    ]
    cy = next(row for row in found if row["Name"] == "Cy")
    assert (cy["Nights"], cy["2026-10-12"]) == ("1", "")
    assert int(cy["2026-10-05"]) == int(cy["Points"])


def test_its_workbook_has_the_same_numbers(mondays: Mondays) -> None:
    book = load_workbook(BytesIO(download(f"{FILES}season.xlsx").data))
    heading, *lines = book.active.iter_rows(values_only=True)

    as_text = [["" if cell is None else str(cell) for cell in row] for row in lines]
    assert as_text == [list(row.values()) for row in csv_rows(f"{FILES}season.csv")]
    assert all(isinstance(row[heading.index("Points")], int) for row in lines)


def test_a_league_of_nights_has_no_dated_matches_to_download(mondays: Mondays) -> None:
    for name in ("matches.csv", "season.pdf", "dues.csv", "season"):
        assert Client().get(FILES + name).status_code == 404


def test_minors_are_short(mondays: Mondays) -> None:
    Player.objects.filter(name="Zoë").update(name="Zoë Zimmer", is_minor=True)

    assert columns_of(csv_rows(f"{FILES}season.csv"), "Name")[0] == ("Zoë Z.",)


def test_a_private_league_is_nobodys_file(mondays: Mondays) -> None:
    League.objects.update(visibility=Event.Visibility.PRIVATE)

    assert Client().get(f"{FILES}season.csv").status_code == 404


def test_its_page_has_one_place_to_download_from(mondays: Mondays) -> None:
    found = page_text()

    assert found.count("<summary>Download</summary>") == 1
    assert f'href="{FILES}season.csv"' in found
    assert f"{FILES}matches.csv" not in found


def test_dated_matches_week_by_week(cast: Cast) -> None:
    league = open_matches(cast, {"A": ("Ann", "Bo"), "B": ("Cy", "Di")})
    at = league.get_absolute_url()

    before = csv_rows(f"{at}files/matches.csv")
    assert {row["Result A"] for row in before} == {""}
    play_all(league)
    after = csv_rows(f"{at}files/matches.csv")

    assert [row["Match"] for row in after] == [row["Match"] for row in before]
    assert {row["State"] for row in after} == {"played"}
    assert {row["Division"] for row in after} == {"A", "B"}
    season = csv_rows(f"{at}files/season.csv")
    assert columns_of(season, "Division", "Place", "Name")[:2] == [
        *(("A", "1", "Ann"), ("A", "2", "Bo"))
    ]
    assert f'href="{at}files/matches.xlsx"' in page_text(at)


def test_teams_have_files_of_their_table_and_their_meetings(cast: Cast) -> None:
    league = open_teams(cast)
    at = league.get_absolute_url()

    assert f'href="{at}files/season.csv"' in page_text(at)
    assert {("Lake",), ("Mill 1",)} <= set(columns_of(csv_rows(f"{at}files/season.csv"), "Name"))
    assert {row["Side A"] for row in csv_rows(f"{at}files/matches.csv")} >= {"Mill 1"}
