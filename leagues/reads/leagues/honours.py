"""The honours of a club: who won which season, what was awarded, and all seasons added up."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from django.db.models import Q
from django.db.models.functions import Coalesce

from leagues.models import (
    Award,
    Club,
    Event,
    FinalRow,
    League,
    Player,
    RecordedPlace,
    Surface,
)
from leagues.models.events import EventQuerySet
from leagues.models.leagues import LeagueQuerySet
from leagues.reads.advance.finals import FinalPlace
from leagues.reads.advance.podiums import podiums
from leagues.reads.leagues.awards import awards_given
from leagues.say import say
from scoring.season import AllTimeRow, SeasonPlace, all_time_table
from scoring.season.all_time import PODIUM
from scoring.text import Listing

T = TypeVar("T", FinalRow, Award)


@dataclass(frozen=True)
class SeasonHonours:
    """A league that is over: once it is closed the first three of each division, and its awards."""

    league: League
    rows: tuple[FinalRow, ...]
    awards: tuple[Award, ...]

    @property
    def divisions(self) -> list[tuple[str, list[FinalRow]]]:
        """The highest first."""
        found: dict[str, list[FinalRow]] = {}
        for row in self.rows:
            found.setdefault(row.division, []).append(row)
        return list(found.items())

    @property
    def champions(self) -> list[tuple[str, str]]:
        """The first of each division by name."""
        return [
            (division, say(Listing(tuple(map(_on_web, firsts)))))
            for division, rows in self.divisions
            if (firsts := [row for row in rows if row.place == 1])
        ]


@dataclass(frozen=True)
class EventHonours:
    """An event that is over, and its first three."""

    event: Event
    podium: tuple[FinalPlace, ...]


@dataclass(frozen=True)
class AllTimeLine:
    row: AllTimeRow[int]
    player: Player


def closed_leagues(club: Club) -> LeagueQuerySet:
    """What the honours of a club are taken from, the latest first."""
    leagues = League.objects.listed().of(club).closed()
    return leagues.select_related("season").order_by("-closed_at")


def season_honours(leagues: Collection[League]) -> tuple[SeasonHonours, ...]:
    """In a number of queries that never grows."""
    podium = FinalRow.objects.filter(
        league__in=leagues, place__lte=PODIUM, played__gt=0
    )
    rows = _by_league(podium.defer("facts").order_by("number").named())
    awards = _by_league(awards_given(leagues))
    return tuple(
        SeasonHonours(
            each, tuple(rows.get(each.pk, ())), tuple(awards.get(each.pk, ()))
        )
        for each in leagues
    )


def tournaments_over(club: Club) -> EventQuerySet:
    """What the club remembers beside its leagues, the latest first."""
    apart = Event.objects.listed().of(club).filter(night=None, league=None)
    return apart.filter(kind=Event.Kind.TOURNAMENT).over()


def event_honours(events: Sequence[Event]) -> tuple[EventHonours, ...]:
    """In a number of queries that never grows, once their podiums are kept."""
    first_three = podiums(events)
    return tuple(EventHonours(event, first_three[event.pk]) for event in events)


def all_time(club: Club) -> tuple[AllTimeRow[int], ...]:
    """Every closed season added up, from numbers alone: no row of twenty years is built."""
    behind = FinalRow.players.through.objects.filter(
        finalrow__league__in=closed_leagues(club)
    ).order_by("finalrow__number")
    highest: dict[int, str] = {}
    seasons: dict[int, list[SeasonPlace[int]]] = {}
    for league, division, place, played, player in behind.values_list(
        "finalrow__league_id",
        "finalrow__division",
        "finalrow__place",
        "finalrow__played",
        Coalesce("player__merged_into_id", "player_id"),
    ):
        is_top = division == highest.setdefault(league, division)
        if played:
            own = SeasonPlace(player, place, played, is_top)
            seasons.setdefault(league, []).append(own)
    return all_time_table(seasons.values())


def all_time_lines(rows: Collection[AllTimeRow[int]]) -> list[AllTimeLine]:
    people = Player.objects.in_bulk([row.player for row in rows])
    return [AllTimeLine(row, people[row.player]) for row in rows]


def _on_web(row: FinalRow) -> str:
    return row.shown_on(Surface.WEB)


def _by_league(found: Iterable[T]) -> dict[int, list[T]]:
    of_each: dict[int, list[T]] = {}
    for each in found:
        of_each.setdefault(each.league_id, []).append(each)
    return of_each


@dataclass(frozen=True)
class OwnHonours:
    """What one player won: places on a podium of leagues and of events before this site, and awards."""

    rows: Sequence[FinalRow]
    awards: Collection[Award]
    recorded: Sequence[RecordedPlace] = ()

    def __bool__(self) -> bool:
        return bool(self.rows or self.awards or self.recorded)


def honours_of(player: Player) -> OwnHonours:
    """Under this name or one that was merged into it, in leagues that everybody may see."""
    theirs = Player.objects.filter(Q(pk=player.pk) | Q(merged_into=player))
    leagues = League.objects.listed().closed()
    rows = FinalRow.objects.filter(
        players__in=theirs, league__in=leagues, place__lte=PODIUM, played__gt=0
    )
    awards = Award.objects.filter(player__in=theirs, league__in=leagues)
    recorded = RecordedPlace.objects.filter(
        entry__line_up__player__in=theirs,
        entry__event__in=Event.objects.listed(),
        place__lte=PODIUM,
    )
    return OwnHonours(
        list(rows.select_related("league").order_by("-league__closed_at").distinct()),
        list(awards.select_related("league").order_by("-league__closed_at", "pk")),
        list(
            recorded.select_related("entry__event")
            .order_by("-entry__event__starts_at", "pk")
            .distinct()
        ),
    )
