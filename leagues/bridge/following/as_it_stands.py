"""An event read once, and how it stands: as it is, or as if one match had gone otherwise."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from string import ascii_uppercase

from django.utils.translation import gettext as _

from leagues.bridge.draws.history import DrawnRound, rounds_of
from leagues.bridge.draws.redrawn import (
    DrawnFromTable,
    drawn_from_table,
    one_drawn_from_table,
)
from leagues.bridge.following.consequences import (
    Consequences,
    consequences,
    difference,
)
from leagues.bridge.following.differences import RoundDiffers
from leagues.bridge.following.event_stands import (
    CutStands,
    EventStands,
    Meeting,
    RoundStands,
    SlotStands,
    TableStands,
)
from leagues.bridge.hall.matches import STOPPED
from leagues.bridge.knockout.bracket_changes import has_begun
from leagues.bridge.knockout.bracket_play import BracketPlay, bracket_plays, has_bracket
from leagues.bridge.standing.cut import cuts_made_by, ties_at
from leagues.bridge.standing.order import Standing, entries_in, only, standing
from leagues.bridge.standing.play import StagePlay, play_of, stages_that_count
from leagues.bridge.standing.results import FinishedMatch, finished_matches
from leagues.models import Event, Match, PairingRound, Stage
from leagues.pairing.bracket import Nobody, Spot, advance
from leagues.pairing.seeds import roll
from leagues.stages.takes import Everyone, Takes, takes_from
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
    """The match as if it stood at this; one that the desk stopped stays over."""
    if not (at.over or match.decided_by == STOPPED):
        return Instead(match.pk, None, None)
    winner = at.winner if at.over else at.points.leader
    lines = list(Match.objects.filter(pk=match.pk).score_lines())
    for line in lines:
        line["points"] = at.points[line["seat"]]
        line["winner"] = winner
        line["ending"] = Match.Ending.PLAYED
    won = [line["entry"] for line in lines if line["seat"] == winner]
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
    begun: frozenset[int]
    """The stages in which somebody plays, or has played."""


def read(event: Event) -> EventRead:
    """In a number of queries that grows with the stages only."""
    rounds = rounds_of(event)
    stages = tuple(_read(stage, rounds) for stage in event.stages.all())
    begun = PairingRound.objects.of(event).begun().values_list("stage", flat=True)
    return EventRead(stages, entries_in(event), frozenset(begun))


def _read(stage: Stage, rounds: Sequence[DrawnRound]) -> StageRead:
    if has_bracket(stage):
        return StageRead(stage, None, bracket_plays(stage), (), _counting(stage))
    return _with_table(stage, drawn_from_table(stage, rounds))


def _with_table(stage: Stage, drawn: tuple[DrawnFromTable, ...]) -> StageRead:
    return StageRead(stage, play_of(stage), (), drawn, _counting(stage))


def _counting(stage: Stage) -> frozenset[int]:
    return frozenset(each.number for each in stages_that_count(stage))


def stands(event: EventRead, if_so: Instead | None = None) -> EventStands:
    """How the event stands; ``if_so`` puts another result in the place of one match's."""
    stages = [_exchange(stage, if_so) for stage in event.stages] if if_so else None
    now = replace(event, stages=tuple(stages)) if stages else event
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
            drawn.pairing_round: _round(each, drawn, each.table)
            for each in now.stages
            if each.table
            for drawn in each.drawn
        },
    )


def _round(read: StageRead, drawn: DrawnFromTable, table: StagePlay) -> RoundStands:
    return RoundStands(
        stage=read.stage.name,
        number=drawn.number,
        follows_from=drawn.before(table),
        draw=partial(drawn.meetings, table),
        has_begun=drawn.has_begun,
    )


def _exchange(read: StageRead, if_so: Instead) -> StageRead:
    """The stage with the other result in the place of the one it has, if it has it."""
    if read.table is None:
        return read
    there, new = read.table.matches, if_so.finished
    others = tuple(m for m in there if m.match != if_so.match)
    if new is None:
        is_final = read.table.is_final and len(others) == len(there)
        table = replace(read.table, matches=others, is_final=is_final)
    elif new.when[0] not in read.counting:
        table = read.table
    elif len(others) == len(there):
        table = replace(read.table, matches=(*there, new))
    else:
        now = tuple(new if m.match == new.match else m for m in there)
        table = replace(read.table, matches=now)
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
        filled = takes.fill(at.going_on(event.here), dice=roll("the same either way"))
        yield CutStands(
            stage=later.stage.name,
            pools=_pools(filled),
            is_seated=later.stage.opened_at is not None or _has_pools(later),
            has_begun=later.stage.pk in event.begun,
            earlier=earlier.stage.pk,
            later=later.stage.pk,
            level=_level(takes, at, event.here) if at.is_final else (),
            seats=_pools(_seats(later)),
        )


def _level(takes: Takes, at: Standing, here: Collection[int]) -> tuple[Meeting, ...]:
    pools = tuple(only(pool, here) for pool in at.pools)
    now = replace(at, pools=pools, overall=only(at.overall, here))
    return tuple(tie.entries for tie in ties_at(cuts_made_by(takes, now)))


def _seats(read: StageRead) -> list[tuple[int, ...]]:
    if read.table is not None:
        return list(read.table.members.values())
    return [bracket.seeded for bracket in read.brackets]


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


def drawn_instead(
    match: Match, at: MatchState, pairing_round: PairingRound
) -> RoundDiffers | None:
    """How a round that was begun would have been drawn if the match stood at this."""
    drawn = one_drawn_from_table(pairing_round)
    if drawn is None:
        return None
    now = _with_table(pairing_round.stage, (drawn,))
    then = _exchange(now, instead(match, at))
    assert now.table
    assert then.table
    return difference(
        pairing_round.pk,
        _round(now, drawn, now.table),
        _round(then, drawn, then.table),
    )
