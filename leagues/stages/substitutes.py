"""Substitutes: for one match, for a week, or for good.

The points go to the entry that a substitute plays for, so the substitute's row in another
division does not change.

>>> dan = SubstituteFacts(matches=3)
>>> why_no_substitute(dan, Span.MATCH, asked=1, most=3)
<NoSubstitute.TOO_OFTEN: 'too-often'>
>>> why_no_substitute(dan, Span.GOOD, asked=5, most=3) is None
True
"""

from dataclasses import dataclass
from enum import Enum


class Span(Enum):
    """How long a substitute plays."""

    MATCH = "match"
    WEEK = "week"
    GOOD = "good"


class NoSubstitute(Enum):
    """Why a player can't be a substitute."""

    OPPONENT = "opponent"
    ALREADY_IN = "already-in"
    IN_THE_DIVISION = "in-the-division"
    TOO_OFTEN = "too-often"


@dataclass(frozen=True)
class SubstituteFacts:
    """The facts about a proposed substitute.

    ``matches`` is how often they were a substitute this season. ``is_opponent``: they play
    against the side in one of the requested matches. ``is_in_entry``: they belong to the side.
    ``plays_in_division``: they have a row in the table these matches count for.
    """

    matches: int = 0
    is_opponent: bool = False
    is_in_entry: bool = False
    plays_in_division: bool = False


def why_no_substitute(
    facts: SubstituteFacts, span: Span, *, asked: int, most: int | None
) -> NoSubstitute | None:
    """Return why a player can't substitute in ``asked`` more matches, or None.

    ``Span.GOOD`` has no limit of matches, but a player can't have two rows in one table.
    """
    if facts.is_in_entry:
        return NoSubstitute.ALREADY_IN
    if span is Span.GOOD and facts.plays_in_division:
        return NoSubstitute.IN_THE_DIVISION
    if facts.is_opponent:
        return NoSubstitute.OPPONENT
    if span is Span.GOOD or most is None:
        return None
    return NoSubstitute.TOO_OFTEN if facts.matches + asked > most else None
