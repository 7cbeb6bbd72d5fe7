"""Laws of every way of pairing: the draw depends on nothing but its arguments."""

import subprocess
import sys
from collections.abc import Callable, Collection, Sequence
from pathlib import Path
from random import Random

import pytest

from leagues.pairing.history import History
from leagues.pairing.interclub import draw_interclub
from leagues.pairing.many_sided import many_sided
from leagues.pairing.partial_round_robin import draw_partial, next_round
from leagues.pairing.partners import draw_rotating, everyone_partners_everyone
from leagues.pairing.round_robin import round_robin
from leagues.pairing.seeds import roll_dice
from leagues.pairing.swiss import SwissEntry, pair_round
from leagues.pairing.values import PairedRound, pair_up

NAMES = ["Ann", "Ben", "Cas", "Dot", "Eve", "Fay", "Gus", "Hal", "Ida"]
FAMILY = pair_up([["Ann", "Ben"]])
BEFORE = History(round_robin(NAMES, roll_dice("before"))[:2])
EFFORT = 500

Way = Callable[[Collection[str], Random], Sequence[PairedRound[str]]]

WAYS: dict[str, Way] = {
    "round robin": lambda names, dice: round_robin(names, dice, legs=2),
    "partial": lambda names, dice: draw_partial(names, 4, dice),
    "partial, families apart": lambda names, dice: draw_partial(names, 3, dice, FAMILY, BEFORE),
    "by lot": lambda names, dice: [next_round(names, BEFORE, dice)],
    "Swiss": lambda names, dice: [pair_round([SwissEntry(n, 4) for n in names], BEFORE, dice)],
    "whist": lambda names, dice: everyone_partners_everyone(names, dice),
    "rotating": lambda names, dice: draw_rotating(names, 3, dice, BEFORE, effort=EFFORT),
    "many-sided": lambda names, dice: many_sided(names, 3, dice, 3, effort=EFFORT),
    "inter-club": lambda names, dice: draw_interclub([[n for n in names if n < "Dot"], [n for n in names if n >= "Dot"]], dice),
}  # fmt: skip


@pytest.mark.parametrize("way", WAYS)
def test_the_same_seed_draws_alike_whatever_the_order_of_the_list(way: str) -> None:
    drawn = list(WAYS[way](NAMES, roll_dice("spring")))

    assert drawn == list(WAYS[way](NAMES[::-1], roll_dice("spring")))
    assert drawn == list(WAYS[way](set(NAMES), roll_dice("SPRING")))


@pytest.mark.parametrize("way", WAYS)
def test_another_seed_draws_otherwise(way: str) -> None:
    drawn = {str(list(WAYS[way](NAMES, roll_dice(seed)))) for seed in "abcdef"}

    assert len(drawn) > 1


@pytest.mark.parametrize("way", WAYS)
def test_every_entry_is_given_a_reason(way: str) -> None:
    for pairing_round in WAYS[way](NAMES, roll_dice("spring")):
        for pairing in pairing_round.pairings:
            for entry in pairing.entries:
                reason = str(pairing.because(entry))
                assert reason.startswith("you ")
                assert all(other in reason for other in pairing.opponents_of(entry))
        assert all(str(bye.because()).startswith("you have a bye") for bye in pairing_round.byes)


def test_pairing_needs_no_django() -> None:
    import leagues.pairing

    here = Path(leagues.pairing.__file__).parent
    names = sorted(f"leagues.pairing.{path.stem}" for path in here.glob("[a-z]*.py"))
    code = f"import sys, {', '.join(names)}; sys.exit('django' in sys.modules)"

    subprocess.run([sys.executable, "-c", code], cwd=here.parents[1], check=True)
