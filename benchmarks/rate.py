"""A season of 100,000 matches rated, against openskill's own bare update loop, in one run.

    python -m benchmarks.rate [MATCHES]

Both rate the same matches between the same 200 players. openskill rates each match as
it comes, with nothing around it: no days, no guests, no idle time. The bar is five
times its time; the last line is the worse of singles and pairs.
"""

import sys
from collections.abc import Callable
from datetime import date, timedelta
from random import Random
from time import perf_counter

from openskill.models import BradleyTerryFull

from scoring.ratings import CLUB_SCALE, RatedMatch, replay_matches
from scoring.sides import BySeat

PLAYERS = 200
A_DAY = 400  # matches on one day
BAR = 5.0


def season(matches: int, size: int) -> list[RatedMatch[int]]:
    """Matches between sides of this size, four rounds of 2/1/0 each."""
    dice = Random(20)
    first = date(2026, 1, 1)
    return [
        RatedMatch(
            first + timedelta(days=number // A_DAY),
            BySeat(tuple(seated[:size]), tuple(seated[size:])),
            sum(dice.choices((0, 1, 2), (47, 6, 47), k=4)) / 8,
        )
        for number in range(matches)
        for seated in [dice.sample(range(PLAYERS), 2 * size)]
    ]


def ours(matches: list[RatedMatch[int]]) -> None:
    replay_matches(matches)


def theirs(matches: list[RatedMatch[int]]) -> None:
    model = BradleyTerryFull(beta=CLUB_SCALE.beta, gamma=lambda *_: 1.0, tau=0.0)
    ratings = [model.rating() for _ in range(PLAYERS)]
    for match in matches:
        a, b = match.sides
        level = match.share == 0.5
        ranks = [0.0, 0.0] if level else [float(match.share < 0.5), float(match.share > 0.5)]
        new_a, new_b = model.rate([[ratings[p] for p in a], [ratings[p] for p in b]], ranks=ranks)
        for player, rating in zip((*a, *b), (*new_a, *new_b), strict=True):
            ratings[player] = rating


def seconds(rate: Callable[[list[RatedMatch[int]]], None], matches: list[RatedMatch[int]]) -> float:
    start = perf_counter()
    rate(matches)
    return perf_counter() - start


def main(matches: int) -> int:
    print(f"{matches:,} matches between {PLAYERS} players, {A_DAY} a day")
    worst = 0.0
    for kind, size in (("singles", 1), ("pairs", 2)):
        played = season(matches, size)
        mine, bare = seconds(ours, played), seconds(theirs, played)
        worst = max(worst, mine / bare)
        print(f"{kind:8} scoring {mine:6.2f} s   openskill {bare:6.2f} s   ratio {mine / bare:.2f}")
    print(f"ratio {worst:.2f}, at most {BAR:.0f} allowed")
    return int(worst > BAR)


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 100_000))
