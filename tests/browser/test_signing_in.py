"""Every way of signing in: password, a code by e-mail, a passkey, a personal link."""

import re

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.conftest import Watch
from tests.browser.steps import button, organiser_address, organiser_password, sign_in, sign_out
from tests.served import Site

CODE = r"^\s*([A-Z0-9]{4}-[A-Z0-9]{4})\s*$"


def test_by_password(page: Page, site: Site, watch: Watch) -> None:
    watch.expect(422)
    page.goto(f"{site.url}/accounts/login/")
    page.get_by_label("E-mail").fill(organiser_address(site))
    page.get_by_label("Password", exact=True).fill("not my password")
    button(page, "Sign in").click()
    expect(page.get_by_role("alert")).to_be_focused()
    expect(page.get_by_label("E-mail")).to_have_value(organiser_address(site))

    page.get_by_label("Password", exact=True).fill(organiser_password(site))
    button(page, "Sign in").click()
    expect(page.get_by_role("link", name="You")).to_be_visible()


def test_by_a_code_in_a_letter(page: Page, site: Site) -> None:
    page.goto(f"{site.url}/accounts/login/")
    page.get_by_role("link", name="Send a sign-in code").click()
    page.get_by_label("E-mail").fill(organiser_address(site))
    button(page, "Ask for a code").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Your code")

    page.get_by_label("Code").fill(site.receives(CODE))
    button(page, "Sign in").click()
    expect(page.get_by_role("link", name="You")).to_be_visible()


def prove_it_is_me(page: Page, site: Site) -> None:
    """Enter the password again, as the site asks before a change that could lock the user out."""
    expect(page.get_by_role("heading", level=1)).to_have_text("Is it you?")
    page.get_by_label("Password", exact=True).fill(organiser_password(site))
    button(page, "Continue").click()


def test_by_a_passkey_that_was_added(page: Page, context: BrowserContext, site: Site) -> None:
    devtools = context.new_cdp_session(page)
    devtools.send("WebAuthn.enable")
    devtools.send(
        "WebAuthn.addVirtualAuthenticator",
        {
            "options": {
                "protocol": "ctap2",
                "transport": "internal",
                "hasResidentKey": True,
                "hasUserVerification": True,
                "isUserVerified": True,
                "automaticPresenceSimulation": True,
            }
        },
    )
    sign_in(page, site)
    page.goto(f"{site.url}/accounts/2fa/")
    page.get_by_role("link", name="Add a passkey").click()
    prove_it_is_me(page, site)
    page.get_by_label("A name for it").fill("this test")
    button(page, "Add").click()
    expect(page).not_to_have_url(re.compile("/webauthn/add/"))
    sign_out(page, site)

    page.goto(f"{site.url}/accounts/login/")
    button(page, "Sign in with passkey").click()
    expect(page).to_have_url(f"{site.url}/")
    expect(page.get_by_role("link", name="You")).to_be_visible()

    page.goto(f"{site.url}/accounts/2fa/webauthn/")
    page.get_by_role("link", name="Remove").click()
    prove_it_is_me(page, site)
    button(page, "Remove").click()
    expect(page.get_by_role("main")).not_to_contain_text("this test")


@pytest.mark.long
def test_a_personal_link_needs_no_account_and_can_be_claimed(page: Page, site: Site) -> None:
    link = site.find_in_terminal(r"their own page: (/me/\S+)")
    name = site.find_in_terminal(r"(?m)^\s*(.+) plays; their own page")
    page.goto(site.url + link)
    expect(page.get_by_role("heading", level=1)).to_have_text(name)

    page.get_by_role("link", name="sign in", exact=True).click()
    page.get_by_label("E-mail").fill(organiser_address(site))
    page.get_by_label("Password", exact=True).fill(organiser_password(site))
    button(page, "Sign in").click()
    expect(page).to_have_url(site.url + link)
    button(page, f"Yes, I’m {name}").click()

    page.goto(f"{site.url}/me/")
    expect(page.get_by_role("heading", level=1)).to_have_text(name)
