"""The clock of a round, and announcements."""

from datetime import UTC, datetime, timedelta
from typing import Any

import time_machine

from leagues.actions import notices
from leagues.actions.play import clock
from leagues.models import PairingRound
from tests.leagues.play.desk_hall import NOON, DeskHall


def test_the_clock_runs_stops_and_goes_on(hall: DeskHall) -> None:
    pairing_round = hall.at(1).pairing_round
    act: dict[str, Any] = {"by": hall.by, "pairing_round": pairing_round}
    with time_machine.travel(NOON, tick=False) as now:
        clock.start_clock(**act, minutes=12)
        now.shift(timedelta(minutes=5))
        clock.pause_clock(**act)
        now.shift(timedelta(minutes=30))
        clock.add_minute(**act)
        clock.resume_clock(**act)
    pairing_round.refresh_from_db()
    assert pairing_round.clock_ends_at == NOON + timedelta(minutes=35 + 8)

    clock.stop_clock(**act)
    stopped = PairingRound.objects.get(pk=pairing_round.pk)
    assert (stopped.clock_ends_at, stopped.clock_left) == (None, None)


def test_a_minute_more_after_time_is_up_is_a_whole_minute(hall: DeskHall) -> None:
    pairing_round = hall.at(1).pairing_round
    with time_machine.travel(NOON, tick=False) as now:
        clock.start_clock(by=hall.by, pairing_round=pairing_round, minutes=1)
        now.shift(timedelta(minutes=9))
        clock.add_minute(by=hall.by, pairing_round=pairing_round)
    pairing_round.refresh_from_db()
    assert pairing_round.clock_ends_at == NOON + timedelta(minutes=10)


def test_an_announcement_is_shown_until_taken_down(hall: DeskHall) -> None:
    notice = notices.make_announcement(by=hall.by, event=hall.event, text="Soup is ready")
    over = datetime(2020, 1, 1, tzinfo=UTC)
    notices.make_announcement(by=hall.by, event=hall.event, text="Gone", until=over)
    assert [a.text for a in hall.event.notices.shown()] == ["Soup is ready"]

    assert notices.take_down(by=hall.by, notice=notice)
    assert not notices.take_down(by=hall.by, notice=notice)
    assert not hall.event.notices.shown().exists()
