"""Dues of a season or a night: who is asked, who has paid, and what is still owed."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import date

from django.db.models import Q

from leagues.models import Arrival, Due, Enrolment, EntryPlayer, League, Night, Player
from leagues.models.leagues import NightQuerySet
from leagues.reads.leagues.table.season import season_of


@dataclass(frozen=True)
class DueLine:
    """A player who is asked for dues, with their ``Due`` row or None."""

    player: Player
    due: Due | None
    price: int | None = None
    """The price in hundredths; None if the league has none."""

    is_asked: bool = field(default=True, kw_only=True)
    """False if the league has no price and no dues have been recorded."""

    group = ""
    """The heading the line is listed under; "" in a league."""

    @property
    def is_settled(self) -> bool:
        return self.due is not None and self.due.state != Due.State.PART

    @property
    def is_owing(self) -> bool:
        return self.is_asked and not self.is_settled

    @property
    def taken(self) -> int:
        """The amount paid, in hundredths. "Paid" without an amount counts as the price."""
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
    """The totals of several lines: how many are asked and owe, and the amounts in hundredths."""

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
        asked=sum(line.is_asked for line in found),
        owing=sum(line.is_owing for line in found),
        taken=sum(line.taken for line in found),
        owed=sum(line.owed for line in found),
        waived=sum(line.waived for line in found),
    )


def dues_of(league: League, night: Night | None) -> tuple[DueLine, ...]:
    """List the players who are asked for the dues of a season or a night, by surname."""
    noted = Due.objects.filter(league=league, night=night)
    due = {each.player_id: each for each in noted.select_related("user__player", "recorded_by")}
    asked = _at_night(night) if night else _in_season(league)
    people = Player.objects.filter(pk__in={*asked, *due}, merged_into=None)
    is_asked = _asks_for_dues(league)
    return tuple(
        DueLine(each, due.get(each.pk), league.price, is_asked=is_asked)
        for each in people.by_surname()
    )


def dues_tonight(night: Night) -> tuple[DueLine, ...]:
    """List the dues of the players who came tonight: for the night, or for the season."""
    per_night = night.league.dues == League.Dues.NIGHT
    lines = dues_of(night.league, night if per_night else None)
    if per_night:
        return lines
    came = _at_night(night)
    return tuple(line for line in lines if line.player.pk in came)


def _asks_for_dues(league: League) -> bool:
    """True if the league asks for dues: it has a price, or a payment was recorded."""
    return bool(league.price) or Due.objects.filter(league=league).exists()


def _in_season(league: League) -> set[int]:
    """The ids of the current members; in an open league also of everyone in the table."""
    members = league.enrolments.filter(kind=Enrolment.Kind.MEMBER, last=None)
    asked = set(members.values_list("player", flat=True))
    if league.is_open:
        asked |= {row.player for row in season_of(league).rows}
    return asked


def _at_night(night: Night) -> set[int]:
    """The ids of the players who were marked as here or played."""
    came = Q(arrivals__night=night) | Q(
        line_ups__event__night=night, line_ups__event__binned_at=None
    )
    return set(Player.objects.filter(came).values_list("pk", flat=True))


# --- Over all nights -------------------------------------------------------------------------


@dataclass(frozen=True)
class NightDue(DueLine):
    """The dues of a player for one night."""

    night: Night = field(kw_only=True)


@dataclass(frozen=True)
class PlayerDues:
    """The dues of a player for all nights of a league."""

    player: Player
    nights: tuple[NightDue, ...]

    @property
    def sums(self) -> DueSums:
        return sums_of(self.nights)


def dues_of_nights(league: League) -> tuple[PlayerDues, ...]:
    """List the dues of everyone who came to a night, by surname, oldest night first. Cancelled
    nights are left out.
    """
    nights = {n.pk: n for n in league.nights.filter(is_cancelled=False).in_order()}
    noted = Due.objects.filter(night__in=nights).select_related("user__player", "recorded_by")
    due = {(each.player_id, each.night_id): each for each in noted}
    came, is_asked = _read_attendance(nights) | due.keys(), _asks_for_dues(league)
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


def _read_attendance(nights: Iterable[int]) -> set[tuple[int, int | None]]:
    """The pairs of player and night of everyone who was marked as here or played."""
    arrived = Arrival.objects.filter(night__in=nights)
    played = EntryPlayer.objects.filter(event__night__in=nights, event__binned_at=None)
    return {*arrived.values_list("player", "night"), *played.values_list("player", "event__night")}


# --- What a player reads ------------------------------------------------------------------------


@dataclass(frozen=True)
class OwnDue:
    """A player's own dues in one league: for the season, or for one night."""

    league: League
    line: DueLine
    night: Night | None

    @property
    def due(self) -> Due | None:
        return self.line.due


def own_dues(player: Player) -> list[OwnDue]:
    """List the player's own dues: those of the seasons they are a member of, the nights they
    still owe for, and the latest nights settled (at most ``LATEST``).
    """
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


LATEST = 3  # settled nights that a player sees


def _night_of(own: OwnDue) -> tuple[date, int]:
    assert own.night is not None
    return own.night.on, own.night.pk


def _not_noted(player: Player) -> NightQuerySet:
    """The nights with a price that the player came to and has no ``Due`` row for."""
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
