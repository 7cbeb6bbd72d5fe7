"""Reminders by mail: of matches whose day comes or that have changed, and of offered spots."""

from collections.abc import Iterable
from datetime import datetime, timedelta

from django.conf import settings
from django.template.loader import render_to_string
from django.urls import reverse

from leagues.access.addresses import address_in_mail
from leagues.access.languages import speak_to
from leagues.access.mail_stop import stop_path
from leagues.dates import date_format
from leagues.models import Mail, Offer, PeriodicJob, Player
from leagues.reads.phones.news import MakeMessage, of_places
from leagues.reads.phones.reminders import MatchNews, MatchReminder, due_reminders, of_news

EVERY = timedelta(minutes=10)


def queue_reminders(*, now: datetime) -> int:
    """Queue due reminders of matches, every ten minutes on one server; returns how many."""
    if not (settings.SENDS_EMAIL and address_in_mail()):
        return 0
    if not PeriodicJob.objects.claim(PeriodicJob.Name.REMINDERS, EVERY, now):
        return 0
    return _queue_mails(_of_match(each) for each in due_reminders(now))


def mail_offers(offers: Iterable[Offer]) -> None:
    """Queue mail about offered spots, inside the act that offers them."""
    if not (settings.SENDS_EMAIL and address_in_mail()):
        return
    keys = [offer.pk for offer in offers]
    _queue_mails(
        _of_place(offer, make_message)
        for offer, make_message in of_places(keys)
        if offer.player.mail_address and offer.player.wants_reminders
    )


def _of_place(offer: Offer, make: MakeMessage) -> Mail:
    with speak_to(offer.player):
        message = make()
        return _make_mail(
            offer.player,
            about=f"offer-{offer.pk}",
            title=message.title,
            body=message.body,
            path=message.url,
            ends_at=offer.until,
        )


def mail_match_news(news: MatchNews) -> None:
    """Queue mail about a change to a match, inside the act that made it."""
    if settings.SENDS_EMAIL and address_in_mail():
        _queue_mails(_of_match(each) for each in of_news(news))


def _queue_mails(mails: Iterable[Mail]) -> int:
    """Save mails whose ``about`` is new; returns how many. Each is sent only once."""
    made = list(mails)
    known = set(
        Mail.objects.filter(about__in=[mail.about for mail in made]).values_list("about", flat=True)
    )
    new = [mail for mail in made if mail.about not in known]
    Mail.objects.bulk_create(new, ignore_conflicts=True)
    return len(new)


def _of_match(reminder: MatchReminder) -> Mail:
    with speak_to(reminder.player):
        return _mail_of(reminder)


def _mail_of(reminder: MatchReminder) -> Mail:
    dated, match = reminder.dated, reminder.mine.match
    facts = [reminder.league.name, date_format(reminder.day, "l j F Y")]
    if dated.at:
        facts.append(date_format(dated.at, "H:i"))
    if dated.place:
        facts.append(dated.place)
    return _make_mail(
        reminder.player,
        about=reminder.about,
        title=reminder.title,
        body=" · ".join(facts),
        path=reverse("match", args=[match.event.slug, match.number]),
        ends_at=reminder.ends_at,
    )


def _make_mail(
    player: Player, *, about: str, title: str, body: str, path: str, ends_at: datetime
) -> Mail:
    site = address_in_mail()
    text = render_to_string(
        "mail/reminder.txt",
        {
            "name": player.name_in_mail,
            "club": player.club.name,
            "title": title,
            "body": body,
            "address": f"{site}{path}",
            "stop": f"{site}{stop_path(player.pk)}",
        },
    )
    return Mail(
        kind=Mail.Kind.REMINDER,
        player=player,
        to=player.mail_address,
        subject=title[:200],
        text=text,
        about=about,
        ends_at=ends_at,
    )
