"""Rows into what has been drawn and played so far, for the next draw and for its page."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from operator import attrgetter, itemgetter
from typing import Any

from django.db.models import Exists, OuterRef

from leagues.models import Event, Match, PairingRound, Round, RoundReport, SideEntry
from leagues.pairing import values
from leagues.pairing.values import Bye, Pairing, Why
from scoring.sides import BySeat, Seat

Ending = Match.Ending
NOT_MET = frozenset({Ending.ANNULLED, Ending.WITHDRAWN})
NOBODY_SAT = frozenset({Ending.WALKOVER, Ending.FORFEIT})
WITHOUT_A_DISC = NOT_MET | NOBODY_SAT | {Ending.BYE}


@dataclass(frozen=True)
class DrawnMatch:
    """A match, or a bye, as it was drawn."""

    pk: int
    number: int
    pool: int | None
    state: str
    ending: str
    winner: int | None
    drawn: Pairing[int] | Bye[int]

    @property
    def has_begun(self) -> bool:
        """Called to a board or further; what was settled without a disc has not begun."""
        return self.state != Match.State.PLANNED and self.ending not in WITHOUT_A_DISC

    @property
    def entries(self) -> tuple[int, ...]:
        if isinstance(self.drawn, Bye):
            return (self.drawn.entry,)
        return self.drawn.entries


@dataclass(frozen=True)
class DrawnRound:
    """A pairing round as it was drawn, with what the page has to know of it."""

    pk: int
    stage: int
    number: int
    is_published: bool
    dice: str
    matches: tuple[DrawnMatch, ...]
    was_reported: bool
    """Somebody has reported a score, whatever has become of it."""

    @property
    def has_begun(self) -> bool:
        return self.was_reported or any(match.has_begun for match in self.matches)

    @property
    def unfinished(self) -> int:
        return sum(match.state != Match.State.FINISHED for match in self.matches)

    def pairing_round(self, pool: int | None = None) -> values.PairingRound[int]:
        """As pairing knows it, of one pool or of all."""
        here = [m for m in self.matches if pool is None or m.pool == pool]
        return values.PairingRound(
            tuple(m.drawn for m in here if isinstance(m.drawn, Pairing)),
            tuple(m.drawn for m in here if isinstance(m.drawn, Bye)),
        )

    def as_played(self) -> values.PairingRound[int]:
        """What counts as history: who met and who sat out, but not who sat where in vain.

        Whoever won because nobody came has in effect sat out.
        """
        pairings, byes = list[Pairing[int]](), list[Bye[int]]()
        for match in self.matches:
            if isinstance(match.drawn, Bye):
                byes.append(match.drawn)
            elif match.ending in NOBODY_SAT:
                pairings.append(replace(match.drawn, board=None))
                byes += [Bye(entry) for entry in _winners(match, match.drawn)]
            elif match.ending not in NOT_MET:
                pairings.append(match.drawn)
        return values.PairingRound(tuple(pairings), tuple(byes))


def _winners(match: DrawnMatch, pairing: Pairing[int]) -> tuple[int, ...]:
    return () if match.winner is None else pairing.sides[Seat(match.winner)]


def rounds_of(event: Event) -> tuple[DrawnRound, ...]:
    """Every pairing round of an event in its order, drafts included: two queries."""
    matches = {
        pk: list(of_one)
        for pk, of_one in groupby(_matches(event), key=itemgetter("pairing_round"))
    }
    reported = RoundReport.objects.filter(match__pairing_round=OuterRef("pk"))
    scored = Round.objects.filter(match__pairing_round=OuterRef("pk"))
    rows = (
        PairingRound.objects.filter(stage__event=event)
        .annotate(was_reported=Exists(reported) | Exists(scored))
        .order_by("stage__number", "number")
        .values("pk", "stage", "number", "state", "rng_seed", "was_reported")
    )
    return tuple(
        DrawnRound(
            pk=row["pk"],
            stage=row["stage"],
            number=row["number"],
            is_published=row["state"] == PairingRound.State.PUBLISHED,
            dice=row["rng_seed"],
            matches=tuple(line["match"] for line in matches.get(row["pk"], ())),
            was_reported=row["was_reported"],
        )
        for row in rows
    )


def _matches(event: Event) -> Iterator[dict[str, Any]]:
    """One line a match, put together from one line for every entry that sits there."""
    lines = (
        SideEntry.objects.filter(pairing_round__stage__event=event)
        .order_by("pairing_round", "side__match__number", "side__seat", "pk")
        .values(
            "pairing_round",
            "entry",
            "side__seat",
            "side__match",
            *(f"side__match__{name}" for name in FACTS),
        )
    )
    for pk, of_one in groupby(lines, key=itemgetter("side__match")):
        sitting = list(of_one)
        yield {
            "pairing_round": sitting[0]["pairing_round"],
            "match": _match(pk, sitting),
        }


FACTS = (
    "number",
    "pool",
    "state",
    "ending",
    "winner",
    "first",
    "wave",
    "why",
    "board__number",
)


def _match(pk: int, sitting: Sequence[dict[str, Any]]) -> DrawnMatch:
    fact = {name: sitting[0][f"side__match__{name}"] for name in FACTS}
    sides = [
        tuple(line["entry"] for line in of_one)
        for _, of_one in groupby(sitting, key=itemgetter("side__seat"))
    ]
    return DrawnMatch(
        pk=pk,
        number=fact["number"],
        pool=fact["pool"],
        state=fact["state"],
        ending=fact["ending"],
        winner=fact["winner"],
        drawn=_drawn(sides, fact),
    )


def _drawn(
    sides: Sequence[tuple[int, ...]], fact: dict[str, Any]
) -> Pairing[int] | Bye[int]:
    why = _why(fact["why"])
    if len(sides) == 1:
        return Bye(sides[0][0], why) if why else Bye(sides[0][0])
    return Pairing(
        BySeat(*sides),
        first=Seat(fact["first"]),
        why=why or values.BY_HAND,
        board=fact["board__number"],
        wave=fact["wave"],
    )


def _why(kept: dict[str, Any]) -> Why | None:
    return (
        Why(kept["template"], tuple(kept.get("by_side", ())))
        if "template" in kept
        else None
    )


def mark_of(rounds: Iterable[DrawnRound], seats: Iterable[tuple[int, int]]) -> str:
    """A short mark of how a stage is drawn: a page made before a change bears another.

    Scores do not move it; a round that has begun counts only as begun. ``seats`` are the
    pools and who is in them, in their order going in.
    """
    facts = [
        (each.number, each.is_published, each.has_begun or _placed(each))
        for each in sorted(rounds, key=attrgetter("number"))
    ]
    written = json.dumps([facts, list(seats)])
    return hashlib.sha256(written.encode()).hexdigest()[:12]


def _placed(each: DrawnRound) -> list[Any]:
    return [
        [m.number, list(m.drawn.sides)]
        if isinstance(m.drawn, Pairing)
        else [m.number, m.drawn.entry]
        for m in each.matches
    ]
