"""The desk's page of a running day."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from leagues.actions.play import calls
from leagues.models import Match
from tests.cast import Cast
from tests.leagues.play.desk_hall import DeskHall, open_hall
from tests.leagues.play.desk_page import HTMX, desk_address, record_report


def test_a_page_that_has_seen_all_is_left_alone(hall: DeskHall, ann: Client) -> None:
    page = ann.get(desk_address("event_desk", hall))
    assert page.status_code == 200
    seen = page.context["mark"]
    again = ann.get(desk_address("event_desk", hall), {"seen": seen}, headers=HTMX)
    assert again.status_code == 204

    calls.call_match(by=hall.by, match=hall.at(1))
    moved = ann.get(desk_address("event_desk", hall), {"seen": seen}, headers=HTMX)
    assert moved.status_code == 200
    body = moved.content.decode()
    assert 'id="live"' in body
    assert 'id="boards"' in body
    assert "<html" not in body


def test_desk_and_public_pages_lead_to_each_other(hall: DeskHall, cast: Cast, ann: Client) -> None:
    desk, public = desk_address("event_desk", hall), f"/events/{hall.event.slug}/"
    for page in (desk, desk_address("event_log", hall)):
        there = ann.get(page).content.decode()
        assert f'href="{public}"' in there
        assert f'href="{public}standings/"' in there
    for page in (public, f"{public}standings/"):
        assert f'href="{desk}"' in ann.get(page).content.decode()
        for reader in (Client(), cast.browser_of("ben")):
            assert f'href="{desk}"' not in reader.get(page).content.decode()


@pytest.mark.parametrize("show", ["", "needs", "playing", "free", "nonsense"])
def test_boards_can_be_filtered(show: str, hall: DeskHall, ann: Client) -> None:
    calls.call_match(by=hall.by, match=hall.at(1))
    page = ann.get(desk_address("event_desk", hall), {"show": show})
    shown = [card.board.number for card in page.context["boards"]]
    assert shown == {"needs": [], "playing": [1], "free": [2]}.get(show, [1, 2])


def test_boards_that_need_help_are_those_of_the_things_to_do(hall: DeskHall, ann: Client) -> None:
    calls.call_round(by=hall.by, pairing_round=hall.at(1).pairing_round)
    record_report(hall.at(1), 1, 0, [2, 0], "reported")
    record_report(hall.at(2), 1, 0, [2, 0], "disputed")

    def counted() -> tuple[int, int]:
        page = ann.get(desk_address("event_desk", hall), {"show": "needs"}).context
        return len(page["blockers"]), len(page["boards"])

    assert counted() == (1, 1), "the other side still has time to confirm"
    calls.want_help(by=hall.by, match=hall.at(1))
    assert counted() == (2, 2)


def queries_of_the_desk(cast: Cast, entries: int, name: str) -> int:
    hall = open_hall(cast, entries=entries, boards=entries // 2, name=name)
    for _ in range(2):
        hall.publish(*((n, n + 1) for n in range(1, entries, 2)))
    calls.call_round(by=hall.by, pairing_round=hall.at(1).pairing_round)
    record_report(hall.at(1), 1, 0, [2, 0], "disputed")
    ann = cast.browser_of("ann")
    with CaptureQueriesContext(connection) as asked:
        assert ann.get(desk_address("event_desk", hall)).status_code == 200
    Match.objects.unfinished().update(state=Match.State.PLANNED)
    return len(asked)


@pytest.mark.long
def test_a_large_hall_costs_no_more_queries(cast: Cast) -> None:
    assert queries_of_the_desk(cast, 4, "a") == queries_of_the_desk(cast, 40, "b")
