"""A program that gets all webhooks, and a hall that sends them."""

from collections.abc import Iterator

import pytest
from pytest_django import Settings

from leagues.actions.club.webhooks import add_webhook
from leagues.forms.club.webhooks import GROUPS
from leagues.models import Webhook
from tests.cast import Cast
from tests.leagues.play.desk_hall import DeskHall, open_hall
from tests.scenes import scene
from tests.webhook_receiver import HOST, Receiver, webhook_receiver


@pytest.fixture
def receiver(settings: Settings) -> Iterator[Receiver]:
    """A program at this computer's address, which ``WEBHOOK_HOSTS`` allows."""
    settings.WEBHOOK_HOSTS = [HOST]
    settings.BASE_URL = "https://club.example"
    with webhook_receiver() as receiver:
        yield receiver


@scene
def hall(cast: Cast) -> DeskHall:
    return open_hall(cast, entries=4, boards=2, names=["Ann A", "Ben B", "Cy C", "Di D"])


@pytest.fixture
def webhook(cast: Cast, hall: DeskHall, receiver: Receiver) -> Webhook:
    add_webhook(
        by=cast.who("ann"),
        club=cast.club,
        address=receiver.address,
        kinds=[kind.value for _name, kinds in GROUPS for kind in kinds],
    )
    return Webhook.objects.get()
