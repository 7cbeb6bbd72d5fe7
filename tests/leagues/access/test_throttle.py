"""Guesses are counted: no one can reset the count, and no one is locked out by others."""

import re

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.core.cache.backends.locmem import LocMemCache
from django.http import HttpResponse
from django.test import Client, RequestFactory
from pytest_django import Settings

from leagues.access import shared_counts, throttle
from leagues.access.mail_limits import has_signed_in_here, remember_browser
from leagues.access.networks import network_asking, network_of
from leagues.access.shared_counts import SharedCounts
from leagues.access.throttle import Limit
from tests.cast import PASSWORD, Cast

SIGN_IN = "/accounts/login/"
ONCE = Limit("test", times=2, seconds=60)


def is_admitted(address: str) -> bool:
    request = RequestFactory().get("/", REMOTE_ADDR=address)
    return ONCE.admits(request)


def test_a_thousand_others_do_not_reset_the_count() -> None:
    assert [is_admitted("192.0.2.1") for _ in range(3)] == [True, True, False]
    for n in range(1000):
        assert is_admitted(f"198.51.{n // 250}.{n % 250}")
    assert not is_admitted("192.0.2.1")


@pytest.fixture
def two_workers(monkeypatch: pytest.MonkeyPatch) -> tuple[SharedCounts, SharedCounts]:
    """Counts of two workers that share memory, as after a fork."""
    one, other = SharedCounts(), SharedCounts()
    for each in ("keys", "until", "counts", "is_used"):
        monkeypatch.setattr(other, each, getattr(one, each))
    one.begin(0)
    other.begin(1)
    return one, other


def test_a_limit_holds_over_all_workers(
    two_workers: tuple[SharedCounts, SharedCounts], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two workers used to allow 30 wrong tokens a minute each."""
    limit = Limit("of-two-workers", times=3, seconds=60)
    caches = [LocMemCache(name, {}) for name in ("one", "other")]

    def admits(worker: int, address: str = "192.0.2.1") -> bool:
        monkeypatch.setattr(throttle, "SHARED_COUNTS", two_workers[worker])
        monkeypatch.setattr(throttle, "cache", caches[worker])
        return limit.admits(RequestFactory().get("/", REMOTE_ADDR=address))

    assert [admits(n) for n in (0, 1, 0, 1, 0)] == [True, True, True, False, False]
    assert admits(1, "192.0.2.2")
    two_workers[1].begin(1)  # the worker died and was replaced
    assert [admits(0), admits(0)] == [True, False]


def test_what_another_has_counted_runs_out(
    two_workers: tuple[SharedCounts, SharedCounts], monkeypatch: pytest.MonkeyPatch
) -> None:
    now = [0.0]
    monkeypatch.setattr(shared_counts, "monotonic", lambda: now[0])
    here, other = two_workers
    other.note("limit", 1, 60)
    now[0] = 50
    other.note("limit", 2, 60)
    assert here.elsewhere("limit") == 2
    assert other.elsewhere("limit") == 0, "its own are in its cache"
    now[0] = 60
    assert here.elsewhere("limit") == 0
    other.note("limit", 1, 60)
    assert here.elsewhere("limit") == 1


def test_a_count_that_comes_to_a_taken_place_takes_it(
    two_workers: tuple[SharedCounts, SharedCounts], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shared_counts, "PLACES", 1)
    here, other = two_workers
    other.note("one", 5, 60)
    other.note("other", 2, 60)
    assert (here.elsewhere("one"), here.elsewhere("other")) == (0, 2)


@pytest.mark.parametrize(
    ("address", "network"),
    [
        ("192.0.2.1", "192.0.2.1"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"),
        ("2001:db8:1:2::99", "2001:db8:1:2::"),
        ("2001:db8:1:3::99", "2001:db8:1:3::"),
        ("::ffff:192.0.2.1", "192.0.2.1"),
        ("a socket", "a socket"),
    ],
)
def test_a_network_is_an_ipv4_address_or_a_64(address: str, network: str) -> None:
    assert network_of(address) == network


def test_who_walks_through_an_ipv6_network_is_one() -> None:
    walked = [is_admitted(f"2001:db8:1:2::{n}") for n in range(1, 4)]
    assert walked == [True, True, False]


@pytest.mark.parametrize(("proxies", "network"), [(0, "192.0.2.7"), (1, "198.51.100.2")])
def test_only_our_own_proxy_is_believed_about_the_visitors_address(
    settings: Settings, proxies: int, network: str
) -> None:
    if proxies:
        settings.ALLAUTH_TRUSTED_PROXY_COUNT = proxies
    scope = {
        "client": ("192.0.2.7", 1),
        "headers": [(b"x-forwarded-for", b"203.0.113.9, 198.51.100.2")],
    }
    assert network_asking(scope) == network


def sign_in(address: str, password: str) -> bool:
    browser = Client(REMOTE_ADDR=address)
    browser.post("/accounts/login/", {"login": "olga@example.org", "password": password})
    return "_auth_user_id" in browser.session


def test_guesses_from_elsewhere_lock_no_one_out(cast: Cast) -> None:
    for _ in range(9):
        assert not sign_in("192.0.2.66", "a guess")
    assert not sign_in("192.0.2.66", PASSWORD), "whoever guessed has to wait"
    assert sign_in("198.51.100.2", PASSWORD)


# --- Letters ----------------------------------------------------------------------------

CODE, RESET = "/accounts/login/code/", "/accounts/password/reset/"
HOME = "198.51.100.2"


def is_sent(path: str, network: str, browser: Client | None = None) -> bool:
    """Whether Olga gets an e-mail when it is requested from this network."""
    before = len(mail.outbox)
    answer = (browser or Client()).post(path, {"email": "olga@example.org"}, REMOTE_ADDR=network)
    assert answer.status_code in {302, 422}
    return len(mail.outbox) > before


@pytest.mark.parametrize("path", [CODE, RESET])
def test_requests_for_letters_from_elsewhere_lock_no_one_out(path: str, cast: Cast) -> None:
    asked = [is_sent(path, "192.0.2.66") for _ in range(5)]
    assert asked == [True, True, True, False, False]
    assert is_sent(path, HOME)


def test_codes_and_new_passwords_fill_the_same_mailbox(cast: Cast) -> None:
    sent = [is_sent(path, "192.0.2.66") for path in (CODE, RESET, CODE, RESET)]
    assert sent == [True, True, True, False]


def count_letters() -> int:
    """The number of e-mails to Olga when fifteen networks request three each."""
    return sum(is_sent(CODE, f"192.0.2.{n // 3}") for n in range(45))


@pytest.mark.long
def test_a_mailbox_is_not_filled_by_many_networks(cast: Cast, db: None) -> None:
    assert count_letters() == 40


@pytest.mark.long
@pytest.mark.parametrize("path", [CODE, RESET])
def test_who_has_signed_in_here_before_gets_a_letter_whatever_others_asked_for(
    path: str, cast: Cast
) -> None:
    hers = Client(REMOTE_ADDR=HOME)
    hers.post(SIGN_IN, {"login": "olga@example.org", "password": PASSWORD})
    hers.post("/accounts/logout/")
    count_letters()

    assert not is_sent(path, "198.51.100.9"), "a browser that nobody knows"
    assert is_sent(path, HOME, hers)


@pytest.mark.long
def test_a_cookie_of_one_account_is_none_of_another(cast: Cast) -> None:
    bens = Client(REMOTE_ADDR=HOME)
    bens.post(SIGN_IN, {"login": "ben@example.org", "password": PASSWORD})
    bens.post("/accounts/logout/")
    count_letters()

    assert not is_sent(CODE, HOME, bens)
    bens.cookies["signed-in-here"] = "1:forged:cookie"
    assert not is_sent(CODE, HOME, bens)


def test_the_refusal_does_not_say_who_has_an_account(cast: Cast) -> None:
    def refusal(address: str) -> str:
        for _ in range(3):
            Client().post(CODE, {"email": address})
        page = Client().post(CODE, {"email": address})
        assert page.status_code == 422
        found = re.search(r"We’ve already sent several[^<]*", page.content.decode())
        assert found
        return found[0]

    assert refusal("olga@example.org") == refusal("nobody@example.org")


def test_public_pages_stay_without_the_cookie(cast: Cast) -> None:
    browser = Client(REMOTE_ADDR=HOME)
    browser.post(SIGN_IN, {"login": "olga@example.org", "password": PASSWORD})
    assert browser.cookies["signed-in-here"]["path"] == "/accounts/"


def test_a_browser_knows_its_owners_addresses_however_they_are_written(cast: Cast) -> None:
    EmailAddress.objects.filter(user=cast.ben).update(email="Ben@Example.org")
    answer = HttpResponse()
    remember_browser(answer, cast.ben)
    request = RequestFactory().get("/accounts/login/")
    request.COOKIES = {name: kept.value for name, kept in answer.cookies.items()}

    assert has_signed_in_here(request, "ben@example.org")
    assert not has_signed_in_here(request, "ann@example.org"), "somebody else's"
    assert not has_signed_in_here(RequestFactory().get("/"), "ben@example.org")
