"""The API: the content of public pages as JSON that matches its OpenAPI document."""

import re
from collections.abc import Iterator
from datetime import date
from typing import Any

import jsonschema
import pytest
from django.test import Client
from jsonschema.protocols import Validator

from leagues.actions.leagues.season.closing import close_league
from leagues.models import Event, League, Match, Night, PairingRound, Player, Round
from leagues.views.api import pages
from tests.cast import Cast
from tests.leagues.leagues.match_leagues import open_matches
from tests.leagues.leagues.mondays import Mondays
from tests.leagues.leagues.unplayed import at_noon
from tests.leagues.play.desk_hall import NOON, DeskHall, open_hall
from tests.leagues.site.test_public import finish_match
from tests.scenes import scene

pytestmark = pytest.mark.django_db
V1 = "/api/v1/"


def ask(path: str, status: int = 200) -> Any:
    answer = Client().get(path)
    assert answer.status_code == status, answer.content
    assert answer["Content-Type"].startswith("application/json")
    assert answer["Access-Control-Allow-Origin"] == "*"
    return answer.json()


@scene(made=NOON, tick=False)
def hall(cast: Cast) -> DeskHall:
    """An open event with one match played 6 to 2, and a night of Mondays played 6 to 2."""
    made = open_hall(cast, names=["Ann A", "Ben B", "Cy C", "Di D"])
    one, _other = made.publish((1, 2), (3, 4)).matches.order_by("number")
    Round.objects.create(
        match=one,
        number=1,
        first=0,
        state=Round.State.AGREED,
        points=[2, 0],
        score=[65, 40],
        twenties=[3, 1],
    )
    finish_match(one, (6, 2))
    mondays = Mondays.open(cast, "Ann A", "Ben B", nights=2)
    mondays.play(1, ("Ann A", "Ben B", 6, 2))
    return made


@pytest.fixture
def dated(hall: DeskHall, cast: Cast) -> League:
    with at_noon(9, 1):
        return open_matches(cast)


def ann() -> Player:
    return Player.objects.get(name="Ann A")


def filled_path(path: str, league: str = "mondays") -> str:
    gaps = {
        "number": 1,
        "pk": Night.objects.first().pk if "/nights/" in path else ann().pk,  # type: ignore[union-attr]
        "slug": league if "/leagues/" in path else "westport-open",
    }
    return re.sub(r"\{(\w+)\}", lambda found: str(gaps[found[1]]), path)


# --- The OpenAPI document -------------------------------------------------------------------


def openapi_document() -> dict[str, Any]:
    found: dict[str, Any] = ask(f"{V1}openapi.json")
    return found


WRITTEN = {"NotFoundJson", "RefusedJson", "UnreadableJson", "LookAlikesJson"} | {
    *("SentRoundJson", "TookRoundJson", "NewPlayerJson")
}
"""Schemas of requests that write and of their responses, which test_api_writes.py checks."""


def answering_json(openapi: dict[str, Any]) -> list[str]:
    """The paths that answer GET with JSON: all but the stream."""
    return [p for p, ways in openapi["paths"].items() if "get" in ways and "stream" not in p]


def validator_for(openapi: dict[str, Any], path: str, status: str = "200") -> Validator:
    answer = openapi["paths"][path]["get"]["responses"][status]
    schema = answer["content"]["application/json"]["schema"]
    whole = {**schema, "components": openapi["components"]}
    return jsonschema.Draft202012Validator(whole, format_checker=jsonschema.FormatChecker())


@pytest.mark.long
def test_every_address_answers_as_documented(hall: DeskHall, dated: League) -> None:
    openapi = openapi_document()
    assert len(openapi["paths"]) == 16
    for path in answering_json(openapi):
        validator_for(openapi, path).validate(ask(filled_path(path)))
        if "/leagues/{slug}" in path and "{pk}" not in path:
            validator_for(openapi, path).validate(ask(filled_path(path, dated.slug)))


@pytest.mark.long
def test_the_document_describes_no_more_than_is_answered(hall: DeskHall, dated: League) -> None:
    """Every field of every schema occurs in a response."""
    openapi = openapi_document()
    answered = {
        name
        for path in answering_json(openapi)
        for slug in ("mondays", dated.slug)
        if not ("{pk}" in path and slug == dated.slug)
        for name in names_in(ask(filled_path(path, slug)))
    }
    described = {
        field
        for name, value in openapi["components"]["schemas"].items()
        if name not in WRITTEN
        for field in value.get("properties", {})
    }
    assert described == answered


def names_in(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        yield from value
        for each in value.values():
            yield from names_in(each)
    elif isinstance(value, list):
        for each in value:
            yield from names_in(each)


def test_missing_items_are_answered_as_documented(hall: DeskHall) -> None:
    openapi = openapi_document()
    for path, missing in (
        (f"{V1}leagues/{{slug}}/", f"{V1}leagues/none/"),
        (f"{V1}events/{{slug}}/", f"{V1}events/none/"),
        (f"{V1}players/{{pk}}/", f"{V1}players/999999/"),
        (f"{V1}leagues/{{slug}}/nights/{{pk}}/", f"{V1}leagues/mondays/nights/9999/"),
    ):
        validator_for(openapi, path, "404").validate(ask(missing, 404))


def test_people_read_the_document_on_a_page(hall: DeskHall) -> None:
    page = Client().get("/api/").content.decode()

    for path in openapi_document()["paths"]:
        assert f"<code>{path}</code>" in page
    assert "Why this place, in words." in page
    assert "list of LineJson" in page
    assert '<code lang="en">list of MatchJson</code>' in page
    assert "text or nothing" in page


# --- Responses ------------------------------------------------------------------------------


def test_a_table_gives_reasons_for_places(hall: DeskHall) -> None:
    [table] = ask(f"{V1}events/westport-open/tables/")
    first = table["lines"][0]

    assert (first["place"], first["entry"]["name"]) == (1, "Ann A")
    assert (first["points"], first["won"], first["games"]) == (6, 1, 1)
    assert first["because"] == "first with 6 points"


def test_a_leagues_table_gives_reasons_for_places(hall: DeskHall) -> None:
    first, second = ask(f"{V1}leagues/mondays/table/")["lines"]

    assert (first["place"], first["name"], first["total"]) == (1, "Ann A", 6)
    assert second["because"].startswith("second")


def test_a_match_has_all_its_rounds(hall: DeskHall) -> None:
    match = ask(f"{V1}events/westport-open/matches/1/")

    assert [side["points"] for side in match["sides"]] == [6, 2]
    assert (match["winner"], match["board"], match["state"]) == ("A", 1, "finished")
    assert match["url"] == "http://testserver/events/westport-open/matches/1/"
    assert match["rounds"] == [
        {
            "game": 1,
            "number": 1,
            "state": "agreed",
            "points": [2, 0],
            "score": [65, 40],
            "twenties": [3, 1],
        }
    ]
    open_one = ask(f"{V1}events/westport-open/matches/2/")
    assert [side["points"] for side in open_one["sides"]] == [None, None]
    assert open_one["winner"] is None


def test_a_match_that_was_struck_out_has_no_rounds(hall: DeskHall) -> None:
    Match.objects.filter(number=1).update(ending=Match.Ending.ANNULLED)
    match = ask(f"{V1}events/westport-open/matches/1/")

    assert match["rounds"] == []
    assert [side["points"] for side in match["sides"]] == [None, None]


def test_nights_say_how_far_they_are(hall: DeskHall) -> None:
    Night.objects.filter(on=date(2026, 10, 12)).update(is_cancelled=True, reason="Snow")
    over, cancelled = ask(f"{V1}leagues/mondays/nights/")["results"]

    assert (over["number"], over["state"], over["day"]) == (1, "over", "2026-10-05")
    assert len(over["events"]) == 1
    assert (cancelled["state"], cancelled["reason"]) == ("cancelled", "Snow")
    Event.objects.filter(league=None).exclude(night=None).update(state="running")
    Night.objects.update(is_cancelled=False)
    states = [n["state"] for n in ask(f"{V1}leagues/mondays/nights/")["results"]]
    assert states == ["on", "to-come"]


def test_dated_matches_say_their_week_and_what_they_are_called(dated: League) -> None:
    first = ask(f"{V1}leagues/{dated.slug}/matches/")["results"][0]

    assert first["called"] in {"due", "overdue"}
    assert first["due_on"] > first["week"]
    assert first["day"] is None


def test_a_league_of_one_kind_has_nothing_of_the_other(dated: League) -> None:
    assert ask(f"{V1}leagues/{dated.slug}/nights/")["results"] == []
    assert ask(f"{V1}leagues/mondays/matches/")["results"] == []
    ask(f"{V1}leagues/{dated.slug}/nights/1/", 404)


def test_a_player_has_figures(hall: DeskHall) -> None:
    player = ask(f"{V1}players/{ann().pk}/")

    assert (player["name"], player["won"], player["lost"]) == ("Ann A", 2, 0)
    idle = Player.objects.get(name="Di D")
    assert player["twenties_a_round"] == 3
    assert ask(f"{V1}players/{idle.pk}/")["twenties_a_round"] is None


def test_a_merged_player_is_answered_as_the_one_that_stayed(hall: DeskHall) -> None:
    ben = Player.objects.get(name="Ben B")
    Player.objects.filter(pk=ben.pk).update(merged_into=ann())

    assert ask(f"{V1}players/{ben.pk}/")["name"] == "Ann A"


def test_lists_come_in_pages_with_the_next_and_the_one_before(
    hall: DeskHall, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pages, "SIZE", 3)
    first = ask(f"{V1}players/")
    second = ask(first["next"].removeprefix("http://testserver"))

    assert first["previous"] is None
    assert first["next"] == "http://testserver/api/v1/players/?page=2"
    assert [len(each["results"]) for each in (first, second)] == [3, 1]
    assert second["next"] is None
    assert second["previous"] == "http://testserver/api/v1/players/?page=1"


@pytest.mark.parametrize("page", ["0", "x", "-1", "99999", ""])
def test_an_invalid_page_number_is_refused(hall: DeskHall, page: str) -> None:
    assert "detail" in ask(f"{V1}events/?page={page}", 422)


# --- Who can read what ----------------------------------------------------------------------


@pytest.mark.long
def test_a_minor_is_short_and_everybody_as_in_exports(hall: DeskHall) -> None:
    Player.objects.filter(name="Ann A").update(
        name="Annabel Tremblay", family_name="Tremblay", is_minor=True
    )
    Player.objects.filter(name="Ben B").update(alias="Bee", name_in_export="alias")
    for path in answering_json(openapi_document()):
        if "players/{pk}" not in path:
            text = Client().get(filled_with(path)).content.decode()
            assert "Tremblay" not in text, path
            assert "Ben B" not in text, path
    table = ask(f"{V1}leagues/mondays/table/")
    assert [line["name"] for line in table["lines"]] == ["Annabel T.", "Bee"]


@pytest.mark.long
def test_who_has_an_alias_on_the_web_has_it_in_every_answer(hall: DeskHall) -> None:
    Player.objects.filter(name="Ben B").update(
        name="Benedict Zabriskie", family_name="Zabriskie", alias="Ab", name_on_web="alias"
    )
    ben = Player.objects.get(alias="Ab")
    assert ask(f"{V1}players/{ben.pk}/")["name"] == "Ab"
    for path in answering_json(openapi_document()):
        if "players/{pk}" not in path:
            text = Client().get(filled_with(path)).content.decode()
            assert "Zabriskie" not in text, path


def test_players_come_in_the_order_of_what_the_web_shows(hall: DeskHall) -> None:
    """The order must not reveal a hidden surname, nor the rest of a shortened one."""
    for name, more in (
        ("Ann A", {"name": "Ann Zeta", "alias": "Bb", "name_on_web": "alias"}),
        ("Ben B", {"name": "Zoë Cab", "name_on_web": "short"}),
        ("Cy C", {"name": "Abe Cup", "name_on_web": "short"}),
    ):
        family = more["name"].split()[1]
        Player.objects.filter(name=name).update(family_name=family, **more)
    names = [each["name"] for each in ask(f"{V1}players/")["results"]]
    assert names[:3] == ["Bb", "Abe C.", "Zoë C."]


def filled_with(path: str) -> str:
    pk = Night.objects.order_by("pk")[0].pk
    gaps = {"number": 1, "pk": pk}
    gaps_of = {"slug": "mondays" if "/leagues/" in path else "westport-open"}
    return re.sub(r"\{(\w+)\}", lambda m: str((gaps | gaps_of)[m[1]]), path)


def test_what_is_unlisted_is_in_no_list_and_read_by_its_address(hall: DeskHall) -> None:
    Event.objects.update(visibility="unlisted")
    League.objects.update(visibility="unlisted")

    for path in ("events/", "leagues/", "players/"):
        assert ask(f"{V1}{path}")["results"] == []
    ask(f"{V1}events/westport-open/")
    ask(f"{V1}leagues/mondays/")
    assert ask(f"{V1}leagues/mondays/nights/")["results"][0]["events"] == []


def test_what_is_private_is_not_there_not_even_for_an_organiser(hall: DeskHall, cast: Cast) -> None:
    Event.objects.update(visibility="private")
    League.objects.update(visibility="private")

    for path in answering_json(openapi_document()):
        if "{slug}" in path:
            ask(filled_with(path), 404)
            asked = cast.browser_of("ann").get(filled_with(path))
            assert asked.status_code == 404


def test_a_draft_of_a_round_is_not_shown(hall: DeskHall) -> None:
    PairingRound.objects.update(state=PairingRound.State.DRAFT)

    assert ask(f"{V1}events/westport-open/matches/")["results"] == []
    ask(f"{V1}events/westport-open/matches/1/", 404)


def test_pages_of_other_sites_may_ask_whether_it_changed(hall: DeskHall) -> None:
    asked = Client().options(f"{V1}events/")

    assert asked.status_code == 204
    assert asked["Access-Control-Allow-Headers"] == "If-None-Match"
    assert Client().head(f"{V1}events/").status_code == 200


def test_a_closed_league_keeps_its_table(hall: DeskHall, cast: Cast) -> None:
    league = League.objects.get(slug="mondays")
    Night.objects.filter(on=date(2026, 10, 12)).update(is_cancelled=True)
    close_league(by=cast.who("ann"), league=league)

    lines = ask(f"{V1}leagues/mondays/table/")["lines"]
    assert [line["total"] for line in lines] == [6, 2]
    assert ask(f"{V1}leagues/mondays/")["closed_at"] is not None
