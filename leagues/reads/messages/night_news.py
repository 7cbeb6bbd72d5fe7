"""What members hear of their next night: are they coming, and the evening before when and where."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from datetime import datetime, timedelta
from functools import partial

from django.urls import reverse
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from leagues.access.mail_acts import MailAct
from leagues.dates import date_format
from leagues.models import League, Night, Player, Surface, Topic
from leagues.models.people import PlayerQuerySet
from leagues.reads.leagues.attendance.head_count import HeadCount, head_counts, nights_to_come
from leagues.reads.messages.date_changes import is_private_place
from leagues.reads.messages.reach import Content, PeopleNews
from leagues.stages.reminders import AT, LASTS

MOST_DAYS = 14
EVENING_BEFORE = 1


def due_night_news(now: datetime) -> Iterator[tuple[PeopleNews, PlayerQuerySet]]:
    """Yield the invitations and evening messages that are due, with the players who get them."""
    leagues = League.objects.filter(event=None)
    near = now.date() + timedelta(days=MOST_DAYS + 2)
    nights = [each for each in nights_to_come(leagues, now) if each.on <= near]
    due = [
        (night, days)
        for night in nights
        for days in {night.league.invites_before, EVENING_BEFORE}
        if days and _is_due(night, days, now)
    ]
    counts = head_counts([night for night, _days in due], now)
    for night, days in due:
        count = counts[night.pk]
        if days == night.league.invites_before:
            yield _invitation(night), _players([*_silent(count)])
        if days == EVENING_BEFORE:
            yield _evening_before(count), _players([*_coming(count)])
            if night.host_id is not None:
                yield _host_tomorrow(night), _players([night.host_id])


def _is_due(night: Night, days: int, now: datetime) -> bool:
    """Whether it is a number of days before a night, in the evening or up to a day later."""
    day = night.on - timedelta(days=days)
    begins = datetime.combine(day, AT, tzinfo=night.league.tzinfo)
    return begins <= now < min(begins + LASTS, night.starts_at)


def _players(keys: Sequence[int]) -> PlayerQuerySet:
    return Player.objects.present().filter(pk__in=keys)


def _silent(count: HeadCount) -> Iterator[int]:
    """Members who have not answered."""
    return (pk for pk in count.asked if pk not in count.answers)


def _coming(count: HeadCount) -> Iterator[int]:
    """Those who come, except members who are invited at the same time."""
    is_invited = count.night.league.invites_before == EVENING_BEFORE
    return (pk for pk in count.turns.inside if pk in count.answers or not is_invited)


def _news(
    topic: Topic,
    kind: str,
    night: Night,
    make: Callable[[Sequence[Player]], Content],
    *,
    mark: object = "",
    by_push: bool = True,
    hides_minors: bool = False,
) -> PeopleNews:
    """One message of a kind about a night; ``mark`` tells it apart from others of this kind."""
    return PeopleNews(
        topic=topic,
        key=f"{kind}-{night.pk}-{night.on}{mark and f'-{mark}'}",
        make=make,
        ends_at=night.starts_at,
        is_private=is_private_place(night.league) or not by_push,
        hides_minors=hides_minors,
    )


def _invitation(night: Night) -> PeopleNews:
    return _news(Topic.INVITATION, "invitation", night, partial(_invite, night))


def _invite(night: Night, players: Sequence[Player]) -> Content:
    is_expected = night.league.attendance == League.Attendance.EXPECTED
    colon = pgettext("between a label and what it labels", ":")  # French has a space before it
    asks = _("You are expected. Can’t come?") if is_expected else _("Are you coming?")
    return Content(
        title=capfirst(f"{_when(night)}{colon} {asks}"),
        path=reverse("league-night", args=[night.league.slug, night.pk]),
        lines=(_league_and_venue(night),),
        buttons=tuple(
            (_label(reply, player if len(players) > 1 else None), _answer(night, player, reply))
            for player in players
            for reply in (("out", "in") if is_expected else ("in", "out"))
        ),
    )


def _label(reply: str, player: Player | None) -> str:
    return _with_name(_("Yes, I’m coming") if reply == "in" else _("No, I can’t come"), player)


def _with_name(text: str, player: Player | None) -> str:
    """The text of a button, with a name where several people share an address."""
    return f"{player.short_name}: {text}" if player else text


def _answer(night: Night, player: Player, reply: str) -> str:
    return MailAct("night", night.pk, player.pk, reply).path


def _evening_before(count: HeadCount) -> PeopleNews:
    make = partial(_remind, count)
    return _news(Topic.INVITATION, "evening", count.night, make, hides_minors=True)


def _remind(count: HeadCount, players: Sequence[Player]) -> Content:
    night, coming = count.night, len(count.turns.inside)
    people = ngettext("%(n)s player is coming.", "%(n)s players are coming.", coming)
    return Content(
        title=_("Tomorrow, %(when)s: you’re in") % {"when": _when(night)},
        path=reverse("league-night", args=[night.league.slug, night.pk]),
        lines=(_league_and_venue(night), people % {"n": coming}, *_moved(night)),
        buttons=tuple(
            (_label("out", player if len(players) > 1 else None), _answer(night, player, "out"))
            for player in players
        ),
        notification=night.league.name,
    )


def _when(night: Night) -> str:
    return f"{date_format(night.on, 'l j F')}, {date_format(night.at, 'H:i')}"


def _league_and_venue(night: Night) -> str:
    return f"{night.league.name} · {night.where}" if night.where else night.league.name


def _moved(night: Night) -> Iterator[str]:
    if night.moved_from:
        yield _("Moved from %(day)s.") % {"day": date_format(night.moved_from, "l j F")}


# --- Hosts ------------------------------------------------------------------------------------


def _host_tomorrow(night: Night) -> PeopleNews:
    return _news(Topic.CHANGE, "host", night, partial(_remind_host, night), mark=night.host_id)


def _remind_host(night: Night, players: Sequence[Player]) -> Content:
    return Content(
        title=_("Tomorrow, %(when)s: you run the night") % {"when": _when(night)},
        path=reverse("league-night", args=[night.league.slug, night.pk]),
        lines=(_league_and_venue(night),),
        buttons=((_("I can’t run it"), host_out_path(night, players[0])),),
    )


def host_out_path(night: Night, host: Player) -> str:
    return MailAct("host-out", night.pk, host.pk).path


def news_of_swap(night: Night, host: Player, swaps: int) -> PeopleNews:
    """Ask the other hosts to take a night that its host can't run; ``swaps`` counts earlier ones."""
    make, mark = partial(_ask_hosts, night, host), f"{host.pk}-{swaps}"
    return _news(Topic.CHANGE, "swap", night, make, mark=mark, by_push=False)


def _ask_hosts(night: Night, host: Player, players: Sequence[Player]) -> Content:
    values = {"when": capfirst(_when(night)), "name": host.shown_on(Surface.WEB)}
    return Content(
        title=_("%(when)s: %(name)s can’t run the night. Can you?") % values,
        path=reverse("league-night", args=[night.league.slug, night.pk]),
        lines=(_league_and_venue(night),),
        buttons=tuple(
            (
                _with_name(_("I’ll run it"), each if len(players) > 1 else None),
                MailAct("host-in", night.pk, each.pk, str(host.pk)).path,
            )
            for each in players
        ),
    )


def news_of_new_host(night: Night, earlier: Player, swaps: int) -> PeopleNews:
    mark = f"{earlier.pk}-{night.host_id}-{swaps}"
    return _news(Topic.CHANGE, "swapped", night, partial(_name_new_host, night), mark=mark)


def _name_new_host(night: Night, _players: Sequence[Player]) -> Content:
    assert night.host is not None
    values = {"when": capfirst(_when(night)), "name": night.host.shown_on(Surface.WEB)}
    return Content(
        title=_("%(when)s: %(name)s runs the night for you") % values,
        path=reverse("league-night", args=[night.league.slug, night.pk]),
        lines=(_league_and_venue(night),),
    )
