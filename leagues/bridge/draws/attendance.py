"""Who a draw has that is not here any more, and who is here that it does not have."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random

from leagues.bridge.draws.history import NOBODY_SAT, DrawnMatch, DrawnRound
from leagues.models import Entry, PoolEntry, Stage
from leagues.pairing import attendance
from leagues.pairing.history import History
from leagues.pairing.values import Bye, Pairing, PairingRound
from leagues.stages.takes import Everyone, takes_from


@dataclass(frozen=True)
class Comings:
    """Comings and goings that a draw does not know of yet."""

    gone: tuple[int, ...] = ()
    """Drawn into rounds to come, and not in any more."""
    back: tuple[int, ...] = ()
    """In the stage, and drawn into none of the rounds to come."""
    late: tuple[int, ...] = ()
    """In the event, and not in this stage, which is for everybody."""

    def __bool__(self) -> bool:
        return bool(self.gone or self.back or self.late)

    @property
    def everybody(self) -> tuple[int, ...]:
        return (*self.gone, *self.back, *self.late)


def to_come(own: Sequence[DrawnRound]) -> list[DrawnRound]:
    return [each for each in own if not each.has_begun]


def comings_of(stage: Stage, own: Sequence[DrawnRound]) -> Comings:
    """What the rounds to come do not know yet; before anything is drawn they know all."""
    active = Entry.objects.filter(event=stage.event_id, state=Entry.State.ACTIVE)
    here = list(active.in_order().values_list("pk", flat=True))
    seated = set(PoolEntry.objects.filter(stage=stage).values_list("entry", flat=True))
    if not seated:
        return Comings()
    coming = to_come(own)
    drawn = {entry for each in coming for entry in each.pairing_round().entries}
    waiting = {
        e for each in coming for m in each.matches if _may_go(m) for e in m.entries
    }
    return Comings(
        gone=tuple(sorted(waiting - set(here))),
        back=tuple(e for e in here if coming and e in seated and e not in drawn),
        late=tuple(e for e in here if e not in seated) if _is_for_all(stage) else (),
    )


def _is_for_all(stage: Stage) -> bool:
    return isinstance(takes_from(stage.source), Everyone)


def _may_go(match: DrawnMatch) -> bool:
    """A walkover stands; whatever else nobody has begun may be paired anew."""
    return match.ending not in NOBODY_SAT


@dataclass(frozen=True)
class Mended:
    """What becomes of one pool's part of a round: which matches go, and which come."""

    round: DrawnRound
    pool: int
    removed: tuple[DrawnMatch, ...]
    added: PairingRound[int]
    busy: tuple[int, ...]
    """The boards that are taken by the matches that stay."""


def mended(
    own: Sequence[DrawnRound],
    pool: int,
    gone: Sequence[int],
    come: Sequence[int],
    dice: Random,
) -> Iterator[Mended]:
    """Every round to come of one pool, without those who are gone, with those who have come."""
    coming = to_come(own)
    history = History([each.as_played() for each in own if each.has_begun])
    before = [_loose(each, pool) for each in coming]
    after = tuple(before)
    for entry in gone:
        after = attendance.leave(after, entry, history, dice)
    for entry in come:
        after = attendance.join(after, entry, history, dice)
    for each, old, new in zip(coming, before, after, strict=True):
        if old != new:
            yield _changed(each, pool, new)


def _loose(each: DrawnRound, pool: int) -> PairingRound[int]:
    mine = [m for m in each.matches if m.pool == pool and _may_go(m)]
    return PairingRound(
        tuple(m.drawn for m in mine if isinstance(m.drawn, Pairing)),
        tuple(m.drawn for m in mine if isinstance(m.drawn, Bye)),
    )


def _changed(each: DrawnRound, pool: int, new: PairingRound[int]) -> Mended:
    stay = {_seats(p) for p in new.pairings} | {_seats(b) for b in new.byes}
    mine = [m for m in each.matches if m.pool == pool and _may_go(m)]
    kept = [m for m in mine if _seats(m.drawn) in stay]
    known = {m.entries for m in kept}
    return Mended(
        round=each,
        pool=pool,
        removed=tuple(m for m in mine if m not in kept),
        added=PairingRound(
            tuple(p for p in new.pairings if p.entries not in known),
            tuple(bye for bye in new.byes if (bye.entry,) not in known),
        ),
        busy=tuple(
            m.drawn.board
            for m in each.matches
            if isinstance(m.drawn, Pairing)
            and m.drawn.board is not None
            and (m.pool != pool or m in kept or not _may_go(m))
        ),
    )


def _seats(drawn: Pairing[int] | Bye[int]) -> object:
    """What makes two matches the same one: who sits where, not why or at which board."""
    return drawn.sides if isinstance(drawn, Pairing) else drawn.entry
