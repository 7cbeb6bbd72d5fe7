"""A player's leagues with dated matches: matches to play, results, and more."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import date, datetime

from django.db.models import Q

from leagues.access.league_roles import why_not_now
from leagues.models import Entry, Event, League, Match, Night, Player, SidePlayer
from leagues.models.people import PlayerQuerySet
from leagues.reads.club.page import to_dial
from leagues.reads.leagues.calendar import evening_day
from leagues.reads.leagues.kinds.ladder import LadderLine, ladder_of
from leagues.reads.leagues.kinds.own_time import own_time_of
from leagues.reads.leagues.kinds.series import games_of_series
from leagues.reads.leagues.matches.totals import counts_from
from leagues.reads.leagues.matches.unplayed import MATCH_PREFETCHES
from leagues.reads.leagues.matches.weeks import Dated, WeekMatch, as_dated
from leagues.reads.leagues.venues import home_venues
from leagues.reads.phones.my_day import my_matches
from leagues.reads.phones.my_match import MyMatch
from leagues.reads.tolerant_rows import read_each

FIRST = (Dated.CLAIMED, Dated.PLAYING, Dated.OVERDUE, Dated.DUE, Dated.PUT_OFF, Dated.TO_COME)
SHOWN = 3  # matches to play that are shown at once; the others open with a tap


@dataclass(frozen=True)
class OwnDated:
    """A league match from one side's point of view, with its dates."""

    own: MyMatch
    dated: WeekMatch

    @property
    def league(self) -> League:
        return self.dated.dated.week.league

    @property
    def telephones(self) -> list[tuple[Player, str]]:
        """The opponents that this side may call while the match is open, with the number to dial."""
        if self.own.is_over:
            return []
        shown = self.opponents.filter(shows_telephone=True, is_minor=False)
        return [(each, to_dial(each.telephone)) for each in shown.exclude(telephone="")]

    @property
    def opponents(self) -> PlayerQuerySet:
        sides = [side.pk for side in self.own.others]
        return Player.objects.present().filter(sides__in=sides).distinct().order_by("pk")

    @property
    def is_asked(self) -> bool:
        """Whether the other side has proposed a date and waits for an answer."""
        offer = self.dated.arranged.offer
        return offer is not None and offer.seat != self.own.mine.seat

    @property
    def is_blamed(self) -> bool:
        """Whether the other side claims a no-show, which this side may answer."""
        claim = self.dated.arranged.claim
        return claim is not None and claim.seat != self.own.mine.seat


@dataclass(frozen=True)
class OwnLadder:
    """A player's line on a ladder, and the players they may challenge."""

    line: LadderLine
    may_challenge: list[LadderLine]


@dataclass(frozen=True)
class OwnOwed:
    """The number of matches a player still owes in the current period, and their opponents."""

    many: int
    last_day: date
    opponents: list[Entry]


@dataclass(frozen=True)
class OwnLeague:
    league: League
    to_play: tuple[OwnDated, ...]
    """Open matches, most urgent first."""
    played: tuple[MyMatch, ...]
    """Finished matches, latest first."""
    to_confirm: tuple[MyMatch, ...] = ()
    """Results entered by the other side that this side may still contest."""
    ladder: OwnLadder | None = None
    owed: OwnOwed | None = None
    night: Night | None = None
    """A night that the player may run right now, or None."""

    @property
    def pressing(self) -> tuple[OwnDated, ...]:
        """The first matches to play, and all that are due."""
        waits = (Dated.PUT_OFF, Dated.TO_COME)
        late = sum(each.dated.called not in waits for each in self.to_play)
        return self.to_play[: max(SHOWN, late)]

    @property
    def later(self) -> tuple[OwnDated, ...]:
        return self.to_play[len(self.pressing) :]


def own_leagues(player: Player, now: datetime) -> list[OwnLeague]:
    """The running leagues with dated matches in which the player has a match or an entry."""
    running = Event.objects.reachable().running()
    plays = Q(event__matches__sides__players=player)
    is_in = Q(event__entries__players=player)
    leagues = League.objects.filter(plays | is_in, event__in=running)
    found = leagues.select_related("club", "event").distinct().order_by("pk")
    return list(read_each(found, lambda league: _own_league(league, player, now)))


def _own_league(league: League, player: Player, now: datetime) -> OwnLeague:
    assert league.event is not None
    today = evening_day(league, now)
    found = [each for each in my_matches(league.event, player) if not each.is_bye]
    games = games_of_series(league, {pk for each in found for pk in each.entries})
    matches = [each.in_series(games) for each in found]
    dated = _load_dated([each.match for each in matches if not each.is_over])
    venues = home_venues(dated)
    to_play = [
        OwnDated(each, as_dated(match, today, venues))
        for each in matches
        if (match := dated.get(each.match.pk))
    ]
    played = tuple(each for each in reversed(matches) if each.is_over)
    return OwnLeague(
        league,
        tuple(sorted(to_play, key=_sort_key)),
        played,
        tuple(each for each in played if _waits_for(each, league, now)),
        _own_ladder(league, player, now),
        _own_owed(league, player, today),
        _night_to_host(league, player, now),
    )


def _night_to_host(league: League, player: Player, now: datetime) -> Night | None:
    if not league.of_kind.is_own_time:
        return None
    nights = league.nights.filter(host=player, on=evening_day(league, now))
    night = nights.select_related("league__club").first()
    return night if night and not why_not_now(night, now) else None


def _own_ladder(league: League, player: Player, now: datetime) -> OwnLadder | None:
    if not league.of_kind.is_ladder:
        return None
    ladder = ladder_of(league)
    line = ladder.line_of(player)
    return OwnLadder(line, ladder.may_challenge(line, now)) if line else None


def _own_owed(league: League, player: Player, today: date) -> OwnOwed | None:
    if not league.of_kind.is_own_time:
        return None
    own_time = own_time_of(league, today)
    entry = own_time.entry_of(player)
    if entry is None:
        return None
    many = own_time.owes(entry)
    return OwnOwed(many, own_time.last_day, own_time.opponents(entry) if many else [])


def _waits_for(each: MyMatch, league: League, now: datetime) -> bool:
    """Whether this side can still confirm or contest a result entered without rounds."""
    is_silent = each.match.ending == Match.Ending.TOTALS and not each.mine.confirmed_at
    until = counts_from(each.match, league) if is_silent else None
    return until is not None and now <= until


def own_dated(player: Player, pk: int, now: datetime) -> OwnDated | None:
    """A dated match of the player, in any state; None if they do not play in it."""
    sides = SidePlayer.objects.filter(player=player, match=pk)
    mine = frozenset(sides.values_list("side", flat=True))
    found = (
        Match.objects.published()
        .filter(pk=pk, dated__isnull=False, event__in=Event.objects.reachable())
        .with_sides()
        .with_disputes()
        .select_related("dated__week__league__club", "event__club")
        .prefetch_related(*MATCH_PREFETCHES)
    )
    match = found.first()
    if match is None or not mine:
        return None
    league = match.dated.week.league
    dated = as_dated(match, evening_day(league, now), home_venues([match.pk]))
    own = MyMatch.of(match, mine)
    return OwnDated(own.in_series(games_of_series(league, own.entries)), dated)


def _load_dated(matches: Collection[Match]) -> dict[int, Match]:
    with_dates = Match.objects.filter(pk__in=[each.pk for each in matches])
    found = with_dates.filter(dated__isnull=False).select_related("dated__week")
    return {match.pk: match for match in found.prefetch_related(*MATCH_PREFETCHES)}


def _sort_key(each: OwnDated) -> tuple[int, object, int]:
    return FIRST.index(each.dated.called), each.dated.day, each.own.match.number
