"""Whether chances to win hold: counted after every round, compared with who came first.

    python -m benchmarks.odds [EVENTS]

Simulated events are round robins of ten and Swiss of sixteen in five rounds; strengths are
drawn as they are believed to be, so these show that the counting is right, and that rounds not
yet drawn may be paired simply. The golden events are real ones, of whose players nothing was known
beforehand; they are few, so they show no more than that nothing is badly wrong.

The Brier score is the mean of (chance - what came)², 0 at best. "even" gives everybody the
same chance, always. Ratings "so far" know the rounds played that day, "morning" do not.
"""

import json
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from random import Random

from leagues.pairing.history import History
from leagues.pairing.round_robin import round_robin
from leagues.pairing.swiss import SwissEntry, pair_round
from leagues.pairing.values import PairedRound, Pairing
from leagues.stages.chances import Contender, StillToPlay, place_chances
from scoring.ratings import (
    CLUB_SCALE,
    Rating,
    by_points,
    chances_of_leads,
    expected_share,
    rate_day,
)
from scoring.sides import BySeat

RUNS = 200
ROUNDS = 4
DAY = date(2026, 1, 1)
GOLDEN = Path(__file__).parents[1] / "tests" / "scoring" / "golden"
REAL = (
    "g01_rr10_points_then_20s",
    "g02_rr11_h2h_breaks_tie",
    "g04_rr9_prelim",
    "g06_doubles_26x8_20s",
    "g12_wcc_doubles_final6_h2h_level_then_20s",
)


@dataclass(frozen=True)
class PlayedGame:
    a: str
    b: str
    points: BySeat[int]


@dataclass(frozen=True)
class PlayedEvent:
    """Rounds as they were played; ``is_swiss`` ones were drawn one after another."""

    ratings: dict[str, Rating]
    rounds: list[list[PlayedGame]]
    is_swiss: bool = False


def main(events: int) -> None:
    dice = Random(4)
    kinds = {
        "round robins of 10": [simulated(dice, 10) for _ in range(events)],
        "Swiss of 16, 5 rounds": [simulated(dice, 16, swiss=5) for _ in range(events)],
        "golden events": [golden(name) for name in REAL],
    }
    for name, played in kinds.items():
        for so_far in (False, True):
            tell(f"{name}, ratings {'so far' if so_far else 'morning'}", played, so_far)


def tell(name: str, events: Sequence[PlayedEvent], so_far: bool) -> None:
    """Ours and always-even, then what came of each tenth of the chances."""
    said = [each for event in events for each in chances_said(event, so_far)]
    ours = sum((chance - came) ** 2 for chance, came, _ in said) / len(said)
    even = sum((level - came) ** 2 for _, came, level in said) / len(said)
    print(f"\n{name}: {len(events)} events, {len(said)} chances")
    print(f"Brier {ours:.4f}, always even {even:.4f}, ratio {ours / even:.2f}")
    print(f"{'said':>9}{'times':>8}{'said on average':>17}{'came':>7}")
    tenths: defaultdict[int, list[tuple[float, float]]] = defaultdict(list)
    for chance, came, _ in said:
        tenths[min(int(chance * 10), 9)].append((chance, came))
    for tenth, both in sorted(tenths.items()):
        chance, came = (sum(each) / len(both) for each in zip(*both, strict=True))
        bar = "#" * round(20 * came)
        span = f"{tenth / 10:.1f}-{(tenth + 1) / 10:.1f}"
        print(f"{span:>9}{len(both):8}{chance:17.2f}{came:7.2f} {bar}")


def chances_said(event: PlayedEvent, so_far: bool) -> Iterator[tuple[float, float, float]]:
    """After each round but the last: the chance to win, whether it came, and an even one."""
    total = points_after(event, len(event.rounds))
    best = max(total.values())
    winners = [entry for entry, made in total.items() if made == best]
    for played in range(1, len(event.rounds)):
        made = points_after(event, played)
        ratings = event.ratings
        if so_far:
            matches = [
                by_points(DAY, BySeat((game.a,), (game.b,)), game.points)
                for games in event.rounds[:played]
                for game in games
            ]
            ratings = ratings | rate_day(ratings, DAY, matches)
        field = [Contender(entry, made[entry], ratings[entry]) for entry in ratings]
        found = place_chances(field, left(event, played), ROUNDS, Random(1), RUNS)
        for entry in ratings:
            came = (entry in winners) / len(winners)
            yield float(found[entry].first), came, 1 / len(ratings)


def left(event: PlayedEvent, played: int) -> StillToPlay[str]:
    if not event.is_swiss:
        to_come = event.rounds[played:]
        return StillToPlay(tuple((g.a, g.b) for games in to_come for g in games))
    met = frozenset(frozenset((g.a, g.b)) for games in event.rounds[:played] for g in games)
    return StillToPlay(rounds=len(event.rounds) - played, met=met)


def points_after(event: PlayedEvent, played: int) -> Counter[str]:
    made = Counter(dict.fromkeys(event.ratings, 0))
    for games in event.rounds[:played]:
        for game in games:
            made[game.a] += game.points.a
            made[game.b] += game.points.b
    return made


def simulated(dice: Random, entries: int, swiss: int = 0) -> PlayedEvent:
    """Everybody's rating, and a strength that it allows."""
    names = [f"{number:02}" for number in range(entries)]
    ratings = {name: Rating(dice.gauss(25, 5), dice.uniform(2, 6)) for name in names}
    strong = {name: Rating(dice.gauss(r.mu, r.sigma), 0) for name, r in ratings.items()}
    event = PlayedEvent(ratings, [], bool(swiss))
    if not swiss:
        for drawn in round_robin(names, dice):
            event.rounds.append([game(dice, strong, each) for each in drawn.pairings])
    drawn_so_far: list[PairedRound[str]] = []
    for played in range(swiss):
        made = points_after(event, played)
        table = [SwissEntry(name, made[name]) for name in names]
        drawn = pair_round(table, History(tuple(drawn_so_far)), dice)
        drawn_so_far.append(drawn)
        event.rounds.append([game(dice, strong, each) for each in drawn.pairings])
    return event


def game(dice: Random, strong: dict[str, Rating], drawn: Pairing[str]) -> PlayedGame:
    a, b = drawn.entries
    likely = chances_of_leads(expected_share(strong[a], strong[b]), ROUNDS)
    [lead] = dice.choices(list(likely), list(likely.values()))
    return PlayedGame(a, b, BySeat(ROUNDS + lead, ROUNDS - lead))


def golden(name: str) -> PlayedEvent:
    """A real event, of whose players nothing was known beforehand."""
    rounds: defaultdict[int, list[PlayedGame]] = defaultdict(list)
    for each in json.loads((GOLDEN / f"{name}.json").read_text())["games"]:
        points = BySeat(*(each[side]["points_total"] for side in ("side_a", "side_b")))
        rounds[each["game"]].append(PlayedGame(each["a"], each["b"], points))
    games = [rounds[number] for number in sorted(rounds)]
    names = sorted({n for of_one in games for g in of_one for n in (g.a, g.b)})
    return PlayedEvent(dict.fromkeys(names, CLUB_SCALE.newcomer), games)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 100)
