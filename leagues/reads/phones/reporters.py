"""Whose word counts: what stands for a round after everything that was said of it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import combinations

from leagues.models import Event, Round, RoundReport
from leagues.reads.play.claims import Claim
from leagues.reads.play.typed import judge
from scoring.errors import ScoreError
from scoring.matches import MatchFormat, NextRound
from scoring.score import ScoredRound
from scoring.sides import BySeat

Trust = Event.Trust
State = Round.State


@dataclass(frozen=True)
class Spoken:
    """What one reporter last said of a round."""

    claim: Claim
    scored: ScoredRound

    @property
    def depth(self) -> tuple[bool, bool, int]:
        """How much it says; where two say the same, the one that says more is kept."""
        known = sum(made is not None for made in self.scored.twenties)
        return "discs" in self.claim, self.scored.score is not None, known

    def differs_from(self, other: Spoken) -> tuple[str, ...]:
        """In which numbers the two differ. What is not said differs in nothing."""
        found = []
        if self.scored.points != other.scored.points:
            found.append("points")
        scores = self.scored.score, other.scored.score
        if None not in scores and scores[0] != scores[1]:
            found.append("score")
        made = zip(self.scored.twenties, other.scored.twenties, strict=True)
        if any(None not in (one, two) and one != two for one, two in made):
            found.append("twenties")
        return tuple(found)


def is_against(stands: Round, scored: ScoredRound) -> bool:
    """Whether this word is against what stands; one that says more or less is not."""
    return bool(against(stands, scored))


def against(stands: Round, scored: ScoredRound) -> tuple[str, ...]:
    """In which numbers it is."""
    here = ScoredRound(
        BySeat(*stands.points or ()),
        BySeat(*stands.score) if stands.score else None,
        BySeat(*stands.twenties or [None] * len(scored.points)),
    )
    return Spoken({}, here).differs_from(Spoken({}, scored))


Reporters = Mapping[int | None, Spoken]
"""By the seat that reports; None is a phone that scores for everybody."""


@dataclass(frozen=True)
class Verdict:
    """What stands for a round, and how well it is agreed."""

    state: State
    stands: Spoken


def seen_from(claim: Claim, seat: int | None) -> Claim:
    """The same claim in the order in which a phone shows the sides: its own first."""
    if seat is None:
        return claim
    return {
        name: [numbers[seat], *numbers[:seat], *numbers[seat + 1 :]] if numbers else numbers
        for name, numbers in claim.items()
    }


def reporters_of(
    reports: Iterable[RoundReport], match_format: MatchFormat, due: NextRound
) -> dict[int | None, Spoken]:
    """What each side last said of one round, in the order in which they first spoke.

    A word of the desk ends what was said before it. Whoever corrects a slip twenty times is
    judged by the first word, which has its place, and the last: nobody waits for the others.
    """
    said: dict[int | None, Spoken] = {}
    later: dict[int | None, list[RoundReport]] = {}
    for report in reports:
        if report.kind != RoundReport.Kind.CLAIM:
            said.clear()
            later.clear()
        elif report.seat in said:
            later.setdefault(report.seat, []).append(report)
        elif spoken := _judged(report, match_format, due):
            said[report.seat] = spoken
    for seat, words in later.items():
        judged = (_judged(each, match_format, due) for each in reversed(words))
        said[seat] = next(filter(None, judged), said[seat])
    return said


def _judged(report: RoundReport, match_format: MatchFormat, due: NextRound) -> Spoken | None:
    try:
        return Spoken(report.claim, judge(match_format, due, report.claim))
    except ScoreError:  # the rules were others when this was said
        return None


def differences_among(said: Iterable[Spoken]) -> list[str]:
    """In which numbers any two of these differ. Who knows less agrees with everybody, so
    the others have to be held against each other too."""
    pairs = combinations(said, 2)
    return sorted({number for one, two in pairs for number in one.differs_from(two)})


def weigh(trust: str, reporters: Reporters) -> Verdict:
    """Who said what decides what stands.

    Two reporters who say the same agree under every trust; two that differ are a dispute,
    but where the first report stands. Until a dispute is settled the first report counts.
    """
    first = next(iter(reporters.values()))
    if len(reporters) == 1:
        return Verdict(State.AGREED if trust == Trust.FIRST else State.REPORTED, first)
    if differences_among(reporters.values()):
        disputed = trust != Trust.FIRST
        return Verdict(State.DISPUTED if disputed else State.AGREED, first)
    return Verdict(State.AGREED, max(reporters.values(), key=lambda each: each.depth))
