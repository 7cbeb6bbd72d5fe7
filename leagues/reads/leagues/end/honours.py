"""Honours of a club: champions, awards, podiums, and the all-time table."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
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
from leagues.reads.advance.podiums import Podiums, PodiumStep, podiums_of, steps_of
from leagues.reads.leagues.end.awards import awards_given
from leagues.reads.leagues.end.champions import FinalsWon, finals_by_division, finals_won
from leagues.say import say
from scoring.season import AllTimeRow, SeasonPlace, all_time_table
from scoring.season.all_time import PODIUM
from scoring.text import Listing

T = TypeVar("T", FinalRow, Award)


@dataclass(frozen=True)
class SeasonHonours:
    """The honours of a league: division podiums once it is closed, its finals, and its awards."""

    league: League
    rows: tuple[FinalRow, ...]
    awards: tuple[Award, ...]
    finals: tuple[FinalsWon, ...] = ()

    @property
    def divisions(self) -> list[tuple[str, list[FinalRow]]]:
        """The podium rows by division, the highest division first."""
        found: dict[str, list[FinalRow]] = {}
        for row in self.rows:
            found.setdefault(row.division, []).append(row)
        return list(found.items())

    @property
    def deciding(self) -> dict[str, FinalsWon]:
        """The finals that decide the champion, by division."""
        return finals_by_division(self.finals, [division for division, _rows in self.divisions])

    @property
    def podiums(self) -> list[tuple[str, list[PodiumStep]]]:
        """The podium of each division, or of the whole league if its finals decide."""
        if not self.rows:
            return []
        won = self.deciding
        of_table = {} if "" in won else dict(self.divisions)
        return [
            (division, _podium_steps(division, won, of_table)) for division in (of_table or won)
        ]

    @property
    def champions(self) -> list[tuple[str, str]]:
        """The names of the champions by division: winners of the finals, or else of the table."""
        return self.champions_on(Surface.WEB)

    def champions_on(self, surface: Surface) -> list[tuple[str, str]]:
        return [
            (division, names)
            for division, steps in self.podiums
            if (names := _champion_names(steps, surface))
        ]

    @property
    def table_firsts(self) -> list[FinalRow]:
        """The first of each table whose champion was decided by finals."""
        won = self.deciding
        by_finals = [row for row in self.rows if "" in won or row.division in won]
        return [row for row in by_finals if row.place == 1]


@dataclass(frozen=True)
class EventHonours:
    """A finished event with its first three places."""

    event: Event
    podiums: Podiums


@dataclass(frozen=True)
class AllTimeLine:
    row: AllTimeRow[int]
    player: Player


def closed_leagues(club: Club) -> LeagueQuerySet:
    """The closed leagues that count for the honours of a club, latest first."""
    leagues = League.objects.listed().of(club).closed()
    dated = leagues.with_dates()
    return dated.order_by("-closed_at")


def season_honours(leagues: Collection[League]) -> tuple[SeasonHonours, ...]:
    """Read the honours of these leagues, in a constant number of queries."""
    podium = FinalRow.objects.filter(league__in=leagues, place__lte=PODIUM, played__gt=0)
    rows = _by_league(podium.defer("facts").order_by("number").named())
    awards = _by_league(awards_given(leagues))
    finals = finals_won(leagues)
    return tuple(
        SeasonHonours(
            each,
            tuple(rows.get(each.pk, ())),
            tuple(awards.get(each.pk, ())),
            tuple(finals.get(each.pk, ())),
        )
        for each in leagues
    )


def tournaments_over(club: Club) -> EventQuerySet:
    """The club's finished tournaments outside its leagues, and finals of seasons, latest first."""
    of_club = Event.objects.listed().of(club).filter(league=None)
    apart = of_club.filter(Q(night=None) | Q(finals_of_season__isnull=False))
    return apart.filter(kind=Event.Kind.TOURNAMENT).over()


def event_honours(events: Sequence[Event]) -> tuple[EventHonours, ...]:
    """Read the podiums of these events. The number of queries is constant once they are stored."""
    first_three = podiums_of(events)
    return tuple(EventHonours(event, first_three[event.pk]) for event in events)


def all_time(club: Club) -> tuple[AllTimeRow[int], ...]:
    """Add up all closed seasons by player. Reads only numbers and builds no model instances, so
    that twenty years stay fast.
    """
    behind = FinalRow.players.through.objects.filter(
        finalrow__league__in=closed_leagues(club)
    ).order_by("finalrow__number")
    highest: dict[int, str] = {}
    on_podium = _podiums_by_finals(club)
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
            if league in on_podium and (is_top or player in on_podium[league]):
                reached = on_podium[league].get(player, max(place, PODIUM + 1))
                own = replace(own, place=reached, is_top=True)
            seasons.setdefault(league, []).append(own)
    return all_time_table(seasons.values())


def _podiums_by_finals(club: Club) -> dict[int, dict[int, int]]:
    """The podium places by player, for each league whose highest division was decided by finals."""
    found: dict[int, dict[int, int]] = {}
    leagues = closed_leagues(club).filter(finals__isnull=False).distinct()
    for season in season_honours(list(leagues)):
        divisions = [division for division, _rows in season.divisions]
        won = season.deciding
        if finals := won.get("") or won.get(divisions[0] if divisions else ""):
            found[season.league.pk] = finals.places
    return found


def all_time_lines(rows: Collection[AllTimeRow[int]]) -> list[AllTimeLine]:
    people = Player.objects.in_bulk([row.player for row in rows])
    return [AllTimeLine(row, people[row.player]) for row in rows]


def _podium_steps(
    division: str, won: Mapping[str, FinalsWon], of_table: Mapping[str, Iterable[FinalRow]]
) -> list[PodiumStep]:
    if division in won:
        return [PodiumStep(each.place, each.last, each.entry) for each in won[division].podium]
    return _of_table(of_table[division])


def _of_table(rows: Iterable[FinalRow]) -> list[PodiumStep]:
    return list(steps_of((row.place, row, None) for row in rows))


def _champion_names(steps: Iterable[PodiumStep], surface: Surface) -> str:
    firsts = [each.entry for each in steps if each.place == 1]
    return say(Listing(tuple(each.shown_on(surface) for each in firsts)))


def _by_league(found: Iterable[T]) -> dict[int, list[T]]:
    of_each: dict[int, list[T]] = {}
    for each in found:
        of_each.setdefault(each.league_id, []).append(each)
    return of_each


@dataclass(frozen=True)
class OwnHonours:
    """The honours of one player: podium places in leagues and recorded events, and awards."""

    rows: Sequence[FinalRow]
    awards: Collection[Award]
    recorded: Sequence[RecordedPlace] = ()
    titles: Sequence[tuple[League, str]] = ()
    """Leagues won in their finals, each with the division."""

    def __bool__(self) -> bool:
        return bool(self.rows or self.awards or self.recorded or self.titles)


def honours_of(player: Player) -> OwnHonours:
    """Read a player's honours in public leagues, including those of names merged into theirs."""
    theirs = Player.objects.filter(Q(pk=player.pk) | Q(merged_into=player))
    leagues = League.objects.listed().closed().with_dates()
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
        _titles_by_finals(leagues, {each.pk for each in theirs}),
    )


def _titles_by_finals(leagues: LeagueQuerySet, keys: set[int]) -> list[tuple[League, str]]:
    entered = leagues.filter(finals__event__entries__line_up__player__in=keys)
    closed = list(entered.distinct().order_by("-closed_at"))
    return [
        (season.league, division)
        for season in season_honours(closed)
        for division, finals in season.deciding.items()
        if not keys.isdisjoint(finals.winners)
    ]
