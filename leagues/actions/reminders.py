"""Messages about matches whose day comes or that have changed, and about offered spots."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import datetime, timedelta
from functools import partial
from itertools import groupby

from django.urls import reverse
from django.utils.translation import gettext as _

from leagues.access.mail_acts import MailAct, points_in_address
from leagues.actions.messages import post_news
from leagues.dates import date_format
from leagues.models import DateOffer, Offer, PeriodicJob, Player, Topic
from leagues.reads.messages.night_news import due_night_news
from leagues.reads.messages.reach import Content, PeopleNews
from leagues.reads.phones.my_match import MyMatch
from leagues.reads.phones.news import MakeMessage, of_places
from leagues.reads.phones.reminders import MatchNews, MatchReminder, due_reminders, of_news
from leagues.stages.reminders import ReminderKind

EVERY = timedelta(minutes=10)


def queue_reminders(*, now: datetime) -> int:
    """Send due reminders of matches, every ten minutes on one server; returns the mails."""
    if not PeriodicJob.objects.claim(PeriodicJob.Name.REMINDERS, EVERY, now):
        return 0
    nights = sum(post_news(news, players) for news, players in due_night_news(now))
    return nights + _post_reminders(due_reminders(now))


def tell_of_offers(offers: Iterable[Offer]) -> None:
    """Tell players of offered spots, inside the act that offers them."""
    for offer, make in of_places([offer.pk for offer in offers]):
        post_news(_news_of_offer(offer, make), Player.objects.filter(pk=offer.player_id))


def _news_of_offer(offer: Offer, make: MakeMessage) -> PeopleNews:
    return PeopleNews(
        topic=Topic.INVITATION,
        key=f"offer-{offer.pk}",
        make=partial(_of_place, make),
        ends_at=offer.until,
        is_current=lambda: any(of_places([offer.pk])),
    )


def _of_place(make: MakeMessage, _players: Sequence[Player]) -> Content:
    message = make()
    return Content(message.title, message.url, (message.body,))


def tell_of_match(news: MatchNews) -> None:
    """Tell players of a change to their match, inside the act that made it."""
    _post_reminders(of_news(news), news.matches.exists)


def _post_reminders(
    reminders: Iterable[MatchReminder], is_current: Callable[[], bool] = lambda: True
) -> int:
    """Post each to all its players at once, with what it means for each of them."""
    return sum(
        _post_reminder({each.player.pk: each for each in of_one}, is_current)
        for _about, of_one in groupby(reminders, lambda each: each.about)
    )


def _post_reminder(by_player: dict[int, MatchReminder], is_current: Callable[[], bool]) -> int:
    first = next(iter(by_player.values()))
    is_question = first.kind in {ReminderKind.TO_CONFIRM, ReminderKind.CLAIMED}
    news = PeopleNews(
        topic=Topic.CONFIRM if is_question else Topic.NEXT_MATCH,
        key=first.about,
        make=lambda players: _content_of(by_player[players[0].pk]),
        ends_at=first.ends_at,
        is_current=is_current,
    )
    return post_news(news, Player.objects.filter(pk__in=by_player))


def _content_of(each: MatchReminder) -> Content:
    dated, match = each.dated, each.mine.match
    facts = [each.league.name, date_format(each.day, "l j F Y")]
    if dated.at:
        facts.append(date_format(dated.at, "H:i"))
    if dated.place:
        facts.append(dated.place)
    lines = [" · ".join(facts)]
    if each.kind is ReminderKind.TO_CONFIRM:
        lines.append(_("Your points: %(own)s. %(names)s: %(other)s.") % _score(each.mine))
    return Content(
        each.title,
        reverse("match", args=[match.event.slug, match.number]),
        tuple(lines),
        tuple(_buttons_of(each)),
        notification=match.event.name,
    )


def _score(mine: MyMatch) -> dict[str, object]:
    return {
        "own": mine.mine.points,
        "other": mine.others[0].points,
        "names": mine.against,
    }


def _buttons_of(each: MatchReminder) -> Iterator[tuple[str, str]]:
    """The one act that the message asks for."""
    match each.kind:
        case ReminderKind.TO_CONFIRM:
            points = points_in_address(side.points for side in each.mine.match.sides.all())
            act = MailAct("result", each.mine.match.pk, each.player.pk, points)
            yield _("Confirm this result"), act.path
        case ReminderKind.OFFERED:
            for offer in each.dated.date_offers.filter(state=DateOffer.State.OPEN):
                yield _("Agree to this day"), MailAct("date", offer.pk, each.player.pk).path
