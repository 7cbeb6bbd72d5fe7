"""Where a table is cut, and the ties that matter there."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import singledispatch
from itertools import accumulate

from leagues.reads.advance.order import Ladder, StageStanding, flat
from leagues.reads.tables.at_stake import PODIUM
from leagues.stages.sources import Bands, KeepPools, Source, Top, TopOfPools


@dataclass(frozen=True)
class Cut:
    """An order and the places below which it is cut."""

    ladder: Ladder
    ends: tuple[int, ...]
    pool: int | None = None
    """The number of the pool that is cut; nothing where it is the overall order."""


@dataclass(frozen=True)
class TieAtCut:
    """Entries that are level although the line runs between them."""

    entries: tuple[int, ...]
    first: int
    end: int
    pool: int | None = None

    @property
    def last(self) -> int:
        return self.first + len(self.entries) - 1

    @property
    def above(self) -> int:
        """How many of them stand above the line."""
        return self.end - self.first + 1


def cuts_made_by(takes: Source, standing: StageStanding) -> tuple[Cut, ...]:
    """Where the stage before is cut."""
    return tuple(cut for cut in _cuts(takes, standing) if cut.ends and cut.ladder)


def ties_at(cuts: Sequence[Cut]) -> tuple[TieAtCut, ...]:
    return tuple(tie for cut in cuts for tie in _ties(cut))


def ties_on_podium(ladder: Ladder, steps: int = PODIUM) -> tuple[TieAtCut, ...]:
    """Level among the first places, where every place is a step of its own."""
    return tuple(_ties(Cut(ladder, tuple(range(1, steps + 1)))))


def _ties(cut: Cut) -> Iterator[TieAtCut]:
    place = 1
    for rung in cut.ladder:
        after = place + len(rung)
        inside = [end for end in cut.ends if place <= end < after - 1]
        if inside:
            yield TieAtCut(rung, place, inside[0], cut.pool)
        place = after


@singledispatch
def _cuts(takes: Source, standing: StageStanding) -> Iterator[Cut]:
    """Where everybody goes on there is nothing to cut."""
    return iter(())


@_cuts.register
def _of_top(takes: Top, standing: StageStanding) -> Iterator[Cut]:
    yield Cut(standing.overall, (takes.go_on,))


@_cuts.register
def _of_bands(takes: Bands, standing: StageStanding) -> Iterator[Cut]:
    going = len(flat(standing.overall))
    ends = tuple(accumulate(takes.sizes([going])))
    yield Cut(standing.overall, ends[:-1])


@_cuts.register(TopOfPools)
@_cuts.register(KeepPools)
def _of_each_pool(takes: TopOfPools | KeepPools, standing: StageStanding) -> Iterator[Cut]:
    for number, ladder in enumerate(standing.pools):
        yield Cut(ladder, (takes.go_on,), number)
