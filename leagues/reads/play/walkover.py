"""The points for a walkover and for a bye: the stage's setting, or a clean win."""

from collections.abc import Iterable, Sequence

from leagues.models import MatchSide, Stage
from leagues.reads.events.sheets import match_format_of
from leagues.stages.pairing_ways import way_from
from scoring.game_end import FixedRounds
from scoring.matches import MatchFormat, SingleGame, state_as_recorded
from scoring.outcome import Points
from scoring.payouts import Difference, MatchPoints
from scoring.rules import GameRule, Lead, Target
from scoring.sides import BySeat, Seat

MOST_ROUNDS = 99


def bye_in(stage: Stage) -> int:
    """The points for a bye in this stage.

    If the format has no fixed score for a clean win, a bye pays 0 and does not count as a game.
    """
    paid = way_from(stage.format, stage.options).bye_points
    return clean_win(match_format_of(stage), Seat.A).a if paid is None else paid


def walkover_in(stage: Stage, winner: Seat) -> Points:
    """The points of both sides for a walkover in this stage, unless the desk gives others."""
    match_format = match_format_of(stage)
    paid = stage.walkover_points
    if paid is None:
        return clean_win(match_format, winner)
    return _all_to(winner, paid, match_format.rule)


def clean_win(match_format: MatchFormat, winner: Seat) -> Points:
    """The points of a match that one side wins without giving any away.

    >>> from scoring.matches import FORMATS
    >>> for name in ("four-rounds", "first-to-9", "best-of-3-to-5"):
    ...     print(list(clean_win(FORMATS[name], Seat.A)))
    [8, 0]
    [10, 0]
    [12, 0]

    If the difference counts, these are the points that the game is played to. Without such a
    target they are 0, and the desk has to enter points.

    >>> for name in ("to-100", "lead-by-100", "four-rounds-difference-deciding-round"):
    ...     print(list(clean_win(FORMATS[name], Seat.B)))
    [0, 100]
    [0, 100]
    [0, 0]
    """
    clean = _clean_round(match_format.rule, winner)
    if not any(clean):
        return clean  # no such round would ever decide a match
    rounds: list[Points] = []
    at = state_as_recorded(match_format, rounds)
    while at.next is not None and len(rounds) < MOST_ROUNDS:
        rounds.append(clean)
        at = state_as_recorded(match_format, rounds)
    return at.points


def usual_forfeit(rule: GameRule) -> int:
    """The default points for a forfeit in a league: the middle of all possible wins, rounded down.

    >>> from scoring.presets import PRESETS
    >>> [usual_forfeit(PRESETS[name].rule) for name in ("tournament-singles", "race-to-7-singles")]
    [6, 8]
    """
    clean = max(clean_win(SingleGame(rule), Seat.A))
    if isinstance(rule.ends, FixedRounds) and isinstance(rule.pays, MatchPoints):
        return (clean // 2 + 1 + clean) // 2
    return clean


AWARDED = ("points", "twenties", "other_result", "by_game")


def award_points(
    sides: Iterable[MatchSide], points: Sequence[int], match_format: MatchFormat, winner: int | None
) -> None:
    """Give the sides these points without play. A best of three becomes 2–0."""
    games = _games_without_play(match_format, winner)
    for side in sides:
        side.points, side.twenties, side.by_game = points[side.seat], None, []
        side.other_result = games[side.seat] if games else None


def _games_without_play(match_format: MatchFormat, winner: int | None) -> Points | None:
    if not match_format.in_games:
        return None
    sides = match_format.rule.sides
    if winner is None:
        return BySeat.repeat(0, sides)
    best, played = match_format.rule.best_round(Seat(winner)), list[Points]()
    while not (at := state_as_recorded(match_format, played)).over:
        played.append(best)
    return at.games_won


def _clean_round(rule: GameRule, winner: Seat) -> Points:
    if not isinstance(rule.pays, Difference):
        return rule.best_round(winner)
    return _all_to(winner, _agreed_points(rule), rule)


def _all_to(winner: Seat, paid: int, rule: GameRule) -> Points:
    return BySeat(*(paid if seat is winner else 0 for seat in rule.players.seats))


def _agreed_points(rule: GameRule) -> int:
    """The points of one round in the clearest win of a game by difference; 0 without a target."""
    if isinstance(rule.ends, Target):
        return rule.ends.points
    if isinstance(rule.ends, Lead):
        return rule.ends.points // rule.ends.at_least
    return 0
