"""Steps of users in a browser."""

import re
from http.cookiejar import CookieJar
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, build_opener

from playwright.sync_api import BrowserContext, Locator, Page, expect

from tests.served import Site


def button(page: Page, name: str) -> Locator:
    """A button in the main part of a page, not in its head or foot."""
    return page.get_by_role("main").get_by_role("button", name=name, exact=True)


def leave_by(page: Page, control: Locator) -> None:
    """Click a link or button that opens another page, and wait until all of that page has loaded.

    Before that, no test can assert that the page lacks an element: those further down are missing.
    """
    with page.expect_navigation():
        control.click()


def open_drawn(page: Page, address: str) -> None:
    """Open a page and wait for its fonts, which may arrive after the page has loaded.

    The fallback font is wider and breaks lines elsewhere.
    """
    page.goto(address)
    page.evaluate("document.fonts.ready.then(() => null)")


def organiser_address(site: Site) -> str:
    """The e-mail address of the demo's organiser, as the terminal printed it."""
    return site.find_in_terminal(r"sign in as\s+(\S+@\S+)")


def organiser_password(site: Site) -> str:
    return site.find_in_terminal(r"password\s+(\S+)")


def sign_in(page: Page, site: Site) -> None:
    """Sign in as the demo's organiser, by the form."""
    page.goto(f"{site.url}/accounts/login/")
    page.get_by_label("E-mail").fill(organiser_address(site))
    page.get_by_label("Password", exact=True).fill(organiser_password(site))
    button(page, "Sign in").click()
    expect(page).to_have_url(f"{site.url}/")
    expect(page.get_by_role("link", name="You")).to_be_visible()


def sign_in_once(context: BrowserContext, site: Site) -> None:
    """Sign in as the demo's organiser, with one session that all tests of a site share.

    The form costs two page loads and a password hash. A test that signs out must not use this:
    it signs in by the form instead.
    """
    if not site.session:
        site.session = session_of(site.url, organiser_address(site), organiser_password(site))
    context.add_cookies(
        [{"name": name, "value": value, "url": site.url} for name, value in site.session]
    )


def session_of(url: str, email: str, secret: str) -> list[tuple[str, str]]:
    """Sign in without a browser, and return the session's cookies."""
    jar = CookieJar()
    opener = build_opener(HTTPCookieProcessor(jar))
    form = opener.open(f"{url}/accounts/login/").read().decode()
    token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', form)
    assert token
    sent = {"csrfmiddlewaretoken": token[1], "login": email, "password": secret}
    arrived = opener.open(f"{url}/accounts/login/", urlencode(sent).encode())
    assert arrived.url == f"{url}/"
    return [(each.name, each.value or "") for each in jar]


def sign_out(page: Page, site: Site) -> None:
    page.goto(f"{site.url}/accounts/logout/")
    button(page, "Sign out").click()
    expect(page.get_by_role("link", name="Sign in")).to_be_visible()


def wait_until_true(page: Page, question: str) -> None:
    """Wait until a script that returns a promise answers true.

    ``wait_for_function`` takes the promise itself for true.
    """
    page.evaluate("window.answer = false")
    page.wait_for_function(
        f"() => (({question})().then((is) => (window.answer = is)), window.answer)"
    )
