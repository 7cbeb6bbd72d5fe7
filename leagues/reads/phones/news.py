"""Push notifications and their recipients. They contain nothing that public pages don't show."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from functools import partial
from typing import TypeAlias

from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from leagues.access.languages import speak_on
from leagues.dates import date_format
from leagues.models import (
    Event,
    Follow,
    Match,
    Offer,
    PairingRound,
    Player,
    PushAddress,
    SidePlayer,
    Surface,
)
from leagues.models.matches import PLAYED_OUT
from leagues.push.message import Message
from leagues.reads.phones.my_match import MyMatch

MakeMessage: TypeAlias = Callable[[], Message]
"""Makes the message, in the language that is active when it is called."""

SOON, LATER = 15 * 60, 6 * 3600  # seconds for which a notification is worth delivering


@dataclass(frozen=True)
class Notification:
    """A message and the browser that receives it."""

    to: PushAddress
    message: Message

    @classmethod
    def on(cls, address: PushAddress, make: MakeMessage) -> Notification:
        with speak_on(address):
            return cls(address, make())


def of_calls(matches: Collection[int]) -> Iterator[Notification]:
    """Notify the players of called matches of their board and opponents."""
    called = Match.objects.filter(pk__in=matches).at_a_board().select_related("event")
    for seat, mine in _subscribed_seats(called.with_sides()):
        yield from _to_own(seat.player, mine, title=partial(_call_title, mine), lasts=SOON)


def _call_title(mine: MyMatch) -> str:
    return _("Board %(board)s is ready: you play %(names)s") % _title_values(mine)


def of_rounds(rounds: Collection[int]) -> Iterator[Notification]:
    """Notify players of newly published rounds, each of the first match they play in them."""
    out = PairingRound.objects.filter(pk__in=rounds).published()
    matches = Match.objects.filter(pairing_round__in=out).select_related("event")
    in_order = matches.with_sides().order_by(
        "pairing_round__stage__number", "pairing_round__number", "number"
    )
    seen = set[int]()
    for seat, mine in _subscribed_seats(in_order):
        if seat.player_id in seen:
            continue
        seen.add(seat.player_id)
        yield from _to_own(seat.player, mine, title=partial(_draw_title, mine), lasts=LATER)


def of_matches(matches: Collection[int]) -> Iterator[Notification]:
    """Notify the players of matches that are new or have changed."""
    known = Match.objects.filter(pk__in=matches).published().select_related("event")
    for seat, mine in _subscribed_seats(known.with_sides()):
        title = partial(_change_title, mine)
        yield from _to_own(seat.player, mine, title=title, lasts=LATER)


def _change_title(mine: MyMatch) -> str:
    words = _title_values(mine)
    if not mine.others:
        return _("Changed: you have a bye in game %(number)s") % words
    if mine.match.board is None:
        return _("Your next match: you play %(names)s") % words
    return _("Your next match: board %(board)s against %(names)s") % words


def _draw_title(mine: MyMatch) -> str:
    words = _title_values(mine)
    if not mine.others:
        return _("Game %(number)s is out: you have a bye") % words
    if mine.match.board is None:
        return _("Game %(number)s is out: you play %(names)s") % words
    return _("Game %(number)s is out: board %(board)s against %(names)s") % words


def _title_values(mine: MyMatch) -> dict[str, object]:
    return {
        "number": mine.match.pairing_round.number,
        "board": mine.match.board.number if mine.match.board else "",
        "names": mine.against,
    }


def of_result(match: int) -> Iterator[Notification]:
    """Notify the followers of a match's players of the result."""
    over = Match.objects.finished().published().listed().select_related("event")
    for found in over.filter(pk=match, ending__in=PLAYED_OUT).with_sides():
        seats = SidePlayer.objects.filter(match=found, player__followers__isnull=False)
        for seat in seats.select_related("player").distinct():
            yield from _to_followers(seat.player, MyMatch.of(found, {seat.side_id}))


def of_places(offers: Collection[int]) -> Iterator[tuple[Offer, MakeMessage]]:
    """Open offers with their messages, for push and for mail.

    Private leagues are left out: a person may have asked under another player's name.
    """
    now = timezone.now()
    held = Offer.objects.filter(pk__in=offers, state=Offer.State.OPEN, until__gt=now)
    public = held.exclude(night__league__visibility=Event.Visibility.PRIVATE)
    found = public.select_related("night__league", "player__user", "player__club")
    for offer in found.order_by("pk"):
        lasts = int((offer.until - now).total_seconds())
        yield offer, partial(_of_place, offer, lasts=lasts)


def _of_place(offer: Offer, *, lasts: int) -> Message:
    night = offer.night
    until = timezone.localtime(offer.until, night.league.tzinfo)
    words = {"day": date_format(night.on, "l j F"), "until": date_format(until, "l, H:i")}
    return Message(
        title=_("A spot is free on %(day)s. Are you in or out?") % words,
        body=night.league.name + " · " + _("Held for you until %(until)s") % words,
        url=reverse("league-night", args=[night.league.slug, night.pk]),
        about=f"place-{night.pk}",
        lasts=lasts,
        is_own=True,
    )


def _to_followers(player: Player, mine: MyMatch) -> Iterator[Notification]:
    followers = Follow.objects.filter(player=player).select_related("address")
    for follow in followers.order_by("pk"):
        yield Notification.on(follow.address, partial(_of_result, player, mine))


def _of_result(player: Player, mine: MyMatch) -> Message:
    return Message(
        title=_result_title(player, mine),
        body=mine.match.event.name,
        url=_page_of(mine),
        about=f"result-{mine.match.pk}-{player.pk}",
        lasts=LATER,
    )


def _result_title(player: Player, mine: MyMatch) -> str:
    words = {
        "name": player.shown_on(Surface.WEB),
        "names": mine.against,
        "own": mine.mine.result,
        "other": mine.others[0].result,
    }
    if not mine.has_score:
        return {
            "won": _("%(name)s won against %(names)s"),
            "lost": _("%(name)s lost against %(names)s"),
        }.get(mine.went, _("%(name)s has played %(names)s")) % words
    return {
        "won": _("%(name)s won %(own)s–%(other)s against %(names)s"),
        "lost": _("%(name)s lost %(own)s–%(other)s against %(names)s"),
    }.get(mine.went, _("%(name)s tied %(own)s–%(other)s with %(names)s")) % words


def _subscribed_seats(matches: Collection[Match]) -> Iterator[tuple[SidePlayer, MyMatch]]:
    """Yield the players of these matches who receive notifications, match by match."""
    seats: dict[int, list[SidePlayer]] = {}
    # A person who scans a board's label may claim to be anyone, so private events are left out.
    public = Event.objects.reachable()
    asked = SidePlayer.objects.filter(match__in=matches, match__event__in=public)
    for seat in (
        asked.filter(player__push_addresses__isnull=False)
        .select_related("player", "side")
        .prefetch_related("player__push_addresses")
        .distinct()
    ):
        seats.setdefault(seat.match_id, []).append(seat)
    for match in matches:
        for seat in seats.get(match.pk, ()):
            yield seat, MyMatch.of(match, {seat.side_id})


def _to_own(
    player: Player, mine: MyMatch, *, title: Callable[[], str], lasts: int
) -> Iterator[Notification]:
    """Notify a player of what comes next, replacing an earlier message on the event."""
    event: Event = mine.match.event

    def make() -> Message:
        return Message(
            title=title(),
            body=event.name,
            url=_page_of(mine),
            about=f"next-{event.pk}",
            lasts=lasts,
            is_own=True,
        )

    for address in player.push_addresses.all():
        yield Notification.on(address, make)


def _page_of(mine: MyMatch) -> str:
    return reverse("match", args=[mine.match.event.slug, mine.match.number])
