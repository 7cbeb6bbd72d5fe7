"""Decide the result of a round from the reports of both sides."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import combinations

from leagues.models import Event, Round, RoundReport
from leagues.reads.play.claims import Claim
from leagues.reads.play.typed_cards import score_claim
from scoring.errors import ScoreError
from scoring.matches import MatchFormat, NextRound
from scoring.score import ScoredRound
from scoring.sides import BySeat

Trust = Event.Trust
State = Round.State


@dataclass(frozen=True)
class Spoken:
    """The last report of one side on a round, with its score."""

    claim: Claim
    scored: ScoredRound

    @property
    def depth(self) -> tuple[bool, bool, int]:
        """A sort key for a report's detail. Of equal reports, the most detailed one is kept."""
        known = sum(made is not None for made in self.scored.twenties)
        return "discs" in self.claim, self.scored.score is not None, known

    def differs_from(self, other: Spoken) -> tuple[str, ...]:
        """The names of the numbers in which two reports differ. Missing numbers never differ."""
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


def is_against(recorded: Round, scored: ScoredRound) -> bool:
    """Whether a report contradicts the recorded round. More or less detail is no contradiction."""
    return bool(conflicting_fields(recorded, scored))


def conflicting_fields(recorded: Round, scored: ScoredRound) -> tuple[str, ...]:
    """The names of the numbers in which a report contradicts the recorded round."""
    here = ScoredRound(
        BySeat(*recorded.points or ()),
        BySeat(*recorded.score) if recorded.score else None,
        BySeat(*recorded.twenties or [None] * len(scored.points)),
    )
    return Spoken({}, here).differs_from(Spoken({}, scored))


Reporters = Mapping[int | None, Spoken]
"""Reports by the seat of the side; None is a phone that scores for everyone."""


@dataclass(frozen=True)
class Verdict:
    """The report that counts for a round, and whether it is agreed."""

    state: State
    report: Spoken


def seen_from(claim: Claim, seat: int | None) -> Claim:
    """The claim in the order in which a phone shows the sides: its side first."""
    if seat is None:
        return claim
    return {
        name: [numbers[seat], *numbers[:seat], *numbers[seat + 1 :]] if numbers else numbers
        for name, numbers in claim.items()
    }


def reporters_of(
    reports: Iterable[RoundReport], match_format: MatchFormat, due: NextRound
) -> dict[int | None, Spoken]:
    """The last report of each side on one round, in the order of their first reports.

    A decision by the desk discards earlier reports. Only the first valid and the last valid
    report of a side are judged, so a side that corrects itself often slows no one down.
    """
    latest: dict[int | None, Spoken] = {}
    later: dict[int | None, list[RoundReport]] = {}
    for report in reports:
        if report.kind != RoundReport.Kind.CLAIM:
            latest.clear()
            later.clear()
        elif report.seat in latest:
            later.setdefault(report.seat, []).append(report)
        elif spoken := _judge_report(report, match_format, due):
            latest[report.seat] = spoken
    for seat, words in later.items():
        judged = (_judge_report(each, match_format, due) for each in reversed(words))
        latest[seat] = next(filter(None, judged), latest[seat])
    return latest


def _judge_report(report: RoundReport, match_format: MatchFormat, due: NextRound) -> Spoken | None:
    try:
        return Spoken(report.claim, score_claim(match_format, due, report.claim))
    except ScoreError:  # the rules have changed since this report
        return None


def differences_among(reports: Iterable[Spoken]) -> list[str]:
    """The names of the numbers in which any two reports differ.

    All pairs are compared, because a report with missing numbers agrees with every other.
    """
    pairs = combinations(reports, 2)
    return sorted({number for one, two in pairs for number in one.differs_from(two)})


def weigh_reports(trust: str, reporters: Reporters) -> Verdict:
    """Decide the state of a round, and which report counts.

    Equal reports agree with any ``trust``. Different ones are a dispute, except with
    ``Trust.FIRST``. The first report counts until a dispute is settled.
    """
    first = next(iter(reporters.values()))
    if len(reporters) == 1:
        return Verdict(State.AGREED if trust == Trust.FIRST else State.REPORTED, first)
    if differences_among(reporters.values()):
        disputed = trust != Trust.FIRST
        return Verdict(State.DISPUTED if disputed else State.AGREED, first)
    return Verdict(State.AGREED, max(reporters.values(), key=lambda each: each.depth))
