"""The state of an event, as it is or with a different result for one match."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from string import ascii_uppercase

from django.utils.translation import gettext as _

from leagues.models import Event, Match, PairingRound
from leagues.pairing.bracket import EmptySide, Spot, fill_slots
from leagues.pairing.seeds import roll_dice
from leagues.reads.advance.bracket_changes import has_begun
from leagues.reads.advance.bracket_play import BracketPlay
from leagues.reads.advance.cut import cuts_made_by, ties_at
from leagues.reads.advance.snapshot import EventSnapshot, snapshot_of
from leagues.reads.advance.stage_order import StageReading, StageStanding, keep_entries
from leagues.reads.draw.history import rounds_of
from leagues.reads.play.claims import twenties_added_up
from leagues.reads.play.matches import STOPPED
from leagues.reads.play.typed_cards import TypedCard
from leagues.reads.results.consequences import Consequences, consequences_of, round_difference
from leagues.reads.results.differences import RoundDiffers
from leagues.reads.results.event_state import (
    CutState,
    EventState,
    Meeting,
    RoundState,
    SlotState,
    TableState,
)
from leagues.reads.results.redraw import DrawnFromTable, drawn_from_table, one_drawn_from_table
from leagues.reads.tables.results import FinishedMatch, finished_matches
from leagues.reads.tables.stage_results import StagePlay, play_of
from leagues.say import say
from leagues.stages.entry_sources import Everyone, Source, source_from


@dataclass(frozen=True)
class Instead:
    """A different result for a match."""

    match: int
    finished: FinishedMatch | None
    """None if the match would not be finished."""
    winner: int | None
    """The entry that goes on in a bracket."""


def with_result(match: Match, card: TypedCard) -> Instead:
    """The match's result with this card. A match that the desk stopped stays finished."""
    at = card.state
    if not (at.over or match.decided_by == STOPPED):
        return Instead(match.pk, None, None)
    winner = at.winner if at.over else at.leader
    lines = [
        line._replace(
            points=at.points[line.seat],
            twenties=_count_twenties(card, line.seat),
            winner=winner,
            ending=Match.Ending.PLAYED,
        )
        for line in Match.objects.filter(pk=match.pk).score_lines()
    ]
    won = [line.entry for line in lines if line.seat == winner]
    return Instead(match.pk, finished_matches(lines)[0], won[0] if won else None)


def _count_twenties(card: TypedCard, seat: int) -> int | None:
    """The 20s of a side, without those of shoot-outs; None if unknown."""
    apart = {game.number for game in card.state.games if game.is_shoot_out}
    counted = [each for each in card.rounds if each.due.game not in apart]
    return twenties_added_up([list(each.scored.twenties)[seat] for each in counted])


@dataclass(frozen=True)
class EventDraws:
    """A snapshot of an event, with the rounds of each stage that were drawn from a table."""

    event: EventSnapshot
    drawn: Mapping[int, tuple[DrawnFromTable, ...]]


def read_draws(event: Event) -> EventDraws:
    """Read an event. The number of queries grows only with its stages."""
    now, rounds = snapshot_of(event), rounds_of(event)
    return EventDraws(
        now,
        {each.stage.pk: drawn_from_table(each.stage, rounds) for each in now.stages if each.play},
    )


def state_of_event(read: EventDraws, if_so: Instead | None = None) -> EventState:
    """The event's state, with the result in ``if_so`` instead of the match's own if it is given."""
    stages = [_exchange_result(each, if_so) if if_so else each for each in read.event.stages]
    return EventState(
        tables=tuple(table for each in stages for table in _table_states(each)),
        cuts=tuple(_cut_states(replace(read.event, stages=tuple(stages)))),
        slots={
            key: slot
            for each in stages
            for play in each.brackets
            for key, slot in _slot_states(play, if_so)
        },
        rounds={
            drawn.pairing_round: _round_state(drawn, each.play)
            for each in stages
            if each.play
            for drawn in read.drawn[each.stage.pk]
        },
    )


def _round_state(drawn: DrawnFromTable, play: StagePlay) -> RoundState:
    return RoundState(
        stage=play.stage.name,
        number=drawn.number,
        follows_from=drawn.before(play),
        draw=partial(drawn.meetings, play),
        has_begun=drawn.has_begun,
    )


def _exchange_result(stage: StageReading, if_so: Instead) -> StageReading:
    """The stage with the other result, if the stage contains the match."""
    if stage.play is None:
        return stage
    return replace(stage, play=_play_with(stage.play, if_so))


def _play_with(play: StagePlay, if_so: Instead) -> StagePlay:
    there, new = play.matches, if_so.finished
    others = tuple(m for m in there if m.match != if_so.match)
    if new is None:
        is_final = play.is_final and len(others) == len(there)
        return replace(play, matches=others, is_final=is_final)
    if new.when[0] not in play.counting:
        return play
    if len(others) == len(there):
        return replace(play, matches=(*there, new))
    now = tuple(new if m.match == new.match else m for m in there)
    return replace(play, matches=now)


def _table_states(read: StageReading) -> Iterator[TableState]:
    if read.play is None:
        return
    several = len(read.play.members) > 1
    for pool, entries in read.play.members.items():
        rows = read.play.rows(entries)
        name = f"{read.stage.name}, {pool}" if several else read.stage.name
        yield TableState(name, {row.entry: row.place for row in rows}, read.stage.pk)


def _cut_states(event: EventSnapshot) -> Iterator[CutState]:
    """Yield the entries that advance between consecutive stages, unless everyone does."""
    for earlier, later in zip(event.stages, event.stages[1:], strict=False):
        takes = source_from(later.stage.source)
        if earlier.play is None or isinstance(takes, Everyone):
            continue
        at = earlier.standing
        filled = takes.fill(at.order_among(event.here), dice=roll_dice("the same either way"))
        yield CutState(
            stage=later.stage.name,
            pools=_pool_names(filled),
            is_seated=later.stage.opened_at is not None or bool(later.pools),
            has_begun=later.stage.pk in event.begun,
            earlier=earlier.stage.pk,
            later=later.stage.pk,
            level=_ties_at_cut(takes, at, event.here) if at.is_final else (),
            seats=_pool_names(later.pools),
        )


def _ties_at_cut(takes: Source, at: StageStanding, here: Collection[int]) -> tuple[Meeting, ...]:
    pools = tuple(keep_entries(pool, here) for pool in at.pools)
    now = replace(at, pools=pools, overall=keep_entries(at.overall, here))
    return tuple(tie.entries for tie in ties_at(cuts_made_by(takes, now)))


def _pool_names(filled: Sequence[Sequence[int]]) -> Mapping[int, str]:
    if len(filled) == 1:
        return dict.fromkeys(filled[0], "")
    return {
        entry: _("pool %(pool)s") % {"pool": ascii_uppercase[number]}
        for number, entries in enumerate(filled)
        for entry in entries
    }


def _slot_states(
    play: BracketPlay, if_so: Instead | None
) -> Iterator[tuple[tuple[int, str], SlotState]]:
    several = play.pool.name
    for key, spot in _spots_with(play, if_so).items():
        match = play.matches.get(key)
        label = say(spot.slot.label)
        label = f"{label}, {several}" if several else label
        yield (
            (play.pool.pk, key),
            SlotState(
                label=label,
                sides=tuple(None if isinstance(side, EmptySide) else side for side in spot.sides),
                match=match.number if match else None,
                has_begun=match is not None and has_begun(match),
            ),
        )


def _spots_with(play: BracketPlay, if_so: Instead | None) -> Mapping[str, Spot[int]]:
    if if_so is None:
        return play.spots
    winners = dict(play.winners)
    for slot, match in play.matches.items():
        if match.pk == if_so.match:
            winners.pop(slot, None)
            if if_so.winner is not None:
                winners[slot] = if_so.winner
    return fill_slots(play.shape, play.seeded, winners)


def what_follows(match: Match, card: TypedCard) -> Consequences:
    """The consequences of recording this card for the match."""
    event = read_draws(match.event)
    return consequences_of(state_of_event(event), state_of_event(event, with_result(match, card)))


def drawn_instead(
    match: Match, card: TypedCard, pairing_round: PairingRound
) -> RoundDiffers | None:
    """How a round that has begun would have been drawn with this card; None if it is the same."""
    drawn = one_drawn_from_table(pairing_round)
    if drawn is None:
        return None
    now = play_of(pairing_round.stage)
    then = _play_with(now, with_result(match, card))
    return round_difference(pairing_round.pk, _round_state(drawn, now), _round_state(drawn, then))
