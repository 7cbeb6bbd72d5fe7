"""The same few journeys in Firefox and in WebKit: enter, follow, sign in, plan."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Playwright

from tests.browser.phones.conftest import Hall
from tests.browser.smoke.visitors import Visitor, open_firefox, open_webkit
from tests.browser.steps import organiser_address, organiser_password
from tests.faults.live_hall import Desk, open_desk
from tests.served import Site, while_stopped

SEND = "[data-act=send]"
FITS = "document.scrollingElement.scrollWidth <= window.innerWidth"


@pytest.fixture(params=["firefox", pytest.param("webkit", marks=pytest.mark.long)])
def visitor(request: pytest.FixtureRequest, playwright: Playwright) -> Iterator[Visitor]:
    with open_firefox(playwright) if request.param == "firefox" else open_webkit() as visitor:
        yield visitor


@pytest.fixture(scope="module")
def hall(own_site: Site) -> Hall:
    hall = Hall(own_site)
    hall.trust("first")
    return hall


def test_a_round_is_entered_with_and_without_a_network(
    visitor: Visitor, own_site: Site, hall: Hall
) -> None:
    sitting = hall.match()
    visitor.open(sitting.address(0))
    visitor.sees("html[data-ready] #round", "Enter round 1")
    visitor.click(".third")
    visitor.click(".stepper [data-by='1']")
    visitor.sees(SEND, "Enter round 1: 2–0")
    visitor.click(SEND)
    visitor.sees(".rounds [data-state=agreed]", "sent")
    visitor.sees(".sides .points", "2")
    assert visitor.asks(FITS)

    with while_stopped(own_site):
        visitor.click(".third.tied")
        visitor.click(SEND)
        visitor.sees("[data-part=kept]", "1 waiting")
    visitor.sees(".rounds li:first-child [data-state=agreed]", "sent")
    assert [number for _, number, _ in sitting.reports()] == [1, 2]


@pytest.fixture(scope="module")
def entering(own_site: Site) -> Iterator[Desk]:
    with open_desk(own_site) as opened:
        yield opened


@pytest.mark.rare
@pytest.mark.long
def test_standings_move_by_themselves(visitor: Visitor, own_site: Site, entering: Desk) -> None:
    event = entering.enter().event
    visitor.open(f"{own_site.url}/events/{event}/standings/")
    visitor.sees("#live .standings", "Pts")
    entered = entering.enter()
    visitor.sees(f"#live[data-revision='{entered.revision}']", "")
    assert visitor.asks(FITS)


@pytest.mark.rare
@pytest.mark.long
def test_an_organiser_signs_in_and_plans(visitor: Visitor, own_site: Site) -> None:
    visitor.open(f"{own_site.url}/accounts/login/")
    visitor.fill("[name=login]", organiser_address(own_site))
    visitor.fill("[name=password]", organiser_password(own_site))
    visitor.click("main form [type=submit]")
    visitor.sees("header nav", "You")
    visitor.open(f"{own_site.url}/desk/new/")
    visitor.click(".tiles li:first-child a.stretched")
    visitor.fill("[name=name]", "Lakeside Open")
    visitor.sees("#ahead", "boards")
    visitor.click("main form .actions [type=submit]")
    visitor.sees("h1", "Lakeside Open")
    assert visitor.asks(FITS)
