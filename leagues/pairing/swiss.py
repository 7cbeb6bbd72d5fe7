"""Swiss: each round an entry meets one near it in the table that it has not met.

In this priority: no rematches; no second byes; the keep-apart list; on a league night fewest
byes and repeated meetings this season; the bye at the lowest (or highest) place; the least sum
of squared differences in points; among tied entries the preferred opponents (``Within``). A
rule is broken only if it can't be kept, as seldom as possible, and the pairing gives the reason.

>>> from leagues.pairing.history import History
>>> from leagues.pairing.seeds import roll_dice
>>> table = [SwissEntry("Ann", 12), SwissEntry("Ben", 12), SwissEntry("Cas", 6), SwissEntry("Dot", 5)]
>>> paired = pair_round(table, History(), roll_dice("spring", "round 3"))
>>> str(paired.pairing_of("Ann").because("Ann"))
'you meet Ben because you have the same points (12) and haven’t met'
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from fractions import Fraction
from random import Random
from typing import Generic

from leagues.pairing.first_shots import settle_round
from leagues.pairing.history import History, Nights
from leagues.pairing.matching import least_weight, weigh_edges
from leagues.pairing.swiss_blocks import pair_blocks
from leagues.pairing.swiss_candidates import Candidates
from leagues.pairing.values import Bye, E, NoPairing, PairedRound, Pairing, Pairs, Why
from scoring.text import Text

LEVEL = Why("you meet {them} because you have the same points ({yours}) and haven’t met")
NEAREST = Why(
    "you meet {them} because of your points ({yours}) and theirs ({theirs}); over all matches, these are the smallest differences without an avoidable rematch"
)
REMATCH = Why("you meet {them} again because there was no way to pair everyone without a rematch")
NOT_APART = Why(
    "you meet {them}, although you should be kept apart, because there was no other way to pair everyone without a rematch"
)
SEASON_FIRST = Why("you meet {them} for the first time this season")
SEASON_AGAIN = Why(
    "you meet {them} again this season because this gives everyone an opponent with the fewest repeats"
)
NO_CHOICE = Why("you have a bye again because a bye for anyone else would have meant a rematch")


class Within(Enum):
    """The preferred opponents among entries tied on points."""

    HALVES = "top half against bottom half: of eight, 1 meets 5"
    FOLD = "best against last: of eight, 1 meets 8"
    NEIGHBOURS = "next to each other: of eight, 1 meets 2"


class ByeGoes(Enum):
    """Which end of the table has the bye when the number of entries is odd."""

    BOTTOM = "lowest"
    TOP = "highest"


SPARED = {
    ByeGoes.BOTTOM: Why(
        "you have a bye as the lowest of those with the fewest byes who can be spared"
    ),
    ByeGoes.TOP: Why(
        "you have a bye as the highest of those with the fewest byes who can be spared"
    ),
}


@dataclass(frozen=True)
class SwissRules(Generic[E]):
    """The pairing rules of a stage: settings, the keep-apart list, and pairs the desk has
    forbidden.

    ``apart`` is kept if possible; ``forbidden`` always, even if then no draw is possible.
    """

    within: Within = Within.HALVES
    bye: ByeGoes = ByeGoes.BOTTOM
    apart: Pairs[E] = frozenset()
    forbidden: Pairs[E] = frozenset()
    nights: Nights[E] = field(default_factory=Nights)


@dataclass(frozen=True)
class SwissEntry(Generic[E]):
    """An entry of the table: its points, and ``then``, its order among entries tied on points."""

    entry: E
    points: int | Fraction = 0
    then: int | Fraction = 0


def pair_round(
    entries: Sequence[SwissEntry[E]],
    history: History[E],
    dice: Random,
    rules: SwissRules[E] | None = None,
) -> PairedRound[E]:
    """Draw one round of ``entries``, which are those present.

    Raise ``NoPairing`` if ``forbidden`` pairs leave no draw.
    """
    rules = rules or SwissRules()
    table = sorted(entries, key=lambda placed: placed.entry)
    dice.shuffle(table)
    table.sort(key=lambda placed: (placed.points, placed.then), reverse=True)
    candidates = Candidates(
        entries=[placed.entry for placed in table],
        points=[placed.points for placed in table],
        history=history,
        apart=rules.apart,
        forbidden=rules.forbidden,
        partner=_PARTNER[rules.within],
        bye_from_top=rules.bye is ByeGoes.TOP,
        nights=rules.nights,
    )
    size = len(table) + len(table) % 2
    edges = list(candidates.edges())
    weighed, units = weigh_edges(size // 2, edges, dice)
    found = pair_blocks(candidates.whole, weighed, units) or least_weight(size, weighed)
    if found is None:
        raise NoPairing(Text("the entries kept apart leave someone without an opponent"))
    paired = PairedRound(
        tuple(
            _to_pairing(table[one], table[other], history, rules)
            for one, other in found
            if other < len(table)
        ),
        tuple(
            _to_bye(table[one].entry, table, history, rules)
            for one, other in found
            if other == len(table)
        ),
    )
    return settle_round(paired, history, dice)


# From the size of a tied group and a place in it: the preferred opponent's place.
_PARTNER = {
    Within.HALVES: lambda place, size: place + size // 2,
    Within.FOLD: lambda place, size: size - 1 - place,
    Within.NEIGHBOURS: lambda place, size: place + 1,
}


def _to_pairing(
    one: SwissEntry[E], other: SwissEntry[E], history: History[E], rules: SwissRules[E]
) -> Pairing[E]:
    if history.meetings(one.entry, other.entry):
        why = REMATCH
    elif frozenset((one.entry, other.entry)) in rules.apart:
        why = NOT_APART
    elif rules.nights.meetings(one.entry, other.entry):
        why = SEASON_AGAIN
    elif one.points == other.points:
        why = SEASON_FIRST if rules.nights.met and not one.points else LEVEL
    else:
        why = NEAREST
    why = replace(why, by_side=(_format_points(one.points), _format_points(other.points)))
    return Pairing.between(one.entry, other.entry, why=why)


def _format_points(points: int | Fraction) -> str:
    """Format points; prorated points are compared exactly and rounded only for reading."""
    return str(points) if points.denominator == 1 else f"{float(points):.1f}"


def _to_bye(
    entry: E, table: Sequence[SwissEntry[E]], history: History[E], rules: SwissRules[E]
) -> Bye[E]:
    if history.byes[entry] > min(history.byes[placed.entry] for placed in table):
        return Bye(entry, NO_CHOICE)
    return Bye(entry, SPARED[rules.bye])
