"""Who ended where in the whole event, and who made the most 20s.

Places are composed of the stages: whoever went on stands before whoever did not. Where
pools play on among themselves, all of pool A stand before all of pool B: first as their
play-off says, then as their pool does.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest

from leagues.models import Entry, Event, Stage
from leagues.reads.advance.order import Ladder, StageStanding, flat, only, read_all
from leagues.reads.advance.recorded import recorded_places
from leagues.reads.advance.snapshot import EventSnapshot
from leagues.reads.tables.results import twenties_made
from leagues.reads.tables.stage_results import StagePlay, play_of, results_of
from leagues.stages.sources import KeepPools, Source, source_from
from scoring.results import Ending

STEPS = 3  # of the podium


@dataclass(frozen=True)
class FinalPlace:
    """An entry and its place; ``last`` is another where several share a span of places."""

    place: int
    entry: Entry
    last: int = 0
    is_open: bool = False
    """There is still something to play for."""

    @property
    def span(self) -> str:
        return f"{self.place}–{self.last}" if self.last > self.place else f"{self.place}"


@dataclass(frozen=True)
class Finals:
    """The final order of an event as far as it is known."""

    places: tuple[FinalPlace, ...]
    is_final: bool

    @property
    def podium(self) -> tuple[FinalPlace, ...]:
        """The first three places that are settled. Level entries stand on one step."""
        return tuple(p for p in self.places if p.place <= STEPS and not p.is_open)


def finals(event: Event, whole: EventSnapshot | None = None) -> Finals:
    """In a number of queries that grows with the stages only; in none where it is read.

    An event that ended without a result has no places, unless a file recorded them. Entries
    that never took part have none once they have withdrawn or the event is finished.
    """
    read = whole.stages if whole else read_all(event)
    if event.state == Event.State.FINISHED and not any(e.has_results for e in read):
        return Finals((), is_final=False) if read else _recorded(event)
    stages = [(source_from(each.stage.source), each.standing) for each in read]
    opened = [(takes, standing) for takes, standing in stages if standing.overall]
    is_final = len(opened) == len(stages) and all(s.is_final for _, s in opened)
    ladder = compose(opened)
    to_play = _with_open_places(event, [standing for _, standing in stages])
    entries = whole.named if whole else Entry.objects.named().in_bulk(flat(ladder))
    took_part = {entry for each in read for entry in each.took_part}
    is_over = event.state == Event.State.FINISHED
    never = {
        pk
        for pk, entry in entries.items()
        if pk not in took_part and (is_over or entry.state == Entry.State.WITHDRAWN)
    }
    ladder = only(ladder, entries.keys() - never)
    placed = list[FinalPlace]()
    for rung in ladder:
        first, last = len(placed) + 1, len(placed) + len(rung)
        placed += [FinalPlace(first, entries[e], last, e in to_play) for e in rung]
    return Finals(tuple(placed), is_final and bool(stages))


def _recorded(event: Event) -> Finals:
    """As a file had it, of an event that was not played here."""
    lines = recorded_places(event)
    placed = tuple(FinalPlace(each.place, each.entry, each.last) for each in lines)
    return Finals(placed, is_final=bool(placed))


def _with_open_places(event: Event, stages: Sequence[StageStanding]) -> Collection[int]:
    """Whose place is not settled; once the event is over, every place is."""
    if event.state == Event.State.FINISHED or not stages:
        return ()
    last = stages[-1]
    if last.is_final or last.still_in:
        return last.still_in
    return frozenset(entry for stage in stages for entry in flat(stage.overall))


Stages = Iterable[tuple[Source, StageStanding]]


def compose(stages: Stages) -> Ladder:
    """One order out of the stages', each given with where its entries came from."""
    return _composed(stages)[1]


def compose_pools(stages: Stages) -> tuple[Ladder, ...]:
    """The same of each pool that plays to an end of its own."""
    return _composed(stages)[0]


def _composed(stages: Stages) -> tuple[tuple[Ladder, ...], Ladder]:
    blocks: tuple[Ladder, ...] = ()
    order: Ladder = ()
    for takes, standing in stages:
        if isinstance(takes, KeepPools):
            pairs = zip_longest(standing.pools, blocks, fillvalue=())
            blocks = tuple(played + _without(pool, played) for played, pool in pairs)
            ahead = tuple(rung for block in blocks for rung in block)
        else:
            blocks, ahead = standing.pools, standing.overall
        order = ahead + _without(order, ahead)
    return blocks, order


def _without(ladder: Ladder, gone: Ladder) -> Ladder:
    left = frozenset(flat(ladder)) - frozenset(flat(gone))
    return only(ladder, left)


def podium(event: Event) -> tuple[FinalPlace, ...]:
    return finals(event).podium


@dataclass(frozen=True)
class Champion:
    """Somebody with the most 20s of a stage, and how many."""

    entry: Entry
    twenties: int


def twenties_champions(
    play: StagePlay, named: Mapping[int, Entry] | None = None
) -> tuple[Champion, ...]:
    """Who made the most 20s of a stage; nobody unless those of all its matches are known.

    Those really made, whatever the table projects. Of those level a shoot-out decides, if
    one was held.
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
    """Those who share the most 20s of a stage, before any shoot-out."""
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
