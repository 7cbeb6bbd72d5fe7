"""Every address of the API, with every method and status in its OpenAPI document."""

import re
from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import Any
from uuid import uuid4

import jsonschema
import pytest
import time_machine
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

from leagues.access import api_tokens
from leagues.access.throttle import Limit
from leagues.actions.club.tokens import make_token
from leagues.models import Match, Night, Player
from leagues.urls import api as addresses
from leagues.views.api.document import DEFAULT, document_of
from tests.cast import Cast, Page
from tests.leagues.leagues.mondays import Mondays
from tests.leagues.phones.at_boards import Hall, open_phones
from tests.leagues.play.desk_hall import NOON

pytestmark = pytest.mark.django_db
ROUNDS = "/api/v1/events/{slug}/matches/{number}/rounds/"
PLAYERS = "/api/v1/players/"
SCOPES = {ROUNDS: "reports", PLAYERS: "adds_people"}
"""The scope a token needs to write at a path; other paths only need one to read."""


def documented_answers() -> list[tuple[str, str, int]]:
    """Method, path and status of every response in the document. Loading the URLs fills it."""
    assert addresses.urlpatterns
    return [
        (way, path, int(status))
        for path, ways in document_of()["paths"].items()
        for way, operation in ways.items()
        for status in operation["responses"]
        if status != DEFAULT
    ]


class Program:
    """An API client of a club that has some of everything."""

    def __init__(self, cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
        self.cast, self.monkeypatch = cast, monkeypatch
        mondays = Mondays.open(cast, "Ann A", "Ben B", nights=2)
        mondays.play(1, ("Ann A", "Ben B", 6, 2))
        self.hall: Hall = open_phones(cast)

    def token(self, scope: str) -> str:
        return make_token(by=self.cast.who("ann"), club=self.cast.club, name="App", may=[scope])

    def filled(self, path: str, *, missing: bool = False) -> str:
        night = Night.objects.order_by("pk").first()
        player = Player.objects.get(name="Ann A")
        event = self.hall.event
        gaps: dict[str, object] = {
            "slug": "mondays" if "/leagues/" in path else event.slug,
            "number": self.hall.match.number,
            "pk": night.pk if night and "/nights/" in path else player.pk,
        }
        if missing:
            gaps |= {re.findall(r"{(\w+)}", path)[-1]: 99999}
        return path.format(**gaps)

    def asks(self, way: str, path: str, body: Any = None, secret: str = "") -> Page:
        headers = {"Authorization": f"Bearer {secret}"} if secret else {}
        if way == "get":
            return Client().get(path, headers=headers)
        return Client().post(path, body, content_type="application/json", headers=headers)

    def provokes(self, way: str, path: str, status: int) -> Page:
        scope = SCOPES[path] if way == "post" else "reads_private"
        here, secret = self.filled(path), self.token(scope)
        ways: dict[int, Callable[[], Page]] = {
            401: lambda: self.asks(way, here, self.body(path), "twenties_wrong"),
            403: lambda: self.asks(way, here, self.body(path), self.token(other_scope(scope))),
            404: lambda: self.asks(
                way, self.filled(path, missing=True), self.body(path), secret * (way == "post")
            ),
            429: lambda: self.too_often(way, here, self.body(path), secret),
        }
        if way == "get":
            ways |= {
                200: lambda: self.asks(way, here),
                422: lambda: self.asks(way, f"{here}?page=0"),
            }
        else:
            ways |= {
                200: lambda: self.twice(path, secret),
                201: lambda: self.asks(way, here, self.body(path), secret),
                400: lambda: self.asks(way, here, "no JSON", secret),
                409: lambda: self.asks(way, here, self.refused(path), secret),
                422: lambda: self.asks(way, here, {"odd": 1}, secret),
            }
        return ways[status]()

    def body(self, path: str) -> dict[str, Any]:
        if path == PLAYERS:
            return {"name": "Zoe Quill"}
        return {"key": str(uuid4()), "round": 1, "points": [2, 0]}

    def refused(self, path: str) -> dict[str, Any]:
        if path == PLAYERS:
            return {"name": "Ann A"}
        return self.body(path) | {"points": [2, 1]}

    def twice(self, path: str, secret: str) -> Page:
        body = self.body(path)
        for _ in range(2):
            answer = self.asks("post", self.filled(path), body, secret)
        return answer

    def too_often(self, way: str, path: str, body: Any, secret: str) -> Page:
        never = Limit("never", times=0, seconds=60, by_network=False)
        self.monkeypatch.setattr(api_tokens, "API_WRITES", never)
        return self.asks(way, path, body, secret)


def other_scope(scope: str) -> str:
    return "adds_people" if scope == "reports" else "reports"


@pytest.fixture
def program(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> Iterator[Program]:
    cache.clear()
    with time_machine.travel(NOON, tick=False):
        yield Program(cast, monkeypatch)


@pytest.mark.parametrize(("way", "path", "status"), documented_answers())
def test_an_answer_is_as_documented(program: Program, way: str, path: str, status: int) -> None:
    answer = program.provokes(way, path, status)
    assert answer.status_code == status, answer.content

    openapi = document_of()
    content = openapi["paths"][path][way]["responses"][status]["content"]
    kind = answer["Content-Type"].partition(";")[0]
    assert kind in content
    if kind == "application/json":
        whole = {**content[kind]["schema"], "components": openapi["components"]}
        checks = jsonschema.FormatChecker()
        jsonschema.Draft202012Validator(whole, format_checker=checks).validate(answer.json())


@pytest.mark.long
def test_the_document_names_every_status_that_an_address_answers(program: Program) -> None:
    """Every response to any request has one of the documented statuses."""
    paths = document_of()["paths"]
    secrets = ["", "twenties_wrong", program.token("reports"), program.token("reads_private")]
    for path, ways in paths.items():
        for way, about in ways.items():
            named = about["responses"].keys()
            bodies: list[Any] = [{}, [], "{", program.body(path)]
            asked = [program.filled(path), f"{program.filled(path)}?page=x"]
            if "{" in path:
                asked.append(program.filled(path, missing=True))
            for address in asked:
                for secret in secrets:
                    for body in bodies:
                        answer = program.asks(way, address, body, secret)
                        assert answer.status_code in named, (way, address, body)
                        if way == "get":
                            break


def test_there_is_something_to_read(program: Program) -> None:
    """Empty lists would match the schemas too."""
    for path in ("leagues/", "events/", "players/", "leagues/mondays/nights/"):
        assert program.asks("get", f"/api/v1/{path}").json()["results"]
    assert Match.objects.filter(event=program.hall.event).exists()
    assert timezone.now() - NOON == timedelta()
