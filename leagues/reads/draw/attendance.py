"""Compare a draw with who is here: entries that left after it was made, and new arrivals."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from leagues.models import Entry, PoolEntry, Stage
from leagues.models.matches import WITHOUT_A_DISC
from leagues.pairing.history import History, missed_rounds
from leagues.pairing.values import Bye, PairedRound, Pairing
from leagues.reads.draw.history import NOT_PLAYED, DrawnMatch, DrawnRound
from leagues.stages.entry_sources import Everyone, source_from
from leagues.stages.pairing_way import PairingWay, StageField, ToMend


@dataclass(frozen=True)
class Comings:
    """Entries that left or arrived after the coming rounds were drawn."""

    gone: tuple[int, ...] = ()
    """Entries drawn into coming rounds that are no longer active."""
    back: tuple[int, ...] = ()
    """Active entries of the stage that are in none of the coming rounds."""
    late: tuple[int, ...] = ()
    """Active entries of the event that are not in this stage, if the stage is for everyone."""

    def __bool__(self) -> bool:
        return bool(self.gone or self.back or self.late)

    @property
    def everybody(self) -> tuple[int, ...]:
        return (*self.gone, *self.back, *self.late)


def to_come(own: Sequence[DrawnRound]) -> list[DrawnRound]:
    return [each for each in own if not each.has_begun]


def comings_of(stage: Stage, own: Sequence[DrawnRound]) -> Comings:
    """The differences between the coming rounds and who is here; empty before the first draw."""
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
    """Whether a match in a coming round may be drawn again: any but a walkover or forfeit."""
    return match.ending not in NOT_PLAYED


@dataclass(frozen=True)
class Mended:
    """The changes to one pool's part of a coming round."""

    round: DrawnRound
    removed: tuple[DrawnMatch, ...]
    added: PairedRound[int]
    busy: tuple[int, ...]
    """The boards used by the matches that stay."""
    waves: int
    """The number of waves (turns at the boards) that the matches that stay take up."""


@dataclass(frozen=True)
class MendedPool:
    """The changes to the coming rounds of one pool, and the rounds to add after them."""

    pool: int
    changed: tuple[Mended, ...]
    after: tuple[PairedRound[int], ...]


def mend_pool(
    way: PairingWay, own: Sequence[DrawnRound], pool: int, comings: Comings, field: StageField[int]
) -> MendedPool:
    """Draw the coming rounds of one pool again, without those who left, with those who arrived.

    ``field`` has the entries of the pool that are here. Its history is replaced by the rounds
    that have begun and the matches that may not be drawn again.
    """
    coming = to_come(own)
    before = tuple(_movable_round(each, pool) for each in coming)
    stays = [[m for m in each.matches if not _may_go(m)] for each in coming]
    begun = [each.as_played() for each in own if each.has_begun]
    history = History(
        [*begun, *(PairedRound(tuple(_drawn_pairings(matches))) for matches in stays)],
        late=missed_rounds(field.entries, begun),
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
        tuple(_mend_round(each, pool, new) for each, old, new in rounds if old != new),
        after[len(coming) :],
    )


def _drawn_pairings(matches: Iterable[DrawnMatch]) -> Iterator[Pairing[int]]:
    return (m.drawn for m in matches if isinstance(m.drawn, Pairing))


def _movable_round(each: DrawnRound, pool: int) -> PairedRound[int]:
    mine = [m for m in each.matches if m.pool == pool and _may_go(m)]
    return PairedRound(
        tuple(m.drawn for m in mine if isinstance(m.drawn, Pairing)),
        tuple(m.drawn for m in mine if isinstance(m.drawn, Bye)),
    )


def _mend_round(each: DrawnRound, pool: int, new: PairedRound[int]) -> Mended:
    stay = {_seating_of(p) for p in new.pairings} | {_seating_of(b) for b in new.byes}
    mine = [m for m in each.matches if m.pool == pool and _may_go(m)]
    kept = [m for m in mine if _seating_of(m.drawn) in stay]
    known = {m.entries for m in kept}
    others = [m for m in each.matches if m.pool != pool or not _may_go(m) or m in kept]
    at_boards = [*_drawn_pairings(m for m in others if m.ending not in WITHOUT_A_DISC)]
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


def _seating_of(drawn: Pairing[int] | Bye[int]) -> object:
    """A key for comparing matches: who sits where, regardless of reason and board."""
    return drawn.sides if isinstance(drawn, Pairing) else drawn.entry
