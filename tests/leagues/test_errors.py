"""Error pages say what happened, what was kept and what to do, whatever is broken."""

from __future__ import annotations

from typing import NoReturn

import pytest
from django.core.exceptions import PermissionDenied, SuspiciousOperation
from django.db import OperationalError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.test import Client, override_settings
from django.urls import include, path
from django.views.defaults import bad_request, server_error
from psycopg.errors import LockNotAvailable
from pytest_django import DjangoDbBlocker

from leagues.models import Club
from leagues.views.broken import broken as broken_answer


def forbidden(request: HttpRequest) -> NoReturn:
    raise PermissionDenied("the club's secret")


def cut_short(request: HttpRequest) -> NoReturn:
    raise SuspiciousOperation("somebody's secret")


def broken(request: HttpRequest) -> NoReturn:
    raise RuntimeError("the database's secret")


def locked(request: HttpRequest) -> NoReturn:
    raise OperationalError("database is locked")


def out_of_turn(request: HttpRequest) -> NoReturn:
    raise OperationalError("storniere Anfrage wegen …") from LockNotAvailable()


def too_often(request: HttpRequest) -> HttpResponse:
    return render(request, "429.html", status=429)


def sent(request: HttpRequest) -> HttpResponse:
    return HttpResponse("sent")


urlpatterns = [
    path("forbidden/", forbidden),
    path("cut-short/", cut_short),
    path("broken/", broken),
    path("locked/", locked),
    path("out-of-turn/", out_of_turn),
    path("too-often/", too_often),
    path("sent/", sent),
    path("", include("crokinole_site.urls")),
]
handler500 = broken_answer

here = override_settings(ROOT_URLCONF=__name__)


@pytest.fixture(autouse=True)
def club(db: None) -> Club:
    return Club.objects.create(name="Westport", slug="westport", is_home=True)


@here
@pytest.mark.parametrize(
    ("address", "status", "said"),
    [
        ("/nowhere/", 404, "There is nothing here"),
        ("/forbidden/", 403, "not for you to do"),
        ("/cut-short/", 400, "not understood"),
        ("/broken/", 500, "not your doing"),
        ("/locked/", 503, "Nothing was saved"),
        ("/out-of-turn/", 503, "Nothing was saved"),
    ],
)
def test_errors_answer_in_plain_words(
    client: Client, address: str, status: int, said: str
) -> None:
    client.raise_request_exception = False
    answer = client.get(address)
    page = answer.content.decode()
    assert answer.status_code == status
    assert said in page
    assert "To the front page" in page
    assert "secret" not in page
    assert "locked" not in page
    assert page.count("<h1") == 1


@here
def test_a_page_open_too_long_says_that_nothing_was_saved() -> None:
    answer = Client(enforce_csrf_checks=True).post("/sent/")
    assert answer.status_code == 403
    assert "open too long" in answer.content.decode()
    assert "Nothing was saved" in answer.content.decode()


@here
def test_too_often_says_to_wait(client: Client) -> None:
    answer = client.get("/too-often/")
    assert answer.status_code == 429
    assert "Wait a few minutes" in answer.content.decode()


@pytest.mark.parametrize("template", ["400.html", "500.html", "503.html"])
def test_the_last_pages_need_no_database_and_no_context(
    template: str, django_db_blocker: DjangoDbBlocker
) -> None:
    with django_db_blocker.block():
        page = render_to_string(template)
    assert "To the front page" in page


def test_the_last_pages_need_no_list_of_hashed_files() -> None:
    with override_settings(
        STORAGES={
            "staticfiles": {
                "BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"
            }
        }
    ):
        assert server_error(HttpRequest()).status_code == 500
        assert bad_request(HttpRequest(), ValueError()).status_code == 400
