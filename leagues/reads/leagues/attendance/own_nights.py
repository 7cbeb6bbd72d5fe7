"""The coming nights of one player, for their own page."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime

from django.db.models import Q

from leagues.access.league_roles import why_not_now
from leagues.models import Answer, Enrolment, Event, League, Night, Player
from leagues.reads.leagues.attendance.head_count import HeadCount, nights_to_come, read_head_count
from leagues.reads.tolerant_rows import read_each

LATER = 5  # further nights of a league that are named


@dataclass(frozen=True)
class OwnNight:
    """A night and its head count, as one player sees it."""

    count: HeadCount
    player: Player
    is_hosted: bool
    """The player is its host and may run it now."""
    later: tuple[Night, ...] = ()

    @property
    def night(self) -> Night:
        return self.count.night

    @property
    def answer(self) -> Answer | None:
        return self.count.of(self.player).answer

    @property
    def reply(self) -> str:
        """Their answer; ``IN`` if they have not answered but have a spot or wait for one."""
        if self.answer is None:
            return Answer.Reply.IN if self.is_in or self.waits_as else ""
        return self.answer.reply

    @property
    def from_round(self) -> int | None:
        return self.count.of(self.player).from_round

    @property
    def is_in(self) -> bool:
        return self.count.is_in(self.player)

    @property
    def waits_as(self) -> int | None:
        return self.count.waits_as(self.player)

    @property
    def asks(self) -> bool:
        """True if they wait for the desk to confirm them."""
        return self.player.pk in self.count.asking

    @property
    def held_until(self) -> datetime | None:
        """The time until which a spot is reserved for them; None if none is."""
        offer = self.count.of(self.player).offer
        return offer.until if offer else None

    @property
    def is_called(self) -> bool:
        """True if they are a spare with a spot reserved for them."""
        return self.held_until is not None and self.waits_as is None


def own_night(night: Night, player: Player, now: datetime) -> OwnNight:
    hosts = night.host_id == player.pk and not why_not_now(night, now)
    return OwnNight(read_head_count(night, now), player, hosts)


def own_nights(player: Player, now: datetime) -> list[OwnNight]:
    """List the next night of each of the player's leagues; the nights after it are in ``later``."""
    nights = nights_to_come(leagues_of(player), now)
    by_league = dict[int, list[Night]]()
    for night in nights:
        by_league.setdefault(night.league_id, []).append(night)

    def next_night(league: League) -> OwnNight:
        first, *later = by_league[league.pk]
        return replace(own_night(first, player, now), later=tuple(later[:LATER]))

    leagues = (of_one[0].league for of_one in by_league.values())
    return list(read_each(leagues, next_night))


def leagues_of(player: Player) -> Iterable[League]:
    """The leagues of a player: those where they are a member or spare, host a night, have
    answered, or have played. Members of the club also get its public open leagues.

    Leagues of dated matches are left out: their weeks ask for no answer, because two players
    play their match when it suits them.
    """
    nights = Night.objects.filter(
        Q(answers__player=player)
        | Q(offers__player=player)
        | Q(host=player)
        | Q(events__entries__players=player)
    )
    enrolled = Enrolment.objects.filter(player=player)
    theirs = Q(pk__in=nights.values("league")) | Q(pk__in=enrolled.values("league"))
    if not player.is_guest:
        theirs |= Q(is_open=True, visibility=Event.Visibility.PUBLIC)
    return League.objects.filter(theirs, club=player.club_id, event=None)
