"""Everyone can read a player's handicap and how it is calculated."""

import re
from fractions import Fraction

import pytest
from django.test import Client

from leagues.models import League
from scoring.season import Handicap
from scoring.serialization import to_dict
from tests.cast import Cast
from tests.leagues.leagues.mondays import Mondays
from tests.scenes import scene

pytestmark = pytest.mark.django_db


@scene
def mondays(cast: Cast) -> Mondays:
    """On the second night Bo has a handicap of 3 for a game."""
    mondays = Mondays.open(cast, "Al", "Bo", nights=3)
    rule = Handicap(base=Fraction(6), share=Fraction(1, 2), minimum=1)
    League.objects.update(handicap=to_dict(rule))
    mondays.league.refresh_from_db()
    mondays.play(1, ("Al", "Bo", 6, 2))
    event = mondays.play(2, ("Al", "Bo", 5, 3))
    event.handicaps = {str(mondays.player("Bo").pk): "3"}
    event.save(update_fields=["handicaps"])
    return mondays


def cells_by_name(path: str) -> dict[str, list[str]]:
    """Cells of each row of the page's table, by name."""
    page = Client().get(path)
    assert page.status_code == 200
    found = re.findall(r"<tr[^>]*>(.*?)</tr>", page.content.decode(), re.S)
    lines = ([_text_of(each) for each in _cells_of(row)] for row in found)
    return {line[1]: line for line in lines if len(line) > 2}


def _cells_of(row: str) -> list[str]:
    return re.findall(r"<t[dh][^>]*>(.*?)</t[dh]>", row, re.S)


def _text_of(cell: str) -> str:
    return " ".join(re.sub(r"<[^>]*>", " ", cell).split())


def test_the_table_has_a_column_of_them(mondays: Mondays) -> None:
    """Al made 5½ points a game and Bo 2½; the base is 6."""
    for query in ("", "?handicap=1"):
        table = cells_by_name(f"/leagues/{mondays.league.slug}/{query}")
        assert table["Name"][3] == "Handicap"
        assert (table["Al"][3], table["Bo"][3]) == ("¼", "1¾")


def test_the_night_shows_the_handicap_of_each_player(mondays: Mondays) -> None:
    night = mondays.night(2)
    table = cells_by_name(f"/leagues/{mondays.league.slug}/nights/{night.pk}/")

    assert table["Name"][2:] == ["Points", "Handicap", "Total"]
    assert table["Bo"][2:] == ["3", "3", "6"]
    assert table["Al"][2:] == ["5", "0", "5"]


def test_the_page_explains_how_handicaps_are_made(mondays: Mondays) -> None:
    page = Client().get(f"/leagues/{mondays.league.slug}/").content.decode()

    assert (
        "Your handicap for each game is 50% of the gap between your average game "
        "on your last 5 nights and 6 points." in page
    )


def test_a_league_without_them_shows_no_column(mondays: Mondays) -> None:
    League.objects.update(handicap=None)
    table = cells_by_name(f"/leagues/{mondays.league.slug}/")

    assert "Handicap" not in table["Name"]
