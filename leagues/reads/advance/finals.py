"""The final order of an event, and the players with most 20s.

The order combines all stages: entries that advanced are placed above those that did not. If the
pools play on separately, all of pool A are placed above all of pool B, each ordered first by its
play-off and then by its pool.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest

from leagues.models import Entry, Event, Stage
from leagues.reads.advance.imported_order import recorded_places
from leagues.reads.advance.snapshot import EventSnapshot
from leagues.reads.advance.stage_order import Ladder, StageStanding, flatten, keep_entries, read_all
from leagues.reads.tables.results import twenties_made
from leagues.reads.tables.stage_results import StagePlay, play_of, results_of
from leagues.stages.entry_sources import KeepPools, Source, source_from
from scoring.results import Ending

STEPS = 3  # of the podium


@dataclass(frozen=True)
class FinalPlace:
    """An entry with its place; ``last`` is the end of the span if several share it."""

    place: int
    entry: Entry
    last: int = 0
    is_open: bool = False
    """True if the place can still change."""

    @property
    def shared(self) -> bool:
        return self.last > self.place

    @property
    def span(self) -> str:
        return f"{self.place}–{self.last}" if self.shared else f"{self.place}"


@dataclass(frozen=True)
class Finals:
    """The final order of an event, as far as it is known."""

    places: tuple[FinalPlace, ...]
    is_final: bool

    @property
    def podium(self) -> tuple[FinalPlace, ...]:
        """The settled places 1 to 3. Tied entries share a place."""
        return tuple(p for p in self.places if p.place <= STEPS and not p.is_open)


def finals_of(event: Event, whole: EventSnapshot | None = None) -> Finals:
    """Work out the final order of an event. The number of queries grows only with the number of
    stages; with ``whole`` there are none.

    An event that finished without results has no places, unless a file recorded them. Entries
    that never took part have no place if they withdrew or the event is finished.
    """
    read = whole.stages if whole else read_all(event)
    if event.state == Event.State.FINISHED and not any(e.has_results for e in read):
        return Finals((), is_final=False) if read else _recorded_finals(event)
    stages = [(source_from(each.stage.source), each.standing) for each in read]
    opened = [(takes, standing) for takes, standing in stages if standing.overall]
    is_final = len(opened) == len(stages) and all(s.is_final for _, s in opened)
    ladder = compose_order(opened)
    to_play = _with_open_places(event, [standing for _, standing in stages])
    entries = whole.named if whole else Entry.objects.named().in_bulk(flatten(ladder))
    took_part = {entry for each in read for entry in each.took_part}
    is_over = event.state == Event.State.FINISHED
    never = {
        pk
        for pk, entry in entries.items()
        if pk not in took_part and (is_over or entry.state == Entry.State.WITHDRAWN)
    }
    ladder = keep_entries(ladder, entries.keys() - never)
    placed = list[FinalPlace]()
    for rung in ladder:
        first, last = len(placed) + 1, len(placed) + len(rung)
        placed += [FinalPlace(first, entries[e], last, e in to_play) for e in rung]
    return Finals(tuple(placed), is_final and bool(stages))


def _recorded_finals(event: Event) -> Finals:
    """The places from an imported file, for an event that was not played here."""
    lines = recorded_places(event)
    placed = tuple(FinalPlace(each.place, each.entry, each.last) for each in lines)
    return Finals(placed, is_final=bool(placed))


def _with_open_places(event: Event, stages: Sequence[StageStanding]) -> Collection[int]:
    """The entries whose place can still change; none once the event is finished."""
    if event.state == Event.State.FINISHED or not stages:
        return ()
    last = stages[-1]
    if last.is_final or last.still_in:
        return last.still_in
    return frozenset(entry for stage in stages for entry in flatten(stage.overall))


Stages = Iterable[tuple[Source, StageStanding]]


def compose_order(stages: Stages) -> Ladder:
    """Combine the orders of the stages into one. Each stage comes with its source."""
    return _compose_stages(stages)[1]


def compose_pools(stages: Stages) -> tuple[Ladder, ...]:
    """Combine the orders of the stages separately for each pool that plays to its end."""
    return _compose_stages(stages)[0]


def _compose_stages(stages: Stages) -> tuple[tuple[Ladder, ...], Ladder]:
    blocks: tuple[Ladder, ...] = ()
    order: Ladder = ()
    for takes, standing in stages:
        if isinstance(takes, KeepPools):
            pairs = zip_longest(standing.pools, blocks, fillvalue=())
            blocks = tuple(played + _remove_entries(pool, played) for played, pool in pairs)
            ahead = tuple(rung for block in blocks for rung in block)
        else:
            blocks, ahead = standing.pools, standing.overall
        order = ahead + _remove_entries(order, ahead)
    return blocks, order


def _remove_entries(ladder: Ladder, gone: Ladder) -> Ladder:
    left = frozenset(flatten(ladder)) - frozenset(flatten(gone))
    return keep_entries(ladder, left)


def podium_of(event: Event) -> tuple[FinalPlace, ...]:
    return finals_of(event).podium


@dataclass(frozen=True)
class Champion:
    """An entry with the most 20s of a stage."""

    entry: Entry
    twenties: int


def twenties_champions(
    play: StagePlay, named: Mapping[int, Entry] | None = None
) -> tuple[Champion, ...]:
    """The entries with most 20s in a stage; empty unless the 20s of all its matches are known.

    Only 20s actually made count, not projected ones. A shoot-out, if held, decides a tie.
    """
    level = _most_twenties(play)
    best = _after_shoot_out(play, tuple(level))
    entries = named or Entry.objects.named().in_bulk(best)
    return tuple(Champion(entries[entry], level[entry]) for entry in best)


def _most_twenties(play: StagePlay) -> dict[int, int]:
    results = list(results_of(play.matches))
    if any(e.ending is Ending.PLAYED and e.twenties is None for e in results):
        return {}
    made = twenties_made(results)
    here = {entry: made[entry] for entry in play.everyone}
    most = max(here.values(), default=0)
    return {entry: each for entry, each in here.items() if each == most > 0}


def level_on_twenties(stage: Stage) -> tuple[int, ...]:
    """The entries tied for most 20s in a stage, before any shoot-out."""
    return tuple(_most_twenties(play_of(stage)))


def _after_shoot_out(play: StagePlay, level: Sequence[int]) -> tuple[int, ...]:
    held = play.settled.shoot_outs if len(level) > 1 else ()
    for shoot_out in reversed(held):
        made = [shoot_out.twenties.get(entry) for entry in level]
        if None not in made:
            best = max(each for each in made if each is not None)
            pairs = zip(level, made, strict=True)
            return tuple(entry for entry, shot in pairs if shot == best)
    return tuple(level)
