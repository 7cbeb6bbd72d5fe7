"""Who may sit in for somebody: for one match, for a week, or for good.

A substitute earns nothing of their own: the points go to the entry they sit for, so whoever helps
out in another division leaves their own row as it was.

>>> dan = SubstituteFacts(matches=3)
>>> why_no_substitute(dan, Span.MATCH, asked=1, most=3)
<NoSubstitute.TOO_OFTEN: 'too-often'>
>>> why_no_substitute(dan, Span.GOOD, asked=5, most=3) is None
True
"""

from dataclasses import dataclass
from enum import Enum


class Span(Enum):
    """For how long somebody sits in."""

    MATCH = "match"
    WEEK = "week"
    GOOD = "good"


class NoSubstitute(Enum):
    """Why somebody can't sit in."""

    OPPONENT = "opponent"
    ALREADY_IN = "already-in"
    IN_THE_DIVISION = "in-the-division"
    TOO_OFTEN = "too-often"


@dataclass(frozen=True)
class SubstituteFacts:
    """What is known of somebody who is to sit in.

    ``matches`` are those in which they were a substitute this season. ``is_opponent``: they play
    against the side in one of the matches asked for. ``is_in_entry``: they belong to the side.
    ``plays_in_division``: they have a row of their own in the table these matches count for.
    """

    matches: int = 0
    is_opponent: bool = False
    is_in_entry: bool = False
    plays_in_division: bool = False


def why_no_substitute(
    facts: SubstituteFacts, span: Span, *, asked: int, most: int | None
) -> NoSubstitute | None:
    """Why not, for so many matches. For good is no substitute any more: no limit counts them,
    but nobody has two rows in one table."""
    if facts.is_in_entry:
        return NoSubstitute.ALREADY_IN
    if span is Span.GOOD and facts.plays_in_division:
        return NoSubstitute.IN_THE_DIVISION
    if facts.is_opponent:
        return NoSubstitute.OPPONENT
    if span is Span.GOOD or most is None:
        return None
    return NoSubstitute.TOO_OFTEN if facts.matches + asked > most else None
