"""Every error of the API is explained in JSON, whichever layer refuses the request."""

import json
from typing import Any

import jsonschema
import pytest
from django.core.exceptions import PermissionDenied
from django.db import OperationalError
from django.http import HttpResponse
from django.test import Client, RequestFactory

from crokinole_site.middleware import ApiErrors
from leagues.actions.club.tokens import make_token
from leagues.actions.refusal import Refused
from leagues.views.api import events
from leagues.views.api.document import DEFAULT, document_of
from tests.cast import Cast

pytestmark = pytest.mark.django_db
V1 = "/api/v1/"


def detail_of(answer: Any) -> str:
    """The ``detail`` of an error response, after checking it against its schema."""
    openapi = document_of()
    responses = openapi["paths"][f"{V1}events/"]["get"]["responses"]
    schema = responses[DEFAULT]["content"]["application/json"]["schema"]
    assert answer["Content-Type"].startswith("application/json")
    assert int(answer["Content-Length"]) == len(answer.content)
    whole = {**schema, "components": openapi["components"]}
    body = json.loads(answer.content)
    jsonschema.Draft202012Validator(whole).validate(body)
    return str(body["detail"])


@pytest.mark.parametrize(
    ("way", "path", "status"),
    [
        ("GET", "players/abc/", 404),
        ("GET", "nothing/", 404),
        ("POST", "nothing/", 404),
        ("GET", "events/none/", 404),
        ("GET", f"players/{'9' * 30}/", 404),
        ("PUT", "events/", 405),
        ("DELETE", "players/1/", 405),
        ("GET", "events/westport-open/matches/1/rounds/", 405),
        ("POST", "openapi.json", 405),
        ("POST", "players/", 401),
    ],
)
def test_what_no_address_answers_is_explained(cast: Cast, way: str, path: str, status: int) -> None:
    answer = Client().generic(way, f"{V1}{path}")

    assert answer.status_code == status
    assert detail_of(answer)
    assert answer.has_header("Allow") == (status == 405)


@pytest.mark.parametrize(
    ("trouble", "status", "detail"),
    [
        (PermissionDenied(), 403, "You aren’t allowed to do this. Nothing was saved."),
        (Refused("The season is closed."), 422, "The season is closed."),
        (RuntimeError(), 500, "Something broke on the site. The request wasn’t carried out."),
        (
            OperationalError("database is locked"),
            503,
            "The site was busy for too long. Nothing was saved.",
        ),
    ],
)
@pytest.mark.parametrize("accept", ["application/json", "text/html"])
def test_what_a_view_meets_is_explained(
    cast: Cast,
    monkeypatch: pytest.MonkeyPatch,
    trouble: Exception,
    status: int,
    detail: str,
    accept: str,
) -> None:
    def raises() -> None:
        raise trouble

    monkeypatch.setattr(events, "home_club", raises)
    asking = Client(raise_request_exception=False, headers={"accept": accept})

    answer = asking.get(f"{V1}events/")

    assert (answer.status_code, detail_of(answer)) == (status, detail)


@pytest.mark.parametrize(
    ("path", "status", "detail"),
    [
        (f"{V1}events/", 429, "Too many requests. Wait a minute."),
        (f"{V1}events/", 418, "I'm a Teapot"),
    ],
)
def test_a_status_without_a_sentence_has_its_usual_one(path: str, status: int, detail: str) -> None:
    answer = ApiErrors(lambda _: HttpResponse("<h1>No</h1>", status=status))

    assert detail_of(answer_of(answer, path)) == detail


@pytest.mark.parametrize(("path", "status"), [(f"{V1}events/", 304), ("/events/", 404)])
def test_pages_and_what_is_fine_stay_as_they_are(path: str, status: int) -> None:
    same = HttpResponse(status=status)

    assert answer_of(ApiErrors(lambda _: same), path) is same
    assert not same.content


def answer_of(errors: ApiErrors, path: str) -> Any:
    return errors(RequestFactory().get(path))


@pytest.mark.parametrize(
    "body", [b"", b"{", b"\xff\xfe", b"[" * 100_000, b'{"name": "\\ud800"}', b'{"name": ""}']
)
def test_a_body_that_cannot_be_read_is_explained(cast: Cast, body: bytes) -> None:
    secret = make_token(by=cast.who("ann"), club=cast.club, name="App", may=["adds_people"])

    answer = Client(raise_request_exception=False).post(
        f"{V1}players/",
        body,
        content_type="application/json",
        headers={"Authorization": f"Bearer {secret}"},
    )

    assert answer.status_code in (400, 422)
    assert answer["Content-Type"].startswith("application/json")
    assert answer.json()["detail"]
