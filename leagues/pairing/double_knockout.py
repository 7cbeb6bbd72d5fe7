"""Double elimination: out after two losses. The final is played again if the unbeaten lose it.

Losers drop into the losers' bracket in a crossed order, so that rematches come as late as
possible.

>>> cup = double_knockout(8)
>>> print(cup.slots[-1].label, cup.describe(cup.slots[-2].sources[1]), sep="; ")
Grand final, second match; winner of Losers final
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import TypeAlias

from leagues.pairing.bracket import Bracket, LoserOf, Seeded, Slot, Source, WinnerOf
from leagues.pairing.knockout import bracket_size, seed_order
from scoring.text import Text, marked

# A line into a match: its source, and the first-round matches its entry may have come by.
_Line: TypeAlias = tuple[Source, frozenset[int]]

FINALS = {"W": Text("Winners final"), "L": Text("Losers final")}
ROUNDS = {"W": marked("Winners round {number}"), "L": marked("Losers round {number}")}


@lru_cache(maxsize=64)
def double_knockout(entries: int, reset: bool = True) -> Bracket:
    """Create the bracket for a number of entries; without ``reset`` one grand final decides."""
    if entries < 2:
        raise ValueError("a knockout needs two entries")
    order = seed_order(bracket_size(entries))
    survivors: list[_Line] = [
        (Seeded(seed), frozenset((at // 2,))) for at, seed in enumerate(order)
    ]
    slots: list[Slot] = []
    dropped: list[list[_Line]] = []
    while len(survivors) > 1:
        number = len(dropped) + 1
        made = _play_lines(survivors, "W", number, max(1, 2 * number - 2), len(survivors) == 2)
        slots += made
        survivors, out = _split_lines(survivors, made)
        dropped.append(out)
    losers, last = _losers_bracket(dropped)
    step = 1 + max(slot.step for slot in (*slots, *losers))
    final = Slot("GF", Text("Grand final"), step, (survivors[0][0], last))
    again = (WinnerOf("GF"), LoserOf("GF"))
    finals = [final, Slot("GF2", Text("Grand final, second match"), step + 1, again, if_upset="GF")]
    finals = finals if reset else finals[:1]
    beaten = {s.step: tuple(LoserOf(o.key) for o in losers if o.step == s.step) for s in losers}
    champion = finals[-1].key
    return Bracket(
        tuple(sorted((*slots, *losers), key=lambda slot: slot.step)) + tuple(finals),
        (
            (WinnerOf(champion),),
            (LoserOf(champion),),
            *(beaten[step] for step in sorted(beaten, reverse=True)),
        ),
    )


def _losers_bracket(dropped: Sequence[Sequence[_Line]]) -> tuple[list[Slot], Source]:
    """Create the losers' bracket: survivors meet each other, then those who have just dropped."""
    slots: list[Slot] = []
    survivors = list(dropped[0])
    for number, drop in enumerate(dropped[1:], 1):
        among = _play_lines(survivors, "L", 2 * number - 1, 2 * number)
        survivors, _ = _split_lines(survivors, among)
        crossed = zip(survivors, _cross_drop(survivors, drop), strict=True)
        lines = [line for two in crossed for line in two]
        last = number == len(dropped) - 1
        against = _play_lines(lines, "L", 2 * number, 2 * number + 1, last)
        survivors, _ = _split_lines(lines, against)
        slots += among + against
    return slots, survivors[0][0]


def _split_lines(lines: Sequence[_Line], slots: Sequence[Slot]) -> tuple[list[_Line], list[_Line]]:
    """Return the lines that go on, and the lines that drop out."""
    came = [lines[at][1] | lines[at + 1][1] for at in range(0, len(lines), 2)]
    winners: list[_Line] = [(WinnerOf(s.key), c) for s, c in zip(slots, came, strict=True)]
    losers: list[_Line] = [(LoserOf(s.key), c) for s, c in zip(slots, came, strict=True)]
    return winners, losers


def _play_lines(
    lines: Sequence[_Line], side: str, number: int, step: int, final: bool = False
) -> list[Slot]:
    heading = Text(ROUNDS[side], number=number)
    return [
        Slot(
            f"{side}{number}-{at // 2 + 1}",
            FINALS[side]
            if final
            else Text("{round}, match {match}", round=heading, match=at // 2 + 1),
            step,
            (lines[at][0], lines[at + 1][0]),
            heading=heading,
        )
        for at in range(0, len(lines), 2)
    ]


def _cross_drop(survivors: Sequence[_Line], drop: Sequence[_Line]) -> list[_Line]:
    """Return the drop in the order that delays rematches longest."""
    turns = [[*drop[by:], *drop[:by]] for by in range(len(drop))]
    return min(
        (order for turn in turns for order in (turn, turn[::-1])),
        key=lambda order: _shared_matches(survivors, order),
    )


def _shared_matches(survivors: Sequence[_Line], drop: Sequence[_Line]) -> list[int]:
    """Count the shared first-round matches of lines that may meet in this step, the next, and so
    on.
    """
    counts = []
    width = 1
    while width <= len(drop):
        blocks = range(0, len(drop), width)
        counts.append(
            sum(
                len(
                    frozenset().union(*(line[1] for line in survivors[at : at + width]))
                    & frozenset().union(*(line[1] for line in drop[at : at + width]))
                )
                for at in blocks
            )
        )
        width *= 2
    return counts
