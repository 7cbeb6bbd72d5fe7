"""Two hosts act at the same moment, each on a separate connection."""

import threading
from collections.abc import Callable

import pytest
from django.db import connection

from leagues.actions.leagues.nights import tonight
from leagues.models import Action, Event
from tests.cast import Cast
from tests.leagues.leagues.mondays import Mondays
from tests.leagues.leagues.tonights import drawn_event, mark_here, set_boards, win_match
from tests.scenes import scene

pytestmark = pytest.mark.django_db(transaction=True)
SIX = ("Eve", "Flo", "Gus", "Hal", "Ivy", "Jay")


@scene
def mondays(cast: Cast) -> Mondays:
    if connection.vendor != "postgresql":
        pytest.skip("SQLite has one writer at a time")
    mondays = Mondays.open(cast, *SIX)
    set_boards(mondays, 3)
    return mondays


def press_twice(act: Callable[[], object]) -> None:
    """Run ``act`` twice at once; fail if either is refused."""
    ready = threading.Barrier(2)
    refused: list[Exception] = []

    def press() -> None:
        ready.wait()
        try:
            act()
        except Exception as trouble:
            refused.append(trouble)
        finally:
            connection.close()

    pressed = [threading.Thread(target=press) for _ in range(2)]
    for each in pressed:
        each.start()
    for each in pressed:
        each.join()
    assert refused == []


def count_lines(verb: str) -> int:
    return Action.objects.filter(verb=verb).count()


def test_two_who_draw_make_one_event(mondays: Mondays) -> None:
    by = mondays.cast.who("ann")
    mark_here(mondays, 1, *SIX)
    press_twice(lambda: tonight.draw_night(by=by, night=mondays.night(1)))

    assert Event.objects.count() == 1
    assert count_lines("draw_night") == 1


def test_two_who_start_publish_once(mondays: Mondays) -> None:
    by, event = mondays.cast.who("ann"), drawn_event(mondays, 1, *SIX)
    press_twice(lambda: tonight.start_night(by=by, night=mondays.night(1)))

    assert count_lines("start_night") == count_lines("publish_rounds") == 1
    assert event.matches.filter(state="called").count() == 3


def test_two_who_end_the_night_end_it_once(mondays: Mondays) -> None:
    """Case 39."""
    by, event = mondays.cast.who("ann"), drawn_event(mondays, 1, *SIX)
    tonight.start_night(by=by, night=mondays.night(1))
    for match in event.matches.unfinished():
        win_match(match)
    press_twice(lambda: tonight.end_night(by=by, night=mondays.night(1)))

    assert count_lines("end_night") == count_lines("finish_event") == 1
    assert Event.objects.get().state == Event.State.FINISHED
