"""E-mail to players who entered an event, got a place from its waiting list, or joined a league.

Self-registered guests may have typed anyone's address. Mail to them contains no text of
theirs, has an unsubscribe link, and is limited for each address and for the whole site.
"""

from collections.abc import Collection, Mapping
from datetime import timedelta

from django.conf import settings
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as later

from leagues.access.addresses import address_in_mail
from leagues.access.languages import speak_to
from leagues.access.mail_stop import stop_path
from leagues.access.roles import ANONYMOUS
from leagues.actions.mail import queue_mail
from leagues.actions.people.links import queue_link
from leagues.dates import date_format
from leagues.models import Entry, Event, Mail, MessageChannel, Mute, Player
from leagues.models.mail import MailQuerySet

A_DAY = timedelta(days=1)
STRANGERS_A_DAY = 300
TO_ONE_A_DAY = 5


def has_room_for_strangers() -> bool:
    """Whether the site may send more mail to unconfirmed addresses today."""
    return _to_strangers_today().count() < STRANGERS_A_DAY


def _to_strangers_today() -> MailQuerySet:
    since = timezone.now() - A_DAY
    return Mail.objects.filter(
        kind__in=Mail.TO_STRANGERS, made_at__gt=since, player__self_registered_at__isnull=False
    )


def _may_get_mail(player: Player) -> bool:
    if not player.is_unconfirmed:
        return True
    address = player.mail_address
    of_it = Player.objects.filter(email__iexact=address)
    return (
        not Mute.objects.filter(player__in=of_it, channel=MessageChannel.MAIL).exists()
        and _to_strangers_today().filter(to__iexact=address).count() < TO_ONE_A_DAY
        and has_room_for_strangers()
    )


def mail_entry(entry: Entry, *, waiting: int | None) -> None:
    """Send the confirmation of an entry, inside the act that made it.

    ``waiting`` is the entry's place on the waiting list, or None if it has a spot.
    """
    if waiting is None:
        title = later("You’re on the list for %(event)s")
    else:
        title = later("You’re number %(n)s on the waiting list for %(event)s")
    _mail_entries([entry.pk], title, n=waiting)


def mail_joined(player: Player, token: str) -> None:
    """Send a newcomer their personal link, inside the act by which they joined a league."""
    site = address_in_mail()
    if settings.SENDS_EMAIL and site and player.mail_address and _may_get_mail(player):
        queue_link(by=ANONYMOUS, player=player, token=token, site=site)


def mail_moved_up(entries: Collection[int]) -> None:
    """Send notice that a spot is free, inside the act that gave it to these entries."""
    _mail_entries(entries, later("A spot is free: you’re in at %(event)s"))


def _mail_entries(entries: Collection[int], title: Promise, **facts: object) -> None:
    site = address_in_mail()
    if not (settings.SENDS_EMAIL and site):
        return
    found = Entry.objects.filter(pk__in=entries, event__rehearsal_of=None)
    found = found.select_related("event__club").named()
    for entry in found.order_by("pk"):
        for player in entry.people:
            if player.mail_address and _may_get_mail(player):
                with speak_to(player):
                    _mail_player(player, entry.event, site, title, facts)


def _mail_player(
    player: Player, event: Event, site: str, title: Promise, facts: Mapping[str, object]
) -> None:
    starts = timezone.localtime(event.starts_at, event.tzinfo)
    subject = str(title) % {"event": event.name, **facts}
    text = render_to_string(
        "mail/entry.txt",
        {
            "name": player.name_in_mail,
            "club": player.club.name,
            "stop": f"{site}{stop_path([player.pk])}" if player.is_unconfirmed else "",
            "title": subject,
            "when": date_format(starts, "l j F Y, H:i"),
            "place": event.place,
            "address": f"{site}{event.get_absolute_url()}",
        },
    )
    queue_mail(
        by=ANONYMOUS,
        kind=Mail.Kind.ENTRY,
        to=player.mail_address,
        player=player,
        subject=subject,
        text=text,
    )
