"""Push notifications: the browsers that subscribed, and sending to them.

Subscriptions are private: they aren't logged, and are deleted when they end.
"""

from collections.abc import Callable, Collection, Iterable, Iterator
from functools import partial

from django.conf import settings
from django.db import transaction
from django.utils.translation import get_language

from leagues.actions.outgoing_queue import may_send
from leagues.models import Follow, Match, Player, PushAddress
from leagues.models.links import hash_token
from leagues.push import Address, Delivery, background, post_message
from leagues.reads.phones import news
from leagues.reads.phones.news import Notification


@transaction.atomic
def subscribe_own(*, address: Address, player: Player) -> None:
    """Notify this browser of the player's own matches."""
    kept = _save_address(address)
    kept.player = player
    kept.save(update_fields=["player"])


@transaction.atomic
def follow_player(*, address: Address, player: Player) -> None:
    """Notify this browser of the player's results."""
    Follow.objects.get_or_create(address=_save_address(address), player=player)


@transaction.atomic
def unsubscribe(*, endpoint: str, player: Player, is_own: bool) -> None:
    """Stop notifications about this player. A browser without any is deleted."""
    address = find_address(endpoint)
    if address is None:
        return
    if is_own and address.player_id == player.pk:
        address.player = None
        address.save(update_fields=["player"])
    if not is_own:
        address.follows.filter(player=player).delete()
    if address.player_id is None and not address.follows.exists():
        address.delete()


def is_subscribed(*, endpoint: str, player: Player, is_own: bool) -> bool:
    address = find_address(endpoint)
    if address is None:
        return False
    if is_own:
        return address.player_id == player.pk
    return address.follows.filter(player=player).exists()


def find_address(endpoint: str) -> PushAddress | None:
    return PushAddress.objects.filter(endpoint_hash=hash_token(endpoint)).first()


def _save_address(address: Address) -> PushAddress:
    """Save a browser's push address in its language; its keys may have changed."""
    kept, _made = PushAddress.objects.update_or_create(
        endpoint_hash=hash_token(address.endpoint),
        defaults={
            "endpoint": address.endpoint,
            "p256dh": address.p256dh,
            "auth": address.auth,
            "language": get_language() or "",  # the language of the request
        },
    )
    return kept


# --- Sending: after the commit, on a background thread -------------------------------------


def tell_of_calls(matches: Iterable[Match]) -> None:
    notify_after_commit(partial(news.of_calls, [match.pk for match in matches]))


def tell_of_rounds(rounds: Collection[int]) -> None:
    notify_after_commit(partial(news.of_rounds, rounds))


def tell_of_matches(matches: Iterable[int]) -> None:
    notify_after_commit(partial(news.of_matches, list(matches)))


def tell_of_result(match: Match) -> None:
    notify_after_commit(partial(news.of_result, match.pk))


def notify_after_commit(found: Callable[[], Iterator[Notification]]) -> None:
    if settings.PUSH and PushAddress.objects.exists():
        transaction.on_commit(lambda: background.run_in_background(lambda: _hand_out(found)))


def _hand_out(found: Callable[[], Iterator[Notification]]) -> None:
    """Send each message in a separate job, so that a slow service delays no other.

    A silent site keeps none of them: they are about what happens now.
    """
    if not may_send():
        return
    for each in found():
        background.run_in_background(partial(_post_notification, each))


def _post_notification(each: Notification) -> None:
    to = each.to
    outcome = post_message(Address(to.endpoint, to.p256dh, to.auth), each.message)
    if outcome is Delivery.GONE:
        PushAddress.objects.filter(pk=to.pk).delete()
