"""What a pass allows: one match, one side, for a limited time."""

from typing import Any

import pytest
from django.test import Client, RequestFactory
from django.utils import timezone

from leagues.access.phone_passes import Chose
from leagues.access.throttle import REPORTS, WRONG_LINKS
from leagues.models import Event, Match
from tests.leagues.phones.at_boards import Hall

pytestmark = pytest.mark.django_db


def rows_of(match: Match) -> Any:
    return (
        list(Match.objects.filter(pk=match.pk).values()),
        list(match.rounds.values()),
        list(match.reports.values()),
        list(match.sides.values()),
    )


@pytest.mark.parametrize("at", [0, 1, Chose.EVERYBODY])
def test_a_pass_touches_only_its_own_match(hall: Hall, at: Any) -> None:
    before = rows_of(hall.other_match)
    phone = hall.phone(at)

    phone.send_report(1, "2-0")
    phone.send_report(2, "2-0")
    phone.tells("help", {})
    phone.tells("take-over", {"device": str(phone.device)})
    phone.confirms()

    assert rows_of(hall.other_match) == before


def test_a_pass_for_one_side_speaks_for_no_other(hall: Hall) -> None:
    hall.phone(0).send_report(1, "2-0", seat=1)

    assert [report.seat for report in hall.match.reports.all()] == [0]


def test_a_phone_without_a_chosen_side_is_asked(hall: Hall) -> None:
    phone = hall.phone(Chose.UNCHOSEN)

    assert "Who are you?" in phone.browser.get(phone.address).content.decode()
    assert phone.send_report(1, "2-0")["why"] == "First choose who you are."
    assert phone.tells("help", {}).status_code == 409
    assert not hall.match.reports.exists()


@pytest.mark.parametrize("facts", [{"state": Event.State.FINISHED}, {"trust": Event.Trust.DESK}])
def test_phones_write_only_while_the_event_lets_them(hall: Hall, facts: dict[str, Any]) -> None:
    phone = hall.phone(0)
    Event.objects.update(**facts)

    assert phone.send_report(1, "2-0")["took"] == "refused"
    assert phone.looks()["needs_kind"] == "desk"
    assert hall.card == []


def test_an_event_in_the_bin_is_gone(hall: Hall) -> None:
    Event.objects.update(binned_at=timezone.now())

    assert hall.phone(0).asks().status_code == 410


@pytest.mark.parametrize(
    "signed",
    [
        "label-1-1-0-1.x",
        "nonsense",
        "." * 50,
        "%00",
        "a" * 4000,
        "%F0%9F%8E%AF.%ED%A0%80",
        "label-1-1-0-1.63Mq71OfeclUY6l11yy_FPOrhsCQhrnUL7Cumbc_ry0",
    ],
)
def test_an_address_we_never_signed_opens_nothing(hall: Hall, signed: str) -> None:
    browser = Client()

    assert browser.get(f"/play/{signed}/").status_code == 404
    answer = browser.get(f"/play/{signed}/state.json")
    assert answer.status_code == 404
    assert answer.json()["error"] == "This address isn’t valid."


def test_guessing_addresses_is_stopped_and_good_ones_go_on(hall: Hall) -> None:
    browser = Client()
    for n in range(WRONG_LINKS.times):
        path = (f"/play/{n}.x/", f"/b/1-{n:020}/", f"/kiosk/{n}/")[n % 3]
        assert browser.get(path).status_code == 404

    for path in ("/play/n.x/", "/play/n.x/state.json", "/b/1-n/", "/kiosk/n/"):
        assert browser.get(path).status_code == 429
    good = hall.phone(0)
    good.browser = browser
    assert good.asks().status_code == 200


def test_one_phone_gone_mad_is_stopped(hall: Hall) -> None:
    phone = hall.phone(0)
    assert phone.tells("reports", b"").status_code == 400
    for _ in range(REPORTS.times):
        REPORTS.spend(RequestFactory().post("/play/"))

    assert phone.tells("reports", b"").status_code == 429
    assert phone.tells("confirm", {}).status_code == 429


@pytest.mark.parametrize("path", ["", "state.json", "board/"])
def test_the_address_is_the_key_and_nothing_remembers_it(hall: Hall, path: str) -> None:
    answer = Client().get(f"{hall.phone(0).address}{path}")

    assert "no-store" in answer["Cache-Control"]
    assert answer["Referrer-Policy"] == "same-origin"
    assert "noindex" in answer["X-Robots-Tag"]
