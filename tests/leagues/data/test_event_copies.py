"""An event's own file: imported completely if all of it is valid, otherwise only its matches."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from leagues.actions.log.undo import undo
from leagues.models import Action
from leagues.reads.data.event_file import event_file
from leagues.reads.data.results_file import ResultsReading
from tests.cast import Cast
from tests.leagues.data.event_copies import come_in, file_of, final_order
from tests.leagues.data.test_bring_in import all_rows
from tests.leagues.play.desk_hall import DeskHall, open_hall
from tests.scenes import scene

pytestmark = pytest.mark.django_db


@scene
def file(hall: DeskHall) -> dict[str, Any]:
    hall.publish((1, 2))
    hall.type_card(hall.at(1), "20 3 1,20 5 0,20 2 2,20 0 1")
    found: dict[str, Any] = json.loads(json.dumps(event_file(hall.event)))
    found["event"]["name"] = "Copy"
    return found


@scene
def hall(cast: Cast) -> DeskHall:
    return open_hall(cast, entries=2, names=("Dan Ng", "Eve Oh"), name="Open")


def test_taken_back_every_row_is_as_before(cast: Cast, file: dict[str, Any]) -> None:
    file["stages"][0]["settlements"] = [
        {"kind": "decision", "result": [2, 1]},
        {"kind": "shoot_out", "result": [[1, [3, 4]], [2, [3, 5]]]},
    ]
    before = all_rows()
    copied = come_in(cast.club, file)
    assert copied.stages.get().settlements.count() == 2
    action = Action.objects.get(verb="bring_in_results")

    undo(by=cast.who("ann"), action=action)

    assert all_rows() == before


def test_it_goes_out_again_as_it_came_in(cast: Cast, file: dict[str, Any]) -> None:
    copied = json.loads(json.dumps(event_file(come_in(cast.club, file))))

    # The copy is finished, so its places are final, and a ruling comes back as an agreed round.
    for each in (file, copied):
        each["event"]["state"], each["places"] = "finished", []
        for match in each["stages"][0]["rounds"][0]["matches"]:
            match["board"] = None
            for played in match["rounds"]:
                played["state"] = "agreed"
    assert copied == file


def _no_such_step(file: dict[str, Any]) -> None:
    file["stages"][0]["chain"] = ["coin"]


def _no_such_way(file: dict[str, Any]) -> None:
    file["stages"][0]["way"] = "dance"


def _no_such_entry(file: dict[str, Any]) -> None:
    file["stages"][0]["pools"][0]["entries"].append(99)


def _no_such_rule(file: dict[str, Any]) -> None:
    file["event"]["rules"]["rule"] = {"kind": "game"}


def _no_such_decision(file: dict[str, Any]) -> None:
    file["stages"][0]["settlements"] = [{"kind": "decision", "result": [99]}]


def _entered_twice(file: dict[str, Any]) -> None:
    file["entries"][1]["players"] = ["Dan Ng"]


def _no_such_state(file: dict[str, Any]) -> None:
    file["entries"][1]["state"] = "asleep"


def _add_empty_entry(file: dict[str, Any]) -> None:
    file["entries"].append({**file["entries"][1], "number": 3, "players": []})


def _a_winner_who_sat_elsewhere(file: dict[str, Any]) -> None:
    file["stages"][0]["rounds"][0]["matches"][0]["winner"] = 3


def _of_teams(file: dict[str, Any]) -> None:
    file["event"]["sides"] = "teams"


@pytest.mark.parametrize(
    "spoil",
    [
        _no_such_step,
        _no_such_way,
        _no_such_entry,
        _no_such_rule,
        _no_such_decision,
        _entered_twice,
        _no_such_state,
        _add_empty_entry,
        _of_teams,
    ],
)
def test_where_it_cannot_come_in_as_it_was_its_matches_do(
    cast: Cast, file: dict[str, Any], spoil: Callable[[dict[str, Any]], None]
) -> None:
    spoil(file)

    reading = ResultsReading(file_of(cast.club, file))

    assert reading.results.copies == ()
    assert reading.results.matches == 1
    assert reading.doubts[0].startswith("Only its matches will be imported because")


def test_what_is_no_seat_comes_in_nowhere(cast: Cast, file: dict[str, Any]) -> None:
    _a_winner_who_sat_elsewhere(file)

    reading = ResultsReading(file_of(cast.club, file))

    assert reading.results.all == ()
    assert reading.problem == "match 1: winner must be 0 or 1"


def test_places_of_an_event_without_matches_come_in(cast: Cast, file: dict[str, Any]) -> None:
    file["stages"] = []
    file["places"] = [
        {"place": 1, "last": 2, "entry": 2, "points": "31/2", "twenties": 7},
        {"place": 1, "last": 2, "entry": 1, "points": None, "twenties": None},
    ]
    copied = come_in(cast.club, file)

    assert final_order(copied) == [("1–2", "Dan Ng"), ("1–2", "Eve Oh")]
    assert event_file(copied)["places"] == file["places"][::-1]


def test_it_stays_out_where_the_club_has_it(cast: Cast, file: dict[str, Any]) -> None:
    come_in(cast.club, file)

    found = ResultsReading(file_of(cast.club, file)).results

    assert (found.copies, [each.name for each in found.here]) == ((), ["Copy"])
