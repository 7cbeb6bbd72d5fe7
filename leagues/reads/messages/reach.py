"""Who gets a message, at which address, and who can't be reached."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from django.db.models import Prefetch, QuerySet
from django.utils import timezone
from django.utils.text import Truncator

from leagues.access.languages import language_of, language_of_user
from leagues.models import (
    Guardian,
    MessageChannel,
    Notice,
    Player,
    PushAddress,
    Topic,
    without_muted,
)
from leagues.models.people import UNCONFIRMED, PlayerQuerySet
from leagues.push.message import Message
from leagues.reads.phones.news import Notification

LONGEST_BODY = 300  # characters of a notification


@dataclass(frozen=True)
class Content:
    """The text of a message, in its reader's language.

    ``buttons`` are the acts that it asks for, as texts and paths; ``path`` is its page.
    """

    title: str
    path: str
    lines: tuple[str, ...] = ()
    buttons: tuple[tuple[str, str], ...] = ()
    notification: str = ""
    """What notifications show instead of the lines, if these aren't public."""


@dataclass(frozen=True)
class PeopleNews:
    """One message to several people.

    ``make`` returns its text for those who share an address, such as two children of a parent.
    ``key`` tells it apart from all others, so that each person gets it once.
    """

    topic: Topic
    key: str
    make: Callable[[Sequence[Player]], Content]
    ends_at: datetime
    notice: Notice | None = None
    """The notice that it sends, if any."""
    is_private: bool = False
    """True if it isn't public: it isn't sent to browsers, which anyone may have subscribed."""
    hides_minors: bool = False
    """True if it isn't sent to browsers for minors: it shows where they will be."""
    reply_to: str = ""
    is_current: Callable[[], bool] = lambda: True
    """Asked before browsers get it: they get it after the act, when it may be out of date."""


class Reader(NamedTuple):
    """An address, and the language of the person who reads there."""

    address: str
    language: str
    is_guardian: bool


@dataclass(frozen=True)
class Reach:
    """How many people a message reaches, by mail and by push, and who gets neither."""

    people: int
    by_mail: int
    by_push: int
    unreached: tuple[Player, ...]

    @property
    def reached(self) -> int:
        return self.people - len(self.unreached)


def with_readers(players: PlayerQuerySet) -> PlayerQuerySet:
    """Players with what ``readers_of`` needs, in a constant number of queries."""
    guardians = Guardian.objects.filter(user__is_active=True).select_related("user")
    return players.select_related("user", "club").prefetch_related(
        Prefetch("guardians", guardians.order_by("pk"), "known_guardians")
    )


def readers_of(player: Player) -> list[Reader]:
    """Return the addresses for a player's messages: a minor's guardians, else their own.

    An address that is known to be wrong is left out.
    """
    if player.binned_at is not None:
        return []
    guardians: list[Guardian] = player.known_guardians  # type: ignore[attr-defined]
    if player.is_minor and guardians:
        found = [
            Reader(each.user.email.lower(), language_of_user(each.user, player.club), True)
            for each in guardians
        ]
    else:
        found = [Reader(player.mail_address.lower(), language_of(player), False)]
    return [each for each in found if each.address not in ("", player.wrong_address.lower())]


def has_address(player: Player) -> bool:
    return bool(readers_of(with_readers(Player.objects.filter(pk=player.pk)).get()))


def readers_by_address(players: PlayerQuerySet, topic: Topic) -> dict[Reader, list[Player]]:
    """Return who is written to about which of these players, without those who muted the topic."""
    found: dict[Reader, list[Player]] = {}
    for player in with_readers(without_muted(players, topic, MessageChannel.MAIL)).order_by("pk"):
        for reader in readers_of(player):
            found.setdefault(reader, []).append(player)
    return found


def mailable(players: PlayerQuerySet) -> PlayerQuerySet:
    """Players who may get what isn't public: without guests whose address anyone may have typed."""
    return players.exclude(UNCONFIRMED)


def reach_of(
    players: PlayerQuerySet, topic: Topic, *, sends_mail: bool, is_private: bool = False
) -> Reach:
    """Count the people that a message reaches. ``is_private`` is that of its ``PeopleNews``."""
    by_mail: set[int] = set()
    if sends_mail:
        by_address = readers_by_address(mailable(players) if is_private else players, topic)
        by_mail = {player.pk for group in by_address.values() for player in group}
    by_push: set[int] = set()
    if not is_private:
        by_push = set(_browsers(players, topic).values_list("player", flat=True))
    everyone = list(players.by_surname())
    return Reach(
        len(everyone),
        len(by_mail),
        len(by_push),
        tuple(each for each in everyone if each.pk not in by_mail | by_push),
    )


def _browsers(players: PlayerQuerySet, topic: Topic) -> QuerySet[PushAddress]:
    return PushAddress.objects.filter(player__in=without_muted(players, topic, MessageChannel.PUSH))


def of_news(news: PeopleNews, players: PlayerQuerySet) -> Iterator[Notification]:
    """Notify the browsers of these players."""
    lasts = int((news.ends_at - timezone.now()).total_seconds())
    if news.is_private or lasts <= 0 or not news.is_current():
        return
    if news.hides_minors:
        players = players.filter(is_minor=False)
    for browser in _browsers(players, news.topic).select_related("player").order_by("pk"):
        assert browser.player is not None
        yield Notification.on(browser, _message_for(news, browser.player, lasts))


def _message_for(news: PeopleNews, player: Player, lasts: int) -> Callable[[], Message]:
    def make() -> Message:
        content = news.make([player])
        body = content.notification or " · ".join(filter(None, content.lines))
        return Message(
            title=content.title,
            body=Truncator(body).chars(LONGEST_BODY),
            url=content.path,
            about=news.key,
            lasts=lasts,
            is_own=True,
        )

    return make
