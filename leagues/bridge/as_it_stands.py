"""An event read once, and how it stands: as it is, or as if one match had gone otherwise."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from string import ascii_uppercase

from django.utils.translation import gettext as _

from leagues.bridge.bracket_changes import has_begun
from leagues.bridge.bracket_play import BracketPlay, bracket_plays, has_bracket
from leagues.bridge.consequences import (
    Consequences,
    CutStands,
    EventStands,
    RoundStands,
    SlotStands,
    TableStands,
    consequences,
)
from leagues.bridge.history import DrawnRound, rounds_of
from leagues.bridge.order import entries_in, flat, only, standing
from leagues.bridge.play import StagePlay, play_of, stages_that_count
from leagues.bridge.redrawn import DrawnFromTable, drawn_from_table
from leagues.bridge.results import FinishedMatch, finished_matches
from leagues.models import Event, Match, Stage
from leagues.pairing.bracket import Nobody, Spot, advance
from leagues.pairing.seeds import roll
from leagues.stages.takes import Before, Everyone, takes_from
from scoring.matches import MatchState


@dataclass(frozen=True)
class Instead:
    """What a match comes to if its rounds are others."""

    match: int
    finished: FinishedMatch | None
    """Nothing where it is not over any more."""
    winner: int | None
    """The entry that goes on in a bracket."""


def instead(match: Match, at: MatchState) -> Instead:
    """The match as if it stood at this."""
    if not at.over:
        return Instead(match.pk, None, None)
    lines = list(Match.objects.filter(pk=match.pk).score_lines())
    for line in lines:
        line["points"] = at.points[line["seat"]]
        line["winner"] = at.winner
        line["ending"] = Match.Ending.PLAYED
    won = [line["entry"] for line in lines if line["seat"] == at.winner]
    return Instead(match.pk, finished_matches(lines)[0], won[0] if won else None)


@dataclass(frozen=True)
class StageRead:
    """What one stage has come to: by tables, or by brackets."""

    stage: Stage
    table: StagePlay | None
    brackets: tuple[BracketPlay, ...]
    drawn: tuple[DrawnFromTable, ...]
    counting: frozenset[int]
    """The numbers of the stages whose points count in this one."""


@dataclass(frozen=True)
class EventRead:
    stages: tuple[StageRead, ...]
    here: tuple[int, ...]


def read(event: Event) -> EventRead:
    """In a number of queries that grows with the stages only."""
    rounds = rounds_of(event)
    stages = tuple(_read(stage, rounds) for stage in event.stages.all())
    return EventRead(stages, entries_in(event))


def _read(stage: Stage, rounds: Sequence[DrawnRound]) -> StageRead:
    counting = frozenset(each.number for each in stages_that_count(stage))
    if has_bracket(stage):
        return StageRead(stage, None, bracket_plays(stage), (), counting)
    return StageRead(
        stage, play_of(stage), (), drawn_from_table(stage, rounds), counting
    )


def stands(event: EventRead, if_so: Instead | None = None) -> EventStands:
    """How the event stands; ``if_so`` puts another result in the place of one match's."""
    stages = [_exchange(stage, if_so) for stage in event.stages] if if_so else None
    now = EventRead(tuple(stages), event.here) if stages else event
    return EventStands(
        tables=tuple(table for each in now.stages for table in _tables(each)),
        cuts=tuple(_cuts(now)),
        slots={
            key: slot
            for each in now.stages
            for play in each.brackets
            for key, slot in _slots(play, if_so)
        },
        rounds={
            drawn.pairing_round: RoundStands(
                stage=each.stage.name,
                number=drawn.number,
                meetings=drawn.meetings(each.table),
                has_begun=drawn.has_begun,
            )
            for each in now.stages
            if each.table
            for drawn in each.drawn
        },
    )


def _exchange(read: StageRead, if_so: Instead) -> StageRead:
    """The stage with the other result in the place of the one it has, if it has it."""
    if read.table is None:
        return read
    others = tuple(m for m in read.table.matches if m.match != if_so.match)
    new = if_so.finished
    if new is None:
        is_final = read.table.is_final and len(others) == len(read.table.matches)
        table = replace(read.table, matches=others, is_final=is_final)
    elif new.when[0] in read.counting:
        table = replace(read.table, matches=(*others, new))
    else:
        table = read.table
    return replace(read, table=table)


def _tables(read: StageRead) -> Iterator[TableStands]:
    if read.table is None:
        return
    several = len(read.table.members) > 1
    for pool, entries in read.table.members.items():
        rows = read.table.rows(entries)
        name = f"{read.stage.name}, {pool}" if several else read.stage.name
        yield TableStands(name, {row.entry: row.place for row in rows})


def _cuts(event: EventRead) -> Iterator[CutStands]:
    """Who goes from each stage to the one after it, where not everybody does."""
    for earlier, later in zip(event.stages, event.stages[1:], strict=False):
        takes = takes_from(later.stage.source)
        if earlier.table is None or isinstance(takes, Everyone):
            continue
        at = standing(earlier.table)
        before = Before(
            order=flat(only(at.overall, event.here)),
            pools=tuple(flat(only(pool, event.here)) for pool in at.pools),
        )
        filled = takes.fill(before, dice=roll("the same either way"))
        yield CutStands(
            stage=later.stage.name,
            pools=_pools(filled),
            is_seated=later.stage.opened_at is not None or _has_pools(later),
        )


def _has_pools(read: StageRead) -> bool:
    return bool(read.brackets or (read.table and read.table.members))


def _pools(filled: Sequence[Sequence[int]]) -> Mapping[int, str]:
    if len(filled) == 1:
        return dict.fromkeys(filled[0], "")
    return {
        entry: _("pool %(pool)s") % {"pool": ascii_uppercase[number]}
        for number, entries in enumerate(filled)
        for entry in entries
    }


def _slots(
    play: BracketPlay, if_so: Instead | None
) -> Iterator[tuple[tuple[int, str], SlotStands]]:
    several = play.pool.name
    for key, spot in _spots(play, if_so).items():
        match = play.matches.get(key)
        label = f"{spot.slot.label}, {several}" if several else spot.slot.label
        yield (
            (play.pool.pk, key),
            SlotStands(
                label=label,
                sides=tuple(
                    None if isinstance(side, Nobody) else side for side in spot.sides
                ),
                match=match.number if match else None,
                has_begun=match is not None and has_begun(match),
            ),
        )


def _spots(play: BracketPlay, if_so: Instead | None) -> Mapping[str, Spot[int]]:
    if if_so is None:
        return play.spots
    winners = dict(play.winners)
    for slot, match in play.matches.items():
        if match.pk == if_so.match:
            winners.pop(slot, None)
            if if_so.winner is not None:
                winners[slot] = if_so.winner
    return advance(play.shape, play.seeded, winners)


def what_follows(match: Match, at: MatchState) -> Consequences:
    """What would be different if this match stood at this."""
    event = read(match.event)
    return consequences(stands(event), stands(event, instead(match, at)))
