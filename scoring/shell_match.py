"""``python -m scoring match``: replay the rounds of a match and print its state."""

import argparse
import re
from typing import Any

from scoring.matches import (
    FORMATS,
    GameState,
    MatchFormat,
    MatchState,
    NextRound,
    SingleGame,
    match_state,
)
from scoring.outcome import Owed, Points
from scoring.presets import PRESETS
from scoring.shell_text import ShellOutput, align_columns, as_json
from scoring.sides import BySeat, Seat

MOST_ROUNDS = 1000
ROUND = re.compile(r"\d{1,4}(-\d{1,4}){1,3}", re.ASCII)
SEATS = {"A": Seat.A, "B": Seat.B, "C": Seat.C, "D": Seat.D}


def add_to(commands: Any) -> None:
    """Add the ``match`` command and its options."""
    match = commands.add_parser(
        "match",
        help="replay the rounds of a match and say where it stands",
        description="Replay the rounds of a match and say where it stands.",
    )
    match.add_argument(
        "--format",
        type=_format_named,
        required=True,
        metavar="NAME",
        help="a match format, or a sheet for a match of one game",
    )
    match.add_argument(
        "--rounds",
        type=_read_rounds,
        default=(),
        metavar='"2-0 1-1"',
        help="the points of each round, side A first; three sides as 2-1-0",
    )
    match.add_argument(
        "--sheet",
        type=_sheet_named,
        help="seat the sides of this sheet: tournament-doubles moves the first shot "
        "around four players",
    )
    match.add_argument(
        "--first",
        choices=SEATS,
        default="A",
        help="the side that shot first in the first round (default: A)",
    )
    match.add_argument("--json", action="store_true", help="print JSON")
    match.set_defaults(run=run)


def run(asked: argparse.Namespace) -> ShellOutput:
    """Print the state of the match."""
    match_format = asked.format.on(asked.sheet) if asked.sheet else asked.format
    current = match_state(match_format, asked.rounds, SEATS[asked.first])
    return ShellOutput(as_json(_to_data(current)) if asked.json else _to_text(current))


def _format_named(name: str) -> MatchFormat:
    if name in FORMATS:
        return FORMATS[name]
    if name in PRESETS:
        return SingleGame(PRESETS[name].rule)
    raise argparse.ArgumentTypeError(f"no match format is called {name!r}; --help lists them")


def _sheet_named(name: str) -> Any:
    if name not in PRESETS:
        raise argparse.ArgumentTypeError(f"no sheet is called {name!r}; --help lists them")
    return PRESETS[name].rule


def _read_rounds(text: str) -> tuple[Points, ...]:
    words = text.replace(",", " ").replace("–", "-").split()
    for word in words:
        if not ROUND.fullmatch(word):
            raise argparse.ArgumentTypeError(f"{word!r} is not a round; write rounds as 2-0 1-1")
    if len(words) > MOST_ROUNDS:
        raise argparse.ArgumentTypeError(f"no match has more than {MOST_ROUNDS} rounds")
    return tuple(BySeat(*map(int, word.split("-"))) for word in words)


def _to_data(current: MatchState) -> dict[str, Any]:
    decided = current.outcome
    return {
        "over": current.over,
        "winner": _seat_name(current.winner),
        "decided_by": str(decided.decided_by) if decided else None,
        "points": list(current.points),
        "games_won": list(current.games_won),
        "games": [_game_data(game) for game in current.games],
        "next": _next_round_data(current.next),
        "not_counted": list(current.not_counted),
    }


def _game_data(game: GameState) -> dict[str, Any]:
    return {
        "game": game.number,
        "over": game.over,
        "winner": _seat_name(game.winner),
        "points": list(game.points),
        "rounds": [
            {
                "round": played.round,
                "points": list(played.points),
                "first": str(played.first),
                "owed": str(played.owed),
            }
            for played in game.rounds
        ],
    }


def _next_round_data(upcoming: NextRound | None) -> dict[str, Any] | None:
    if upcoming is None:
        return None
    return {
        "game": upcoming.game,
        "round": upcoming.round,
        "owed": str(upcoming.owed),
        "first": str(upcoming.first),
    }


def _seat_name(seat: Seat | None) -> str | None:
    return None if seat is None else seat.name


def _to_text(current: MatchState) -> str:
    games = [_game_line(game) for game in current.games]
    lines = [align_columns([("game", "points", "", "rounds"), *games], left=(1, 2, 3)), ""]
    lines.append(_verdict_line(current))
    if current.next:
        lines.append(_next_round_line(current.next, current.sides))
    if current.not_counted:
        numbers = ", ".join(map(str, current.not_counted))
        lines.append(f"not counted, as the match was over: round {numbers}")
    return "\n".join(lines)


def _game_line(game: GameState) -> tuple[str, str, str, str]:
    result = "tie" if game.winner is None else f"{game.winner.name} won"
    return (
        str(game.number),
        _pair_text(game.points),
        result if game.over else "so far",
        " ".join(_pair_text(played.points) for played in game.rounds),
    )


def _verdict_line(current: MatchState) -> str:
    if current.outcome is None:
        return f"not over, {_pair_text(current.points)} in points"
    if current.winner is None:
        return f"over, a tie at {_pair_text(current.points)}"
    by = str(current.outcome.decided_by).replace("-", " ")
    return f"over, {current.winner.name} won, decided by {by}"


def _next_round_line(upcoming: NextRound, sides: int) -> str:
    """Describe the next round. With two sides, the one that doesn't shoot first has the hammer."""
    first = upcoming.first
    hammer = f", {Seat(1 - first.seat).name} has the hammer" if sides == 2 else ""
    why = "" if upcoming.owed is Owed.NORMAL else f" ({upcoming.owed})"
    return f"next: game {upcoming.game}, round {upcoming.round}{why}; {first} shoots first{hammer}"


def _pair_text(points: Points) -> str:
    return "-".join(map(str, points))
