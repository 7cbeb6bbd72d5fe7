"""The bracket of a knockout stage with its played matches, read from the database."""

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from leagues.models import Entry, Match, Pool, PoolEntry, Stage
from leagues.pairing.bracket import Bracket, SlotStatus, Spot, fill_slots, final_places
from leagues.say import say
from leagues.stages.pairing_ways import DoubleKnockout, Knockout, PagePlayoff, way_from


class PlaceTaken(NamedTuple):
    """Who is at present in a place that leads to a bracket, such as "A1"."""

    code: str
    entry: Entry


@dataclass(frozen=True)
class BracketPlay:
    """The bracket of one pool, its entries in seed order, and its matches by slot."""

    pool: Pool
    shape: Bracket
    seeded: tuple[int, ...]
    matches: dict[str, Match]
    coming: tuple[str, ...] = ()
    """What each seed is called while its entry isn't known, such as "Place 1 in pool A"."""
    holders: tuple[PlaceTaken | None, ...] = ()

    @property
    def winners(self) -> dict[str, int]:
        return {
            slot: winner
            for slot, match in self.matches.items()
            if (winner := winner_of(match)) is not None
        }

    @cached_property
    def spots(self) -> dict[str, Spot[int]]:
        """The current entries and status of every slot, by slot key."""
        return fill_slots(self.shape, self.seeded, self.winners)

    @property
    def places(self) -> list[tuple[int, int, int]]:
        """The places decided so far: first and last place of a shared span, and the entry."""
        return final_places(self.shape, self.seeded, self.winners)

    @property
    def is_over(self) -> bool:
        return all(spot.status in OVER for spot in self.spots.values())

    @property
    def label(self) -> dict[str, str]:
        return {slot.key: say(slot.label) for slot in self.shape.slots}


OVER = frozenset({SlotStatus.PLAYED, SlotStatus.BYE, SlotStatus.NOT_NEEDED})

EMPTY = Bracket(slots=(), places=())


def has_bracket(stage: Stage) -> bool:
    return isinstance(
        way_from(stage.format, stage.options), Knockout | DoubleKnockout | PagePlayoff
    )


def shape_of(stage: Stage, entries: int) -> Bracket:
    """The shape of the bracket for a number of entries; empty for a single entry."""
    way = way_from(stage.format, stage.options)
    if entries > 1 and isinstance(way, Knockout | DoubleKnockout | PagePlayoff):
        return way.bracket(entries)
    return EMPTY


def bracket_plays(stage: Stage) -> tuple[BracketPlay, ...]:
    """Read the bracket of every pool of a knockout stage, in a constant number of queries."""
    seeded: dict[Pool, list[int]] = {pool: [] for pool in stage.pools.all()}
    for place in PoolEntry.objects.filter(stage=stage).select_related("pool"):
        seeded[place.pool].append(place.entry_id)
    of_stage = Match.objects.filter(pairing_round__stage=stage).exclude(slot="")
    matches = list(of_stage.with_sides())
    return tuple(
        BracketPlay(
            pool=pool,
            shape=shape_of(stage, len(entries)),
            seeded=tuple(entries),
            matches={m.slot: m for m in matches if m.pool_id == pool.pk},
        )
        for pool, entries in seeded.items()
    )


def entries_at(match: Match) -> tuple[int, ...]:
    """The entry ids at a match, by seat. Needs ``with_sides()``."""
    return tuple(side.entry_list[0].pk for side in match.sides.all())


def winner_of(match: Match) -> int | None:
    """The entry id of the winner, or None."""
    won = [side for side in match.sides.all() if side.seat == match.winner]
    return won[0].entry_list[0].pk if won else None
