"""A cookie lifts the limits of strangers only if its session is that of a known user."""

import asyncio

import pytest
from django.conf import settings
from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.models import Session
from django.db import DatabaseError, Error, InterfaceError
from django.utils import timezone

from crokinole_site import sessions
from crokinole_site.sessions import KnownSessions, SessionStore, is_proved
from leagues.access.league_roles import DESK_LINK, NIGHTS_HOSTED
from leagues.access.roles import INTRODUCED, SHOWED_THE_CODE
from leagues.live.asgi import Scope
from tests.leagues.live.stand_ins import visit

ANN = "a" * 32


def keep_session(**facts: object) -> str:
    session = SessionStore()
    session.update(facts)
    session.save()
    assert session.session_key
    return session.session_key


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("fact", "known"),
    [
        (SESSION_KEY, True),
        (SHOWED_THE_CODE, True),
        (NIGHTS_HOSTED, True),
        (DESK_LINK, True),
        (INTRODUCED, False),
        ("webauthn", False),
    ],
)
def test_a_session_is_known_by_what_its_user_has_proved(fact: str, known: bool) -> None:
    assert is_proved(keep_session(**{fact: "1"})) is known


@pytest.mark.django_db
def test_a_session_that_is_over_or_made_up_is_not_known() -> None:
    key = keep_session(**{SESSION_KEY: "1"})
    Session.objects.update(expire_date=timezone.now())
    assert not is_proved(key)
    assert not is_proved(ANN)


def scope_with_session(key: str) -> Scope:
    return visit(cookie=f"language=de; {settings.SESSION_COOKIE_NAME}={key}")


class Rows:
    """A fake lookup of sessions, with the list of keys that were asked for."""

    def __init__(self, *keys: str) -> None:
        self.keys = set(keys)
        self.asked: list[str] = []

    def __call__(self, key: str) -> bool:
        self.asked.append(key)
        return key in self.keys


def test_a_known_session_is_asked_for_once_in_ten_minutes() -> None:
    async def evening() -> None:
        rows = Rows(ANN)
        known = KnownSessions(rows)
        clock = asyncio.get_running_loop()
        began = clock.time()
        for after in (0, 599, 601):
            clock.time = lambda: began + after  # type: ignore[method-assign] # noqa: B023
            assert await known.has(scope_with_session(ANN))
        assert rows.asked == [ANN, ANN]

    asyncio.run(evening())


def test_a_made_up_key_is_not_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sessions, "MOST", 1)

    async def evening() -> None:
        rows = Rows(ANN, "b" * 32)
        known = KnownSessions(rows)
        assert not await known.has(scope_with_session("c" * 32))
        assert not known.until
        assert await known.has(scope_with_session(ANN))
        assert await known.has(scope_with_session("b" * 32))
        assert [*known.until] == ["b" * 32]

    asyncio.run(evening())


@pytest.mark.parametrize("trouble", [DatabaseError, InterfaceError])
def test_a_database_that_is_away_knows_no_session(trouble: type[Error]) -> None:
    def is_away(key: str) -> bool:
        raise trouble

    assert not asyncio.run(KnownSessions(is_away).has(scope_with_session(ANN)))


@pytest.mark.parametrize("key", ["", "x", "a" * 41, "a%00" * 8, '"' + ANN + '"'])
def test_what_is_no_key_of_ours_asks_for_nothing(key: str) -> None:
    rows = Rows(key)
    assert not asyncio.run(KnownSessions(rows).has(scope_with_session(key)))
    assert not asyncio.run(KnownSessions(rows).has(visit()))
    assert not rows.asked
