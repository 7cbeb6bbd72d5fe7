"""What people do in a browser, in their words."""

from __future__ import annotations

from playwright.sync_api import Locator, Page, expect

from tests.served import Site


def button(page: Page, name: str) -> Locator:
    """A button of the page itself, not of the site's head or foot."""
    return page.get_by_role("main").get_by_role("button", name=name, exact=True)


def sign_in(page: Page, site: Site) -> None:
    """As the demo's organiser, with what the terminal printed."""
    page.goto(f"{site.url}/accounts/login/")
    page.get_by_label("E-mail").fill(site.told(r"sign in as\s+(\S+@\S+)"))
    page.get_by_label("Password", exact=True).fill(site.told(r"password\s+(\S+)"))
    button(page, "Sign in").click()
    expect(page).to_have_url(f"{site.url}/")
    expect(page.get_by_role("link", name="You")).to_be_visible()
