"""The state of an unplayed match of a league, which depends only on its dates.

>>> thursday = MatchDates(on=date(2026, 11, 5), due_on=date(2026, 11, 19))
>>> for day in (1, 2, 19, 20):
...     print(day, state_on(thursday, date(2026, 11, day)).value)
1 to-come
2 due
19 due
20 overdue
>>> from dataclasses import replace
>>> put_off = replace(thursday, put_off_until=date(2026, 12, 3))
>>> state_on(put_off, date(2026, 11, 20)).value
'put-off'
"""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import date, timedelta
from enum import Enum

from scoring.sides import Seat


class DatedState(Enum):
    """The state of a match of a league on some day."""

    TO_COME = "to-come"
    DUE = "due"
    PUT_OFF = "put-off"
    OVERDUE = "overdue"
    CLAIMED = "claimed"
    PLAYED = "played"
    FORFEITED = "forfeited"
    VOID = "void"


OVER = frozenset({DatedState.PLAYED, DatedState.FORFEITED, DatedState.VOID})


@dataclass(frozen=True)
class MatchDates:
    """The dates of a match and its end.

    ``on`` is the day of its week, ``due_on`` the last day on which it may be played, and
    ``put_off_until`` a later one. ``ended`` is one of ``OVER``.
    """

    on: date
    due_on: date
    put_off_until: date | None = None
    is_claimed: bool = False
    ended: DatedState | None = None

    @property
    def last_day(self) -> date:
        return self.put_off_until or self.due_on

    @property
    def due_from(self) -> date:
        """The Monday of its week."""
        return self.on - timedelta(self.on.weekday())


def state_on(dates: MatchDates, today: date) -> DatedState:
    """Return the state of this match today."""
    if dates.ended:
        return dates.ended
    if dates.is_claimed:
        return DatedState.CLAIMED
    if today > dates.last_day:
        return DatedState.OVERDUE
    if dates.put_off_until:
        return DatedState.PUT_OFF
    return DatedState.DUE if today >= dates.due_from else DatedState.TO_COME


# --- Matches not played in time ----------------------------------------------------------------


class NotPlayed(Enum):
    """The end of a match that was not played in time."""

    VOID = "void"
    """Neither side was ready: the match pays nothing."""
    FORFEIT = "forfeit"
    """One side was ready, and the other did not answer."""
    ASK = "ask"
    """Both sides have answered: a person decides."""


@dataclass(frozen=True)
class ProposedEnd:
    """The proposed end of an unplayed match, and the side that would win it."""

    becomes: NotPlayed
    winner: Seat | None = None


def proposed_end(*, ready: Collection[Seat], heard: Collection[Seat]) -> ProposedEnd:
    """Propose an end, from the sides that were ready to play and those that were heard from.

    >>> proposed = proposed_end(ready=[Seat.B], heard=[Seat.B])
    >>> proposed.becomes.value, proposed.winner.name
    ('forfeit', 'B')
    """
    if not ready:
        return ProposedEnd(NotPlayed.VOID)
    spoke = {*ready, *heard}
    if len(spoke) > 1:
        return ProposedEnd(NotPlayed.ASK)
    return ProposedEnd(NotPlayed.FORFEIT, *spoke)


def is_to_settle(
    dates: MatchDates, *, today: date, is_silent: bool = False, days_late: int = 0
) -> bool:
    """True if time has run out.

    Either ``days_late`` have passed after the last day, or the other side let the time to answer a
    claim pass (``is_silent``).
    """
    if dates.ended:
        return False
    if dates.is_claimed:
        return is_silent
    return today > dates.last_day + timedelta(days_late)


# --- Putting off --------------------------------------------------------------------------


class NoPutOff(Enum):
    """Why a match can't be postponed to a day."""

    OVER = "over"
    PAST = "past"
    NOT_LATER = "not-later"
    AFTER_THE_SEASON = "after-the-season"
    TOO_MANY = "too-many"


@dataclass(frozen=True)
class PutOffLimits:
    """Limits of postponing: the season's last date, and the most matches of one side at a time."""

    last_date: date
    most: int = 2


def why_not_put_off(
    dates: MatchDates, until: date, *, today: date, others: int, limits: PutOffLimits
) -> NoPutOff | None:
    """Return why this match can't be postponed to that day, or None.

    ``others`` is how many matches the same side has postponed and not played yet.
    """
    if dates.ended:
        return NoPutOff.OVER
    if until <= today:
        return NoPutOff.PAST
    if until <= dates.last_day:
        return NoPutOff.NOT_LATER
    if until > limits.last_date:
        return NoPutOff.AFTER_THE_SEASON
    return NoPutOff.TOO_MANY if others >= limits.most else None
