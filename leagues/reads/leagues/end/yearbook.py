"""Yearbooks: the results of a year of the club, or of one closed league."""

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from operator import attrgetter
from typing import Any

from leagues.models import Club, Event, EventSum, League, Match, Player
from leagues.models.events import FRIENDLIES
from leagues.reads.leagues.end.honours import (
    EventHonours,
    SeasonHonours,
    closed_leagues,
    event_honours,
    season_honours,
)
from leagues.reads.leagues.table.table_lines import LeagueLine, by_division, league_lines
from leagues.reads.people.stored_sums import sums_of
from leagues.reads.top_list import first_with_ties
from scoring.season import NightMark

LEADERS = 10
RECORDS = 5
MOST_EVENTS = 100
PRESENT = {NightMark.PLAYED.value, NightMark.GUEST.value}


@dataclass(frozen=True)
class NightCount:
    """The number of players on one night of a league."""

    on: date
    people: int


@dataclass(frozen=True)
class LeagueOfYear:
    """The end of a league: champions, awards, tables, and attendance by night."""

    honours: SeasonHonours
    divisions: tuple[tuple[str, list[LeagueLine]], ...]
    nights: tuple[NightCount, ...]

    @property
    def most(self) -> int:
        return max((each.people for each in self.nights), default=0)


@dataclass(frozen=True)
class LeaderOfYear:
    """A player among the leaders of a statistic, with a second figure shown beside it."""

    player: Player
    many: int
    also: float


@dataclass(frozen=True)
class BestOfYear:
    player: Player
    most: int
    match: Match


@dataclass(frozen=True)
class Yearbook:
    leagues: tuple[LeagueOfYear, ...]
    events: tuple[EventHonours, ...]
    people: int
    twenties: int
    by_twenties: tuple[LeaderOfYear, ...]
    by_matches: tuple[LeaderOfYear, ...]
    best_rounds: tuple[BestOfYear, ...]
    best_games: tuple[BestOfYear, ...]

    def __bool__(self) -> bool:
        return bool(self.leagues or self.events or self.people)


def years_of(club: Club) -> list[int]:
    """List the years in which a public event began or a league was closed, latest first."""
    begun = _public_events(club).datetimes("starts_at", "year", tzinfo=club.tzinfo)
    closed = closed_leagues(club).order_by()
    ended = closed.datetimes("closed_at", "year", tzinfo=club.tzinfo)
    return sorted({each.year for each in (*begun, *ended)}, reverse=True)


def yearbook_of_year(club: Club, year: int) -> Yearbook:
    """The yearbook of a calendar year in the club's time zone: leagues closed and events begun."""
    first = datetime(year, 1, 1, tzinfo=club.tzinfo)
    after = datetime(year + 1, 1, 1, tzinfo=club.tzinfo)
    leagues = closed_leagues(club).filter(closed_at__gte=first, closed_at__lt=after)
    events = _public_events(club).filter(starts_at__gte=first, starts_at__lt=after)
    apart = events.filter(night=None, league=None, state=Event.State.FINISHED)
    apart = apart.exclude(kind__in=FRIENDLIES).order_by("starts_at", "pk")
    return _build_yearbook(club, list(leagues), events, list(apart[:MOST_EVENTS]))


def yearbook_of_league(league: League) -> Yearbook:
    """The yearbook of one league: its table, awards, and the sums of its nights or matches."""
    of_nights = _public_events(league.club).filter(night__league=league)
    own = _public_events(league.club).filter(pk=league.event_id)
    finals = Event.objects.listed().over().filter(finals_of_season__league=league)
    return _build_yearbook(
        league.club, [league], own if league.event_id else of_nights, list(finals)
    )


def _public_events(club: Club) -> Any:
    return Event.objects.listed().of(club).exclude(state=Event.State.PLANNED)


def _build_yearbook(
    club: Club, leagues: Sequence[League], events: Any, apart: Sequence[Event]
) -> Yearbook:
    rows = _read_sums(club, set(events.values_list("pk", flat=True)))
    people = Player.objects.select_related("merged_into").in_bulk({row.player_id for row in rows})
    of_each = _added_up(rows, people)
    return Yearbook(
        tuple(_league_of_year(honours) for honours in season_honours(leagues)),
        event_honours(apart),
        len(of_each),
        sum(made["twenties"] for _, made in of_each),
        _top_leaders(
            LeaderOfYear(who, made["twenties"], made["twenties"] / made["rounds"])
            for who, made in of_each
            if made["rounds"]
        ),
        _top_leaders(LeaderOfYear(who, made["matches"], made["won"]) for who, made in of_each),
        _best_results(rows, people, "best_round"),
        _best_results(rows, people, "best_game"),
    )


def _read_sums(club: Club, events: Collection[int]) -> list[EventSum]:
    """List each player's sums in these events: stored ones, or added up now if newer."""
    sums = sums_of(club)
    kept = EventSum.objects.listed().filter(event__in=events)
    newer = (
        row for each in sums.added_up() if each.event.pk in events for row in each.players.values()
    )
    return [*kept.exclude(event__in=sums.events), *newer]


def _added_up(
    rows: Iterable[EventSum], people: dict[int, Player]
) -> list[tuple[Player, Counter[str]]]:
    """Add up the sums of each player. 20s count only where the player shot them alone."""
    found: dict[Player, Counter[str]] = {}
    for row in rows:
        player = people[row.player_id].merged_into or people[row.player_id]
        found.setdefault(player, Counter()).update(
            matches=row.won + row.tied + row.lost,
            won=row.won,
            twenties=row.twenties,
            rounds=row.rounds,
        )
    return sorted(found.items(), key=lambda each: each[0].pk)


def _top_leaders(leaders: Iterable[LeaderOfYear]) -> tuple[LeaderOfYear, ...]:
    order = sorted((each for each in leaders if each.many), key=lambda each: -each.many)
    return tuple(first_with_ties(order, LEADERS, attrgetter("many")))


def _best_results(
    rows: Iterable[EventSum], people: dict[int, Player], what: str
) -> tuple[BestOfYear, ...]:
    """List the best results, one per player, best first. Of tied results the earlier match is
    first.
    """
    order = sorted(
        (row for row in rows if getattr(row, what)),
        key=lambda row: (-getattr(row, what), getattr(row, f"{what}_match_id")),
    )
    once = {row.player_id: row for row in reversed(order)}
    of_each = [row for row in order if once[row.player_id] is row]
    best = first_with_ties(of_each, RECORDS, attrgetter(what))
    matches = Match.objects.select_related("event").in_bulk(
        {getattr(row, f"{what}_match_id") for row in best}
    )
    return tuple(
        BestOfYear(
            people[row.player_id].merged_into or people[row.player_id],
            getattr(row, what),
            matches[getattr(row, f"{what}_match_id")],
        )
        for row in best
    )


def _league_of_year(honours: SeasonHonours) -> LeagueOfYear:
    league = honours.league
    divisions = by_division(league_lines(league))
    return LeagueOfYear(honours, tuple(divisions), tuple(_night_counts(league)))


def _night_counts(league: League) -> Iterable[NightCount]:
    """Count the players per night from the marks in the final rows; none for dated matches."""
    facts = league.final_rows.values_list("facts", flat=True)
    marks = [each["marks"] for each in facts if "marks" in each]
    for number, night in enumerate(league.nights.in_order() if marks else ()):
        people = sum(len(own) > number and own[number] in PRESENT for own in marks)
        if people:
            yield NightCount(night.on, people)
