"""The desk's pages of webhooks: added, tried, paused, read, sent again, removed."""

import re
from itertools import chain

import pytest
from django.utils.html import strip_tags
from pytest_django import Settings

from leagues.actions.send_webhooks import tell_due
from leagues.forms.club.webhooks import GROUPS
from leagues.models import Action, Webhook, WebhookDelivery
from tests.cast import Cast
from tests.leagues.play.desk_hall import DeskHall
from tests.webhook_receiver import Receiver

pytestmark = pytest.mark.django_db
HOOKS = "/desk/webhooks/"


def test_what_a_chat_wants_to_know_is_ticked(cast: Cast) -> None:
    page = cast.browser_of("ann").get(HOOKS).text
    ticked = re.findall(r'<input[^>]*value="([a-z.]+)"[^>]*\schecked', page)
    assert "night.recap" in ticked
    assert "result.changed" not in ticked
    assert {*chain(*(kinds for _name, kinds in GROUPS))} == {*Webhook.Kind} - {Webhook.Kind.TEST}


def test_an_organiser_adds_a_program_and_reads_what_it_was_sent(
    cast: Cast, hall: DeskHall, receiver: Receiver
) -> None:
    ann = cast.browser_of("ann")
    added = ann.post(
        HOOKS, {"address": receiver.address, "kinds": ["result.changed", "player.added"]}
    )
    webhook = Webhook.objects.get()
    shown_secret = re.search(r'id="secret"[^>]*value="([^"]+)"', added.content.decode())
    assert shown_secret
    assert shown_secret[1] == webhook.secret
    assert webhook.kinds == ["player.added", "result.changed"]
    later = ann.get(HOOKS).content.decode()
    assert webhook.secret not in later
    assert "127.0.0.1" in later
    assert "Cache-Control" in added
    assert "no-store" in added["Cache-Control"]

    page = f"{HOOKS}{webhook.pk}/"
    assert "No messages yet" in ann.get(page).content.decode()
    shown = ann.post(f"{page}test/", follow=True).content.decode()
    assert "The test arrived: 127.0.0.1 answered 204." in shown
    assert "answered 204" in shown
    assert "&quot;type&quot;: &quot;test&quot;" in shown
    assert webhook.secret not in shown


def test_a_failed_delivery_shows_the_reason_and_is_sent_again(
    cast: Cast, webhook: Webhook, receiver: Receiver
) -> None:
    ann, page = cast.browser_of("ann"), f"{HOOKS}{webhook.pk}/"
    receiver.answer, receiver.reason = lambda _got: 500, b"Out of paper, at /hook"
    shown = ann.post(f"{page}test/", follow=True).content.decode()
    assert "The test didn’t arrive. It answered 500. Out of paper, at …" in shown
    assert "Tried 1 time; the next is on" in shown

    WebhookDelivery.objects.update(state="failed")
    assert "1 not sent" in ann.get(HOOKS).content.decode()
    receiver.answer = lambda _got: 200
    ann.post(f"/desk/deliveries/{WebhookDelivery.objects.get().pk}/again/")
    assert tell_due() == 1
    assert receiver.types == ["test"]


def test_a_program_is_paused_goes_on_and_is_removed(cast: Cast, webhook: Webhook) -> None:
    ann, page = cast.browser_of("ann"), f"{HOOKS}{webhook.pk}/"
    ann.post(f"{page}pause/")
    assert "Paused since" in ann.get(page).content.decode()
    assert "This webhook is paused" in ann.post(f"{page}test/", follow=True).content.decode()
    ann.post(f"{page}go-on/")
    assert "Paused since" not in ann.get(page).content.decode()
    gone = ann.post(f"{page}remove/", follow=True).content.decode()
    assert "127.0.0.1 no longer gets updates." in gone
    assert ann.get(page).status_code == 404
    log = strip_tags(cast.browser_of("olga").get("/desk/log/").text)
    assert "Removed the webhook to 127.0.0.1" in log
    assert Action.objects.filter(verb="remove_webhook").count() == 1


@pytest.mark.parametrize(
    ("typed", "message"),
    [
        ({"kinds": ["test"]}, "Select a valid choice."),
        ({"kinds": []}, "This field is required."),
        ({"address": ""}, "This field is required."),
        ({"address": "https://10.0.0.1/"}, "10.0.0.1 isn’t on the public internet"),
        ({"address": "http://board.example/"}, "could read what is sent"),
        ({"address": "https://a:b@board.example/"}, "a user name or password"),
        ({"address": "ftp://board.example/"}, "must begin with https"),
    ],
)
def test_an_invalid_webhook_gets_a_message(
    cast: Cast, settings: Settings, typed: dict[str, object], message: str
) -> None:
    settings.WEBHOOKS_PLAIN = False
    usual = {"address": "https://board.example/", "kinds": ["result.changed"]}
    page = cast.browser_of("ann").post(HOOKS, usual | typed)

    assert page.status_code == 422
    assert message in page.content.decode()
    assert not Webhook.objects.exists()
