"""Add up results: each player's sums in an event, and their rating and runs after each day."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import date

from leagues.models import DaySum, Event, EventSum, PairSum
from leagues.reads.events.sheets import sheet_of
from leagues.reads.people.results import (
    EventResults,
    PlayedMatch,
    PlayedSide,
    shots_of,
    to_rated_match,
)
from scoring.ratings import Rating, rate_day
from scoring.results import WonOrLost

Shots = Sequence[tuple[int, int, list[int | None]]]
A_PAIR = 2
MatchWent = tuple[int, WonOrLost]
FIRST_WIN, MATCHES = "won", "played"
GOES_ON = (
    *("mu", "sigma", "rated_on", "played"),
    *("run", "run_from", "longest_run", "longest_run_from", "longest_run_until"),
    *("unbeaten", "unbeaten_from"),
    *("longest_unbeaten", "longest_unbeaten_from", "longest_unbeaten_until"),
)
"""Columns of ``DaySum`` that are carried over from the player's previous day."""


class EventAddedUp:
    """Each player's and each pair's sums in one event, as rows that may be stored."""

    def __init__(self, results: EventResults) -> None:
        self.event: Event = results.event
        self.players: dict[int, EventSum] = {}
        self.pairs: dict[tuple[int, int], PairSum] = {}
        self.played: dict[int, list[PlayedMatch]] = {}
        if not results.is_listed:
            return
        self._discs = sheet_of(results.event).rule.discs
        played = [match for match in results.matches() if match.is_published]
        shots = shots_of(results.event) if played else {}
        for match in sorted(played, key=lambda each: each.pk):
            for side in match.sides:
                self._add(match, side, shots.get(match.pk, ()))

    def _add(self, match: PlayedMatch, side: PlayedSide, shots: Shots) -> None:
        for player in side.players:
            self._add_match(match, side, self._of(player))
            self.played.setdefault(player, []).append(match)
        if side.players:
            seen = [
                (game, first, twenties[side.seat])
                for game, first, twenties in shots
                if side.seat < len(twenties) and twenties[side.seat] is not None
            ]
            games: Counter[int] = Counter()
            for game, _first, made in seen:
                games[game] += made or 0
            best = max(games.values(), default=0)
            if len(side.players) == 1:
                self._add_shots(match, side, seen, best)
            elif len(side.players) == A_PAIR:
                self._add_pair(match, side, best)

    def _of(self, player: int) -> EventSum:
        if player not in self.players:
            self.players[player] = EventSum(event_id=self.event.pk, player_id=player)
        return self.players[player]

    def _add_match(self, match: PlayedMatch, side: PlayedSide, sum_: EventSum) -> None:
        went = match.went(side.seat)
        sum_.won += went is WonOrLost.WON
        sum_.tied += went is WonOrLost.TIED
        sum_.lost += went is WonOrLost.LOST
        sum_.points += side.points
        sum_.against += sum(other.points for other in match.sides if other is not side)

    def _add_shots(
        self,
        match: PlayedMatch,
        side: PlayedSide,
        seen: Sequence[tuple[int, int, int | None]],
        best_game: int,
    ) -> None:
        """Add the 20s of a player without a partner. For equal bests, the earlier match is kept."""
        sum_ = self._of(side.players[0])
        for _game, first, known in seen:
            made = known or 0
            sum_.rounds += 1
            sum_.twenties += made
            sum_.perfect += made >= self._discs
            if len(match.sides) == 2 and first == side.seat:
                sum_.rounds_first += 1
                sum_.twenties_first += made
            elif len(match.sides) == 2:
                sum_.rounds_last += 1
                sum_.twenties_last += made
            if made > sum_.best_round:
                sum_.best_round, sum_.best_round_match_id = made, match.pk
        if best_game > sum_.best_game:
            sum_.best_game, sum_.best_game_match_id = best_game, match.pk

    def _add_pair(self, match: PlayedMatch, side: PlayedSide, best: int) -> None:
        one, other = sorted(side.players)
        before = self.pairs.get((one, other))
        if best > (before.best_game if before else 0):
            self.pairs[one, other] = PairSum(
                event_id=self.event.pk,
                one_id=one,
                other_id=other,
                best_game=best,
                best_game_match_id=match.pk,
            )


def day_added_up(
    club: int,
    day: date,
    played: Iterable[tuple[EventResults, PlayedMatch]],
    before: Mapping[int, DaySum],
) -> dict[int, DaySum]:
    """The ``DaySum`` of everyone who played on ``day``, computed from their previous rows."""
    order = sorted(played, key=lambda each: (each[1].at, each[1].pk))
    to_rate = [(of, counts) for of, match in order if (counts := to_rated_match(match, day))]
    ratings = {
        player: rating for player, row in before.items() if (rating := rating_of(row)) is not None
    }
    changed = rate_day(ratings, day, (match for _, match in to_rate))
    public = {
        player for of, match in to_rate if of.is_listed for side in match.sides for player in side
    }
    went: defaultdict[int, list[MatchWent]] = defaultdict(list)
    for of, match in order:
        if of.is_listed and match.is_published:
            for side in match.sides:
                for player in side.players:
                    went[player].append((match.pk, match.went(side.seat)))
    evening = {}
    for player in sorted(changed.keys() | went.keys()):
        row = DaySum(club_id=club, player_id=player, day=day, is_public=player in public)
        _go_on(row, before.get(player), changed.get(player), went.get(player, ()))
        evening[player] = row
    return evening


def _go_on(
    row: DaySum, before: DaySum | None, rating: Rating | None, played: Iterable[MatchWent]
) -> None:
    if before:
        for name in GOES_ON:
            setattr(row, name, getattr(before, name))
    if rating:
        row.mu, row.sigma, row.rated_on = rating.mu, rating.sigma, rating.day
    reached = []
    for match, went in played:
        if went is WonOrLost.WON and not row.longest_run:
            reached.append((FIRST_WIN, 1, match))
        row.played += 1
        if is_milestone(row.played):
            reached.append((MATCHES, row.played, match))
        _count_run(row, "run", goes_on=went is WonOrLost.WON)
        _count_run(row, "unbeaten", goes_on=went is not WonOrLost.LOST)
    row.reached = tuple(reached) or None


def _count_run(row: DaySum, name: str, *, goes_on: bool) -> None:
    """Extend the run by a match, or end it. For equally long runs, the earlier one is kept."""
    run = getattr(row, name) + 1 if goes_on else 0
    began = row.day if run == 1 else getattr(row, f"{name}_from")
    setattr(row, name, run)
    setattr(row, f"{name}_from", began if run else None)
    if run > getattr(row, f"longest_{name}"):
        setattr(row, f"longest_{name}", run)
        setattr(row, f"longest_{name}_from", began)
        setattr(row, f"longest_{name}_until", row.day)


def is_milestone(played: int) -> bool:
    """Whether this is the 50th, 100th, 250th or 500th match, or a multiple of 1,000."""
    return played in (50, 100, 250, 500) or played % 1000 == 0


def rating_of(row: DaySum) -> Rating | None:
    if row.mu is None or row.sigma is None:
        return None
    return Rating(row.mu, row.sigma, row.rated_on)
