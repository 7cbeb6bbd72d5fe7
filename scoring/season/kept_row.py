"""A row of the season's table as plain data: a closed season keeps the table it had.

The decisions are stored, not the data behind them, so later changes of rules and results don't
change the table. Sentences are not stored: they are made in the reader's language.

>>> from scoring.season.event import Score
>>> row = SeasonRow(1, 7, Fraction(7, 2), (Score("May", 1, 3), Score("June", 2, Fraction(1, 2))))
>>> row_from_dict(row_to_dict(row)) == row
True
"""

from collections.abc import Mapping
from dataclasses import asdict, replace
from enum import Enum
from fractions import Fraction
from typing import Any

from scoring.results import Number
from scoring.season.event import Score, ScoreFor
from scoring.season.night import PointsAdjusted
from scoring.season.row import SeasonRow, TieDecision
from scoring.season.scheme import SeasonTie, SeasonTotal


def row_to_dict(row: SeasonRow[int]) -> dict[str, Any]:
    """Return the row as JSON-able data. Ratings that decided a tie are private, and set to 0."""
    decision = row.decision
    if decision and decision.step is SeasonTie.RATING:
        silent = tuple((player, 0) for player, _ in decision.values)
        row = replace(row, decision=replace(decision, values=silent))
    plain: dict[str, Any] = _to_plain(asdict(row))
    return plain


def row_from_dict(kept: Mapping[str, Any]) -> SeasonRow[int]:
    return SeasonRow(
        **dict(kept)
        | {
            "tour_points": read_number(kept["tour_points"]),
            "scores": tuple(map(_read_score, kept["scores"])),
            "decision": _read_decision(kept["decision"]),
            "sharing": tuple(kept["sharing"]),
            "adjustments": tuple(map(_read_adjustment, kept["adjustments"])),
            "total": SeasonTotal(kept["total"]),
        }
    )


def read_number(kept: int | str) -> Number:
    """Read a number from its stored form.

    >>> read_number(7), read_number("7/2")
    (7, Fraction(7, 2))
    """
    return kept if isinstance(kept, int) else Fraction(kept)


def _to_plain(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _to_plain(each) for key, each in value.items()}
    if isinstance(value, tuple):
        return [_to_plain(each) for each in value]
    if isinstance(value, Fraction):
        return str(value)
    return value.value if isinstance(value, Enum) else value


def _read_score(kept: Mapping[str, Any]) -> Score:
    return Score(
        **dict(kept)
        | {
            "tour_points": read_number(kept["tour_points"]),
            "score_for": ScoreFor(kept["score_for"]),
        }
    )


def _read_adjustment(kept: Mapping[str, Any]) -> PointsAdjusted[int]:
    return PointsAdjusted(kept["player"], read_number(kept["points"]), kept["reason"])


def _read_decision(kept: Mapping[str, Any] | None) -> TieDecision[int] | None:
    if kept is None:
        return None
    values = tuple((player, _read_measure(value)) for player, value in kept["values"])
    return TieDecision(SeasonTie(kept["step"]), values)


def _read_measure(kept: Any) -> Any:
    """Read the compared value: a number, or several to be compared in turn."""
    return tuple(map(read_number, kept)) if isinstance(kept, list) else read_number(kept)
