"""What really happens at a board, and what those who play there say of it."""

from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from leagues.actions.rehearsal.day import RehearsedDay
from leagues.models import Event, Match, SideEntry
from leagues.reads import format_of
from leagues.reads.play.claims import Claim
from leagues.reads.play.typed import judge
from leagues.stages.rehearsal import TO_CORRECT, TO_RULE, misread, shoot
from scoring.errors import ScoreError
from scoring.matches import MatchFormat, NextRound, state_as_recorded
from scoring.sides import Seat

MOST_ROUNDS = 60
TWO = 2


@dataclass(frozen=True)
class PlayedOut:
    """What really happened at the board, round by round."""

    rounds: tuple[tuple[NextRound, Claim], ...]

    @property
    def claims(self) -> list[Claim]:
        return [claim for _due, claim in self.rounds]


def entries_of(match: Match) -> list[list[int]]:
    """Who earns on each side."""
    found: dict[int, list[int]] = {}
    seats = SideEntry.objects.filter(side__match=match).order_by("side__seat", "entry")
    for seat, entry in seats.values_list("side__seat", "entry"):
        found.setdefault(seat, []).append(entry)
    return list(found.values())


def play_out(
    day: RehearsedDay, match: Match, sides: list[list[int]], other_dice: int = 0
) -> PlayedOut:
    """The same match comes out the same whenever it is asked."""
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
            scored = judge(match_format, state.next, claim)
        else:
            dice = day.dice(f"{purpose} {other_dice}" if other_dice else purpose)
            claim, scored = _shot(match_format, state.next, strengths, dice)
        rounds.append((state.next, claim))
        points.append(scored.points)
        state = state_as_recorded(match_format, points, Seat(match.first))
    return PlayedOut(tuple(rounds))


def _shot(
    match_format: MatchFormat, due: NextRound, strengths: list[float], dice: Any
) -> tuple[Claim, Any]:
    """What cannot have happened is shot again; 20s are left out rather than for ever."""
    for _again in range(20):
        claim = shoot(match_format.rule, due, strengths, dice)
        with suppress(ScoreError):
            return claim, judge(match_format, due, claim)
    claim.pop("twenties", None)
    return claim, judge(match_format, due, claim)


def played_and_reported(day: RehearsedDay, match: Match) -> tuple[PlayedOut, list[Claim]]:
    """What was played, and what those who played it say."""
    played = play_out(day, match, entries_of(match))
    if match.number in day.mishaps.wrong and not match.slot:
        return played, _with_a_mistake(match, played.claims)
    return played, played.claims


def _with_a_mistake(match: Match, claims: list[Claim]) -> list[Claim]:
    """One round with its sides mixed up, where the match is as long with it."""
    wrong = [*claims[:1], misread(claims[1]), *claims[2:]] if len(claims) > 1 else []
    if not wrong or wrong == claims or not ends_the_match(match, wrong):
        return claims
    return wrong


def ends_the_match(match: Match, claims: list[Claim]) -> bool:
    """Whether these rounds, and no fewer or more, end the match."""
    match_format, points = format_of(match), list[Any]()
    state = state_as_recorded(match_format, points, Seat(match.first))
    for claim in claims:
        if state.next is None:
            return False
        try:
            points.append(judge(match_format, state.next, claim).points)
        except ScoreError:
            return False
        state = state_as_recorded(match_format, points, Seat(match.first))
    return state.next is None and not state.doubts


def minutes_lost(day: RehearsedDay, match: Match) -> int:
    """By a ruling at the board, and by a card that is corrected."""
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
