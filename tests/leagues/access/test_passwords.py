"""Passwords: how they are hashed, and how much time checking one costs a worker."""

import pytest
from django.contrib.auth.hashers import make_password
from django.test import Client

from crokinole_site import settings as of_the_site
from tests.cast import Cast

DJANGOS = "django.contrib.auth.hashers.Argon2PasswordHasher"
WORD = "a long enough password"


@pytest.fixture
def _hashed_as_served(settings: object) -> None:
    settings.PASSWORD_HASHERS = of_the_site.PASSWORD_HASHERS  # type: ignore[attr-defined]


@pytest.mark.usefixtures("_hashed_as_served")
def test_four_who_sign_in_at_once_take_less_memory_than_a_worker_has() -> None:
    facts = make_password(WORD).split("$")[3]
    assert facts == "m=19456,t=2,p=1"
    assert 4 * 19_456 / 1024 < 80  # MB


@pytest.mark.long
@pytest.mark.usefixtures("_hashed_as_served")
def test_an_older_password_opens_and_is_renewed(cast: Cast, settings: object) -> None:
    ours = settings.PASSWORD_HASHERS  # type: ignore[attr-defined]
    settings.PASSWORD_HASHERS = [DJANGOS]  # type: ignore[attr-defined]
    cast.olga.password = make_password(WORD)
    cast.olga.save()
    settings.PASSWORD_HASHERS = ours  # type: ignore[attr-defined]

    browser = Client()
    browser.post("/accounts/login/", {"login": "olga@example.org", "password": WORD})

    assert "_auth_user_id" in browser.session
    cast.olga.refresh_from_db()
    assert "$m=19456,t=2,p=1$" in cast.olga.password
