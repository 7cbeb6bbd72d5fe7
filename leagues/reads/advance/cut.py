"""Cuts in the order of a stage, and the ties at them."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import singledispatch
from itertools import accumulate

from leagues.reads.advance.stage_order import Ladder, StageStanding, flatten
from leagues.reads.tables.at_stake import PODIUM
from leagues.stages.entry_sources import Bands, KeepPools, Source, Top, TopOfPools


@dataclass(frozen=True)
class Cut:
    """An order with the last place of each group that it is cut into."""

    ladder: Ladder
    ends: tuple[int, ...]
    pool: int | None = None
    """The index of the pool that is cut; None for the overall order."""


@dataclass(frozen=True)
class TieAtCut:
    """Tied entries with a cut between them."""

    entries: tuple[int, ...]
    first: int
    end: int
    pool: int | None = None

    @property
    def last(self) -> int:
        return self.first + len(self.entries) - 1

    @property
    def above(self) -> int:
        """The number of these entries above the cut."""
        return self.end - self.first + 1


def cuts_made_by(takes: Source, standing: StageStanding) -> tuple[Cut, ...]:
    """The cuts that the next stage makes in the order of the stage before it."""
    return tuple(cut for cut in _cuts_of(takes, standing) if cut.ends and cut.ladder)


def ties_at(cuts: Sequence[Cut]) -> tuple[TieAtCut, ...]:
    return tuple(tie for cut in cuts for tie in _ties_in(cut))


def ties_on_podium(ladder: Ladder, steps: int = PODIUM) -> tuple[TieAtCut, ...]:
    """The ties among the first places, where every place matters."""
    return tuple(_ties_in(Cut(ladder, tuple(range(1, steps + 1)))))


def _ties_in(cut: Cut) -> Iterator[TieAtCut]:
    place = 1
    for rung in cut.ladder:
        after = place + len(rung)
        inside = [end for end in cut.ends if place <= end < after - 1]
        if inside:
            yield TieAtCut(rung, place, inside[0], cut.pool)
        place = after


@singledispatch
def _cuts_of(takes: Source, standing: StageStanding) -> Iterator[Cut]:
    """Yield the cuts for one kind of source. By default everyone advances, so there are none."""
    return iter(())


@_cuts_of.register
def _of_top(takes: Top, standing: StageStanding) -> Iterator[Cut]:
    yield Cut(standing.overall, (takes.go_on,))


@_cuts_of.register
def _of_bands(takes: Bands, standing: StageStanding) -> Iterator[Cut]:
    going = len(flatten(standing.overall))
    ends = tuple(accumulate(takes.sizes([going])))
    yield Cut(standing.overall, ends[:-1])


@_cuts_of.register(TopOfPools)
@_cuts_of.register(KeepPools)
def _of_each_pool(takes: TopOfPools | KeepPools, standing: StageStanding) -> Iterator[Cut]:
    for number, ladder in enumerate(standing.pools):
        yield Cut(ladder, (takes.go_on,), number)
