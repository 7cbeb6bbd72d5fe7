"""Parse a scorecard typed from paper.

A line has the numbers of one round, side by side, in the order of the seats:

``20`` ``2 0`` ``2-0``      the result; ``20 3 1`` has the 20s of both sides as well
``65 40``                   the totals; ``65 40 3 1`` with the 20s
``20 3 ?``                  the 20s of the second side are unknown
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from leagues.models import MatchSide
from leagues.reads.play.claims import Claim, numbers_of, round_score, twenties_of
from leagues.reads.play.round_names import round_name
from leagues.say import say, say_why
from scoring.errors import ScoreError
from scoring.game_end import FixedRounds, Target
from scoring.matches import MatchFormat, MatchState, NextRound, SingleGame, state_as_recorded
from scoring.matches.state import NOT_POINTS
from scoring.payouts import MatchPoints
from scoring.rules import GameRule
from scoring.score import ScoredRound, score_round
from scoring.sides import BySeat, Seat
from scoring.totals import why_no_totals

NUMBERS = re.compile(r"[\d\s?:–—-]+")
UNKNOWN = "?"
USUAL = 20  # the points of the example for a round that pays the difference of the totals
USUAL_ROUNDS = 4
LONGEST = 40  # characters in a line; no round needs more


@dataclass(frozen=True)
class TypedRound:
    """One line of a card: its round, its claim, and its score."""

    due: NextRound
    claim: Claim
    scored: ScoredRound

    @property
    def which(self) -> tuple[int, int]:
        return self.due.game, self.due.round


@dataclass(frozen=True)
class TypedCard:
    """The rounds of a card in order, and the state of the match after them."""

    rounds: tuple[TypedRound, ...]
    state: MatchState


@dataclass(frozen=True)
class Totals:
    """The points of both sides in a whole game, by seat."""

    points: BySeat[int]
    twenties: BySeat[int] | None = None

    @classmethod
    def of(cls, sides: Iterable[MatchSide]) -> Totals:
        """The stored totals of a match, whose sides are in the order of their seats."""
        points, twenties = zip(*((side.points, side.twenties) for side in sides), strict=True)
        return cls(BySeat(*points), None if None in twenties else BySeat(*twenties))


def read_totals(text: str, match_format: MatchFormat) -> Totals | None:
    """Parse the result of a whole game on one line: "5 3", or "5 3 7 4" with the 20s.

    None if it may be a round, if no game can end so, or if the match has several games.
    """
    rule, lines = match_format.rule, lines_of(text)
    if len(lines) != 1 or not may_be_totals(match_format):
        return None
    numbers = _parse_numbers(lines[0], rule.sides)
    if len(numbers) not in (2, 4) or UNKNOWN in numbers:
        return None
    made = [int(number) for number in numbers]
    points = BySeat(*made[:2])
    is_round = points in rule.pays.possible(2, rule.discs)
    if is_round or all(number % 5 == 0 for number in points):
        return None
    if why_no_totals(rule, points):
        return None
    return Totals(points, BySeat(*made[2:]) if made[2:] else None)


def may_be_totals(match_format: MatchFormat) -> bool:
    """Whether the match is a single game whose result can't be mistaken for a round's."""
    rule = match_format.rule
    pays_points = isinstance(rule.pays, MatchPoints) and rule.sides == 2
    return pays_points and isinstance(match_format, SingleGame)


def example_totals(rule: GameRule) -> str:
    """An example of a game's result, in which the first side wins narrowly."""
    if isinstance(rule.ends, Target):
        return f"{rule.ends.points} {rule.ends.points - 2}"
    rounds = rule.ends.rounds if isinstance(rule.ends, FixedRounds) else USUAL_ROUNDS
    return f"{rounds + 1} {rounds - 1}"


def read_line(text: str, rule: GameRule) -> Claim:
    """Parse one line of a card into a claim. Raises ``ScoreError`` if it is not a round."""
    sides = rule.sides
    numbers = _parse_numbers(text, sides)
    if len(numbers) not in (sides, 2 * sides) or UNKNOWN in numbers[:sides]:
        raise ScoreError(_unreadable_text(text, rule))
    counted = [int(number) for number in numbers[:sides]]
    is_result = BySeat(*counted) in rule.pays.possible(sides, rule.discs)
    is_totals = not is_result and all(number % 5 == 0 for number in counted)
    claim: Claim = {"score" if is_totals else "points": counted}
    if len(numbers) > sides:
        claim["twenties"] = [
            None if number == UNKNOWN else int(number) for number in numbers[sides:]
        ]
    return claim


def _parse_numbers(text: str, sides: int) -> list[str]:
    """The numbers of a line, empty if it is not one; "20 3 1" is short for "2 0 3 1"."""
    if len(text) > LONGEST or not NUMBERS.fullmatch(text):
        return []
    numbers = re.findall(r"\d+|\?", text)
    if len(numbers) in (1, 1 + sides) and len(numbers[0]) == sides:
        return [*numbers[0], *numbers[1:]]
    return numbers


def _unreadable_text(text: str, rule: GameRule) -> str:
    short = text if len(text) <= LONGEST else text[:LONGEST] + "…"
    return ngettext(
        "“%(text)s” isn’t a round. Type the number for each side, such as %(example)s",
        "“%(text)s” isn’t a round. Type %(n)s numbers, one for each side, such as %(example)s",
        rule.sides - 1,
    ) % {"text": short, "n": rule.sides, "example": example_of(rule)}


def example_of(rule: GameRule) -> str:
    """An example of a round, in which the first side wins and as few sides as possible are tied."""
    paid = rule.pays.possible(rule.sides, rule.discs)
    falling = [points for points in paid if list(points) == sorted(points, reverse=True)]
    clearest = max(len(set(points)) for points in falling)
    best = (points for points in falling if len(set(points)) == clearest)
    return " ".join(map(str, min(best, key=lambda points: abs(max(points) - USUAL))))


def play_out(match_format: MatchFormat, claims: Sequence[Claim], first: Seat) -> TypedCard:
    """Assign each claim to the next round due, from the first round of the match on."""
    played: list[TypedRound] = []
    state = state_as_recorded(match_format, [], first)
    for claim in claims:
        if state.next is None:
            raise ScoreError(_too_many(len(played)))
        try:
            scored = score_claim(match_format, state.next, claim)
        except ScoreError as error:
            raise ScoreError(*(_describe_fault(state, say(r)) for r in error.reasons)) from error
        adjusted = _of_shoot_out(claim) if state.next.owed in NOT_POINTS else claim
        played.append(TypedRound(state.next, adjusted, scored))
        points = [each.scored.points for each in played]
        state = state_as_recorded(match_format, points, first)
        if state.doubts:
            raise ScoreError(*state.doubts)
    return TypedCard(tuple(played), state)


def _describe_fault(state: MatchState, fault: str) -> str:
    """The fault, with the name of the round that is due."""
    due = state.next
    if due is None:
        return fault
    called = round_name(due.game, due.round, due.owed, state.in_games)
    return _("%(round)s: %(fault)s") % {"round": called, "fault": fault}


def _too_many(rounds: int) -> str:
    text = ngettext(
        "the match was finished after %(n)s round, but you typed more",
        "the match was finished after %(n)s rounds, but you typed more",
        rounds,
    )
    return text % {"n": rounds}


def score_claim(match_format: MatchFormat, due: NextRound, claim: Claim) -> ScoredRound:
    """The score of a claim for this round. In a shoot-out its numbers are 20s, not points."""
    rule = match_format.rule
    if due.owed not in NOT_POINTS:
        return score_round(rule, round_score(claim))
    made = round_score(_of_shoot_out(claim)).points(rule)
    if len(made) != rule.sides:
        raise ScoreError(_("a shoot-out has one number for each side"))
    return ScoredRound(made, None, BySeat.repeat(None, rule.sides))


def _of_shoot_out(claim: Claim) -> Claim:
    """The claim of a shoot-out with its numbers as points: 10 and 5 would be read as totals."""
    return {"points": claim.get("points", claim.get("score"))}


@dataclass(frozen=True)
class Echo:
    """A card as far as it could be parsed, with the first fault."""

    card: TypedCard
    fault: str = ""


def lines_of(text: str) -> list[str]:
    """The lines of a card, one for each round. Commas and semicolons separate lines too."""
    return [line.strip() for line in re.split(r"[\r\n,;]+", text) if line.strip()]


def read_card(text: str, match_format: MatchFormat, first: Seat) -> TypedCard:
    """Parse a whole card. Raises ``ScoreError`` with a reason if it is invalid or empty."""
    echo = echo_card(text, match_format, first)
    if echo.fault:
        raise ScoreError(echo.fault)
    if not echo.card.rounds:
        raise ScoreError(_("there is nothing on this card yet"))
    return echo.card


def echo_card(text: str, match_format: MatchFormat, first: Seat) -> Echo:
    """Parse a card up to the first invalid line."""
    card = play_out(match_format, (), first)
    claims: list[Claim] = []
    for line in lines_of(text):
        try:
            claims.append(read_line(line, match_format.rule))
        except ScoreError as error:
            return Echo(card, _describe_fault(card.state, say_why(error)))
        try:
            card = play_out(match_format, claims, first)
        except ScoreError as error:
            return Echo(card, say_why(error))
    return Echo(card)


def as_typed(claim: Claim) -> str:
    """The claim as a line that could be typed."""
    numbers = "-".join(map(str, numbers_of(claim)))
    twenties = twenties_of(claim)
    if all(made is None for made in twenties):
        return numbers
    made = (UNKNOWN if each is None else str(each) for each in twenties)
    return " ".join((numbers, *made))


def fixed_length(match_format: MatchFormat) -> int | None:
    """The number of rounds in every match of this format; None if it depends on the points."""
    sides = match_format.rule.sides
    swept = [0] * sides
    swept[0] = 1
    lengths = {
        _rounds_until_over(match_format, BySeat(*points))
        for points in (swept, [0] * sides, [1] * sides)
    }
    return lengths.pop() if len(lengths) == 1 else None


def _rounds_until_over(match_format: MatchFormat, points: BySeat[int]) -> int | None:
    for rounds in range(1, LONGEST):
        if state_as_recorded(match_format, [points] * rounds).over:
            return rounds
    return None
