"""The state of a rehearsed day: read from its row, changed by a step, and saved."""

from copy import deepcopy
from datetime import datetime, timedelta
from random import Random
from typing import Any

from leagues.access.roles import Who, who_is
from leagues.models import Event, Match, Rehearsal, Stage
from leagues.pairing.seeds import roll_dice
from leagues.reads.draw.timetable import hall_of
from leagues.reads.events.plans import plan_of
from leagues.reads.events.sheets import sheet_of
from leagues.stages.estimate import minutes_of
from leagues.stages.forecast import USUAL
from leagues.stages.rehearsal import Mishaps, strength_of

NOTHING_YET: dict[str, Any] = {
    "ready": 0.0,  # the minute in which the next pairing round may begin
    "over": 0.0,  # when the last match ended
    "stage": None,  # the stage in play
    "games": 0,  # pairing rounds begun
    "free": {},  # by board: when the next match may begin there
    "sides": {},  # by entry: when it may play again
    "at": {},  # by match: the minutes of its begin and end, and the number of reported rounds
    "complete": [],  # stages in which nothing more can be drawn
    "to_correct": [],  # matches with a wrong card
    "boards": {},  # by number: matches, minutes played, idle minutes between
    "held_up": 0,  # matches that waited for a free board
    "lost": 0,  # minutes lost by mishaps at boards
    "steered": {},  # by number: the rounds of matches with a forced score
    "steered_in": None,  # the stage with a forced tie at its cut
    "asked": None,  # the minute in which a watching organiser was asked to settle a tie
}
SHARES = 4  # of a match; a round is reported after each


class RehearsedDay:
    """The data that every step needs. Times are minutes since the event's start."""

    def __init__(self, rehearsal: Rehearsal) -> None:
        self.rehearsal = rehearsal
        self.event: Event = rehearsal.event
        self.by = who_is(rehearsal.by) if rehearsal.by else Who()
        self.mishaps = Mishaps.from_dict(rehearsal.mishaps)
        self.progress: dict[str, Any] = {**deepcopy(NOTHING_YET), **rehearsal.progress}
        self.pace = USUAL.day(self.dice("pace"))
        entries = self.event.entries.order_by("pk").values_list("pk", flat=True)
        self._numbers = {entry: number for number, entry in enumerate(entries)}
        self._strengths: dict[int, float] = {}

    def dice(self, purpose: str) -> Random:
        """A random generator that is the same for a purpose in every process."""
        return roll_dice(self.event.rng_seed, f"rehearsal {purpose}")

    def strength(self, entry: int) -> float:
        if entry not in self._strengths:
            self._strengths[entry] = strength_of(self.dice(f"strength {self.number(entry)}"))
        return self._strengths[entry]

    def number(self, entry: int) -> int:
        """The entry's number in the event, which is the same in every copy."""
        return self._numbers[entry]

    @property
    def now(self) -> float:
        return self.rehearsal.clock

    def go_on_to(self, minute: float) -> None:
        self.rehearsal.clock = max(self.rehearsal.clock, minute)

    @property
    def next_match(self) -> tuple[float, str]:
        """The minute of the next report or result, and the key of its match."""
        at = self.progress["at"]
        return min((self._next_in(*at[key]), int(key), key) for key in at)[::2]

    def _next_in(self, begin: float, end: float, reported: int) -> float:
        """The minute of a match's next report; without a clock there is only its end."""
        if not self.rehearsal.speed or reported + 1 >= SHARES:
            return end
        return begin + (end - begin) * (reported + 1) / SHARES

    def at(self, minute: float) -> datetime:
        return self.event.starts_at + timedelta(minutes=minute)

    def note(self, kind: str, **facts: Any) -> None:
        """Note a task of the desk for the report."""
        line = {"at": round(self.now, 1), "kind": kind, **facts}
        self.rehearsal.happened.append(line)

    def enter_stage(self, stage: Stage) -> None:
        """Make this the stage in play, after the break that is planned before it."""
        if self.progress["stage"] == stage.pk:
            return
        if self.progress["stage"] is not None:
            begin, over = hall_of(self.event).start, self.progress["over"]
            self.progress["ready"] = max(
                over + self.event.change_over_minutes,
                plan_of(stage).pause.end_after(over + begin) - begin,
            )
        self.progress["stage"] = stage.pk
        self.progress["sides"] = {}

    def seat(self, match: Match, entries: list[int], lost: int) -> None:
        """Set the minutes in which a called match begins and ends; ``lost`` minutes are added."""
        done, stage = self.progress, match.pairing_round.stage
        board = match.board
        assert board
        key = str(board.pk)
        ready = done["ready"]
        free = done["free"].get(key, ready)
        begin = max(ready, free)
        done["held_up"] += begin > ready and not stage.is_queue
        if stage.is_queue:
            begin = max([begin, *(done["sides"].get(str(e), ready) for e in entries)])
        minutes = minutes_of(plan_of(stage), self.event.game_minutes, sheet_of(self.event).rule)
        length = USUAL.match(minutes, self.pace, self.dice(f"length {match.number}"))
        length += lost
        done["lost"] += lost
        done["at"][str(match.pk)] = [begin, begin + length, 0]
        matches, played, waited = done["boards"].get(str(board.number), [0, 0, 0])
        idle = begin - free if key in done["free"] else 0
        done["boards"][str(board.number)] = [matches + 1, played + length, waited + idle]

    def unseat(self, match: Match, entries: list[int], end: float) -> None:
        """Free the board and the entries of a match after the change-over."""
        done, after = self.progress, end + self.event.change_over_minutes
        done["at"].pop(str(match.pk), None)
        done["over"] = max(done["over"], end)
        if match.board_id:
            done["free"][str(match.board_id)] = after
        done["sides"] |= {str(entry): after for entry in entries}

    def keep(self) -> None:
        self.rehearsal.progress = self.progress
        self.rehearsal.save()
