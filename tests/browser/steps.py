"""What people do in a browser, in their words."""

import re
from http.cookiejar import CookieJar
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, build_opener

from playwright.sync_api import BrowserContext, Locator, Page, expect

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
    """As the demo's organiser, by the form."""
    page.goto(f"{site.url}/accounts/login/")
    page.get_by_label("E-mail").fill(organiser(site))
    page.get_by_label("Password", exact=True).fill(password(site))
    button(page, "Sign in").click()
    expect(page).to_have_url(f"{site.url}/")
    expect(page.get_by_role("link", name="You")).to_be_visible()


def sign_in_once(context: BrowserContext, site: Site) -> None:
    """As the demo's organiser, with one session for all tests on a site.

    The form costs a page, a password's hash and another page. Nobody may sign out of this session:
    whoever does takes it from other tests, and signs in by the form.
    """
    if not site.session:
        site.session = session_of(site.url, organiser(site), password(site))
    context.add_cookies(
        [{"name": name, "value": value, "url": site.url} for name, value in site.session]
    )


def session_of(url: str, email: str, secret: str) -> list[tuple[str, str]]:
    """The cookies of somebody who signs in without a browser."""
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


def becomes(page: Page, question: str) -> None:
    """Wait for a yes of what answers later, which waiting for a function takes for one."""
    page.evaluate("window.answer = false")
    page.wait_for_function(
        f"() => (({question})().then((is) => (window.answer = is)), window.answer)"
    )
