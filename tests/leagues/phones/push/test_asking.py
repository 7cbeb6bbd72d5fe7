"""How a browser asks for notifications, and stops them."""

import json
import re
from dataclasses import replace
from typing import Any

import pytest
import time_machine
from django.test import Client, RequestFactory, override_settings
from hypothesis import given
from hypothesis import strategies as st

from leagues.access.throttle import NEW_PUSH_ADDRESSES, PUSH_REQUESTS
from leagues.actions.people.links import give_link, revoke_link
from leagues.models import Follow, PushAddress
from leagues.push import public_key
from leagues.push.subscription_offer import SubscriptionOffer
from leagues.views.phones.push import change_subscription
from tests.cast import Cast, Page
from tests.leagues.phones.push.phones import player_named
from tests.leagues.phones.push.service import Browser, PushService
from tests.leagues.play.desk_hall import DeskHall


def post_choice(
    browser: Browser | None, *, on: bool | None, offer: str | None = None, **more: Any
) -> Page:
    fields = {
        "for": offer or SubscriptionOffer(player_named("Ben").pk, is_own=True).signed(),
        "address": browser.as_json if browser else None,
        "on": on,
    } | more
    return Client(enforce_csrf_checks=True).post(
        "/push/", json.dumps(fields), content_type="application/json"
    )


def test_a_browser_asks_looks_and_stops(hall: DeskHall, service: PushService) -> None:
    browser = service.browser("ben")

    assert post_choice(browser, on=None).json() == {"on": False}
    assert post_choice(browser, on=True).json() == {"on": True}
    assert post_choice(browser, on=True).json() == {"on": True}
    assert PushAddress.objects.get().player == player_named("Ben")
    assert post_choice(browser, on=None).json() == {"on": True}
    assert post_choice(browser, on=False).json() == {"on": False}
    assert PushAddress.objects.count() == 0
    assert post_choice(browser, on=False).json() == {"on": False}


def test_following_and_own_notifications_end_one_by_one(
    hall: DeskHall, service: PushService
) -> None:
    browser = service.browser("ben")
    anns = SubscriptionOffer(player_named("Ann").pk, is_own=False).signed()
    post_choice(browser, on=True)
    assert post_choice(browser, on=True, offer=anns).json() == {"on": True}

    assert post_choice(browser, on=False).json() == {"on": False}
    assert Follow.objects.get().player == player_named("Ann")
    assert post_choice(browser, on=False, offer=anns).json() == {"on": False}
    assert PushAddress.objects.count() == 0


def test_to_stop_following_one_leaves_the_others(hall: DeskHall, service: PushService) -> None:
    browser = service.browser("fan")
    bens, anns = (
        SubscriptionOffer(player_named(name).pk, is_own=False).signed() for name in ("Ben", "Ann")
    )
    post_choice(browser, on=True, offer=anns)
    assert post_choice(browser, on=None, offer=bens).json() == {"on": False}
    post_choice(browser, on=True, offer=bens)

    post_choice(browser, on=False, offer=anns)

    assert Follow.objects.get().player == player_named("Ben")


def test_what_one_browser_follows_is_not_shown_to_another(
    hall: DeskHall, service: PushService, bens: Browser
) -> None:
    other = service.browser("other")

    assert post_choice(other, on=None).json() == {"on": False}
    assert post_choice(other, on=False).json() == {"on": False}
    assert post_choice(bens, on=None).json() == {"on": True}


def test_a_phone_that_changes_hands_is_the_new_players(
    hall: DeskHall, service: PushService
) -> None:
    browser = service.browser("shared")
    post_choice(browser, on=True)
    post_choice(
        browser, on=True, offer=SubscriptionOffer(player_named("Ann").pk, is_own=True).signed()
    )

    assert PushAddress.objects.get().player == player_named("Ann")
    assert post_choice(browser, on=None).json() == {"on": False}
    post_choice(browser, on=False)
    assert PushAddress.objects.get().player == player_named("Ann"), "Ben stops only for Ben"


def test_a_lost_phone_gets_no_more_notifications(
    hall: DeskHall, service: PushService, bens: Browser
) -> None:
    give_link(by=hall.by, player=player_named("Ben"))
    assert PushAddress.objects.count() == 1
    revoke_link(by=hall.by, player=player_named("Ben"))
    assert PushAddress.objects.count() == 0


def test_only_what_a_page_offered_can_be_asked_for(hall: DeskHall, service: PushService) -> None:
    browser = service.browser("eve")
    signed = SubscriptionOffer(player_named("Ben").pk, is_own=False).signed()

    for forged in ("", "x", signed[:-1] + "_", signed.replace(":", ".")):
        answer = post_choice(browser, on=True, **{"for": forged})
        assert answer.status_code == 400
        assert "Nothing was changed" in answer.json()["error"]
    assert PushAddress.objects.count() == 0


def test_the_own_page_offers_it_for_oneself(hall: DeskHall, service: PushService) -> None:
    token = give_link(by=hall.by, player=player_named("Ben"))

    html = Client().get(f"/me/{token}/").content.decode()

    assert "Notify me when called" in html
    assert (
        f'data-push-for="{SubscriptionOffer(player_named("Ben").pk, is_own=True).signed()}"' in html
    )
    assert f'data-push-key="{public_key("a secret of this test")}"' in html


def test_a_page_that_has_not_changed_stays_the_same_to_the_letter() -> None:
    with time_machine.travel("2026-11-21 12:00+00:00", tick=False) as clock:
        before = SubscriptionOffer(7, is_own=True).signed()
        clock.shift(60)
        assert SubscriptionOffer(7, is_own=True).signed() == before


def test_a_players_page_offers_everybody_to_follow_them(
    hall: DeskHall, service: PushService
) -> None:
    ben = player_named("Ben")

    html = Client().get(ben.get_absolute_url()).content.decode()

    assert "Follow Ben" in html
    [signed] = re.findall(r'data-push-for="([^"]+)"', html)
    assert SubscriptionOffer.opened(signed) == SubscriptionOffer(ben.pk, is_own=False)
    fan = service.browser("fan")
    assert post_choice(fan, on=True, offer=signed).json() == {"on": True}
    assert Follow.objects.get().player == ben


def test_an_unknown_push_service_is_refused_in_a_sentence(
    hall: DeskHall, service: PushService
) -> None:
    answer = post_choice(Browser("https://example.org", "eve"), on=True)

    assert answer.status_code == 400
    assert answer.json() == {"error": "This site doesn’t know this browser’s push service."}
    assert PushAddress.objects.count() == 0


@pytest.mark.long
def test_asking_without_end_is_stopped(hall: DeskHall, service: PushService) -> None:
    for _n in range(PUSH_REQUESTS.times):
        Client().post("/push/", "", content_type="application/json")

    assert post_choice(service.browser("ben"), on=True).status_code == 429


def test_new_addresses_are_limited_and_looking_is_not(
    hall: DeskHall, service: PushService, monkeypatch: pytest.MonkeyPatch
) -> None:
    few = replace(NEW_PUSH_ADDRESSES, times=2)
    monkeypatch.setattr("leagues.views.phones.push.NEW_PUSH_ADDRESSES", few)
    asked = [post_choice(service.browser(f"ben{n}"), on=True).status_code for n in range(3)]
    assert asked == [200, 200, 429]
    assert PushAddress.objects.count() == 2
    assert post_choice(service.browser("ben0"), on=None).status_code == 200


NONSENSE = st.recursive(
    st.none() | st.booleans() | st.floats() | st.integers() | st.text(),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["for", "on", "address", "endpoint", "keys", "p256dh", "auth"]),
            inner,
            max_size=5,
        )
    ),
    max_leaves=12,
)


@pytest.mark.long
@given(content=NONSENSE)
def test_nonsense_is_refused_and_writes_nothing(content: Any) -> None:
    answer = _post_nonsense(json.dumps(content).encode())
    assert answer.status_code == 400
    assert answer.json()["error"]


@pytest.mark.parametrize(
    "body",
    [
        b'{"for": "\\ud800:x"}',
        b"",
        b"\xff",
        b"[" * 3999,
        b"{}" * 9999,
        b"NaN",
        b'{"for": 1}',
        b'"\\ud800"',
    ],
)
def test_nonsense_made_by_hand_is_refused(body: bytes) -> None:
    assert _post_nonsense(body).status_code == 400


def _post_nonsense(body: bytes) -> Page:
    """Call the view without a database: invalid content must not reach one."""
    asked = RequestFactory().post("/push/", body, content_type="application/json")
    with override_settings(PUSH=True):
        answer: Any = change_subscription(asked)
    answer.json = lambda: json.loads(answer.content)
    return answer


@pytest.mark.django_db
def test_the_worker_is_a_script_for_the_whole_site(cast: Cast) -> None:
    answer = Client().get("/sw.js")

    assert answer["Content-Type"] == "text/javascript; charset=utf-8"
    assert answer["Cache-Control"] == "no-cache"
    assert "showNotification" in answer.content.decode()
