"""Printed sheets of a league, for a week's matches or a night's players."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from leagues.models import Entry, League, Night, Pool, Surface
from leagues.models.names import sort_key
from leagues.models.people import Player
from leagues.reads.leagues.attendance.head_count import Comer, read_head_count
from leagues.reads.leagues.calendar import evening_day
from leagues.reads.leagues.matches.weeks import Dated, LeagueWeek, WeekMatch, match_season


@dataclass(frozen=True)
class WeekSheet:
    """A week's matches, with unplayed matches from earlier weeks."""

    week: LeagueWeek
    still_open: tuple[WeekMatch, ...]


@dataclass(frozen=True)
class GroupListed:
    name: str
    people: tuple[str, ...]


@dataclass(frozen=True)
class NightSheet:
    """The players who come to a night, who wait and who may come, and the groups once drawn."""

    coming: tuple[str, ...]
    waiting: tuple[str, ...]
    maybe: tuple[str, ...]
    groups: tuple[GroupListed, ...]


def week_sheet(league: League, night: Night, now: datetime) -> WeekSheet | None:
    """The week's sheet, or None if the night is no week of the league (if cancelled, say)."""
    weeks = match_season(league, evening_day(league, now)).weeks
    week = next((each for each in weeks if each.night.pk == night.pk), None)
    if week is None:
        return None
    earlier = (each for each in weeks if each.number < week.number)
    still_open = (
        match for each in earlier for match in each.matches if match.called is not Dated.PLAYED
    )
    return WeekSheet(week, tuple(still_open))


def night_sheet(night: Night, now: datetime) -> NightSheet:
    count = read_head_count(night, now)
    return NightSheet(
        _by_surname(count.inside),
        tuple(_listed_name(each.player) for each in count.waiting),
        _by_surname(count.maybe),
        tuple(_list_groups(night)),
    )


def _by_surname(comers: Iterable[Comer]) -> tuple[str, ...]:
    return tuple(sorted((_listed_name(each.player) for each in comers), key=sort_key))


def _listed_name(player: Player) -> str:
    return player.listed_on(Surface.WALL)


def _list_groups(night: Night) -> Iterable[GroupListed]:
    """Yield the pools of the night's events, for stages with several."""
    pools = Pool.objects.filter(stage__event__night=night, stage__event__binned_at=None).order_by(
        "stage__event", "stage__number", "number"
    )
    of_stage: dict[int, list[Pool]] = {}
    for pool in pools:
        of_stage.setdefault(pool.stage_id, []).append(pool)
    for several in of_stage.values():
        if len(several) > 1:
            for pool in several:
                entries = Entry.objects.named().filter(pool_places__pool=pool)
                in_order = entries.order_by("pool_places__seed")
                names = tuple(entry.shown_on(Surface.WALL) for entry in in_order)
                yield GroupListed(str(pool.name or pool.number), names)
