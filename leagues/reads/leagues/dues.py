"""Who has paid their dues, and who is asked for them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Q

from leagues.models import Due, Enrolment, League, Night, Player
from leagues.models.leagues import LeagueQuerySet
from leagues.reads.leagues.season import season_of

HUNDREDTHS = 100


@dataclass(frozen=True)
class DueLine:
    """Somebody who is asked for dues, and what is noted of them."""

    player: Player
    due: Due | None

    @property
    def is_settled(self) -> bool:
        return self.due is not None and self.due.state != Due.State.PART


def dues_of(league: League, night: Night | None) -> tuple[DueLine, ...]:
    """Everybody who is asked for a season or a night, by surname."""
    noted = Due.objects.filter(league=league, night=night)
    due = {each.player_id: each for each in noted.select_related("user", "said_by")}
    asked = _at_night(night) if night else _in_season(league)
    people = Player.objects.filter(pk__in={*asked, *due}, merged_into=None)
    return tuple(DueLine(each, due.get(each.pk)) for each in people.by_surname())


def dues_tonight(night: Night) -> tuple[DueLine, ...]:
    """Those who came, and what is noted of them for tonight, or for the season."""
    per_night = night.league.dues == League.Dues.NIGHT
    lines = dues_of(night.league, night if per_night else None)
    if per_night:
        return lines
    came = _at_night(night)
    return tuple(line for line in lines if line.player.pk in came)


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


def in_currency(amount: int, league: League) -> str:
    """An amount as people write it: "12.50 €"."""
    whole, part = divmod(amount, HUNDREDTHS)
    said = f"{whole}.{part:02}" if part else f"{whole}"
    return f"{said} {league.currency}".strip()


def sum_of(lines: Iterable[DueLine]) -> int:
    """All that was paid, as far as amounts are noted."""
    return sum(line.due.amount or 0 for line in lines if line.due)


@dataclass(frozen=True)
class OwnDue:
    """What a player reads of their own dues in one league."""

    league: League
    due: Due | None
    night: Night | None


def own_dues(player: Player) -> list[OwnDue]:
    """The dues of this season's leagues they are members of, and those of nights noted."""
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
        OwnDue(league, noted.get(league.pk), None)
        for league in season.distinct().order_by("-pk")
    ]
    of_nights = [
        OwnDue(due.league, due, due.night)
        for due in dues.filter(league__closed_at=None).order_by("-night__on", "-pk")
        if due.night_id is not None
    ]
    return of_season + of_nights[:LATEST]


LATEST = 3  # nights a player reads of


def kept_by(player: Player) -> LeagueQuerySet:
    """The leagues whose treasurer somebody is."""
    return League.objects.filter(treasurer=player, closed_at=None).exclude(dues="")
