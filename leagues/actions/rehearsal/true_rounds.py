"""The true rounds of rehearsed matches, and what their players report."""

from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from leagues.actions.rehearsal.day import RehearsedDay
from leagues.models import Event, Match, SideEntry
from leagues.reads import format_of
from leagues.reads.play.claims import Claim
from leagues.reads.play.typed_cards import score_claim
from leagues.stages.rehearsal import TO_CORRECT, TO_RULE, shoot_round, swap_claim
from scoring.errors import ScoreError
from scoring.matches import MatchFormat, NextRound, state_as_recorded
from scoring.sides import Seat

MOST_ROUNDS = 60
TWO = 2


@dataclass(frozen=True)
class PlayedOut:
    """The true rounds of a match."""

    rounds: tuple[tuple[NextRound, Claim], ...]

    @property
    def claims(self) -> list[Claim]:
        return [claim for _due, claim in self.rounds]


def entries_of(match: Match) -> list[list[int]]:
    """The entries of each side, in the order of seats."""
    found: dict[int, list[int]] = {}
    seats = SideEntry.objects.filter(side__match=match).order_by("side__seat", "entry")
    for seat, entry in seats.values_list("side__seat", "entry"):
        found.setdefault(seat, []).append(entry)
    return list(found.values())


def play_out(
    day: RehearsedDay, match: Match, sides: list[list[int]], other_dice: int = 0
) -> PlayedOut:
    """Play out a match; the result is always the same for the same ``other_dice``."""
    steered = day.progress["steered"].get(str(match.number))
    match_format = format_of(match)
    strengths = [sum(map(day.strength, side)) / len(side) for side in sides]
    rounds: list[tuple[NextRound, Claim]] = []
    points: list[Any] = []
    state = state_as_recorded(match_format, points, Seat(match.first))
    while state.next is not None and len(rounds) < MOST_ROUNDS:
        purpose = f"match {match.number} round {len(rounds)}"
        if steered:
            claim = steered[len(rounds)]
            scored = score_claim(match_format, state.next, claim)
        else:
            dice = day.dice(f"{purpose} {other_dice}" if other_dice else purpose)
            claim, scored = _shoot_round(match_format, state.next, strengths, dice)
        rounds.append((state.next, claim))
        points.append(scored.points)
        state = state_as_recorded(match_format, points, Seat(match.first))
    return PlayedOut(tuple(rounds))


def _shoot_round(
    match_format: MatchFormat, due: NextRound, strengths: list[float], dice: Any
) -> tuple[Claim, Any]:
    """Shoot one round, again up to 20 times if impossible; after that without 20s."""
    for _again in range(20):
        claim = shoot_round(match_format.rule, due, strengths, dice)
        with suppress(ScoreError):
            return claim, score_claim(match_format, due, claim)
    claim.pop("twenties", None)
    return claim, score_claim(match_format, due, claim)


def played_and_reported(day: RehearsedDay, match: Match) -> tuple[PlayedOut, list[Claim]]:
    """The true rounds of a match, and the claims its players report."""
    played = play_out(day, match, entries_of(match))
    if match.number in day.mishaps.wrong and not match.slot:
        return played, _with_a_mistake(match, played.claims)
    return played, played.claims


def _with_a_mistake(match: Match, claims: list[Claim]) -> list[Claim]:
    """The claims with the sides of one round swapped, unless that changes the match's length."""
    wrong = [*claims[:1], swap_claim(claims[1]), *claims[2:]] if len(claims) > 1 else []
    if not wrong or wrong == claims or not ends_the_match(match, wrong):
        return claims
    return wrong


def ends_the_match(match: Match, claims: list[Claim]) -> bool:
    """Whether the match ends with exactly these rounds."""
    match_format, points = format_of(match), list[Any]()
    state = state_as_recorded(match_format, points, Seat(match.first))
    for claim in claims:
        if state.next is None:
            return False
        try:
            points.append(score_claim(match_format, state.next, claim).points)
        except ScoreError:
            return False
        state = state_as_recorded(match_format, points, Seat(match.first))
    return state.next is None and not state.doubts


def minutes_lost(day: RehearsedDay, match: Match) -> int:
    """The minutes that a decision of the desk and a corrected card cost at the board."""
    if match.number not in {*day.mishaps.wrong, *day.mishaps.differ}:
        return 0
    played, claims = played_and_reported(day, match)
    is_ruled_on = (
        match.number in day.mishaps.differ
        and day.event.trust in (Event.Trust.CONFIRM, Event.Trust.BOTH)
        and match.sides.count() == TWO
        and len(claims) > 1
    )
    return TO_RULE * is_ruled_on + TO_CORRECT * (claims != played.claims)
