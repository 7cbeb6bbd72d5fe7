"""How fast a table is ranked, against the least anybody could do, in one run.

    python -m benchmarks.rank

The least: one pass over the results that adds up each entry's points and 20s, and a
bare sort of the keys the table was ranked by. Three tables, one worse than the other:
20s recorded, 20s not recorded, and opponents weighed before anything can tell entries
apart. The second part shows time growing no faster than the matches, among the same
entries and among more.
"""

import random
from collections import defaultdict
from collections.abc import Callable
from functools import partial
from time import process_time

from scoring.results import Result, match_results
from scoring.sides import BySeat
from scoring.standings import Row, rank_entries
from scoring.tiebreaks import STEP_NAMES, Chain

ENTRIES = 400
LIMIT = 10
GROWTH = [(400, 4000), (400, 8000), (400, 16000), (800, 8000), (1600, 16000)]
LONGEST = STEP_NAMES
STRENGTH_FIRST = (
    "points",
    "mini-points",
    "buchholz",
    "buchholz-cut-1",
    "buchholz-median",
    "sonneborn-berger",
    *(name for name in STEP_NAMES if name not in ("points", "mini-points")),
)


def event(
    entries: int, matches: int, dice: random.Random, recorded: bool = True
) -> list[Result[int]]:
    results: list[Result[int]] = []
    for _ in range(matches):
        a, b = dice.sample(range(entries), 2)
        points = dice.randint(0, 8)
        twenties = [dice.randint(0, 14) if recorded else None for _ in range(2)]
        results += match_results(BySeat(a, b), BySeat(points, 8 - points), BySeat(*twenties))
    return results


def bare(results: list[Result[int]], rows: tuple[Row[int], ...]) -> Callable[[], object]:
    """One pass over the results, and a sort of the keys the rows were ranked by."""
    keys = [tuple(c.value_of(row.entry) for c in row.steps if not c.skipped) for row in rows]
    random.Random(0).shuffle(keys)

    def work() -> object:
        points: dict[int, int] = defaultdict(int)
        twenties: dict[int, int] = defaultdict(int)
        for result in results:
            points[result.entry] += result.points  # type: ignore[assignment, operator]
            twenties[result.entry] += result.twenties or 0
        return sorted(keys, reverse=True)

    return work


def best_of(times: int, work: Callable[[], object]) -> float:
    """The quickest of several runs: what is left is what the machine did meanwhile."""

    def once() -> float:
        start = process_time()
        work()
        return process_time() - start

    return min(once() for _ in range(times))


def against_the_least(name: str, results: list[Result[int]], chain: Chain) -> float:
    def ranked() -> tuple[Row[int], ...]:
        return rank_entries(range(ENTRIES), results, chain)

    least = best_of(20, bare(results, ranked()))
    ours = best_of(20, ranked)
    print(f"{name:34} {ours * 1e3:7.2f} ms {least * 1e3:7.2f} ms {ours / least:6.1f}x")
    return ours / least


def main() -> None:
    dice = random.Random(20)
    print(f"{ENTRIES} entries, 4,000 matches        rank      the least  (limit {LIMIT}x)")
    ratios = [
        against_the_least("longest chain, 20s recorded", event(ENTRIES, 4000, dice), LONGEST),
        against_the_least(
            "longest chain, 20s not recorded", event(ENTRIES, 4000, dice, False), LONGEST
        ),
        against_the_least("opponents weighed first", event(ENTRIES, 4000, dice), STRENGTH_FIRST),
    ]
    print("\nentries  matches       rank  per match")
    for entries, matches in GROWTH:
        results = event(entries, matches, dice)
        took = best_of(5, partial(rank_entries, range(entries), results, LONGEST))
        print(f"{entries:7} {matches:8} {took * 1e3:7.1f} ms {took / matches * 1e6:7.2f} us")
    assert max(ratios) < LIMIT, "ranking takes too long"


if __name__ == "__main__":
    main()
