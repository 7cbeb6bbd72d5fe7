"""The timetable of a day, in minutes of the day.

>>> morning = TimetableStage("Morning", matches=(19,) * 10, minutes=12)
>>> finals = TimetableStage("Finals", matches=(2, 1), minutes=25, pause=Break(10))
>>> ends = plan_timetable([morning, finals], Hall(boards=19), start=parse_minute("9:00"))
>>> [(line.stage, format_clock(line.ends)) for line in ends]
[('Morning', '11:18'), ('Finals', '12:20')]
>>> compare_halls([morning, finals], [Hall(19), Hall(10)], start=parse_minute("9:00"))
'12:20 with 19 boards; 14:40 with 10'
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TypeVar

Minute = TypeVar("Minute", int, float)


@dataclass(frozen=True, slots=True)
class Break:
    """The break before a stage: at least some minutes, and until a minute of the event's day."""

    minutes: int = 0
    until: int = 0

    def end_after(self, over: Minute) -> Minute:
        """Return the minute from which the stage may begin, if the one before it ends at
        ``over``.
        """
        return max(over + self.minutes, self.until)

    def end_time(self, over: datetime | None, midnight: datetime) -> datetime:
        """Return ``end_after`` as a time; the event's day begins at ``midnight``.

        If the end of the stage before is unknown, only the set time counts.
        """
        minutes: float = self.until
        if over is not None:
            so_far = over.astimezone(midnight.tzinfo) - midnight
            minutes = self.end_after(so_far.total_seconds() / 60)
        return midnight + timedelta(minutes=minutes)


@dataclass(frozen=True, slots=True)
class Hall:
    """The number of boards, and the minutes from one match to the next."""

    boards: int
    change_over: int = 2


@dataclass(frozen=True, slots=True)
class TimetableStage:
    """How many matches each pairing round has, minutes a match, and the break before it."""

    name: str
    matches: tuple[int, ...]
    minutes: int
    pause: Break = Break()


@dataclass(frozen=True, slots=True)
class TimetableLine:
    """A stage in the timetable: when each of its pairing rounds begins, and when it ends."""

    stage: str
    begins: tuple[int, ...]
    ends: int


def count_waves(matches: int, boards: int) -> int:
    """Return how often the boards are filled to play a number of matches."""
    return -(-matches // boards)


def plan_timetable(stages: Iterable[TimetableStage], hall: Hall, start: int) -> list[TimetableLine]:
    """Return the timetable, stage after stage, from the minute of the day at which play begins."""
    lines: list[TimetableLine] = []
    free, over = start, start
    for stage in stages:
        begins = []
        free = max(free, stage.pause.end_after(over))
        for matches in stage.matches:
            for wave in range(count_waves(matches, hall.boards)):
                if wave == 0:
                    begins.append(free)
                over = free + stage.minutes
                free = over + hall.change_over
        lines.append(TimetableLine(stage.name, tuple(begins), over))
    return lines


@dataclass(frozen=True, slots=True)
class Drawn:
    """A drawn pairing round: its remaining matches, and when it began and ended."""

    matches: int
    minutes: int
    pause: Break = Break()
    """The break before it, if it is the first pairing round of a later stage."""
    began: datetime | None = None
    ended: datetime | None = None


def estimate_starts(
    rounds: Iterable[Drawn], hall: Hall, now: datetime, midnight: datetime
) -> list[datetime]:
    """Return when each pairing round begins, estimated at ``now``.

    A round that has begun keeps its time. The first of the others may begin at once, and each
    later one waits for the end of the one before it. A break lasts until its time.
    """
    found: list[datetime] = []
    over: datetime | None = None
    for each in rounds:
        begin = each.began
        if begin is None:
            free = over + timedelta(minutes=hall.change_over) if over else now
            begin = max(now, free, each.pause.end_time(over, midnight))
        found.append(begin)
        lasts = count_waves(each.matches, hall.boards) * (each.minutes + hall.change_over)
        planned = begin + timedelta(minutes=lasts - hall.change_over)
        over = each.ended or max(now, planned)
    return found


def compare_halls(stages: Sequence[TimetableStage], halls: Iterable[Hall], start: int) -> str:
    """Describe in words when the last stage ends, hall by hall."""
    ends = [(plan_timetable(stages, hall, start)[-1].ends, hall.boards) for hall in halls]
    words = [f"{format_clock(end)} with {boards}" for end, boards in ends]
    return "; ".join([f"{words[0]} boards", *words[1:]])


def format_clock(minute_of_day: int) -> str:
    """Format a minute of the day: 16:40. Past midnight it is the time of the next day."""
    days, rest = divmod(minute_of_day, 24 * 60)
    later = f" (+{days} d)" if days else ""
    return f"{rest // 60}:{rest % 60:02}{later}"


def parse_minute(time: str) -> int:
    """Return the minute of the day of a time such as 9:30."""
    hours, minutes = time.split(":")
    return int(hours) * 60 + int(minutes)
