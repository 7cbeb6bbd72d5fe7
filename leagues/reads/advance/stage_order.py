"""The order of the entries after a stage, in each pool and overall.

The overall order compares all entries by the stage's tie-breaks, with scores adjusted as if all
had played the same number of games. Power pools are different: all of pool A are placed above all
of pool B.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby

from leagues.models import Entry, Event, Stage
from leagues.reads.advance.bracket_play import BracketPlay, bracket_plays, has_bracket
from leagues.reads.tables.play_offs import after_play_offs
from leagues.reads.tables.stage_results import StagePlay, play_of
from leagues.stages.entry_sources import Bands, Before, Everyone, KeepPools, source_from
from scoring.standings import Row

Ladder = tuple[tuple[int, ...], ...]
"""Entry ids in order, best first. Tied entries are in one inner tuple."""


@dataclass(frozen=True)
class StageStanding:
    """The current order of a stage."""

    pools: tuple[Ladder, ...]
    overall: Ladder
    is_final: bool
    still_in: frozenset[int] = frozenset()
    """Entries that are not out of their bracket yet, so their place can change."""
    played_off: tuple[tuple[int, int], ...] = ()
    """The winner and the loser of each play-off."""

    def order_among(self, here: Collection[int]) -> Before[int]:
        """The order of those entries in ``here``, best first."""
        return Before(
            order=after_play_offs(flatten(keep_entries(self.overall, here)), self.played_off),
            pools=tuple(
                after_play_offs(flatten(keep_entries(pool, here)), self.played_off)
                for pool in self.pools
            ),
        )


def flatten(ladder: Ladder) -> tuple[int, ...]:
    return tuple(entry for rung in ladder for entry in rung)


def keep_entries(ladder: Ladder, entries: Collection[int]) -> Ladder:
    """The same order with only these entries."""
    rungs = (tuple(e for e in rung if e in entries) for rung in ladder)
    return tuple(rung for rung in rungs if rung)


@dataclass(frozen=True)
class StageReading:
    """A stage with its results, read once: ``play`` for a table, ``brackets`` for a knockout."""

    stage: Stage
    play: StagePlay | None
    brackets: tuple[BracketPlay, ...]

    @cached_property
    def standing(self) -> StageStanding:
        return _of_brackets(self.brackets) if self.play is None else _of_table(self.play)

    @property
    def has_results(self) -> bool:
        """True if anything was won, tied, paid or settled in this stage."""
        if any(bracket.winners for bracket in self.brackets):
            return True
        return self.play is not None and self.play.has_results

    @property
    def took_part(self) -> frozenset[int]:
        """The entries that played or were present; in a bracket all that are seated."""
        if self.play is not None:
            return self.play.took_part
        return frozenset(entry for bracket in self.brackets for entry in bracket.seeded)

    @property
    def pools(self) -> tuple[tuple[int, ...], ...]:
        """The entries of each pool, in their starting order."""
        if self.play is not None:
            return tuple(self.play.members.values())
        return tuple(bracket.seeded for bracket in self.brackets)


def read_stage(stage: Stage) -> StageReading:
    """Read a stage, in a constant number of queries."""
    if has_bracket(stage):
        return StageReading(stage, None, bracket_plays(stage))
    return StageReading(stage, play_of(stage), ())


def read_all(event: Event) -> tuple[StageReading, ...]:
    """Read all stages of an event. The number of queries grows only with the number of stages."""
    return tuple(read_stage(stage) for stage in event.stages.all())


def standing_of(stage: Stage) -> StageStanding:
    """The current order of a stage."""
    return read_stage(stage).standing


def order_before(stage: Stage) -> Before[int]:
    """The order from which a stage takes its entries."""
    earlier = stage.event.stages.filter(number__lt=stage.number).last()
    comes_from_there = earlier and not isinstance(source_from(stage.source), Everyone)
    reading = read_stage(earlier) if earlier and comes_from_there else None
    return coming_into(stage, reading, entries_in(stage.event))


def coming_into(stage: Stage, earlier: StageReading | None, here: tuple[int, ...]) -> Before[int]:
    """The order from which a stage takes its entries: by seed, or by the stage before.

    Only active entries are included, so the next one moves up if an entry withdrew or is
    absent.
    """
    if earlier is None or isinstance(source_from(stage.source), Everyone):
        return Before(order=here)
    return earlier.standing.order_among(here)


def entries_in(event: Event) -> tuple[int, ...]:
    """The ids of the active entries, by seed."""
    active = event.entries.filter(state=Entry.State.ACTIVE)
    return tuple(active.in_order().values_list("pk", flat=True))


def group_by_place(rows: Iterable[Row[int]]) -> Ladder:
    return tuple(
        tuple(row.entry for row in level) for _, level in groupby(rows, key=lambda row: row.place)
    )


def _of_table(play: StagePlay) -> StageStanding:
    pools = tuple(group_by_place(play.rows(entries)) for entries in play.members.values())
    return StageStanding(
        pools, _overall_order(play, pools), play.is_final, played_off=play.settled.played_off
    )


def _overall_order(play: StagePlay, pools: Sequence[Ladder]) -> Ladder:
    if len(pools) == 1:
        return pools[0]
    if has_ordered_pools(play.stage):
        return tuple(rung for pool in pools for rung in pool)
    return group_by_place(play.rows(play.everyone))


def has_ordered_pools(stage: Stage) -> bool:
    """True if all of the first pool are placed above all of the second."""
    return isinstance(source_from(stage.source), Bands | KeepPools)


def _of_brackets(plays: Sequence[BracketPlay]) -> StageStanding:
    pools = tuple(_bracket_ladder(play) for play in plays)
    overall = tuple(rung for pool in pools for rung in pool)
    still_in = frozenset(e for play in plays for e in _still_in(play) if play.spots)
    return StageStanding(pools, overall, bool(plays) and all(p.is_over for p in plays), still_in)


def _still_in(play: BracketPlay) -> tuple[int, ...]:
    out = {entry for _, _, entry in play.places}
    return tuple(entry for entry in play.seeded if entry not in out)


def _bracket_ladder(play: BracketPlay) -> Ladder:
    """The order of a bracket. Entries still in it are tied, above those that are out."""
    by_place = groupby(sorted(play.places), key=lambda each: each[0])
    over = tuple(
        tuple(sorted((entry for _, _, entry in level), key=play.seeded.index))
        for _, level in by_place
    )
    still_in = _still_in(play)
    return (still_in, *over) if still_in else over
