"""The club's records: most 20s, perfect rounds, longest runs."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from operator import itemgetter
from typing import Any, TypeVar

from django.db.models import F, OuterRef, QuerySet, Subquery, Sum, Window
from django.db.models.functions import RowNumber

from leagues.models import Club, DaySum, Event, EventSum, Match, PairSum, Player, SidePlayer
from leagues.reads.people.result_sums import EventAddedUp
from leagues.reads.people.stored_sums import Sums, sums_of
from leagues.reads.top_list import first_with_ties

SHOWN = 10  # and those tied with the last of them, as far as they were read
READ = 3 * SHOWN
Who = TypeVar("Who", bound=Hashable)


@dataclass(frozen=True)
class TwentiesRecord:
    """A number of 20s, the players who made them, and the match."""

    most: int
    players: tuple[Player, ...]
    match: Match


@dataclass(frozen=True)
class TwentiesCount:
    most: int
    player: Player


@dataclass(frozen=True)
class Records:
    rounds: tuple[TwentiesRecord, ...]
    games: tuple[TwentiesRecord, ...]
    pairs: tuple[TwentiesRecord, ...]
    """The most 20s of two partners in a game."""
    perfect: tuple[TwentiesCount, ...]
    runs: tuple[TwentiesCount, ...]

    def __bool__(self) -> bool:
        return bool(self.rounds or self.games or self.pairs or self.runs)


Best = tuple[int, int]
"""A number, and the key of its match. The higher number is better, then the earlier match."""


@dataclass(frozen=True)
class CalendarYear:
    """A year of events, by start, in the club's time zone."""

    first: datetime
    after: datetime

    @classmethod
    def of(cls, club: Club, year: int) -> CalendarYear:
        first, after = (datetime(y, 1, 1, tzinfo=club.tzinfo) for y in (year, year + 1))
        return cls(first, after)

    def only(self, sums: QuerySet[Any]) -> QuerySet[Any]:
        return sums.filter(event__starts_at__gte=self.first, event__starts_at__lt=self.after)

    def has(self, event: Event) -> bool:
        return self.first <= event.starts_at < self.after


def years_played(club: Club) -> list[int]:
    """Years in which a public event began, latest first."""
    begun = Event.objects.listed().of(club).exclude(state=Event.State.PLANNED)
    years = begun.order_by().datetimes("starts_at", "year", tzinfo=club.tzinfo)
    return sorted((each.year for each in years), reverse=True)


def records_of(club: Club, of_year: int | None = None) -> Records:
    """The records in public events, of all time or of one year, in a few queries.

    Runs are only given for all time, because they go on from one event to the next.
    """
    sums = sums_of(club)
    year = None if of_year is None else CalendarYear.of(club, of_year)
    added_up = [each for each in sums.added_up() if not year or year.has(each.event)]
    bests = _bests_of_all_time if year is None else partial(_bests_of_year, year)
    rounds = _first_ten(bests(sums, "best_round") + _recent_bests(added_up, "best_round"))
    games = _first_ten(bests(sums, "best_game") + _recent_bests(added_up, "best_game"))
    pairs = _first_ten(_pair_bests(sums, year, added_up))
    perfect = _top_counts(_perfect_counts(sums, year, added_up))
    runs = _top_counts(_longest_runs(sums)) if year is None else []
    shown = {match for _, (_, match) in (*rounds, *games, *pairs)}
    matches = Match.objects.select_related("event").in_bulk(shown)
    partners = _partners_in_order(match for _, (_, match) in pairs)
    alone = {player for player, _ in (*rounds, *games, *perfect, *runs)}
    people = Player.objects.in_bulk(alone | {p for both, _ in pairs for p in both})

    def made_alone(found: list[tuple[int, Best]]) -> tuple[TwentiesRecord, ...]:
        return tuple(
            TwentiesRecord(most, (people[player],), matches[match])
            for player, (most, match) in found
        )

    def counted(found: list[tuple[int, int]]) -> tuple[TwentiesCount, ...]:
        return tuple(TwentiesCount(most, people[player]) for player, most in found)

    return Records(
        rounds=made_alone(rounds),
        games=made_alone(games),
        pairs=tuple(
            TwentiesRecord(most, tuple(people[p] for p in partners[match, both]), matches[match])
            for both, (most, match) in pairs
        ),
        perfect=counted(perfect),
        runs=counted(runs),
    )


def _first_ten(bests: Iterable[tuple[Who, Best]]) -> list[tuple[Who, Best]]:
    """The ten best, one each, and those tied with the tenth. For equal bests, the earlier match
    comes first.
    """
    order = sorted(bests, key=lambda each: (-each[1][0], each[1][1]))
    found: dict[Who, Best] = {}
    for who, best in order:
        found.setdefault(who, best)
    return first_with_ties(found.items(), SHOWN, lambda each: each[1][0])[:READ]


def _top_counts(counts: Mapping[int, int]) -> list[tuple[int, int]]:
    order = sorted(counts.items(), key=lambda each: (-each[1], each[0]))
    return first_with_ties(order, SHOWN, itemgetter(1))[:READ]


def _bests_of_all_time(sums: Sums, what: str) -> list[tuple[int, Best]]:
    """The best in the stored sums. An index finds each player's best."""
    match = f"{what}_match_id"
    of_player = EventSum.objects.listed().filter(player=OuterRef("pk"), **{f"{what}__gt": 0})
    of_player = of_player.exclude(event__in=sums.events)
    best = of_player.order_by(f"-{what}", match)[:1]
    stored = (
        Player.objects.annotate(
            most=Subquery(best.values(what)), match=Subquery(best.values(match))
        )
        .exclude(most=None)
        .order_by("-most", "match", "pk")
        .values_list("pk", "most", "match")[:READ]
    )
    return [(player, (most, at)) for player, most, at in stored]


def _bests_of_year(year: CalendarYear, sums: Sums, what: str) -> list[tuple[int, Best]]:
    """The best in the stored sums of one year's events."""
    match = f"{what}_match_id"
    in_turn = Window(
        RowNumber(), partition_by=["player"], order_by=[F(what).desc(), F(match).asc()]
    )
    stored = EventSum.objects.listed().filter(**{f"{what}__gt": 0})
    best = (
        year.only(stored.exclude(event__in=sums.events))
        .annotate(at=in_turn)
        .filter(at=1)
        .order_by(f"-{what}", match)
        .values_list("player", what, match)[:READ]
    )
    return [(player, (most, at)) for player, most, at in best]


def _recent_bests(added_up: Iterable[EventAddedUp], what: str) -> list[tuple[int, Best]]:
    """Players' bests in the events that are not stored."""
    return [
        (player, (getattr(row, what), getattr(row, f"{what}_match_id")))
        for event in added_up
        for player, row in event.players.items()
        if getattr(row, what)
    ]


def _pair_bests(
    sums: Sums, year: CalendarYear | None, added_up: Iterable[EventAddedUp]
) -> list[tuple[tuple[int, int], Best]]:
    stored: QuerySet[PairSum] = PairSum.objects.listed()
    stored = year.only(stored) if year else stored
    in_turn = Window(
        RowNumber(),
        partition_by=["one", "other"],
        order_by=[F("best_game").desc(), F("best_game_match_id").asc()],
    )
    best = (
        stored.exclude(event__in=sums.events)
        .annotate(at=in_turn)
        .filter(at=1)
        .order_by("-best_game", "best_game_match_id")[:READ]
    )
    newer = [pair for event in added_up for pair in event.pairs.values()]
    return [
        ((row.one_id, row.other_id), (row.best_game, row.best_game_match_id))
        for row in (*best, *newer)
    ]


def _partners_in_order(
    matches: Iterable[int],
) -> dict[tuple[int, tuple[int, int]], tuple[int, ...]]:
    """The partners in seating order, by match and sorted pair."""
    lines = SidePlayer.objects.filter(match__in=set(matches)).order_by("number")
    of_side: dict[tuple[int, int], list[int]] = {}
    for match, side, player in lines.values_list("match", "side", "player"):
        of_side.setdefault((match, side), []).append(player)
    return {(match, (min(both), max(both))): tuple(both) for (match, _), both in of_side.items()}


def _perfect_counts(
    sums: Sums, year: CalendarYear | None, added_up: Iterable[EventAddedUp]
) -> dict[int, int]:
    """The perfect rounds of the best in the stored sums, and of all in newer events."""
    newer: dict[int, int] = {}
    for event in added_up:
        for player, row in event.players.items():
            if row.perfect:
                newer[player] = newer.get(player, 0) + row.perfect
    rows: QuerySet[Any] = EventSum.objects.listed().filter(perfect__gt=0)
    rows = year.only(rows) if year else rows
    rows = rows.exclude(event__in=sums.events).values("player")
    most = rows.annotate(most=Sum("perfect")).values_list("player", "most")
    found = dict(most.order_by("-most", "player")[:READ])
    found |= dict(most.filter(player__in=newer))
    return {player: found.get(player, 0) + newer.get(player, 0) for player in found | newer}


def _longest_runs(sums: Sums) -> dict[int, int]:
    """The longest winning run of each player, if it is longer than one match."""
    rows = DaySum.objects.filter(club=sums.club, player=OuterRef("pk"))
    if sums.since is not None:
        rows = rows.filter(day__lt=sums.since)
    last = rows.order_by("-day").values("longest_run")[:1]
    most = Player.objects.annotate(most=Subquery(last)).filter(most__gt=1)
    stored = most.order_by("-most", "pk").values_list("pk", "most")[:READ]
    newer = {
        player: row.longest_run
        for _, evening in sorted(sums.days.items())
        for player, row in evening.items()
    }
    return {player: run for player, run in (dict(stored) | newer).items() if run > 1}
