"""When it ends."""

from datetime import UTC, datetime

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
    ("matches", "boards", "needed"),
    [(12, 12, 1), (12, 10, 2), (1, 4, 1), (0, 4, 0), (25, 12, 3)],
)
def test_boards_are_filled_in_waves(matches: int, boards: int, needed: int) -> None:
    assert waves(matches, boards) == needed


def test_ten_rounds_of_twelve_minutes_and_two_to_change_over() -> None:
    (line,) = timetable([MORNING], Hall(boards=12), minute("9:00"))

    assert [clock(at) for at in line.begins[:3]] == ["9:00", "9:14", "9:28"]
    assert clock(line.ends) == "11:18"


def test_a_break_is_taken_between_two_rounds_when_it_is_due() -> None:
    hall = Hall(
        boards=12, breaks=(Break(minute("12:00"), 45), Break(minute("10:00"), 15))
    )

    (line,) = timetable([MORNING], hall, minute("9:00"))

    assert [clock(at) for at in line.begins[4:7]] == ["9:56", "10:23", "10:37"]
    assert clock(line.ends) == "11:31"


def test_a_break_at_the_very_start_puts_the_start_off() -> None:
    hall = Hall(boards=1, breaks=(Break(minute("9:00"), 15),))

    assert timetable([TimetableStage("One", (1,), 10)], hall, minute("9:00"))[
        0
    ].begins == (minute("9:15"),)


def test_a_pause_goes_before_its_stage_and_an_empty_round_takes_no_time() -> None:
    final = TimetableStage("Final", matches=(0, 1), minutes=20, pause=30)

    lines = timetable(
        [TimetableStage("Semis", (2,), 20), final], Hall(2), minute("15:00")
    )

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
    return [f"{time:%H:%M}" for time in begins(rounds, Hall(boards), at(now))]


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
    later = Drawn(2, 25, pause=20)
    assert told([first, later], "9:13") == ["09:05", "09:33"]
    assert told([first, later], "10:00") == ["09:05", "10:00"]


def test_nothing_is_drawn_and_nothing_begins() -> None:
    assert told([], "9:00") == []


def test_a_round_in_which_all_sit_out_takes_no_time() -> None:
    assert told([Drawn(0, 12), Drawn(3, 12)], "9:00") == ["09:00", "09:02"]
