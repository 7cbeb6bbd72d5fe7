"""The club's records: the most 20s, perfect rounds, the longest runs."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.db.models import QuerySet

from leagues.bridge.people.careers import SAT, longest_run
from leagues.bridge.rules.sheets import sheet_of
from leagues.models import Club, Event, Match, Player, Round, SidePlayer
from scoring.results import WonOrLost

SHOWN = 10

Side = tuple[int, int]
"""A match and a seat of it."""


@dataclass(frozen=True)
class Made:
    """So many 20s, by whom, in which match."""

    most: int
    players: tuple[Player, ...]
    match: Match


@dataclass(frozen=True)
class Count:
    most: int
    player: Player


@dataclass(frozen=True)
class Records:
    rounds: tuple[Made, ...]
    games: tuple[Made, ...]
    pairs: tuple[Made, ...]
    """The most 20s of two partners in a game."""
    perfect: tuple[Count, ...]
    runs: tuple[Count, ...]

    def __bool__(self) -> bool:
        return bool(self.rounds or self.games or self.pairs or self.runs)


def records(club: Club) -> Records:
    """From everything that everybody may read about, in a few queries."""
    matches = (
        Match.objects.filter(event__club=club, ending__in=SAT).listed().published()
    )
    events = Event.objects.filter(matches__in=matches).distinct()
    discs = {event.pk: sheet_of(event).rule.discs for event in events}
    sat = _sat(matches)
    by_round, by_game, event_of = _shot(matches)
    alone = {side for side, players in sat.items() if len(players) == 1}
    best = {
        "rounds": _most(((s, n) for s, n in by_round if s in alone), sat),
        "games": _most(((s, n) for s, n in by_game if s in alone), sat),
        "pairs": _most(((s, n) for s, n in by_game if len(sat.get(s, ())) == 2), sat),
    }
    perfect = Counter(
        sat[side][0]
        for side, made in by_round
        if side in alone and made >= discs[event_of[side[0]]]
    )
    runs = _runs(matches, sat)
    shown = {side[0] for of_one in best.values() for side, _ in of_one}
    people = {p for of_one in best.values() for s, _ in of_one for p in sat[s]}
    players = Player.objects.in_bulk({*people, *perfect, *runs})
    played = matches.select_related("event").in_bulk(shown)

    def made(of_one: Iterable[tuple[Side, int]]) -> tuple[Made, ...]:
        return tuple(
            Made(n, tuple(players[p] for p in sat[side]), played[side[0]])
            for side, n in of_one
        )

    def counted(most: Mapping[int, int]) -> tuple[Count, ...]:
        best_first = sorted(most.items(), key=lambda each: -each[1])
        return tuple(Count(n, players[p]) for p, n in best_first[:SHOWN])

    return Records(
        rounds=made(best["rounds"]),
        games=made(best["games"]),
        pairs=made(best["pairs"]),
        perfect=counted(perfect),
        runs=counted({player: run for player, run in runs.items() if run > 1}),
    )


def _sat(matches: QuerySet[Match]) -> dict[Side, list[int]]:
    """Who sat where."""
    sat: dict[Side, list[int]] = defaultdict(list)
    lines = SidePlayer.objects.filter(match__in=matches).order_by("number")
    for match, seat, player in lines.values_list("match", "side__seat", "player"):
        sat[match, seat].append(player)
    return sat


Shot = list[tuple[Side, int]]


def _shot(matches: QuerySet[Match]) -> tuple[Shot, Shot, dict[int, int]]:
    """The 20s of every round and every game where they are known, and whose event."""
    rounds: Shot = []
    games: Counter[tuple[int, int, int]] = Counter()
    event_of: dict[int, int] = {}
    found = Round.objects.filter(match__in=matches, twenties__isnull=False)
    for match, game, twenties, event in found.values_list(
        "match", "game", "twenties", "match__event"
    ):
        event_of[match] = event
        for seat, made in enumerate(twenties or ()):
            if made is not None:
                rounds.append(((match, seat), made))
                games[match, seat, game] += made
    return rounds, [((m, seat), n) for (m, seat, _), n in games.items()], event_of


def _most(made: Iterable[tuple[Side, int]], sat: Mapping[Side, list[int]]) -> Shot:
    """Everybody's best, the earliest of those level first."""
    best: dict[tuple[int, ...], tuple[Side, int]] = {}
    for side, n in sorted(made, key=lambda each: (-each[1], each[0])):
        if n:
            best.setdefault(tuple(sorted(sat[side])), (side, n))
    return list(best.values())[:SHOWN]


def _runs(matches: QuerySet[Match], sat: Mapping[Side, list[int]]) -> dict[int, int]:
    """Everybody's longest run of matches won."""
    went: dict[int, list[WonOrLost]] = defaultdict(list)
    found = Match.objects.filter(pk__in=matches).order_by("finished_at", "pk")
    for match, winner in found.values_list("pk", "winner"):
        for seat in range(4):
            for player in sat.get((match, seat), ()):
                won = WonOrLost.WON if winner == seat else WonOrLost.LOST
                went[player].append(won)
    return {player: longest_run(how) for player, how in went.items()}
