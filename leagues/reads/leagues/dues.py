"""Who has paid their dues, who is asked for them, and what is owed."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import date

from django.db.models import Q

from leagues.models import Arrival, Due, Enrolment, EntryPlayer, League, Night, Player
from leagues.models.leagues import NightQuerySet
from leagues.reads.leagues.table.season import season_of


@dataclass(frozen=True)
class DueLine:
    """A player who is asked for dues, and what is noted of them."""

    player: Player
    due: Due | None
    price: int | None = None
    """What is asked, in hundredths; None where the league has no price."""

    is_asked: bool = field(default=True, kw_only=True)
    """Not so in a league that has no price, and where nobody has noted anything."""

    group = ""
    """The heading it is listed under; none in a league."""

    @property
    def is_settled(self) -> bool:
        return self.due is not None and self.due.state != Due.State.PART

    @property
    def is_owing(self) -> bool:
        return self.is_asked and not self.is_settled

    @property
    def taken(self) -> int:
        """What was paid. Paid without an amount is the price."""
        if self.due is None:
            return 0
        is_paid = self.due.state == Due.State.PAID
        noted = self.due.amount
        return (noted or 0) if noted is not None or not is_paid else self.price or 0

    @property
    def owed(self) -> int:
        return 0 if self.is_settled else self._rest

    @property
    def waived(self) -> int:
        is_waived = self.due is not None and self.due.state == Due.State.WAIVED
        return self._rest if is_waived else 0

    @property
    def _rest(self) -> int:
        return max(0, (self.price or 0) - self.taken)


@dataclass(frozen=True)
class DueSums:
    """What several are asked for: how many still owe, and what was taken, is owed, was waived."""

    asked: int
    owing: int
    taken: int
    owed: int
    waived: int

    @property
    def has_amounts(self) -> bool:
        return bool(self.taken or self.owed or self.waived)


def sums_of(lines: Iterable[DueLine]) -> DueSums:
    found = list(lines)
    return DueSums(
        asked=len(found),
        owing=sum(line.is_owing for line in found),
        taken=sum(line.taken for line in found),
        owed=sum(line.owed for line in found),
        waived=sum(line.waived for line in found),
    )


def dues_of(league: League, night: Night | None) -> tuple[DueLine, ...]:
    """Everybody who is asked for a season or a night, by surname."""
    noted = Due.objects.filter(league=league, night=night)
    due = {each.player_id: each for each in noted.select_related("user__player", "said_by")}
    asked = _at_night(night) if night else _in_season(league)
    people = Player.objects.filter(pk__in={*asked, *due}, merged_into=None)
    is_asked = _asks(league)
    return tuple(
        DueLine(each, due.get(each.pk), league.price, is_asked=is_asked)
        for each in people.by_surname()
    )


def dues_tonight(night: Night) -> tuple[DueLine, ...]:
    """Those who came, and what is noted of them for tonight, or for the season."""
    per_night = night.league.dues == League.Dues.NIGHT
    lines = dues_of(night.league, night if per_night else None)
    if per_night:
        return lines
    came = _at_night(night)
    return tuple(line for line in lines if line.player.pk in came)


def _asks(league: League) -> bool:
    """Whether it is known that something is to be paid: it has a price, or somebody has paid."""
    return bool(league.price) or Due.objects.filter(league=league).exists()


def _in_season(league: League) -> set[int]:
    """Its members; where everybody who plays is one, those who have played."""
    members = league.enrolments.filter(kind=Enrolment.Kind.MEMBER, last=None)
    asked = set(members.values_list("player", flat=True))
    if league.is_open:
        asked |= {row.player for row in season_of(league).rows}
    return asked


def _at_night(night: Night) -> set[int]:
    """Those who came."""
    came = Q(arrivals__night=night) | Q(
        line_ups__event__night=night, line_ups__event__binned_at=None
    )
    return set(Player.objects.filter(came).values_list("pk", flat=True))


# --- Over all nights -------------------------------------------------------------------------


@dataclass(frozen=True)
class NightDue(DueLine):
    """What a player is asked for one night."""

    night: Night = field(kw_only=True)


@dataclass(frozen=True)
class PlayerDues:
    """What a player is asked for all nights of a league."""

    player: Player
    nights: tuple[NightDue, ...]

    @property
    def sums(self) -> DueSums:
        return sums_of(self.nights)


def dues_of_nights(league: League) -> tuple[PlayerDues, ...]:
    """Everybody who came to a night that was not cancelled, by surname, the oldest night first."""
    nights = {n.pk: n for n in league.nights.filter(is_cancelled=False).in_order()}
    noted = Due.objects.filter(night__in=nights).select_related("user__player", "said_by")
    due = {(each.player_id, each.night_id): each for each in noted}
    came, is_asked = _attendance(nights) | due.keys(), _asks(league)
    people = Player.objects.filter(pk__in={pk for pk, _night in came}, merged_into=None)
    return tuple(
        PlayerDues(
            player,
            tuple(
                NightDue(
                    player, due.get((player.pk, pk)), league.price, is_asked=is_asked, night=night
                )
                for pk, night in nights.items()
                if (player.pk, pk) in came
            ),
        )
        for player in people.by_surname()
    )


def _attendance(nights: Iterable[int]) -> set[tuple[int, int | None]]:
    """Who came to which of these nights."""
    arrived = Arrival.objects.filter(night__in=nights)
    played = EntryPlayer.objects.filter(event__night__in=nights, event__binned_at=None)
    return {*arrived.values_list("player", "night"), *played.values_list("player", "event__night")}


# --- What a player reads ------------------------------------------------------------------------


@dataclass(frozen=True)
class OwnDue:
    """What a player reads of their own dues in one league, for its season or a night."""

    league: League
    line: DueLine
    night: Night | None

    @property
    def due(self) -> Due | None:
        return self.line.due


def own_dues(player: Player) -> list[OwnDue]:
    """Of the leagues they are a member of: this season's dues, the nights they came to and
    still owe (where a night has a price), and the latest nights noted."""
    dues = Due.objects.filter(player=player).select_related("league", "night")
    noted = {each.league_id: each for each in dues if each.night_id is None}
    season = League.objects.filter(
        enrolments__player=player,
        enrolments__kind=Enrolment.Kind.MEMBER,
        enrolments__last=None,
        dues=League.Dues.SEASON,
        closed_at=None,
    )
    of_season = [
        OwnDue(league, DueLine(player, noted.get(league.pk), league.price), None)
        for league in season.distinct().order_by("-pk")
    ]
    of_nights = [
        OwnDue(due.league, DueLine(player, due, due.league.price), due.night)
        for due in dues.filter(league__closed_at=None, night__isnull=False)
        if due.league
    ] + [
        OwnDue(night.league, DueLine(player, None, night.league.price), night)
        for night in _not_noted(player)
    ]
    of_nights.sort(key=_night_of, reverse=True)
    settled = [own for own in of_nights if own.line.is_settled][:LATEST]
    shown = [own for own in of_nights if not own.line.is_settled or own in settled]
    return of_season + shown


LATEST = 3  # nights without debts that a player reads of


def _night_of(own: OwnDue) -> tuple[date, int]:
    assert own.night is not None
    return own.night.on, own.night.pk


def _not_noted(player: Player) -> NightQuerySet:
    """Nights they came to that have a price, and of which nothing is noted."""
    came = Q(arrivals__player=player) | Q(
        events__entries__line_up__player=player, events__binned_at=None
    )
    nights = Night.objects.filter(
        came,
        is_cancelled=False,
        league__dues=League.Dues.NIGHT,
        league__closed_at=None,
        league__price__gt=0,
    )
    noted = Due.objects.filter(player=player, night__isnull=False)
    return nights.exclude(pk__in=noted.values("night")).select_related("league").distinct()
