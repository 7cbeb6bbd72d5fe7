"""What people do in a browser, in their words."""

from __future__ import annotations

from playwright.sync_api import Locator, Page, expect

from tests.served import Site


def button(page: Page, name: str) -> Locator:
    """A button of the page itself, not of the site's head or foot."""
    return page.get_by_role("main").get_by_role("button", name=name, exact=True)


def leave_by(page: Page, control: Locator) -> None:
    """Click what opens another page, and wait until all of that page has come.

    Until then nothing can be said about what it does not show: while it is loading,
    every control that comes further down is missing.
    """
    with page.expect_navigation():
        control.click()


def open_drawn(page: Page, address: str) -> None:
    """Open a page and wait for its fonts, which a page that has loaded may still lack.

    In the wider letters that stand until then, lines break elsewhere.
    """
    page.goto(address)
    page.evaluate("document.fonts.ready.then(() => null)")


def organiser(site: Site) -> str:
    """The address of the demo's organiser, as the terminal printed it."""
    return site.told(r"sign in as\s+(\S+@\S+)")


def password(site: Site) -> str:
    return site.told(r"password\s+(\S+)")


def sign_in(page: Page, site: Site) -> None:
    """As the demo's organiser."""
    page.goto(f"{site.url}/accounts/login/")
    page.get_by_label("E-mail").fill(organiser(site))
    page.get_by_label("Password", exact=True).fill(password(site))
    button(page, "Sign in").click()
    expect(page).to_have_url(f"{site.url}/")
    expect(page.get_by_role("link", name="You")).to_be_visible()


def sign_out(page: Page, site: Site) -> None:
    page.goto(f"{site.url}/accounts/logout/")
    button(page, "Sign out").click()
    expect(page.get_by_role("link", name="Sign in")).to_be_visible()


def becomes(page: Page, question: str) -> None:
    """Wait for a yes of what answers later, which waiting for a function takes for one."""
    page.evaluate("window.answer = false")
    page.wait_for_function(
        f"() => (({question})().then((is) => (window.answer = is)), window.answer)"
    )
