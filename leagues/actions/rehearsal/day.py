"""One rehearsed day as it is read, played a step further, and kept again."""

from copy import deepcopy
from datetime import datetime, timedelta
from random import Random
from typing import Any

from leagues.access.roles import Who, who_is
from leagues.models import Event, Match, Rehearsal, Stage
from leagues.pairing.seeds import roll
from leagues.reads.draw.timetable import hall_of
from leagues.reads.events.plans import plan_of
from leagues.reads.events.sheets import sheet_of
from leagues.stages.estimate import minutes_of
from leagues.stages.forecast import USUAL
from leagues.stages.rehearsal import Mishaps, strength_of

NOTHING_YET: dict[str, Any] = {
    "ready": 0.0,  # when the next pairing round may begin
    "over": 0.0,  # when the last match ended
    "stage": None,  # the one being played
    "games": 0,  # pairing rounds begun
    "free": {},  # by board: when the next match may begin there
    "sides": {},  # by entry: when it may play again
    "at": {},  # by match: when it begins and ends, and how many rounds are reported
    "complete": [],  # stages of which nothing more can be drawn
    "to_correct": [],  # matches whose card is wrong
    "boards": {},  # by number: matches, minutes played, minutes it stood free between
    "held_up": 0,  # matches that waited for a free board
    "lost": 0,  # minutes that mishaps at boards cost
    "steered": {},  # by number: the rounds of matches that come out so on purpose
    "steered_in": None,  # the stage that is cut so that two are level
    "asked": None,  # the minute in which an organiser who watches was asked to settle a tie
}
SHARES = 4  # of a match, after each of which a round is reported


class RehearsedDay:
    """What every step needs to know. Times are minutes since the event was to begin."""

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
        """The same for the same purpose, whichever process plays the step."""
        return roll(self.event.rng_seed, f"rehearsal {purpose}")

    def strength(self, entry: int) -> float:
        if entry not in self._strengths:
            self._strengths[entry] = strength_of(self.dice(f"strength {self.number(entry)}"))
        return self._strengths[entry]

    def number(self, entry: int) -> int:
        """The same in every copy of the event."""
        return self._numbers[entry]

    @property
    def now(self) -> float:
        return self.rehearsal.clock

    def go_on_to(self, minute: float) -> None:
        self.rehearsal.clock = max(self.rehearsal.clock, minute)

    @property
    def next_match(self) -> tuple[float, str]:
        """When something is said of a match at a board next, and of which."""
        at = self.progress["at"]
        return min((self._next_in(*at[key]), int(key), key) for key in at)[::2]

    def _next_in(self, begin: float, end: float, reported: int) -> float:
        """Whoever watches sees each round come; at once a whole match comes at its end."""
        if not self.rehearsal.speed or reported + 1 >= SHARES:
            return end
        return begin + (end - begin) * (reported + 1) / SHARES

    def at(self, minute: float) -> datetime:
        return self.event.starts_at + timedelta(minutes=minute)

    def note(self, kind: str, **facts: Any) -> None:
        """For the report: what somebody at the desk had to do."""
        line = {"at": round(self.now, 1), "kind": kind, **facts}
        self.rehearsal.happened.append(line)

    def enter_stage(self, stage: Stage) -> None:
        """A stage after another begins after a break, as in the plan."""
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
        """Say when a match that was called begins and ends; a mishap in it costs minutes."""
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
        """The board and those who sat there are free after the change-over."""
        done, after = self.progress, end + self.event.change_over_minutes
        done["at"].pop(str(match.pk), None)
        done["over"] = max(done["over"], end)
        if match.board_id:
            done["free"][str(match.board_id)] = after
        done["sides"] |= {str(entry): after for entry in entries}

    def keep(self) -> None:
        self.rehearsal.progress = self.progress
        self.rehearsal.save()
