"""The club's records, honours and nights as files."""

import pytest
from django.test import Client

from leagues.models import Event, League, Player
from tests.cast import Cast
from tests.leagues.data.test_downloads import csv_rows
from tests.leagues.leagues.mondays import Mondays
from tests.leagues.leagues.test_honours import closed_season
from tests.leagues.play.desk_hall import finish_as_it_is, open_hall

pytestmark = pytest.mark.django_db


def test_records_say_who_when_and_in_which_match(cast: Cast) -> None:
    hall = open_hall(cast, entries=2, names=["Dan Ng", "Eve Oh"])
    hall.publish((1, 2))
    hall.type_card(hall.at(1), "20 3 1,20 5 0,20 2 2,20 0 1")
    finish_as_it_is(cast.who("ann"), hall.event)
    Player.objects.filter(name="Dan Ng").update(is_minor=True)

    found = csv_rows("/files/records.csv")

    best = next(row for row in found if row["Record"] == "Most 20s in a game")
    assert (best["Name"], best["Number"]) == ("Dan N.", "10")
    assert (best["Event"], best["Match"]) == ("Westport Open", "1")
    assert 'href="/files/records.xlsx"' in Client().get("/records/").text


def test_honours_have_a_row_for_each_place_and_each_award(cast: Cast) -> None:
    closed_season(cast, ("Zoë", "Bo", 6, 2))

    found = [
        (row["League"], row["Place"], row["Award"], row["Name"], row["Points"])
        for row in csv_rows("/files/honours.csv")
    ]

    assert found == [
        ("Mondays", "1", "", "Zoë", "6"),
        ("Mondays", "2", "", "Bo", "2"),
        ("Mondays", "", "Champion", "Zoë", ""),
    ]
    assert 'href="/files/honours.csv"' in Client().get("/honours/").text


def test_a_night_has_a_row_for_everybody_who_played(cast: Cast) -> None:
    mondays = Mondays.open(cast, "Zoë", "Bo")
    mondays.play(1, ("Zoë", "Bo", 6, 2))
    night = mondays.night(1)
    address = f"/leagues/{mondays.league.slug}/nights/{night.pk}/"
    at = f"{address}files/night.csv"

    found = [(row["Place"], row["Name"], row["Points"]) for row in csv_rows(at)]

    assert found == [("1", "Zoë", "6"), ("2", "Bo", "2")]
    assert f'href="{at}"' in Client().get(address).text
    League.objects.update(visibility=Event.Visibility.PRIVATE)
    assert Client().get(at).status_code == 404


@pytest.mark.parametrize("name", ["people.csv", "records.pdf", "records", "honours."])
def test_there_are_no_other_files(cast: Cast, name: str) -> None:
    assert Client().get(f"/files/{name}").status_code == 404
