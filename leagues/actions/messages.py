"""Post one message to several people, by mail and push, inside the act that causes it."""

from functools import partial
from hashlib import sha256

from django.conf import settings
from django.db import transaction
from django.template.loader import render_to_string

from leagues.access.addresses import address_in_mail
from leagues.access.languages import Speaking
from leagues.access.mail_stop import stop_path
from leagues.actions.push import notify_after_commit
from leagues.models import Mail, Player, SentNews, Topic
from leagues.models.messages import STOPPABLE
from leagues.models.people import PlayerQuerySet
from leagues.reads.messages.reach import (
    PeopleNews,
    Reader,
    mailable,
    of_news,
    readers_by_address,
)


def sends_mail() -> bool:
    return bool(settings.SENDS_EMAIL and address_in_mail())


@transaction.atomic
def post_news(news: PeopleNews, players: PlayerQuerySet) -> int:
    """Queue the mail of a message, and notify browsers after the commit; returns the mails.

    Nothing happens if it was sent before.
    """
    if not SentNews.objects.claim(news.key):
        return 0
    notify_after_commit(partial(of_news, news, players))
    if not sends_mail():
        return 0
    if news.is_private:
        players = mailable(players)
    groups = readers_by_address(players, news.topic)
    mails = [_make_mail(news, *group) for group in groups.items()]
    Mail.objects.bulk_create(mails, ignore_conflicts=True)
    return len(mails)


def _make_mail(news: PeopleNews, reader: Reader, players: list[Player]) -> Mail:
    """One mail about all players of this reader."""
    site, first = address_in_mail(), players[0]
    stop = _stop_of(news.topic, players)
    with Speaking(reader.language):
        content = news.make(players)
        shown = [each.short_name if reader.is_guardian else each.name_in_mail for each in players]
        text = render_to_string(
            "mail/news.txt",
            {
                "name": "" if reader.is_guardian or len(players) > 1 else shown[0],
                "names": ", ".join(shown) if reader.is_guardian or len(players) > 1 else "",
                "club": first.club.name,
                "content": content,
                "site": site,
                "stop": f"{site}{stop}" if stop else "",
            },
        )
        return Mail(
            kind=Mail.Kind.REMINDER,
            topic=news.topic,
            player=first,
            to=reader.address,
            reply_to=news.reply_to,
            subject=content.title[:200],
            text=text,
            about=_about(news, reader, first),
            ends_at=news.ends_at,
            notice=news.notice,
            made_by=news.notice.made_by if news.notice else None,
        )


def _stop_of(topic: Topic, players: list[Player]) -> str:
    """The path that stops this mail for all its players; empty if they can't stop it."""
    may_stop = topic in STOPPABLE or any(each.is_unconfirmed for each in players)
    return stop_path([each.pk for each in players], topic) if may_stop else ""


def _about(news: PeopleNews, reader: Reader, first: Player) -> str:
    """The key of a mail. Each guardian of a player gets one, which their address tells apart."""
    key = f"{news.key}-{first.pk}"
    return (
        f"{key}-{sha256(reader.address.encode()).hexdigest()[:12]}" if reader.is_guardian else key
    )
