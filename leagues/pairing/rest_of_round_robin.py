"""The rest of a round robin, in the fewest rounds possible.

``draw_rest`` draws it again. ``bring_in`` adds meetings to rounds already drawn: all drawn matches
remain, most of them in their round.

>>> from leagues.pairing.round_robin import round_robin
>>> from leagues.pairing.seeds import roll_dice
>>> played = round_robin(range(10), roll_dice("spring"))[:3]
>>> len(draw_rest(range(10), History(played), roll_dice("again")))
6
"""

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations
from random import Random
from typing import Generic

from leagues.pairing.edge_coloring import Edge, color_edges, even_out, fewest_colors
from leagues.pairing.first_shots import settle_draw, settle_round
from leagues.pairing.history import History
from leagues.pairing.round_robin import AGAIN, EVERYONE, ODD_ONE_OUT, RESTS
from leagues.pairing.values import Bye, E, PairedRound, Pairing, Pairs, Why


def draw_rest(
    entries: Collection[E],
    history: History[E],
    dice: Random,
    legs: int = 1,
    never: Pairs[E] = frozenset(),
    why: Why = EVERYONE,
) -> tuple[PairedRound[E], ...]:
    """Draw the meetings that are owed: leg after leg, unless all together take fewer rounds."""
    here = sorted(entries)
    by_leg = [
        [
            (a, b)
            for (a, one), (b, other) in combinations(enumerate(here), 2)
            if history.meetings(one, other) < leg and frozenset((one, other)) not in never
        ]
        for leg in range(1, legs + 1)
    ]
    together = [edge for leg in by_leg for edge in leg]
    parts = [leg for leg in by_leg if leg]
    if sum(map(fewest_colors, parts)) > fewest_colors(together):
        parts = [together]
    drawn = [
        pairing_round for part in parts for pairing_round in _draw_rounds(here, part, dice, why)
    ]
    return settle_draw(_with_rematches_named(drawn, history), history, dice)


def _draw_rounds(
    here: Sequence[E], edges: Sequence[Edge], dice: Random, why: Why
) -> list[PairedRound[E]]:
    of_edges = even_out(edges, color_edges(edges, dice), dice)
    rounds = []
    for color in range(max(of_edges) + 1):
        now = [e for e, its in zip(edges, of_edges, strict=True) if its == color]
        pairings = tuple(Pairing.between(here[a], here[b], why=why) for a, b in now)
        rounds.append(_with_byes(pairings, here))
    dice.shuffle(rounds)
    return rounds


def _with_byes(
    pairings: tuple[Pairing[E], ...], here: Collection[E], known: Collection[Bye[E]] = ()
) -> PairedRound[E]:
    """Add a bye for each entry that is present and has no match."""
    busy = {entry for pairing in pairings for entry in pairing.entries}
    idle = [entry for entry in here if entry not in busy]
    why = ODD_ONE_OUT if len(idle) == 1 else RESTS
    was = {bye.entry: bye for bye in known}
    return PairedRound(pairings, tuple(was.get(entry, Bye(entry, why)) for entry in idle))


def _with_rematches_named(
    rounds: Sequence[PairedRound[E]], history: History[E]
) -> list[PairedRound[E]]:
    named = []
    for each in rounds:
        pairings = tuple(
            replace(p, why=AGAIN) if history.meetings(*p.entries) else p for p in each.pairings
        )
        named.append(replace(each, pairings=pairings))
        history = history.then(each)
    return named


# --- Into rounds that are drawn already -------------------------------------------------


@dataclass(frozen=True)
class MeetingsOwed(Generic[E]):
    """How often each two entries are to meet, and the pairs that never do."""

    here: tuple[E, ...]
    history: History[E] = field(default_factory=History)
    legs: int = 1
    never: Pairs[E] = frozenset()
    why: Why = EVERYONE


def bring_in(
    rounds: Sequence[PairedRound[E]],
    come: Collection[E],
    owed: MeetingsOwed[E],
    dice: Random,
    busy: Sequence[Collection[E]] = (),
) -> tuple[PairedRound[E], ...]:
    """Add the meetings of late-comers to the coming rounds, and more rounds if needed.

    ``busy`` lists, by round, entries that are not free in it. Entries that are in the rounds
    but no longer present are removed.
    """
    drawn = [
        (pairing, at)
        for at, each in enumerate(rounds)
        for pairing in each.pairings
        if set(owed.here).issuperset(pairing.entries)
    ]
    new = _new_meetings([pairing for pairing, _at in drawn], come, owed)
    number = {entry: n for n, entry in enumerate(owed.here)}
    held = [
        (number[entry], at)
        for at, entries in enumerate(busy)
        for entry in entries
        if entry in number
    ]
    pairings = [pairing for pairing, _at in drawn] + new
    edges = [(number[p.entries[0]], number[p.entries[1]]) for p in pairings]
    # A busy entry gets a placeholder opponent, so that its round stays taken.
    edges += [(end, len(number) + n) for n, (end, _at) in enumerate(held)]
    fixed = range(len(pairings), len(edges))
    start = {n: at for n, (_pairing, at) in enumerate(drawn)}
    start |= dict(zip(fixed, (at for _end, at in held), strict=True))
    of_edges = color_edges(edges, dice, start=start, fixed=fixed, at_least=_rounds_of(rounds, held))
    return _put_together(rounds, owed, busy, pairings, of_edges, start, dice)


def _rounds_of(rounds: Sequence[PairedRound[E]], held: Sequence[tuple[int, int]]) -> int:
    return max([len(rounds), *(at + 1 for _end, at in held)])


def _new_meetings(
    drawn: Sequence[Pairing[E]], come: Collection[E], owed: MeetingsOwed[E]
) -> list[Pairing[E]]:
    met = Counter(frozenset(pairing.entries) for pairing in drawn)
    new = []
    for one, other in combinations(owed.here, 2):
        pair = frozenset((one, other))
        if pair.isdisjoint(come) or pair in owed.never:
            continue
        games = owed.legs - met[pair] - owed.history.meetings(one, other)
        new += [Pairing.between(one, other, why=owed.why)] * games
    return new


def _put_together(
    rounds: Sequence[PairedRound[E]],
    owed: MeetingsOwed[E],
    busy: Sequence[Collection[E]],
    pairings: Sequence[Pairing[E]],
    of_edges: Sequence[int],
    start: dict[int, int],
    dice: Random,
) -> tuple[PairedRound[E], ...]:
    """Put rounds together: matches that stay or move first, then new ones, shooting first in
    turn.
    """
    history = owed.history
    together = []
    for color in range(max([*of_edges, len(rounds) - 1]) + 1):
        old: list[Pairing[E]] = []
        new: list[Pairing[E]] = []
        for n, pairing in enumerate(pairings):
            if of_edges[n] != color:
                continue
            if n not in start:
                new.append(pairing)
            elif start[n] == color:
                old.append(pairing)
            else:
                old.append(replace(pairing, board=None, wave=1))
        history = history.then(PairedRound(tuple(old)))
        settled = settle_round(PairedRound(tuple(new)), history, dice).pairings
        history = history.then(PairedRound(settled))
        known = rounds[color].byes if color < len(rounds) else ()
        elsewhere = set(busy[color]) if color < len(busy) else set[E]()
        free = [entry for entry in owed.here if entry not in elsewhere]
        together.append(_with_byes((*old, *settled), free, known))
    return tuple(together)
