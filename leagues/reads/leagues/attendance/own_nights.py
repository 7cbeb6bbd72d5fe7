"""The nights that a player is asked for, as they see them."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime

from django.db.models import Q

from leagues.access.leagues import why_not_now
from leagues.models import Answer, Enrolment, Event, League, Night, Player
from leagues.reads.leagues.attendance.head_count import HeadCount, coming, nights_to_come
from leagues.reads.readable import readable

LATER = 5  # further nights of a league that are named


@dataclass(frozen=True)
class OwnNight:
    """A night, who comes, and what this player has said of it."""

    count: HeadCount
    player: Player
    is_hosted: bool
    """It is theirs to run at this moment."""
    later: tuple[Night, ...] = ()

    @property
    def night(self) -> Night:
        return self.count.night

    @property
    def answer(self) -> Answer | None:
        return self.count.of(self.player).answer

    @property
    def says(self) -> str:
        """Their last word; in, of whoever comes unless they say no."""
        if self.answer is None:
            return Answer.Says.IN if self.is_in or self.waits_as else ""
        return self.answer.says

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
        """They wait for the desk to confirm them."""
        return self.player.pk in self.count.asking

    @property
    def held_until(self) -> datetime | None:
        """Until when a place is held for them."""
        offer = self.count.of(self.player).offer
        return offer.until if offer else None

    @property
    def is_called(self) -> bool:
        """They are a spare whom a place is held for."""
        return self.held_until is not None and self.waits_as is None


def own_night(night: Night, player: Player, now: datetime) -> OwnNight:
    hosts = night.host_id == player.pk and not why_not_now(night, now)
    return OwnNight(coming(night, now), player, hosts)


def own_nights(player: Player, now: datetime) -> list[OwnNight]:
    """The next night of every league they have to do with; the later ones by name."""
    nights = nights_to_come(leagues_of(player), now)
    by_league = dict[int, list[Night]]()
    for night in nights:
        by_league.setdefault(night.league_id, []).append(night)

    def next_night(league: League) -> OwnNight:
        first, *later = by_league[league.pk]
        return replace(own_night(first, player, now), later=tuple(later[:LATER]))

    leagues = (of_one[0].league for of_one in by_league.values())
    return list(readable(leagues, next_night))


def leagues_of(player: Player) -> Iterable[League]:
    """Where they are a member or a spare, host a night, or have said or played something.

    Nobody is asked to a week of dated matches: two play theirs when it suits them.
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
