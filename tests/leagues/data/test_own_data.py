"""The download of personal data, which only that player can make."""

import json
from typing import Any

import pytest
from django.test import Client

from leagues.actions.people.links import revoke_link
from leagues.actions.people.people import change_player
from leagues.files.club_tables import TABLES
from leagues.models import Alias, Enrolment, League, Player
from leagues.reads.data.own_data import naming_a_player
from tests.cast import Cast, Page
from tests.leagues.play.desk_hall import open_hall

pytestmark = pytest.mark.django_db


def data_of(browser: Client, path: str) -> dict[str, Any]:
    answer: Page = browser.get(path)
    assert answer.status_code == 200
    assert answer["Content-Disposition"].startswith("attachment")
    assert "no-store" in answer["Cache-Control"]
    found: dict[str, Any] = json.loads(answer.content)
    return found


def test_a_player_gets_only_their_own_rows(cast: Cast) -> None:
    hall = open_hall(cast, names=["Ben Hur", "Eve Fox"], entries=2)
    hall.publish((1, 2))
    hall.type_card(hall.at(1), "20 11 02 20")
    Player.objects.filter(user=cast.ben).update(user=None)
    ben = Player.objects.get(name="Ben Hur")
    Player.objects.filter(pk=ben.pk).update(user=cast.ben)
    league = League.objects.create(club=cast.club, name="Mondays", slug="mondays")
    for player in (ben, cast.cat_plays):
        Enrolment.objects.create(league=league, player=player)
    Alias.objects.create(player=ben, name="Benny")

    found = data_of(cast.browser_of("ben"), "/me/data/")

    rows = found["rows"]
    assert (found["format"], found["version"]) == ("twenties-player", 1)
    assert [each["name"] for each in rows["people/players"]] == ["Ben Hur"]
    assert [each["email"] for each in rows["club/accounts"]] == ["ben@example.org"]
    assert [each["name"] for each in rows["people/aliases"]] == ["Benny"]
    for part in ("leagues/enrolments", "entries/line_ups", "play/side_players"):
        assert [each["player"] for each in rows[part]] == [ben.pk]
    assert [each["Result"] for each in found["matches"]] == [5]


def test_no_password_and_no_link_is_in_it(cast: Cast) -> None:
    text = json.dumps(data_of(Client(), f"/me/{cast.cats_token}/data/"))

    assert cast.cats_token not in text
    assert cast.cat_plays.links.get().token_hash not in text
    assert "made_at" in text
    assert cast.ben.password not in json.dumps(data_of(cast.browser_of("ben"), "/me/data/"))


def test_who_was_found_to_be_the_same_person_is_in_it(cast: Cast) -> None:
    Player.objects.create(club=cast.club, name="Benjamin Ito", merged_into=cast.ben_plays)

    found = data_of(cast.browser_of("ben"), "/me/data/")

    names = [each["name"] for each in found["rows"]["people/players"]]
    assert names == ["Ben Ito", "Benjamin Ito"]


def test_a_person_without_a_player_has_nothing_to_download(cast: Cast) -> None:
    assert cast.browser_of("dan").get("/me/data/").status_code == 404
    assert Client().get("/me/data/").status_code == 302


def test_a_revoked_link_downloads_nothing(cast: Cast) -> None:
    revoke_link(by=cast.who("ann"), player=cast.cat_plays)

    assert Client().get(f"/me/{cast.cats_token}/data/").status_code == 404


def test_a_change_of_someone_else_is_not_among_own_rows(cast: Cast) -> None:
    change_player(
        by=cast.who("ann"), player=cast.cat_plays, other_names=(), facts={"alias": "Kitty"}
    )

    assert "Kitty" not in json.dumps(data_of(cast.browser_of("ben"), "/me/data/"))


def test_every_kind_of_row_lists_its_columns_of_players() -> None:
    found = {kind.path: naming_a_player(kind) for kind in TABLES}

    assert found["leagues/awards"] == ["player", "rival"]
    assert found["people/teams"] == ["players"]
    assert found["people/players"] == []
    assert found["leagues/nights"] == ["host"]


def test_the_own_page_leads_there(cast: Cast) -> None:
    assert 'href="/me/data/"' in cast.browser_of("ben").get("/me/").content.decode()
    page = Client().get(f"/me/{cast.cats_token}/").content.decode()
    assert f'href="/me/{cast.cats_token}/data/"' in page
