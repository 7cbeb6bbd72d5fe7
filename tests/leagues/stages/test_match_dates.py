"""The state of a dated match: its name, its last day, and how long it may be postponed."""

from dataclasses import replace
from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leagues.stages.match_dates import (
    OVER,
    DatedState,
    MatchDates,
    NoPutOff,
    NotPlayed,
    ProposedEnd,
    PutOffLimits,
    is_to_settle,
    proposed_end,
    state_on,
    why_not_put_off,
)
from scoring.sides import Seat

THURSDAY = date(2026, 11, 5)
PLANNED = MatchDates(on=THURSDAY, due_on=date(2026, 11, 19))
PUT_OFF = replace(PLANNED, put_off_until=date(2026, 12, 3))
CLAIMED = replace(PLANNED, is_claimed=True)
LIMITS = PutOffLimits(last_date=date(2026, 12, 17), most=2)
ORDER = [DatedState.TO_COME, DatedState.DUE, DatedState.PUT_OFF, DatedState.OVERDUE]
DAYS = st.dates(date(2026, 10, 1), date(2027, 3, 1))


def date_of(month: int, of_month: int) -> date:
    return date(2026, month, of_month)


@pytest.mark.parametrize(
    ("match", "today", "called"),
    [
        (PLANNED, date_of(11, 1), "to-come"),  # the Sunday before
        (PLANNED, date_of(11, 2), "due"),  # the Monday of its week
        (PLANNED, date_of(11, 5), "due"),
        (PLANNED, date_of(11, 19), "due"),  # its last day
        (PLANNED, date_of(11, 20), "overdue"),
        (PUT_OFF, date_of(11, 3), "put-off"),
        (PUT_OFF, date_of(12, 3), "put-off"),
        (PUT_OFF, date_of(12, 4), "overdue"),
        (CLAIMED, date_of(11, 1), "claimed"),
        (CLAIMED, date_of(11, 20), "claimed"),
        (replace(PUT_OFF, is_claimed=True), date_of(11, 20), "claimed"),
        (replace(CLAIMED, ended=DatedState.PLAYED), date_of(12, 31), "played"),
        (replace(PUT_OFF, ended=DatedState.VOID), date_of(11, 1), "void"),
        (replace(PLANNED, ended=DatedState.FORFEITED), date_of(11, 20), "forfeited"),
    ],
)
def test_a_match_is_called_by_its_date(match: MatchDates, today: date, called: str) -> None:
    assert state_on(match, today) is DatedState(called)


@given(on=DAYS, grace=st.integers(0, 40), until=st.none() | DAYS, today=DAYS)
def test_as_days_go_by_a_match_never_goes_back(
    on: date, grace: int, until: date | None, today: date
) -> None:
    match = MatchDates(on, on + timedelta(grace), until)
    now, then = (state_on(match, each) for each in (today, today + timedelta(1)))
    assert ORDER.index(now) <= ORDER.index(then)


@given(
    on=DAYS,
    grace=st.integers(0, 40),
    claimed=st.booleans(),
    ended=st.sampled_from([None, *sorted(OVER, key=str)]),
    today=DAYS,
)
def test_a_match_is_postponed_only_on_request(
    on: date, grace: int, claimed: bool, ended: DatedState | None, today: date
) -> None:
    match = MatchDates(on, on + timedelta(grace), None, claimed, ended)
    assert state_on(match, today) is not DatedState.PUT_OFF


A, B = Seat.A, Seat.B


@pytest.mark.parametrize(
    ("ready", "heard", "proposed"),
    [
        ((), (), ProposedEnd(NotPlayed.VOID)),
        ((), (A,), ProposedEnd(NotPlayed.VOID)),  # said they could not
        ((), (A, B), ProposedEnd(NotPlayed.VOID)),
        ((A,), (A,), ProposedEnd(NotPlayed.FORFEIT, A)),
        ((A,), (), ProposedEnd(NotPlayed.FORFEIT, A)),
        ((B,), (B,), ProposedEnd(NotPlayed.FORFEIT, B)),
        ((A,), (A, B), ProposedEnd(NotPlayed.ASK)),
        ((B,), (A,), ProposedEnd(NotPlayed.ASK)),
        ((A, B), (A, B), ProposedEnd(NotPlayed.ASK)),
        ((A, B), (), ProposedEnd(NotPlayed.ASK)),
    ],
)
def test_who_was_ready_and_met_with_silence_is_to_get_the_match(
    ready: tuple[Seat, ...], heard: tuple[Seat, ...], proposed: ProposedEnd
) -> None:
    assert proposed_end(ready=ready, heard=heard) == proposed


@pytest.mark.parametrize(
    ("match", "today", "is_silent", "settles"),
    [
        (PLANNED, date_of(11, 19), False, False),
        (PLANNED, date_of(11, 20), False, True),
        (PUT_OFF, date_of(11, 20), False, False),
        (PUT_OFF, date_of(12, 4), False, True),
        (CLAIMED, date_of(11, 6), False, False),
        (CLAIMED, date_of(11, 6), True, True),
        (CLAIMED, date_of(11, 20), False, False),  # still to be answered, or a person decides
        (replace(PLANNED, ended=DatedState.PLAYED), date_of(12, 20), False, False),
        (replace(CLAIMED, ended=DatedState.PLAYED), date_of(12, 20), True, False),
    ],
)
def test_time_runs_out_after_the_last_day_or_without_an_answer(
    match: MatchDates, today: date, is_silent: bool, settles: bool
) -> None:
    assert is_to_settle(match, today=today, is_silent=is_silent) is settles


def test_an_overdue_match_may_be_played_late_while_the_league_lets_it() -> None:
    assert not is_to_settle(PLANNED, today=date_of(12, 3), days_late=14)
    assert is_to_settle(PLANNED, today=date_of(12, 4), days_late=14)
    assert is_to_settle(CLAIMED, today=date_of(11, 6), is_silent=True, days_late=14)


@pytest.mark.parametrize(
    ("match", "until", "others", "why"),
    [
        (PLANNED, date_of(12, 3), 0, None),
        (PLANNED, date_of(11, 20), 1, None),
        (PLANNED, date_of(12, 17), 1, None),  # the season's last date
        (PLANNED, date_of(12, 18), 0, NoPutOff.AFTER_THE_SEASON),
        (PLANNED, date_of(11, 19), 0, NoPutOff.NOT_LATER),
        (PLANNED, date_of(11, 10), 0, NoPutOff.PAST),  # today
        (PLANNED, date_of(11, 1), 0, NoPutOff.PAST),
        (PLANNED, date_of(12, 3), 2, NoPutOff.TOO_MANY),
        (PLANNED, date_of(12, 3), 3, NoPutOff.TOO_MANY),
        (PUT_OFF, date_of(12, 3), 0, NoPutOff.NOT_LATER),
        (PUT_OFF, date_of(12, 4), 1, None),  # once more
        (replace(PLANNED, ended=DatedState.PLAYED), date_of(12, 3), 0, NoPutOff.OVER),
    ],
)
def test_a_match_waits_at_most_until_the_season_s_last_date(
    match: MatchDates, until: date, others: int, why: NoPutOff | None
) -> None:
    reason = why_not_put_off(match, until, today=date_of(11, 10), others=others, limits=LIMITS)
    assert reason is why
