"""The rota of a league: set the hosts of its nights, and swap them."""

from collections.abc import Mapping

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as later
from django.utils.translation import ngettext

from leagues.access.roles import Who
from leagues.actions.act import act
from leagues.actions.leagues.day_sentences import of_day
from leagues.actions.messages import post_news
from leagues.actions.refusal import Refused, refuse_stale
from leagues.actions.undo_rows import put_back
from leagues.actions.verb import Verb
from leagues.models import Action, League, Night, Player, SentNews
from leagues.reads.leagues.nights.hosts import hosts_of, possible_hosts
from leagues.reads.log.facts import LogFacts
from leagues.reads.messages.night_news import news_of_new_host, news_of_swap
from leagues.reads.state_marks import mark_of


def mark_of_hosts(nights: Mapping[int, int | None]) -> str:
    return mark_of(sorted(nights.items()))


def set_hosts(
    *, by: Who, league: League, hosts: Mapping[int, int | None], seen: str | None = None
) -> int:
    """Set who runs these nights of a league; returns how many nights changed."""
    with act(by, league, SET_HOSTS) as line:
        nights = {night.pk: night for night in league.nights.filter(pk__in=hosts)}
        now = {pk: night.host_id for pk, night in nights.items()}
        if seen is not None:
            refuse_stale(seen, mark_of_hosts(now))
        changed = {pk: host for pk, host in hosts.items() if pk in now and now[pk] != host}
        if not changed:
            line.drop()
            return 0
        line.keep(Night.objects.filter(pk__in=changed))
        for pk, host in changed.items():
            nights[pk].host_id = host
        Night.objects.bulk_update([nights[pk] for pk in changed], ["host"])
        line.say(nights=len(changed))
    return len(changed)


def _describe_hosts(facts: LogFacts) -> str:
    return ngettext(
        "Changed who runs %(nights)s night.",
        "Changed who runs %(nights)s nights.",
        facts["details"].get("nights", 0),
    )


SET_HOSTS = Verb(
    "set_hosts",
    _describe_hosts,
    put_back(later("The earlier hosts will run these nights again.")),
)


# --- Swaps: a host asks the others, and one of them takes the night ---------------------------


def ask_for_host(*, by: Who, night: Night, host: Player) -> None:
    """Ask the league's other hosts to take a night; until one does, its host stays.

    It is asked once: pressing again sends nothing.
    """
    day = night.on.isoformat()
    with act(by, night, ASK_FOR_HOST, night=night.pk, day=day, host=host.name) as line:
        _refuse_changed(line.on, host)
        others = hosts_of(night.league, timezone.now()).exclude(pk=host.pk)
        if not others.exists():
            raise Refused(_("This league has no other hosts. Ask the organiser."))
        news = news_of_swap(line.on, host, _count_swaps(night))
        if SentNews.objects.filter(key=news.key).exists():
            line.drop()
            return
        if not post_news(news, others):
            raise Refused(_("The other hosts can’t be reached by e-mail. Ask the organiser."))


ASK_FOR_HOST = Verb(
    "ask_for_host",
    of_day(later("%(host)s asked the other hosts to run the night on %(day)s.")),
    later("They may already have read it."),
)


def take_night(*, by: Who, night: Night, host: Player, taker: Player) -> None:
    """Run a night in place of its host, who is sent a message about it."""
    day = night.on.isoformat()
    facts = {"night": night.pk, "day": day, "host": host.name, "taker": taker.name}
    with act(by, night, TAKE_NIGHT, **facts) as line:
        _refuse_changed(line.on, host)
        if not possible_hosts(night.league).filter(pk=taker.pk).exists():
            raise Refused(_("You’re no longer among the people of this league. Ask the organiser."))
        line.keep(Night.objects.filter(pk=night.pk))
        line.on.host = taker
        line.on.save(update_fields=["host"])
        news = news_of_new_host(line.on, host, _count_swaps(night))
        post_news(news, Player.objects.filter(pk=host.pk))


TAKE_NIGHT = Verb(
    "take_night",
    of_day(later("%(taker)s runs the night on %(day)s in place of %(host)s.")),
    put_back(later("The earlier host will run the night again.")),
)


def _count_swaps(night: Night) -> int:
    """How often the night was taken, also if that was undone: a later message is another one."""
    taken = Action.objects.filter(verb=TAKE_NIGHT.name, details__night=night.pk)
    return taken.count()


def _refuse_changed(night: Night, host: Player) -> None:
    if night.host_id != host.pk:
        raise Refused(_("Someone else runs this night now."))
    if night.is_cancelled or timezone.now() >= night.starts_at:
        raise Refused(_("This night has begun or is cancelled."))
