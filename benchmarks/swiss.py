"""How fast a Swiss round is paired in the middle of an event, and what near pairs save.

Run from the repository: ``python -m benchmarks.swiss``. Seconds depend on the machine; the
ratio to the full graph, measured in the same run with the same library, does not. Each line
also says that both found the same total difference.
"""

import sys
from random import Random
from time import perf_counter

from leagues.pairing import swiss_candidates
from leagues.pairing.history import History
from leagues.pairing.matching import Edge, least_cost
from leagues.pairing.seeds import roll_dice
from leagues.pairing.swiss import SwissEntry, pair_round
from leagues.pairing.swiss_candidates import NEAR, Candidates
from leagues.pairing.values import PairedRound

SIZES = (32, 48, 200, 201, 1000, 2000)
FULL_UP_TO = 1000  # the full graph of 2,000 takes minutes
ROUNDS = 5


def half_way(size: int, dice: Random) -> tuple[list[SwissEntry[int]], History[int]]:
    """An event after five rounds, better players scoring better."""
    points = [0] * size
    rounds: list[PairedRound[int]] = []
    for number in range(ROUNDS):
        field = [SwissEntry(entry, points[entry], -entry) for entry in range(size)]
        rounds.append(pair_round(field, History(rounds), roll_dice("benchmark", str(number))))
        for one, other in (p.entries for p in rounds[-1].pairings):
            won = sum(dice.random() * 2 * size < size + other - one for _ in range(8))
            points[one] += won
            points[other] += 8 - won
    return [SwissEntry(entry, points[entry], -entry) for entry in range(size)], History(rounds)


def difference(choice: Candidates[int], near: int) -> int:
    """The least total squared difference over pairs so many places apart."""
    swiss_candidates.NEAR = near
    edges: list[Edge] = list(choice.edges())
    size = len(choice.entries)
    cost = {(one, other): cost for one, other, cost in edges}
    found = least_cost(size + size % 2, edges, roll_dice("benchmark")) or ()
    return sum(cost[two][4] for two in found)


def candidates(field: list[SwissEntry[int]], history: History[int]) -> Candidates[int]:
    table = sorted(field, key=lambda p: (-p.points, -p.then))
    return Candidates(
        entries=[placed.entry for placed in table],
        points=[placed.points for placed in table],
        history=history,
        apart=frozenset(),
        forbidden=frozenset(),
        partner=lambda place, size: place + size // 2,
        bye_from_top=False,
    )


def main(sizes: tuple[int, ...]) -> None:
    print(f"one round after {ROUNDS}: seconds, the full graph's, and how many times faster")
    for size in sizes:
        field, history = half_way(size, Random(size))
        start = perf_counter()
        pair_round(field, history, roll_dice("benchmark"))
        took = perf_counter() - start
        line = f"{size:5} entries  {took:7.3f} s"
        if size <= FULL_UP_TO:
            choice = candidates(field, history)
            start = perf_counter()
            best = difference(choice, near=size)
            full = perf_counter() - start
            same = difference(choice, near=NEAR) == best
            line += f"  {full:7.3f} s  {full / took:5.1f}x  {'same' if same else 'OTHER'} total"
        print(line, flush=True)


if __name__ == "__main__":
    main(tuple(map(int, sys.argv[1:])) or SIZES)
