"""Reports that come too late, for tests."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

from django.utils import timezone

from leagues.actions.play.calls import call_match
from leagues.actions.play.endings import annul_match, give_walkover, stop_match
from leagues.models import Board, Event, Match, RoundReport
from scoring.sides import BySeat, Seat
from tests.leagues.phones.at_boards import Hall, Phone


def record_walkover(hall: Hall) -> None:
    give_walkover(by=hall.desk.by, match=hall.match, winner=Seat.B, points=BySeat(0, 4))


def annul_it(hall: Hall) -> None:
    annul_match(by=hall.desk.by, match=hall.match, reason="Wrong board.")


def stop_it(hall: Hall) -> None:
    stop_match(by=hall.desk.by, match=hall.match, reason="The hall closes.")


def only_the_desk(hall: Hall) -> None:
    hall.trusts("desk")


def finish_the_event(hall: Hall) -> None:
    Event.objects.update(state=Event.State.FINISHED)


def move_to_board_2(hall: Hall) -> None:
    Match.objects.filter(pk=hall.other_match.pk).update(state=Match.State.PLANNED)
    call_match(by=hall.desk.by, match=hall.match, board=Board.objects.get(number=2))


def an_hour_passes(hall: Hall) -> None:
    stop_it(hall)
    hour = timezone.now() - timedelta(hours=1)
    Match.objects.filter(pk=hall.match.pk).update(finished_at=hour)


Does = Callable[[Hall], None]


CLOSED: dict[Does, str] = {
    record_walkover: "This match is finished: Walkover.",
    annul_it: "This match is finished: Voided.",
    stop_it: "This match is finished",
    only_the_desk: "In this event, only the desk enters scores.",
    finish_the_event: "This event isn’t running. Ask at the desk.",
    move_to_board_2: "This match has moved to board 2.",
    an_hour_passes: "This match is finished. You’ll find its result on the page of the event.",
}


def send_reports(phone: Phone, *reports: Any) -> list[dict[str, str]]:
    answer = phone.tells("reports", {"reports": list(reports)})
    assert answer.status_code == 200, answer.content
    results: list[dict[str, str]] = answer.json()["results"]
    return results


def late_rows() -> list[RoundReport]:
    return list(RoundReport.objects.filter(kind="late"))
