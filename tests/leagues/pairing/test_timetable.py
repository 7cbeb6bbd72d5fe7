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
    compare_halls,
    count_waves,
    estimate_starts,
    format_clock,
    parse_minute,
    plan_timetable,
)

MORNING = TimetableStage("Morning", matches=(12,) * 10, minutes=12)


@pytest.mark.parametrize(
    ("matches", "boards", "needed"), [(12, 12, 1), (12, 10, 2), (1, 4, 1), (0, 4, 0), (25, 12, 3)]
)
def test_boards_are_filled_in_waves(matches: int, boards: int, needed: int) -> None:
    assert count_waves(matches, boards) == needed


def test_ten_rounds_of_twelve_minutes_and_two_to_change_over() -> None:
    (line,) = plan_timetable([MORNING], Hall(boards=12), parse_minute("9:00"))

    assert [format_clock(at) for at in line.begins[:3]] == ["9:00", "9:14", "9:28"]
    assert format_clock(line.ends) == "11:18"


@pytest.mark.parametrize(
    ("lunch", "begins"),
    [
        (Break(20, parse_minute("12:30")), "12:30"),
        (Break(20, parse_minute("11:30")), "11:38"),
        (Break(20, parse_minute("9:00")), "11:38"),
        (Break(0, parse_minute("11:20")), "11:20"),
    ],
    ids=str,
)
def test_lunch_lasts_until_its_time_and_never_too_short(lunch: Break, begins: str) -> None:
    finals = TimetableStage("Finals", (1,), 20, pause=lunch)

    morning, afternoon = plan_timetable([MORNING, finals], Hall(12), parse_minute("9:00"))

    assert format_clock(morning.ends) == "11:18"
    assert format_clock(afternoon.begins[0]) == begins


def test_a_break_goes_before_its_stage_and_an_empty_round_takes_no_time() -> None:
    final = TimetableStage("Final", matches=(0, 1), minutes=20, pause=Break(30))

    lines = plan_timetable(
        [TimetableStage("Semis", (2,), 20), final], Hall(2), parse_minute("15:00")
    )

    assert [(line.stage, format_clock(line.ends)) for line in lines] == [
        ("Semis", "15:20"),
        ("Final", "16:10"),
    ]


def test_halls_are_compared_in_words() -> None:
    assert compare_halls([MORNING], [Hall(12), Hall(6)], parse_minute("14:00")) == (
        "16:18 with 12 boards; 18:38 with 6"
    )


def test_past_midnight_is_the_next_day() -> None:
    assert format_clock(parse_minute("23:50") + 20) == "0:10 (+1 d)"


NINE = datetime(2026, 11, 21, 9, 0, tzinfo=UTC)


def time_at(time: str) -> datetime:
    return NINE.replace(hour=parse_minute(time) // 60, minute=parse_minute(time) % 60)


def start_times(rounds: list[Drawn], now: str, boards: int = 10) -> list[str]:
    midnight = NINE.replace(hour=0)
    return [
        f"{time:%H:%M}" for time in estimate_starts(rounds, Hall(boards), time_at(now), midnight)
    ]


def test_rounds_that_are_drawn_follow_each_other() -> None:
    three = [Drawn(10, 12)] * 3
    assert start_times(three, "9:00") == ["09:00", "09:14", "09:28"]
    assert start_times(three, "9:00", boards=5) == ["09:00", "09:28", "09:56"], "two waves"


def test_what_has_begun_keeps_its_time_and_what_runs_late_moves_the_rest() -> None:
    first = Drawn(10, 12, began=time_at("9:05"))
    rest = [Drawn(10, 12)] * 2
    assert start_times([first, *rest], "9:06") == ["09:05", "09:19", "09:33"]
    assert start_times([first, *rest], "9:25") == ["09:05", "09:27", "09:41"]


def test_what_is_over_early_lets_the_next_begin_early() -> None:
    first = Drawn(0, 12, began=time_at("9:05"), ended=time_at("9:13"))
    assert start_times([first, Drawn(10, 12)], "9:13") == ["09:05", "09:15"]
    assert start_times([first, Drawn(10, 12)], "9:20") == ["09:05", "09:20"], "not in the past"


def test_between_stages_there_is_a_pause_from_the_last_match_on() -> None:
    first = Drawn(0, 12, began=time_at("9:05"), ended=time_at("9:13"))
    later = Drawn(2, 25, pause=Break(20))
    assert start_times([first, later], "9:13") == ["09:05", "09:33"]
    assert start_times([first, later], "10:00") == ["09:05", "10:00"]


def test_what_is_drawn_waits_until_lunch_is_over() -> None:
    first = Drawn(0, 12, began=time_at("9:05"), ended=time_at("9:13"))
    later = Drawn(2, 25, pause=Break(20, parse_minute("10:30")))
    assert start_times([first, later], "9:13") == ["09:05", "10:30"]
    assert start_times([first, later], "10:40") == ["09:05", "10:40"]
    assert start_times([replace(later, pause=Break(0, parse_minute("10:30")))], "9:13") == ["10:30"]


def test_lunch_goes_by_the_clock_of_the_place() -> None:
    toronto = datetime(2026, 11, 21, tzinfo=ZoneInfo("America/Toronto"))
    over = datetime(2026, 11, 21, 17, 10, tzinfo=UTC)

    end = Break(20, parse_minute("13:30")).end_time(over, toronto)

    assert end == datetime(2026, 11, 21, 18, 30, tzinfo=UTC)


def test_nothing_is_drawn_and_nothing_begins() -> None:
    assert start_times([], "9:00") == []


def test_a_round_in_which_all_sit_out_takes_no_time() -> None:
    assert start_times([Drawn(0, 12), Drawn(3, 12)], "9:00") == ["09:00", "09:02"]
