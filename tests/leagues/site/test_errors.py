"""Error pages explain what happened, what was kept and what to do, whatever is broken."""

import errno
from typing import NoReturn

import pytest
from django.core.exceptions import PermissionDenied, SuspiciousOperation
from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.test import Client, override_settings
from django.urls import include, path
from django.views.defaults import bad_request, server_error
from psycopg.errors import AdminShutdown, DiskFull, LockNotAvailable
from pytest_django import DjangoDbBlocker

from leagues.models import Club
from leagues.views.site.broken import show_error as broken_answer


def raise_forbidden(request: HttpRequest) -> NoReturn:
    raise PermissionDenied("the club's secret")


def cut_short(request: HttpRequest) -> NoReturn:
    raise SuspiciousOperation("somebody's secret")


def raise_error(request: HttpRequest) -> NoReturn:
    raise RuntimeError("the database's secret")


def raise_locked(request: HttpRequest) -> NoReturn:
    raise OperationalError("database is locked")


def out_of_turn(request: HttpRequest) -> NoReturn:
    raise OperationalError("storniere Anfrage wegen …") from LockNotAvailable()


def out_of_room(request: HttpRequest) -> NoReturn:
    raise OperationalError("database or disk is full")


def out_of_room_at_postgresql(request: HttpRequest) -> NoReturn:
    raise OperationalError("kein Platz") from DiskFull()


def out_of_room_for_files(request: HttpRequest) -> NoReturn:
    raise OSError(errno.ENOSPC, "No space left on device")


def reads_only(request: HttpRequest) -> NoReturn:
    raise OperationalError("attempt to write a readonly database")


def shut_down(request: HttpRequest) -> NoReturn:
    raise OperationalError("wird heruntergefahren") from AdminShutdown()


def out_of_reach(request: HttpRequest) -> NoReturn:
    raise OperationalError("connection failed: Connection refused")


def cut_off(request: HttpRequest) -> NoReturn:
    raise InterfaceError("the connection is closed")


def without_a_table(request: HttpRequest) -> NoReturn:
    raise OperationalError("no such column: secret")


def too_often(request: HttpRequest) -> HttpResponse:
    return render(request, "429.html", status=429)


def answer_sent(request: HttpRequest) -> HttpResponse:
    return HttpResponse("sent")


urlpatterns = [
    path("forbidden/", raise_forbidden),
    path("cut-short/", cut_short),
    path("broken/", raise_error),
    path("locked/", raise_locked),
    path("out-of-turn/", out_of_turn),
    path("out-of-room/", out_of_room),
    path("out-of-room/postgresql/", out_of_room_at_postgresql),
    path("out-of-room/files/", out_of_room_for_files),
    path("reads-only/", reads_only),
    path("shut-down/", shut_down),
    path("out-of-reach/", out_of_reach),
    path("cut-off/", cut_off),
    path("without-a-table/", without_a_table),
    path("too-often/", too_often),
    path("sent/", answer_sent),
    path("", include("crokinole_site.urls")),
]
handler500 = broken_answer

here = override_settings(ROOT_URLCONF=__name__)


@pytest.fixture(autouse=True)
def club(db: None) -> Club:
    return Club.objects.create(name="Westport", slug="westport", is_home=True)


@here
@pytest.mark.parametrize(
    ("address", "status", "sentence"),
    [
        ("/nowhere/", 404, "Page not found"),
        ("/forbidden/", 403, "have access to this"),
        ("/cut-short/", 400, "couldn’t understand"),
        ("/broken/", 500, "isn’t your fault"),
        ("/locked/", 503, "Nothing was saved"),
        ("/out-of-turn/", 503, "Nothing was saved"),
        ("/out-of-room/", 503, "disk is full"),
        ("/out-of-room/postgresql/", 503, "disk is full"),
        ("/out-of-room/files/", 503, "disk is full"),
        ("/reads-only/", 503, "allowed to write"),
        ("/shut-down/", 503, "reach its database"),
        ("/out-of-reach/", 503, "reach its database"),
        ("/cut-off/", 503, "reach its database"),
        ("/without-a-table/", 500, "isn’t your fault"),
    ],
)
def test_errors_answer_in_plain_words(
    client: Client, address: str, status: int, sentence: str
) -> None:
    client.raise_request_exception = False
    answer = client.get(address)
    page = answer.content.decode()
    assert answer.status_code == status
    assert sentence in page
    assert "Go to the front page" in page
    assert "secret" not in page
    assert "locked" not in page
    assert page.count("<h1") == 1


@here
@pytest.mark.parametrize("how", [{"accept": "application/json"}, {}])
def test_a_phone_is_asked_in_json_to_try_again(client: Client, how: dict[str, str]) -> None:
    client.raise_request_exception = False
    sent = client.generic(
        "POST", "/out-of-room/", "{}", content_type="application/json", headers=how
    )
    assert (sent.status_code, sent["Retry-After"]) == (503, "5")
    assert "Nothing was saved" in sent.json()["error"]


@here
def test_a_page_open_too_long_shows_that_nothing_was_saved() -> None:
    answer = Client(enforce_csrf_checks=True).post("/sent/")
    assert answer.status_code == 403
    assert "open too long" in answer.content.decode()
    assert "Nothing was saved" in answer.content.decode()


@here
def test_too_many_requests_are_asked_to_wait(client: Client) -> None:
    answer = client.get("/too-often/")
    assert answer.status_code == 429
    assert "Wait a few minutes" in answer.content.decode()


@pytest.mark.parametrize("template", ["400.html", "500.html", "503.html"])
def test_the_last_pages_need_no_database_and_no_request(
    template: str, django_db_blocker: DjangoDbBlocker
) -> None:
    with django_db_blocker.block():
        page = render_to_string(template, {"title": "Busy", "what": "Nothing saved."})
    assert "Go to the front page" in page


def test_the_last_pages_need_no_list_of_hashed_files() -> None:
    with override_settings(
        STORAGES={
            "staticfiles": {"BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"}
        }
    ):
        assert server_error(HttpRequest()).status_code == 500
        assert bad_request(HttpRequest(), ValueError()).status_code == 400


@pytest.mark.django_db
def test_what_is_refused_before_anybody_is_asked_is_in_the_readers_language(
    club: Club, client: Client
) -> None:
    """Also where the request before, in the same thread, was in another one."""
    client.get("/", headers={"accept-language": "hu"})
    for language in ("de", "en"):
        page = client.get("/", headers={"host": "evil.example", "accept-language": language})
        assert page.status_code == 400
        assert f'<html lang="{language}">' in page.text
