"""When the rounds of an event start, and when it ends."""

from dataclasses import replace
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest

from leagues.pairing.timetable import (
    Break,
    Drawn,
    Hall,
    TimetableStage,
    begins,
    clock,
    compare,
    minute,
    timetable,
    waves,
)

MORNING = TimetableStage("Morning", matches=(12,) * 10, minutes=12)


@pytest.mark.parametrize(
    ("matches", "boards", "needed"), [(12, 12, 1), (12, 10, 2), (1, 4, 1), (0, 4, 0), (25, 12, 3)]
)
def test_boards_are_filled_in_waves(matches: int, boards: int, needed: int) -> None:
    assert waves(matches, boards) == needed


def test_ten_rounds_of_twelve_minutes_and_two_to_change_over() -> None:
    (line,) = timetable([MORNING], Hall(boards=12), minute("9:00"))

    assert [clock(at) for at in line.begins[:3]] == ["9:00", "9:14", "9:28"]
    assert clock(line.ends) == "11:18"


@pytest.mark.parametrize(
    ("lunch", "begins"),
    [
        (Break(20, minute("12:30")), "12:30"),
        (Break(20, minute("11:30")), "11:38"),
        (Break(20, minute("9:00")), "11:38"),
        (Break(0, minute("11:20")), "11:20"),
    ],
    ids=str,
)
def test_lunch_lasts_until_its_time_and_never_too_short(lunch: Break, begins: str) -> None:
    finals = TimetableStage("Finals", (1,), 20, pause=lunch)

    morning, afternoon = timetable([MORNING, finals], Hall(12), minute("9:00"))

    assert clock(morning.ends) == "11:18"
    assert clock(afternoon.begins[0]) == begins


def test_a_break_goes_before_its_stage_and_an_empty_round_takes_no_time() -> None:
    final = TimetableStage("Final", matches=(0, 1), minutes=20, pause=Break(30))

    lines = timetable([TimetableStage("Semis", (2,), 20), final], Hall(2), minute("15:00"))

    assert [(line.stage, clock(line.ends)) for line in lines] == [
        ("Semis", "15:20"),
        ("Final", "16:10"),
    ]


def test_halls_are_compared_in_words() -> None:
    assert compare([MORNING], [Hall(12), Hall(6)], minute("14:00")) == (
        "16:18 with 12 boards; 18:38 with 6"
    )


def test_past_midnight_is_the_next_day() -> None:
    assert clock(minute("23:50") + 20) == "0:10 (+1 d)"


NINE = datetime(2026, 11, 21, 9, 0, tzinfo=UTC)


def at(time: str) -> datetime:
    return NINE.replace(hour=minute(time) // 60, minute=minute(time) % 60)


def told(rounds: list[Drawn], now: str, boards: int = 10) -> list[str]:
    midnight = NINE.replace(hour=0)
    return [f"{time:%H:%M}" for time in begins(rounds, Hall(boards), at(now), midnight)]


def test_rounds_that_are_drawn_follow_each_other() -> None:
    three = [Drawn(10, 12)] * 3
    assert told(three, "9:00") == ["09:00", "09:14", "09:28"]
    assert told(three, "9:00", boards=5) == ["09:00", "09:28", "09:56"], "two waves"


def test_what_has_begun_keeps_its_time_and_what_runs_late_moves_the_rest() -> None:
    first = Drawn(10, 12, began=at("9:05"))
    rest = [Drawn(10, 12)] * 2
    assert told([first, *rest], "9:06") == ["09:05", "09:19", "09:33"]
    assert told([first, *rest], "9:25") == ["09:05", "09:27", "09:41"]


def test_what_is_over_early_lets_the_next_begin_early() -> None:
    first = Drawn(0, 12, began=at("9:05"), ended=at("9:13"))
    assert told([first, Drawn(10, 12)], "9:13") == ["09:05", "09:15"]
    assert told([first, Drawn(10, 12)], "9:20") == ["09:05", "09:20"], "not in the past"


def test_between_stages_there_is_a_pause_from_the_last_match_on() -> None:
    first = Drawn(0, 12, began=at("9:05"), ended=at("9:13"))
    later = Drawn(2, 25, pause=Break(20))
    assert told([first, later], "9:13") == ["09:05", "09:33"]
    assert told([first, later], "10:00") == ["09:05", "10:00"]


def test_what_is_drawn_waits_until_lunch_is_over() -> None:
    first = Drawn(0, 12, began=at("9:05"), ended=at("9:13"))
    later = Drawn(2, 25, pause=Break(20, minute("10:30")))
    assert told([first, later], "9:13") == ["09:05", "10:30"]
    assert told([first, later], "10:40") == ["09:05", "10:40"]
    assert told([replace(later, pause=Break(0, minute("10:30")))], "9:13") == ["10:30"]


def test_lunch_goes_by_the_clock_of_the_place() -> None:
    toronto = datetime(2026, 11, 21, tzinfo=ZoneInfo("America/Toronto"))
    over = datetime(2026, 11, 21, 17, 10, tzinfo=UTC)

    end = Break(20, minute("13:30")).end_time(over, toronto)

    assert end == datetime(2026, 11, 21, 18, 30, tzinfo=UTC)


def test_nothing_is_drawn_and_nothing_begins() -> None:
    assert told([], "9:00") == []


def test_a_round_in_which_all_sit_out_takes_no_time() -> None:
    assert told([Drawn(0, 12), Drawn(3, 12)], "9:00") == ["09:00", "09:02"]
