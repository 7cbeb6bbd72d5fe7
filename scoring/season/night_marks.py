"""Marks for what a player did on a night, also without a score.

>>> cancelled = SeasonNight[str]("2", state=NightState.CANCELLED)
>>> nights = [SeasonNight[str]("1", excused=frozenset({"Ann"})), cancelled, SeasonNight("3")]
>>> [mark.value for mark in marks_of("Ann", nights)]
['excused', 'cancelled', 'absent']
"""

from collections.abc import Sequence
from enum import Enum

from scoring.season.finish import P
from scoring.season.night import Enrolled, NightState, SeasonNight
from scoring.season.roster import Roster


class NightMark(Enum):
    """The mark in a player's cell of the table."""

    PLAYED = "played"
    GUEST = "guest"
    HOSTED = "hosted"
    EXCUSED = "excused"
    ABSENT = "absent"
    NOT_A_MEMBER = "not a member"
    CANCELLED = "cancelled"
    TO_COME = "to come"


def marks_of(
    player: P, nights: Sequence[SeasonNight[P]], enrolments: Sequence[Enrolled[P]] | None = None
) -> tuple[NightMark, ...]:
    """Return one mark for every night.

    A player who filled in in another division was a guest there.
    """
    roster = Roster(enrolments)
    return tuple(_mark_of(player, night, number, roster) for number, night in enumerate(nights, 1))


def _mark_of(player: P, night: SeasonNight[P], number: int, roster: Roster[P]) -> NightMark:
    if night.state is NightState.CANCELLED:
        return NightMark.CANCELLED
    if night.state is NightState.TO_COME:
        return NightMark.TO_COME
    played = [event for event in night.events if event.has(player)]
    if any(player not in roster.guests(event, number) for event in played):
        return NightMark.PLAYED
    if played:
        return NightMark.GUEST
    if player in night.seated:
        return NightMark.TO_COME
    members = roster.on(number)
    if members is not None and player not in members:
        return NightMark.NOT_A_MEMBER
    if player in night.hosts:
        return NightMark.HOSTED
    return NightMark.EXCUSED if player in night.excused else NightMark.ABSENT
