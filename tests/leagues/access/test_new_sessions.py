"""Session rows: a limited number for strangers, renewal while in use, and removal once expired."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.conf import settings
from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.models import Session
from django.http import HttpResponse
from django.test import Client, RequestFactory

from crokinole_site import sessions
from leagues.access.league_roles import BY_LINK
from leagues.access.roles import SHOWED_THE_CODE
from leagues.access.throttle import NEW_SESSIONS
from leagues.actions import session_cleanup
from leagues.actions.session_cleanup import EVERY, forget_old_sessions
from tests.cast import PASSWORD, Cast

PASSKEY = "/accounts/2fa/webauthn/login/"
NOW = datetime(2026, 11, 26, 12, tzinfo=UTC)


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sessions, "NEW_SESSIONS", replace(NEW_SESSIONS, times=3))


def ask_for_passkey(browser: Client | None = None) -> int:
    asked = {"headers": {"x-requested-with": "XMLHttpRequest"}}
    return (browser or Client()).get(PASSKEY, **asked).status_code  # type: ignore[arg-type]


def test_sessions_of_a_network_are_limited(cast: Cast, few: None) -> None:
    assert [ask_for_passkey() for _ in range(5)] == [200] * 3 + [429] * 2
    assert Session.objects.count() == 3


def test_a_personal_link_still_opens_its_page(cast: Cast, few: None) -> None:
    pages = [Client().get(f"/me/{cast.cats_token}/").status_code for _ in range(5)]
    assert pages == [200] * 5
    assert Session.objects.count() == 3


def test_one_browser_has_one_session(cast: Cast, few: None) -> None:
    browser = Client()
    assert [ask_for_passkey(browser) for _ in range(5)] == [200] * 5
    assert Session.objects.count() == 1


def test_signing_in_is_not_counted(cast: Cast, few: None) -> None:
    for _ in range(5):
        ask_for_passkey()
    typed = {"login": "olga@example.org", "password": PASSWORD}
    browser = Client()
    assert browser.post("/accounts/login/", typed).status_code == 302
    assert browser.get("/desk/").status_code == 200


@pytest.mark.parametrize("proof", [SHOWED_THE_CODE, *sorted(BY_LINK)])
def test_a_session_of_a_proved_user_is_written_all_the_same(
    cast: Cast, few: None, proof: str
) -> None:
    for _ in range(5):
        ask_for_passkey()
    request = RequestFactory().get("/")
    request.session = sessions.SessionStore()
    request.session[proof] = {}
    limited = sessions.LimitedSessions(lambda _request: HttpResponse())
    limited.process_response(request, HttpResponse())
    assert Session.objects.count() == 4


@pytest.mark.django_db
@pytest.mark.parametrize("proof", [SESSION_KEY, *sorted(BY_LINK)])
def test_a_sign_in_lasts_from_its_last_use_and_is_written_once_a_day(
    cast: Cast, proof: str
) -> None:
    with time_machine.travel(NOW, tick=False) as clock:
        browser = cast.browser_of("ann")
        key = browser.cookies[settings.SESSION_COOKIE_NAME].value
        if proof != SESSION_KEY:
            store = sessions.SessionStore(key)
            store.clear()
            store[proof] = {}
            store.save()
        for _monday in range(4):
            clock.shift(timedelta(days=7))
            row = Session.objects.get(pk=key)
            assert renewed_max_age(browser) == settings.SESSION_COOKIE_AGE
            clock.shift(timedelta(hours=23))
            assert renewed_max_age(browser) is None
            clock.shift(timedelta(hours=-23))
        assert row.session_data == Session.objects.get(pk=key).session_data
        clock.shift(timedelta(days=14))
        assert renewed_max_age(browser) == 0


@pytest.mark.django_db
def test_what_is_known_of_a_stranger_is_not_renewed(cast: Cast) -> None:
    browser = Client()
    with time_machine.travel(NOW, tick=False) as clock:
        ask_for_passkey(browser)
        assert "Set-Cookie" not in Client().get("/").headers
        clock.shift(timedelta(days=7))
        assert renewed_max_age(browser) is None


def renewed_max_age(browser: Client) -> int | None:
    """The session cookie's max-age in seconds from the front page, None if it is not set."""
    sent = browser.get("/").cookies.get(settings.SESSION_COOKIE_NAME)
    return sent["max-age"] if sent else None


@pytest.mark.django_db
def test_sessions_that_have_expired_go_once_a_day(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(session_cleanup, "AT_ONCE", 2)
    for days in (-3, -2, -1, 1):
        Session.objects.create(session_key=f"of{days}", expire_date=NOW + timedelta(days=days))

    assert forget_old_sessions(now=NOW) == 3
    assert list(Session.objects.values_list("pk", flat=True)) == ["of1"]
    assert forget_old_sessions(now=NOW + EVERY - timedelta(seconds=1)) == 0
    assert forget_old_sessions(now=NOW + EVERY + timedelta(hours=1)) == 1
