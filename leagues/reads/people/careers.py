"""A player's matches and statistics, from public events, counting the people who really played.

The database does the sums, and lists are read in pages, so no player's full history is ever
in memory.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.db.models import (
    Case,
    Count,
    F,
    IntegerField,
    Max,
    OuterRef,
    Q,
    QuerySet,
    Subquery,
    Sum,
    When,
)

from leagues.models import (
    DaySum,
    Event,
    EventSum,
    Match,
    MatchSide,
    PairingRound,
    Player,
    SidePlayer,
)
from leagues.models.matches import PLAYED_OUT, MatchQuerySet
from leagues.reads.people.results import SAT, outcome_of
from leagues.reads.people.stored_sums import Sums
from scoring.results import WonOrLost

FORM = 10
RIVALS, RIVALRY = 3, 3  # the number of rivals shown, and the fewest matches against each
A_RUN = 3  # the fewest matches of a current run that is shown


@dataclass(frozen=True)
class Played:
    """A match from one player's point of view."""

    match: Match
    mine: MatchSide
    others: tuple[MatchSide, ...]
    went: WonOrLost

    @property
    def sides(self) -> tuple[MatchSide, ...]:
        """All sides, the player's first."""
        return self.mine, *self.others

    @property
    def partners(self) -> int:
        """The number of partners."""
        return len(self.mine.side_players.all()) - 1

    @property
    def against(self) -> int:
        return sum(side.points for side in self.others)

    @property
    def result(self) -> str:
        """The result, with the player's number first."""
        if len(self.others) == 1:
            return f"{self.mine.result}–{self.others[0].result}"
        return f"{self.mine.points}–{self.against}"


@dataclass(frozen=True)
class Average:
    """A number of 20s in a number of rounds."""

    rounds: int = 0
    twenties: int = 0

    @property
    def each(self) -> float:
        return self.twenties / self.rounds if self.rounds else 0.0


@dataclass(frozen=True)
class Tally:
    """Matches won, tied and lost, with the points for and against."""

    won: int = 0
    tied: int = 0
    lost: int = 0
    points: int = 0
    against: int = 0

    @property
    def played(self) -> int:
        return self.won + self.tied + self.lost


@dataclass(frozen=True)
class Best:
    """The highest number of something, and the first match in which it was reached."""

    most: int
    match: Match


Days = tuple[date, ...]


@dataclass(frozen=True)
class Runs:
    """The longest and the current run of matches won, and of matches not lost."""

    longest: int = 0
    longest_unbeaten: int = 0
    won_now: int = 0
    unbeaten_now: int = 0
    won_on: Days = ()
    """The first and the last day of the longest run, or its only day."""
    unbeaten_on: Days = ()

    @property
    def is_won_now(self) -> bool:
        return self.won_now >= A_RUN

    @property
    def is_unbeaten_now(self) -> bool:
        """Whether the unbeaten run is worth showing: it must be longer than the run of wins."""
        return self.unbeaten_now >= max(A_RUN, self.won_now + 1)


@dataclass(frozen=True)
class Career:
    """A player's results, added up."""

    tally: Tally
    twenties: Average
    shooting_first: Average
    with_hammer: Average
    perfect_rounds: int
    """The number of rounds in which every disc was a 20."""
    runs: Runs
    best_round: Best | None
    best_game: Best | None


SUMMED = (
    *("won", "tied", "lost", "points", "against", "rounds", "twenties", "perfect"),
    *("rounds_first", "twenties_first", "rounds_last", "twenties_last"),
)


def read_career(player: Player, sums: Sums) -> Career:
    """The player's career, from their sums in each event."""
    stored, newer = stored_sums(sums, player), sums.of_player(player.pk)
    found = stored.aggregate(**{name: Sum(name) for name in SUMMED})
    total = {name: (found[name] or 0) + sum(getattr(row, name) for row in newer) for name in SUMMED}
    best = {what: _find_best(what, stored, newer) for what in ("best_round", "best_game")}
    matches = Match.objects.select_related("event").in_bulk(
        [match for _, match in filter(None, best.values())]
    )
    round_, game = (Best(made[0], matches[made[1]]) if made else None for made in best.values())
    evening = sums.evenings_before([player.pk]).get(player.pk)
    return Career(
        tally=Tally(*(total[name] for name in ("won", "tied", "lost", "points", "against"))),
        twenties=Average(total["rounds"], total["twenties"]),
        shooting_first=Average(total["rounds_first"], total["twenties_first"]),
        with_hammer=Average(total["rounds_last"], total["twenties_last"]),
        perfect_rounds=total["perfect"],
        runs=runs_of(evening) if evening else Runs(),
        best_round=round_,
        best_game=game,
    )


def runs_of(evening: DaySum) -> Runs:
    return Runs(
        longest=evening.longest_run,
        longest_unbeaten=evening.longest_unbeaten,
        won_now=evening.run,
        unbeaten_now=evening.unbeaten,
        won_on=_first_and_last(evening.longest_run_from, evening.longest_run_until),
        unbeaten_on=_first_and_last(evening.longest_unbeaten_from, evening.longest_unbeaten_until),
    )


def _first_and_last(first: date | None, last: date | None) -> Days:
    if first is None or last is None:
        return ()
    return (first,) if first == last else (first, last)


def stored_sums(sums: Sums, player: Player) -> QuerySet[EventSum]:
    """The player's stored sums of public events, without those that are out of date."""
    rows = EventSum.objects.filter(player=player).exclude(event__in=sums.events)
    listed: QuerySet[EventSum] = rows.listed()
    return listed


def _find_best(
    what: str, stored: QuerySet[EventSum], newer: Iterable[EventSum]
) -> tuple[int, int] | None:
    """The highest value of a column, and the first match with it; None without any."""
    best = stored.order_by(f"-{what}", f"{what}_match_id")[:1]
    made = [
        (getattr(row, what), getattr(row, f"{what}_match_id"))
        for row in (*best, *newer)
        if getattr(row, what)
    ]
    return min(made, key=lambda each: (-each[0], each[1]), default=None)


# --- Matches ------------------------------------------------------------------------------------


def matches_of(player: Player) -> MatchQuerySet:
    """The player's finished matches in public events, latest first."""
    return _only_finished(Match.objects.of_player(player))


def _only_finished(matches: MatchQuerySet) -> MatchQuerySet:
    seen: MatchQuerySet = matches.listed().published().filter(ending__in=SAT)
    return seen.order_by("-finished_at", "-pk")


def last_played(player: Player) -> tuple[Played, ...]:
    """The last ten matches, latest first, in a constant number of queries."""
    recent: QuerySet[Match] = matches_of(player).with_sides().select_related("event")
    found = recent.prefetch_related("sides__side_players")
    return tuple(as_seen_by(match, player) for match in found[:FORM])


def as_seen_by(match: Match, player: Player) -> Played:
    sides = list(match.sides.all())
    mine = next(side for side in sides if player.pk in _players_on(side))
    others = tuple(side for side in sides if side is not mine)
    return Played(match, mine, others, outcome_of(match.winner, match.ending, mine.seat))


def _players_on(side: MatchSide) -> list[int]:
    return [line.player_id for line in side.side_players.all()]


# --- Head to head ---------------------------------------------------------------------------------


def met_by(player: Player) -> QuerySet[Any, Any]:
    """Every opponent with the results against them, most frequent first."""
    all_sides = MatchSide.objects.filter(match=OuterRef("match")).order_by()
    total = all_sides.values("match").annotate(total=Sum("points")).values("total")
    mine = SidePlayer.objects.filter(
        player=player,
        match__ending__in=SAT,
        match__pairing_round__state=PairingRound.State.PUBLISHED,
        match__event__in=Event.objects.listed(),
    )
    met = mine.annotate(
        other_side=F("match__sides"),
        other=F("match__sides__side_players__player"),
        against=Subquery(total, IntegerField()) - F("side__points"),
    ).exclude(other_side=F("side"))
    won = Q(match__winner=F("side__seat"))
    tied = Q(match__winner=None, match__ending__in=PLAYED_OUT)
    return (
        met.filter(other__isnull=False)
        .order_by()
        .values("other")
        .annotate(
            played=Count("pk"),
            won=Count(Case(When(won, then=1))),
            tied=Count(Case(When(tied, then=1))),
            points_made=Sum("side__points"),
            points_against=Sum("against"),
            last=Max("match__finished_at"),
        )
        .order_by("-played", "-last", "other")
    )


def rivals_in(met: Sequence[dict[str, Any]] | QuerySet[Any, Any]) -> list[Any]:
    """The most frequent opponents, if they met often enough to be rivals."""
    return [row for row in met[:RIVALS] if row["played"] >= RIVALRY]


def tally_of(row: dict[str, Any]) -> Tally:
    return Tally(
        row["won"],
        row["tied"],
        row["played"] - row["won"] - row["tied"],
        row["points_made"],
        row["points_against"],
    )


def load_opponents(rows: Iterable[dict[str, Any]]) -> list[tuple[Player, Tally]]:
    """Pairs of opponent and results, for the rows shown."""
    rows = list(rows)
    people = Player.objects.in_bulk([row["other"] for row in rows])
    return [(people[row["other"]], tally_of(row)) for row in rows]


def tally_between(one: Player, other: Player) -> Tally:
    """The results between two players.

    Reads all opponents in their matches: with a filter on ``other``, SQLite would scan all
    of that player's matches instead.
    """
    met = met_by(one).filter(match__in=_seats_against(one, other).values("match"))
    found = (tally_of(row) for row in met if row["other"] == other.pk)
    return next(found, Tally())


def matches_between(one: Player, other: Player) -> MatchQuerySet:
    """Matches in which the two played on different sides, latest first."""
    return _only_finished(Match.objects.filter(pk__in=_seats_against(one, other).values("match")))


def _seats_against(one: Player, other: Player) -> QuerySet[SidePlayer]:
    """The seats of ``other`` against ``one``. Uses only indexes; no match is read."""
    mine = SidePlayer.objects.filter(player=one)
    theirs = SidePlayer.objects.filter(player=other, match__in=mine.values("match"))
    return theirs.exclude(side__in=mine.values("side"))
