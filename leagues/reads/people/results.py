"""The results of an event: who played, the score, and the day.

``SAT`` are the endings of matches that have players: finished ones, walkovers and forfeits.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from hashlib import blake2b
from itertools import groupby
from operator import itemgetter
from typing import Any

from leagues.models import Event, Match, PairingRound, Round
from leagues.models.matches import PLAYED_OUT
from scoring.ratings import RatedMatch, by_points, by_winner
from scoring.results import WonOrLost
from scoring.sides import BySeat, Seat

Ending = Match.Ending
SAT = PLAYED_OUT | {Ending.WALKOVER, Ending.FORFEIT}


@dataclass(frozen=True, slots=True)
class PlayedSide:
    seat: int
    points: int
    players: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class PlayedMatch:
    """A finished match."""

    pk: int
    at: datetime
    ending: str
    winner: int | None
    is_published: bool
    sides: tuple[PlayedSide, ...]
    guests: tuple[int, ...]

    def went(self, seat: int) -> WonOrLost:
        return outcome_of(self.winner, self.ending, seat)


def outcome_of(winner: int | None, ending: str, seat: int) -> WonOrLost:
    if winner is not None:
        return WonOrLost.WON if winner == seat else WonOrLost.LOST
    return WonOrLost.TIED if ending in PLAYED_OUT else WonOrLost.LOST


@dataclass(frozen=True, slots=True)
class EventResults:
    """The finished matches of an event by day, in the event's time zone."""

    event: Event
    is_listed: bool
    days: Mapping[date, Sequence[PlayedMatch]]

    def matches(self) -> Iterable[PlayedMatch]:
        for played in self.days.values():
            yield from played

    def digests(self) -> dict[str, str]:
        """A hash for each day. It changes when a value that enters the sums does."""
        return {
            day.isoformat(): blake2b(
                repr((self.is_listed, [_match_facts(match) for match in played])).encode(),
                digest_size=12,
            ).hexdigest()
            for day, played in self.days.items()
        }


def _match_facts(match: PlayedMatch) -> tuple[object, ...]:
    sides = [(side.seat, side.points, side.players) for side in match.sides]
    played = (match.pk, match.at.timestamp(), match.ending, match.winner)
    return (*played, match.is_published, sides, match.guests)


def results_of(event: Event) -> EventResults:
    """The results of an event, in one query; empty if it is deleted or only for fun."""
    by_day: defaultdict[date, list[PlayedMatch]] = defaultdict(list)
    if event.binned_at is None and event.kind != Event.Kind.FOR_FUN:
        for _, of_one in groupby(_result_rows(event), itemgetter(0)):
            match = _played_match(event, list(of_one))
            by_day[match.at.astimezone(event.tzinfo).date()].append(match)
    listed = event.binned_at is None and event.visibility == Event.Visibility.PUBLIC
    return EventResults(event, listed, dict(sorted(by_day.items())))


def _result_rows(event: Event) -> Iterable[tuple[Any, ...]]:
    """A row for each player on a side, and for each side without players."""
    sat = Match.objects.filter(event=event, ending__in=SAT)
    return sat.order_by("pk", "sides__seat", "sides__side_players__number").values_list(
        "pk",
        "finished_at",
        "ending",
        "winner",
        "pairing_round__state",
        "sides__seat",
        "sides__points",
        "sides__side_players__player",
        "sides__side_players__player__is_guest",
    )


def _played_match(event: Event, lines: list[tuple[Any, ...]]) -> PlayedMatch:
    pk, finished_at, ending, winner, state, *_ = lines[0]
    points = {seat: made for *_, seat, made, _player, _guest in lines}
    sat = [(seat, player) for *_, seat, _, player, _ in lines if player is not None]
    return PlayedMatch(
        pk,
        finished_at or event.starts_at,
        ending,
        winner,
        state == PairingRound.State.PUBLISHED,
        tuple(
            PlayedSide(seat, made, tuple(p for at, p in sat if at == seat))
            for seat, made in points.items()
            if seat is not None
        ),
        tuple(sorted(player for *_, player, is_guest in lines if is_guest)),
    )


def shots_of(event: Event) -> dict[int, list[tuple[int, int, list[int | None]]]]:
    """For each match its rounds: the game, the seat that shot first, and the 20s of each seat."""
    shot: defaultdict[int, list[tuple[int, int, list[int | None]]]] = defaultdict(list)
    found = Round.objects.filter(match__event=event, twenties__isnull=False)
    lines = found.order_by("match", "game", "number")
    for match, *rest in lines.values_list("match", "game", "first", "twenties"):
        game, first, twenties = rest
        shot[match].append((game, first, twenties or []))
    return shot


def to_rated_match(match: PlayedMatch, day: date) -> RatedMatch[int] | None:
    """The match for rating, or None if it was not played or a side's players are unknown."""
    if match.ending not in PLAYED_OUT or [s.seat for s in match.sides] != [0, 1]:
        return None
    a, b = match.sides
    sides = BySeat(a.players, b.players)
    if not all(sides):
        return None
    if a.points or b.points:
        return by_points(day, sides, BySeat(a.points, b.points), match.guests)
    winner = None if match.winner is None else Seat(match.winner)
    return by_winner(day, sides, winner, match.guests)
