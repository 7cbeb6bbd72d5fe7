"""Read what has been drawn and played, for the next draw and for the draw page."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from operator import attrgetter
from typing import Any, NamedTuple

from django.db.models import Exists, OuterRef

from leagues.models import (
    Event,
    Match,
    MatchSide,
    PairingRound,
    PoolEntry,
    Round,
    RoundReport,
    Stage,
)
from leagues.models.matches import WITHOUT_A_DISC
from leagues.pairing import values
from leagues.pairing.values import BY_HAND, Bye, Pairing, Why
from leagues.reads.state_marks import mark_of
from leagues.reads.tables.results import FinishedMatch, SideScore, add_to_side, finish_match
from scoring.sides import SEATS, BySeat, Seat

Ending = Match.Ending
NOT_MET = frozenset({Ending.ANNULLED, Ending.WITHDRAWN})
NOT_PLAYED = frozenset({Ending.WALKOVER, Ending.FORFEIT})


class DrawnMatch(NamedTuple):
    """A match or a bye, as drawn."""

    pk: int
    number: int
    pool: int | None
    state: str
    ending: str
    winner: int | None
    drawn: Pairing[int] | Bye[int]
    sides: Mapping[int, SideScore]
    """By seat, with the points made so far."""

    @property
    def has_begun(self) -> bool:
        """Whether it was called to a board. A match decided without a shot has not begun."""
        return self.state != Match.State.PLANNED and self.ending not in WITHOUT_A_DISC

    @property
    def entries(self) -> tuple[int, ...]:
        if isinstance(self.drawn, Bye):
            return (self.drawn.entry,)
        return self.drawn.entries


@dataclass(frozen=True)
class DrawnRound:
    """A pairing round, as drawn."""

    pk: int
    stage: int
    stage_number: int
    number: int
    is_published: bool
    dice: str
    matches: tuple[DrawnMatch, ...]
    was_reported: bool
    """Whether a score was ever reported, even if it was later rejected or removed."""

    @property
    def has_begun(self) -> bool:
        return self.was_reported or any(match.has_begun for match in self.matches)

    @property
    def is_played(self) -> bool:
        """Whether anything has happened beyond calls to the boards."""
        begun = (match.state for match in self.matches if match.has_begun)
        return self.was_reported or any(state != Match.State.CALLED for state in begun)

    @property
    def unfinished(self) -> int:
        return sum(match.state != Match.State.FINISHED for match in self.matches)

    def pairing_round(self, pool: int | None = None) -> values.PairedRound[int]:
        """The round as a value of ``pairing``, for one pool or for all."""
        here = [m for m in self.matches if pool is None or m.pool == pool]
        return values.PairedRound(
            tuple(m.drawn for m in here if isinstance(m.drawn, Pairing)),
            tuple(m.drawn for m in here if isinstance(m.drawn, Bye)),
        )

    def as_played(self) -> values.PairedRound[int]:
        """The round as history for later draws.

        Annulled and withdrawn matches are left out. A walkover or forfeit counts as a meeting,
        but its board is not counted and its winner is given a bye.
        """
        pairings, byes = list[Pairing[int]](), list[Bye[int]]()
        for match in self.matches:
            if isinstance(match.drawn, Bye):
                byes.append(match.drawn)
            elif match.ending in NOT_PLAYED:
                pairings.append(replace(match.drawn, board=None))
                byes += [Bye(entry) for entry in _winning_entries(match, match.drawn)]
            elif match.ending not in NOT_MET:
                pairings.append(match.drawn)
        return values.PairedRound(tuple(pairings), tuple(byes))

    def finished(self) -> list[FinishedMatch]:
        """The finished matches, as ``finished_matches`` reads them. Partners are as drawn."""
        when = self.stage_number, self.number
        return [
            finish_match(m.pk, m.pool, when, m.ending, m.winner, m.sides)
            for m in self.matches
            if m.ending
        ]


def _winning_entries(match: DrawnMatch, pairing: Pairing[int]) -> tuple[int, ...]:
    return () if match.winner is None else pairing.sides[Seat(match.winner)]


def rounds_of(event: Event) -> tuple[DrawnRound, ...]:
    """Every pairing round of an event in order, in three queries.

    Drafts are included, play-offs are not.
    """
    matches: dict[int, list[DrawnMatch]] = {}
    for pairing_round, match in _drawn_matches(event):
        matches.setdefault(pairing_round, []).append(match)
    reported = RoundReport.objects.filter(match__pairing_round=OuterRef("pk"))
    scored = Round.objects.filter(match__pairing_round=OuterRef("pk"))
    rows = (
        PairingRound.objects.filter(stage__event=event, is_play_off=False)
        .annotate(was_reported=Exists(reported) | Exists(scored))
        .order_by("stage__number", "number")
        .values("pk", "stage", "stage__number", "number", "state", "rng_seed", "was_reported")
    )
    return tuple(
        DrawnRound(
            pk=row["pk"],
            stage=row["stage"],
            stage_number=row["stage__number"],
            number=row["number"],
            is_published=row["state"] == PairingRound.State.PUBLISHED,
            dice=row["rng_seed"],
            matches=tuple(matches.get(row["pk"], ())),
            was_reported=row["was_reported"],
        )
        for row in rows
    )


def _drawn_matches(event: Event) -> Iterator[tuple[int, DrawnMatch]]:
    """Yield each match with the key of its round, from plain columns because there may be
    thousands. ``Match.why`` is not read.
    """
    sitting = _sides_by_seat(event)
    rows = (
        Match.objects.filter(event=event, pairing_round__is_play_off=False)
        .order_by("number")
        .values_list("pairing_round", "first", "board__number", "wave", *DrawnMatch._fields[:6])
    )
    for pairing_round, first, board, wave, *facts in rows:
        sides = sitting.get(facts[0], {})
        if entries := [entries for entries, _, _ in sides.values() if entries]:
            drawn = (
                Pairing(BySeat(*entries), SEATS[first], BY_HAND, board, wave)
                if len(entries) > 1
                else Bye(entries[0][0])
            )
            yield pairing_round, DrawnMatch._make((*facts, drawn, sides))


def _sides_by_seat(event: Event) -> dict[int, dict[int, SideScore]]:
    """The sides of each match."""
    sitting: dict[int, dict[int, SideScore]] = {}
    lines = (
        MatchSide.objects.filter(match__event=event)
        .order_by("seat", "side_entries")
        .values_list("match", "seat", "points", "twenties", "side_entries__entry")
    )
    for match, seat, points, twenties, entry in lines:
        add_to_side(sitting.setdefault(match, {}), seat, points, twenties, entry)
    return sitting


def why_drawn(match: int) -> Why | None:
    """The reason for a match's pairing, or None if it was not stored."""
    kept = Match.objects.values_list("why", flat=True).get(pk=match)
    return Why.from_data(kept) if "template" in kept else None


def drawn_state(rounds: Iterable[DrawnRound], seats: Iterable[tuple[int, int]]) -> list[Any]:
    """The state of a stage's draw, for detecting changes to it.

    Scores don't change it: for a round that has begun, only this fact is included. ``seats`` are
    pairs of pool and entry, in seeding order.
    """
    facts = [
        (each.number, each.is_published, each.has_begun or _seating_of(each))
        for each in sorted(rounds, key=attrgetter("number"))
    ]
    return [facts, list(seats)]


def _seating_of(each: DrawnRound) -> list[Any]:
    return [
        [m.number, list(m.drawn.sides)]
        if isinstance(m.drawn, Pairing)
        else [m.number, m.drawn.entry]
        for m in each.matches
    ]


def own_rounds(stage: Stage, rounds: Sequence[DrawnRound]) -> list[DrawnRound]:
    return [each for each in rounds if each.stage == stage.pk]


def stage_mark(stage: Stage, own: Sequence[DrawnRound]) -> str:
    """A hash of the stage's draw. It changes when a round or a seat in it does."""
    seats = PoolEntry.objects.filter(stage=stage).order_by("pool__number", "seed")
    return mark_of(drawn_state(own, seats.values_list("pool", "entry")))
