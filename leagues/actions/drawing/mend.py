"""Comings and goings, brought into a draw that is already made."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from leagues.access import Who
from leagues.actions.drawing.draw import clear, own_rounds, same_mark
from leagues.actions.drawing.matches import write_rounds
from leagues.actions.drawing.opening import CannotDraw, held, let_in, names_of, tell
from leagues.actions.meanwhile import ChangedMeanwhile
from leagues.actions.planning.dice import seed_of
from leagues.bridge.draws.attendance import Comings, Mended, comings_of, mended
from leagues.bridge.draws.draw_page import TOGETHER
from leagues.bridge.draws.field import way_of
from leagues.bridge.draws.history import DrawnMatch, DrawnRound, rounds_of
from leagues.models import (
    PairingRound,
    PoolEntry,
    Stage,
)
from leagues.pairing.boards import assign_boards
from leagues.pairing.history import History
from leagues.pairing.seeds import roll
from leagues.pairing.values import Bye, Pairing, Why
from leagues.pairing.values import PairingRound as Drawn
from scoring.sides import BySeat, Seat


@transaction.atomic
def mend_rounds(*, by: Who, stage: Stage, seen: str = "") -> Comings:
    """Bring every round that nobody has begun into line with who is here.

    Whoever lost an opponent meets somebody else who sits out; a late-comer fits into the
    byes. Nobody else meets anybody else than before.
    """
    stage = held(stage)
    own = own_rounds(stage, rounds_of(stage.event))
    if seen:
        same_mark(seen, stage, own)
    if stage.format in TOGETHER:
        raise CannotDraw(_("Matches of more than two entries can only be drawn again."))
    comings = comings_of(stage, own)
    if not comings:
        raise ChangedMeanwhile
    let_in(stage, comings.late)
    changes = _mended(stage, own, comings)
    clear(
        [change.round.pk for change in changes],
        [match.pk for change in changes for match in change.removed],
    )
    added = _add(stage, own, changes)
    names = names_of(stage.event, comings.everybody)
    tell(
        by,
        "mend_rounds",
        stage,
        left=[names[entry] for entry in comings.gone],
        joined=[names[entry] for entry in (*comings.back, *comings.late)],
        entries=sorted(names),
        rounds=sorted({change.round.number for change in changes}),
        late=list(comings.late),
        removed=[
            {"round": change.round.number, "pool": change.pool, **written(match)}
            for change in changes
            for match in change.removed
        ],
        added=added,
    )
    return comings


def _mended(stage: Stage, own: Sequence[DrawnRound], comings: Comings) -> list[Mended]:
    pools: dict[int, list[int]] = {}
    for place in PoolEntry.objects.filter(stage=stage, entry__in=comings.everybody):
        pools.setdefault(place.pool_id, []).append(place.entry_id)
    dice = roll(seed_of(stage.event), f"{stage.number}.mend.{stage.event.revision}")
    changes: list[Mended] = []
    for pool, entries in pools.items():
        gone = [entry for entry in entries if entry in comings.gone]
        come = [entry for entry in entries if entry not in comings.gone]
        changes += mended(own, pool, gone, come, dice)
    return changes


def _add(
    stage: Stage, own: Sequence[DrawnRound], changes: Sequence[Mended]
) -> list[int]:
    """The new matches, at boards that are free, under the numbers that have become free."""
    event, pools = stage.event, {pool.pk: pool for pool in stage.pools.all()}
    rows = PairingRound.objects.in_bulk([change.round.pk for change in changes])
    boards = (
        [] if stage.is_queue else list(event.boards.values_list("number", flat=True))
    )
    history = History([each.as_played() for each in own])
    dice = roll(seed_of(event), f"{stage.number}.boards.{event.revision}")
    stayed = list(event.matches.values_list("pk", flat=True))
    write_rounds(
        event,
        [
            (
                rows[change.round.pk],
                {pools[change.pool]: _at_free_boards(change, boards, history, dice)},
            )
            for change in changes
        ],
        numbers=[match.number for change in changes for match in change.removed],
        bye_points=way_of(stage).bye_points,
    )
    new = event.matches.exclude(pk__in=stayed).order_by("number")
    return list(new.values_list("number", flat=True))


def written(match: DrawnMatch) -> dict[str, Any]:
    """A match that nobody has begun, as the log keeps it."""
    drawn = match.drawn
    said: dict[str, Any] = {
        "number": match.number,
        "why": [drawn.why.template, *drawn.why.by_side],
    }
    if isinstance(drawn, Bye):
        return said | {"sides": [[drawn.entry]]}
    sides = [list(side) for side in drawn.sides]
    return said | {
        "sides": sides,
        "first": drawn.first,
        "board": drawn.board,
        "wave": drawn.wave,
    }


def put_in_again(stage: Stage, removed: Sequence[dict[str, Any]]) -> None:
    """Matches that were mended away, under their own numbers and at their own boards."""
    rows = {row.number: row for row in stage.pairing_rounds.all()}
    pools = {pool.pk: pool for pool in stage.pools.all()}
    for was in removed:
        draw = {pools[was["pool"]]: _read(was)}
        write_rounds(
            stage.event,
            [(rows[was["round"]], draw)],
            numbers=[was["number"]],
            bye_points=way_of(stage).bye_points,
        )


def _read(was: dict[str, Any]) -> Drawn[int]:
    why = Why(was["why"][0], tuple(was["why"][1:]))
    if len(was["sides"]) == 1:
        return Drawn(byes=(Bye(was["sides"][0][0], why),))
    pairing = Pairing(
        BySeat(*map(tuple, was["sides"])),
        first=Seat(was["first"]),
        why=why,
        board=was["board"],
        wave=was["wave"],
    )
    return Drawn((pairing,))


def _at_free_boards(
    change: Mended, boards: Sequence[int], history: History[int], dice: Random
) -> Drawn[int]:
    free = [board for board in boards if board not in change.busy]
    return assign_boards(change.added, free, history, dice) if free else change.added
