"""Who a draw has that is not here any more, and who is here that it does not have."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from leagues.models import Entry, PoolEntry, Stage
from leagues.models.play import WITHOUT_A_DISC
from leagues.pairing.history import History, missed
from leagues.pairing.values import Bye, PairedRound, Pairing
from leagues.reads.draw.history import NOBODY_SAT, DrawnMatch, DrawnRound
from leagues.stages.sources import Everyone, source_from
from leagues.stages.way import PairingWay, StageField, ToMend


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
    waiting = {e for each in coming for m in each.matches if _may_go(m) for e in m.entries}
    return Comings(
        gone=tuple(sorted(waiting - set(here))),
        back=tuple(e for e in here if coming and e in seated and e not in drawn),
        late=tuple(e for e in here if e not in seated) if _is_for_all(stage) else (),
    )


def _is_for_all(stage: Stage) -> bool:
    return isinstance(source_from(stage.source), Everyone)


def _may_go(match: DrawnMatch) -> bool:
    """A walkover stands; whatever else nobody has begun may be paired anew."""
    return match.ending not in NOBODY_SAT


@dataclass(frozen=True)
class Mended:
    """What becomes of one pool's part of a round: which matches go, and which come."""

    round: DrawnRound
    removed: tuple[DrawnMatch, ...]
    added: PairedRound[int]
    busy: tuple[int, ...]
    """The boards that are taken by the matches that stay."""
    waves: int
    """How often those fill the boards."""


@dataclass(frozen=True)
class MendedPool:
    """What becomes of the rounds to come of one pool, and the rounds that come after them."""

    pool: int
    changed: tuple[Mended, ...]
    after: tuple[PairedRound[int], ...]


def mended(
    way: PairingWay, own: Sequence[DrawnRound], pool: int, comings: Comings, field: StageField[int]
) -> MendedPool:
    """Every round to come of one pool, without those who are gone, with those who have come.

    ``field`` has those of the pool who are here, and what nobody has met by now; what was
    played and what may not move is added to it.
    """
    coming = to_come(own)
    before = tuple(_loose(each, pool) for each in coming)
    stays = [[m for m in each.matches if not _may_go(m)] for each in coming]
    begun = [each.as_played() for each in own if each.has_begun]
    history = History(
        [*begun, *(PairedRound(tuple(_pairings(matches))) for matches in stays)],
        late=missed(field.entries, begun),
    )
    to_mend = ToMend(
        before,
        gone=comings.gone,
        come=tuple(e for e in (*comings.back, *comings.late) if e in field.entries),
        busy=tuple(frozenset(e for m in ms for e in m.entries) for ms in stays),
    )
    after = way.mend(to_mend, replace(field, history=history))
    rounds = zip(coming, before, after, strict=False)
    return MendedPool(
        pool,
        tuple(_changed(each, pool, new) for each, old, new in rounds if old != new),
        after[len(coming) :],
    )


def _pairings(matches: Iterable[DrawnMatch]) -> Iterator[Pairing[int]]:
    return (m.drawn for m in matches if isinstance(m.drawn, Pairing))


def _loose(each: DrawnRound, pool: int) -> PairedRound[int]:
    mine = [m for m in each.matches if m.pool == pool and _may_go(m)]
    return PairedRound(
        tuple(m.drawn for m in mine if isinstance(m.drawn, Pairing)),
        tuple(m.drawn for m in mine if isinstance(m.drawn, Bye)),
    )


def _changed(each: DrawnRound, pool: int, new: PairedRound[int]) -> Mended:
    stay = {_seats(p) for p in new.pairings} | {_seats(b) for b in new.byes}
    mine = [m for m in each.matches if m.pool == pool and _may_go(m)]
    kept = [m for m in mine if _seats(m.drawn) in stay]
    known = {m.entries for m in kept}
    others = [m for m in each.matches if m.pool != pool or not _may_go(m) or m in kept]
    at_boards = [*_pairings(m for m in others if m.ending not in WITHOUT_A_DISC)]
    return Mended(
        round=each,
        removed=tuple(m for m in mine if m not in kept),
        added=PairedRound(
            tuple(p for p in new.pairings if p.entries not in known),
            tuple(bye for bye in new.byes if (bye.entry,) not in known),
        ),
        busy=tuple(p.board for p in at_boards if p.board is not None),
        waves=max((p.wave for p in at_boards), default=0),
    )


def _seats(drawn: Pairing[int] | Bye[int]) -> object:
    """What makes two matches the same one: who sits where, not why or at which board."""
    return drawn.sides if isinstance(drawn, Pairing) else drawn.entry
