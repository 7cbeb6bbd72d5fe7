"""Sources of a stage's entries, which also divide them into pools.

>>> before = Before(order=tuple("ABCDEFGH"), pools=(tuple("ACEG"), tuple("BDFH")))
>>> Bands(2, by_hand=(5, 3)).fill(before)
[['A', 'B', 'C', 'D', 'E'], ['F', 'G', 'H']]
>>> TopOfPools(2).fill(before)
[['A', 'B', 'C', 'D']]
>>> KeepPools(2).fill(before)
[['A', 'C'], ['B', 'D']]
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import Enum
from itertools import accumulate, pairwise
from random import Random
from typing import Any, Generic, Protocol

from leagues.pairing.groups import unmet_groups
from leagues.pairing.history import Nights
from leagues.pairing.pools import cross_seeds, deal_bands, deal_snake, deal_tiers, even_sizes
from leagues.pairing.values import E, Pairs
from leagues.stages.pairing_ways import check_between
from scoring.serialization import from_dict, stored_as
from scoring.text import Text


@dataclass(frozen=True)
class Before(Generic[E]):
    """The results before a stage: the overall order, and the order of each pool."""

    order: tuple[E, ...]
    pools: tuple[tuple[E, ...], ...] = ()
    nights: Nights[E] = field(default_factory=Nights)
    """The earlier nights of a league, with their meetings."""
    apart: Pairs[E] = frozenset()


MOST_IN_A_POOL = 600


class Deal(Enum):
    """How an order of entries is dealt to several pools."""

    SNAKE = "snake"
    TIERS = "tiers"
    UNMET = "unmet"


class Source(Protocol):
    """The protocol of sources: entries of a stage, divided into pools."""

    def fill(self, before: Before[E], dice: Random | None = None) -> list[list[E]]:
        """Return the pools of the stage, each in its order before play."""
        ...

    def sizes(self, before: Sequence[int]) -> list[int]:
        """Return the sizes of its pools, from the sizes of the pools before."""
        ...


class StoredSource:
    """The family under which all sources are stored, by their kinds."""


def deal_order(
    order: Sequence[E], pools: int, deal: Deal, dice: Random | None, before: Before[E]
) -> list[list[E]]:
    if pools == 1:
        return [list(order)]
    if deal is Deal.TIERS and dice is not None:
        return deal_tiers(order, pools, dice)
    if deal is Deal.UNMET and dice is not None:
        sizes = even_sizes(len(order), pools)
        return unmet_groups(order, sizes, dice, before.nights, before.apart)
    return deal_snake(order, pools)


@stored_as("everyone", StoredSource)
@dataclass(frozen=True)
class Everyone:
    """All entries, in the order before the stage, in one pool or several."""

    pools: int = 1
    deal: Deal = Deal.SNAKE

    def __post_init__(self) -> None:
        check_between(1, 26, self.pools, Text("pools"))

    def fill(self, before: Before[E], dice: Random | None = None) -> list[list[E]]:
        return deal_order(before.order, self.pools, self.deal, dice, before)

    def sizes(self, before: Sequence[int]) -> list[int]:
        return even_sizes(sum(before), self.pools)


@stored_as("top", StoredSource)
@dataclass(frozen=True)
class Top:
    """The first ``go_on`` entries of the overall order, in one pool or several."""

    go_on: int = 8
    pools: int = 1
    deal: Deal = Deal.SNAKE

    def __post_init__(self) -> None:
        check_between(2, 512, self.go_on, Text("who goes on"))
        check_between(1, 26, self.pools, Text("pools"))

    def fill(self, before: Before[E], dice: Random | None = None) -> list[list[E]]:
        return deal_order(before.order[: self.go_on], self.pools, self.deal, dice, before)

    def sizes(self, before: Sequence[int]) -> list[int]:
        return even_sizes(min(self.go_on, sum(before)), self.pools)


@stored_as("top_of_pools", StoredSource)
@dataclass(frozen=True)
class TopOfPools:
    """The best of each pool in one pool, seeded so that entries of one pool meet as late as
    possible.
    """

    go_on: int = 2

    def __post_init__(self) -> None:
        check_between(1, 64, self.go_on, Text("who goes on from each pool"))

    def fill(self, before: Before[E], dice: Random | None = None) -> list[list[E]]:
        best = [pool[: self.go_on] for pool in before.pools]
        return [cross_seeds(best, dice or Random(0))]  # noqa: S311 (a draw, not a secret)

    def sizes(self, before: Sequence[int]) -> list[int]:
        return [sum(min(self.go_on, size) for size in before)]


@stored_as("bands", StoredSource)
@dataclass(frozen=True)
class Bands:
    """Power pools: the first entries to pool A, the next to pool B."""

    pools: int = 4
    by_hand: tuple[int, ...] = ()
    """The sizes of the pools; empty: as even as possible."""

    def __post_init__(self) -> None:
        check_between(1, 26, self.pools, Text("pools"))
        if self.by_hand:
            check_between(self.pools, self.pools, len(self.by_hand), Text("sizes of pools"))
            check_between(2, MOST_IN_A_POOL, min(self.by_hand), Text("entries per pool"))
            check_between(2, MOST_IN_A_POOL, max(self.by_hand), Text("entries per pool"))

    def fill(self, before: Before[E], dice: Random | None = None) -> list[list[E]]:
        return deal_bands(before.order, self.sizes([len(before.order)]))

    def sizes(self, before: Sequence[int]) -> list[int]:
        """Return the sizes.

        If entries join or leave after ``by_hand`` was set, the last pool changes.
        """
        going = sum(before)
        if not self.by_hand:
            return even_sizes(going, self.pools)
        upper = list(accumulate(self.by_hand[:-1], initial=0))
        ends = [min(end, going) for end in upper] + [going]
        return [end - start for start, end in pairwise(ends)]


@stored_as("keep_pools", StoredSource)
@dataclass(frozen=True)
class KeepPools:
    """The best of each pool, in separate pools: a play-off in each."""

    go_on: int = 4

    def __post_init__(self) -> None:
        check_between(2, 64, self.go_on, Text("who goes on in each pool"))

    def fill(self, before: Before[E], dice: Random | None = None) -> list[list[E]]:
        return [list(pool[: self.go_on]) for pool in before.pools]

    def sizes(self, before: Sequence[int]) -> list[int]:
        return [min(self.go_on, size) for size in before]


def source_from(data: dict[str, Any]) -> Source:
    """Return the source that a row stores; an empty one is ``Everyone``."""
    takes: Source = from_dict(StoredSource, data) if data else Everyone()
    return takes
