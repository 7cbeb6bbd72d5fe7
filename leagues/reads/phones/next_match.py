"""A player's next match: the board, the opponents and the expected time."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from itertools import takewhile

from django.db.models import Q

from leagues.models import Entry, Event, Match, PairingRound
from leagues.reads.play.round_times import if_ahead
from leagues.reads.play.stage_breaks import StageBreak, break_now
from leagues.stages import expected_start

State = Match.State


class What(StrEnum):
    """What to show a player, most urgent first."""

    AT_BOARD = "at-board"
    OVER = "over"
    WITHDRAWN = "withdrawn"
    PAUSED = "paused"
    ON_LIST = "on-list"
    COMING = "coming"
    STARTS = "starts"
    UNDRAWN = "undrawn"


@dataclass(frozen=True)
class Next:
    what: What
    match: Match | None = None
    at: datetime | None = None
    """The expected start; None if unknown or in the past."""
    before: int | None = None
    """The number of matches that are called first, in a queue for boards; otherwise None."""
    bye: PairingRound | None = None
    """The pairing round in which the player has a bye."""
    still_played: int = 0
    """The number of unfinished matches in the player's last pairing round."""
    pause: StageBreak | None = None
    """The current break, if nothing is drawn for the player yet."""


ABSENT = {
    Entry.State.WITHDRAWN: What.WITHDRAWN,
    Entry.State.PAUSED: What.PAUSED,
    Entry.State.WAITING: What.ON_LIST,
}


def next_for(event: Event, entry: Entry | None, mine: Sequence[Match], now: datetime) -> Next:
    """What comes next for a player.

    ``mine`` are their published matches, loaded ``with_sides()``, in order of play.
    """
    for match in mine:
        if match.state in (State.CALLED, State.PLAYING):
            return Next(What.AT_BOARD, match)
    if event.state == Event.State.FINISHED:
        return Next(What.OVER)
    if entry is not None and (absent := ABSENT.get(Entry.State(entry.state))):
        return Next(absent)
    over = list(takewhile(lambda match: match.state == State.FINISHED, mine))
    bye, still_played = _round_sat_out(over)
    if len(over) < len(mine):
        return _next_match(event, mine[len(over)], bye, now)
    if event.state == Event.State.PLANNED:
        return Next(What.STARTS, at=event.starts_at)
    pause = None if still_played else break_now(event, now)
    return Next(What.UNDRAWN, bye=bye, still_played=still_played, pause=pause)


def _next_match(event: Event, match: Match, bye: PairingRound | None, now: datetime) -> Next:
    is_queued = match.pairing_round.stage.is_queue
    before = _count_ahead(match) if is_queued else None
    at = if_ahead(_expected_time(event, match, before, now), now)
    return Next(What.COMING, match, at=at, before=before, bye=bye)


def _count_ahead(match: Match) -> int:
    """The number of matches that are called before this one in the queue for boards."""
    stage, of_round = match.pairing_round.stage, match.pairing_round
    waiting = Match.objects.filter(event=match.event_id, state=State.PLANNED)
    ahead = (
        Q(pairing_round__stage__number__lt=stage.number)
        | Q(pairing_round__stage=stage, pairing_round__number__lt=of_round.number)
        | Q(pairing_round=of_round, wave__lt=match.wave)
        | Q(pairing_round=of_round, wave=match.wave, number__lt=match.number)
    )
    queued = waiting.published().filter(ahead, pairing_round__stage__is_queue=True)
    return queued.count()


def _expected_time(
    event: Event, match: Match, before: int | None, now: datetime
) -> datetime | None:
    """The expected start, from the round's schedule, or from the matches ahead in a running queue.

    None if the round has no time.
    """
    stage, begins = match.pairing_round.stage, match.pairing_round.starts_at
    minutes = (stage.match_minutes or event.game_minutes) + event.change_over_minutes
    if before is not None and event.state == Event.State.RUNNING:
        boards, pause = event.boards.count(), break_now(event, now)
        from_then = pause.ends if pause and pause.stage == stage else now
        return expected_start.in_queue(from_then, before=before, boards=boards, minutes=minutes)
    return expected_start.of_wave(begins, wave=match.wave, minutes=minutes) if begins else None


def _round_sat_out(over: Sequence[Match]) -> tuple[PairingRound | None, int]:
    """The round in which the player has a bye (or None), and its number of unfinished matches."""
    if not over:
        return None, 0
    last = over[-1]
    open_there = Match.objects.filter(pairing_round=last.pairing_round_id).unfinished()
    still_played = open_there.count()
    is_bye = last.ending == Match.Ending.BYE and still_played
    return (last.pairing_round if is_bye else None), still_played
