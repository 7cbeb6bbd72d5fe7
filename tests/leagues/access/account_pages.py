"""Visits to every account page, with valid and invalid input, for tests of its texts."""

from collections.abc import Iterator
from urllib.parse import urlsplit

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from django.core import mail
from django.test import Client

from leagues.actions.club.members import invite_helper
from leagues.models import Membership, User
from tests.cast import PASSWORD, Cast, Page, make_account, signed_in
from tests.process_memory import forget_all

FORMS = "/accounts/"
BAD: tuple[dict[str, str], ...] = (
    {},
    {"email": "ann", "login": "ann", "code": "1", "password1": "short"},
)
NEW = "new@example.org"


def link_in_last_mail() -> str:
    found = next(w for w in str(mail.outbox[-1].body).split() if w.startswith("http"))
    return urlsplit(found).path


class Browser:
    """A browser set to one language that keeps every response."""

    def __init__(self, language: str, client: Client | None = None) -> None:
        self.client = client or Client()
        self.client.cookies["language"] = language
        self.answers: list[Page] = []

    def get(self, path: str) -> Page:
        self.answers.append(self.client.get(FORMS + path, follow=True))
        return self.answers[-1]

    def post(self, path: str, **typed: str) -> Page:
        forget_all()  # limits on guessing are tested elsewhere
        self.answers.append(self.client.post(FORMS + path, typed, follow=True))
        return self.answers[-1]


def account_pages(cast: Cast, language: str) -> Iterator[Page]:
    yield from _of_a_stranger(cast, language)
    yield from _of_a_player(cast, language)


def _of_a_stranger(cast: Cast, language: str) -> list[Page]:
    browser = Browser(language)
    browser.get("signup/")
    token = invite_helper(by=cast.who("olga"), club=cast.club, role=Membership.Role.SCORER)
    browser.client.get(f"/invited/{token}/")
    for path in ("login/", "signup/", "password/reset/", "login/code/"):
        browser.get(path)
        for typed in BAD:
            browser.post(path, **typed)
    for path in (
        "inactive/",
        "password/reset/done/",
        "password/reset/key/1-set-password/",
        "password/reset/key/done/",
        "confirm-email/",
        "confirm-email/no-such-key/",
    ):
        browser.get(path)
    browser.post("login/", login="ben@example.org", password="wrong")
    browser.post("signup/", email=NEW, password1="password")
    browser.post("signup/", email="ben@example.org", password1=PASSWORD)
    browser.post("login/code/", email="ben@example.org")
    for code in ("", "WRNG-CODE"):
        browser.post("login/code/confirm/", code=code)
    browser.post("login/code/confirm/", action="resend")
    browser.post("signup/", email=NEW, password1=PASSWORD)
    confirm = link_in_last_mail().removeprefix(FORMS)
    browser.get(confirm)
    browser.post(confirm)
    browser.post("login/", login=NEW, password=PASSWORD)
    browser.post("logout/")
    _forget_password(Browser(language), browser.answers)
    return browser.answers


def _forget_password(browser: Browser, answers: list[Page]) -> None:
    browser.post("password/reset/", email="ben@example.org")
    to = browser.get(link_in_last_mail().removeprefix(FORMS)).request["PATH_INFO"]
    to = to.removeprefix(FORMS)
    browser.post(to, password1="", password2="")
    browser.post(to, password1="one thing twice", password2="another")
    browser.post(to, password1=PASSWORD, password2=PASSWORD)
    browser.get(link_in_last_mail().removeprefix(FORMS))
    answers += browser.answers


def _of_a_player(cast: Cast, language: str) -> list[Page]:
    browser = Browser(language, signed_in(User.objects.get(pk=cast.dan.pk)))
    pages = ("email/", "password/change/", "password/set/", "logout/", "reauthenticate/")
    keys = ("2fa/", "2fa/webauthn/", "2fa/webauthn/add/", "2fa/recovery-codes/")
    for path in (*pages, *keys, "2fa/recovery-codes/generate/", "login/"):
        browser.get(path)
    for typed in ("", "dan", "ben@example.org", "dan@example.org", "two@example.org"):
        browser.post("email/", action_add="", email=typed)
    browser.post("email/", action_primary="", email="two@example.org")
    browser.post("email/", action_send="", email="two@example.org")
    browser.get(link_in_last_mail().removeprefix(FORMS))
    browser.post("email/", action_add="", email="three@example.org")
    browser.post("email/", action_add="", email="four@example.org")
    EmailAddress.objects.filter(email="two@example.org").update(verified=True)
    browser.post("email/", action_primary="", email="two@example.org")
    browser.post("email/", action_remove="", email="two@example.org")
    browser.post("email/", action_remove="", email="three@example.org")
    for old, new, again in (
        ("", "", ""),
        ("wrong", "password", "password"),
        (PASSWORD, "one thing twice", "another"),
        (PASSWORD, "short", "short"),
        (PASSWORD, PASSWORD, PASSWORD),
    ):
        browser.post("password/change/", oldpassword=old, password1=new, password2=again)
    browser.post("reauthenticate/", password="wrong")
    browser.post("reauthenticate/", password="")
    answers = [*browser.answers, *_with_a_passkey(cast, language)]
    codes = make_account("codes", cast.club)
    codes.set_unusable_password()
    codes.save()
    other = Browser(language, signed_in(codes))
    other.get("password/change/")
    other.post("password/set/", password1="short", password2="short")
    other.post("password/set/", password1=PASSWORD, password2=PASSWORD)
    other.post("logout/")
    return [*answers, *other.answers]


def _with_a_passkey(cast: Cast, language: str) -> list[Page]:
    """An account with a passkey also has recovery codes and may sign in with either."""
    keys = make_account("keys", cast.club)
    Authenticator.objects.create(
        user=keys, type=Authenticator.Type.WEBAUTHN, data={"name": "", "credential": {}}
    )
    RecoveryCodes.activate(keys)
    browser = Browser(language, signed_in(keys))
    browser.post("reauthenticate/", password=PASSWORD)
    for path in ("2fa/", "2fa/webauthn/", "2fa/recovery-codes/", "2fa/reauthenticate/"):
        browser.get(path)
    browser.get("2fa/recovery-codes/generate/")
    browser.post("2fa/reauthenticate/", code="wrong")
    browser.post("2fa/recovery-codes/generate/")
    browser.post("password/reset/", email="keys@example.org")
    return browser.answers
