"""A case: one act of the site as its page does it, and how a test sends the form."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias
from urllib.parse import urljoin, urlsplit

from django.test import Client
from django.urls import NoReverseMatch, reverse

from leagues.models import Action
from tests.cast import Page
from tests.leagues.days.plain_browser import Element, Reader, initial_values

Hall: TypeAlias = Any
"""What a scene returns; it has at least ``cast``."""
Sent: TypeAlias = Mapping[str, Any]
Wrong: TypeAlias = Sent | list[Sent | tuple[Sent, str]]
"""One or several wrong inputs, and what the page shows as wrong."""
MOST_STEPS = 3
NEVER_REFUSED = "-"


@dataclass(frozen=True)
class Case:
    """A case of an act's page: ``args`` gives the URL arguments, ``sends`` is what the user enters.

    The other fields keep the values that the page gave them. ``step`` is sent as well from a
    preview, and ``page`` is the URL name of the page with the form, if it is another one.
    """

    route: str
    args: Callable[[Hall], tuple[Any, ...]]
    verb: str
    message: str
    sends: Sent | Callable[[Hall], Sent] = field(default_factory=dict)
    wrong: Wrong | Callable[[Hall], Wrong] = field(default_factory=dict)
    fault: str = ""
    """What the page shows as wrong, where no form shows it."""
    stays: str = ""
    """Rows that the act's undo leaves: why they are not compared."""
    step: Sent = field(default_factory=dict)
    stale: str = ""
    """The name of the field with the mark of what the page showed."""
    refused: Callable[[Hall], object] | None = None
    """What makes the act impossible, if not the subject's usual obstacle."""
    why: str = ""
    """What the page shows then, or NEVER_REFUSED."""
    page: str = ""
    by: str = "ann"
    is_long: bool = False

    def __str__(self) -> str:
        return f"{self.route} {self.verb}".strip()

    def address(self, hall: Hall) -> str:
        return reverse(self.route, args=self.args(hall))

    def filled_in(self, hall: Hall) -> Sent:
        return self.sends(hall) if callable(self.sends) else self.sends

    def wrong_inputs(self, hall: Hall) -> Iterator[tuple[Sent, str]]:
        wrong = self.wrong(hall) if callable(self.wrong) else self.wrong
        for each in wrong if isinstance(wrong, list) else [wrong]:
            yield each if isinstance(each, tuple) else (each, self.fault)


class Sending:
    """The form of a case, opened in a browser."""

    def __init__(self, case: Case, hall: Hall) -> None:
        self.case, self.hall = case, hall
        self.browser: Client = hall.cast.browser_of(case.by)
        self.address = case.address(hall)
        at = self.address
        if case.page:
            at = page_at(case.page, case.args(hall))
        page = self.browser.get(at)
        self.given = form_on(page, at, self.address) if page.status_code == 200 else {}

    def send(self, **changes: Any) -> Page:
        """Send the form with these changes, and send each preview that answers."""
        filled = {**self.case.filled_in(self.hall), **changes}
        self.sent: Sent = {**self.given, **filled}
        answer = self.browser.post(self.address, self.sent, follow=True)
        for _step in range(MOST_STEPS):
            is_preview = answer.status_code == 200 and not answer.redirect_chain
            if not is_preview or self.case.message in words_of(answer):
                break
            shown = form_on(answer, self.address, self.address)
            self.sent = {**shown, **filled, **self.case.step}
            answer = self.browser.post(self.address, self.sent, follow=True)
        return answer


def page_at(name: str, args: tuple[Any, ...]) -> str:
    """The address of the page with this URL name, by as many of these arguments as it takes."""
    for many in range(len(args), -1, -1):
        try:
            return reverse(name, args=args[:many])
        except NoReverseMatch:
            continue
    raise AssertionError(name)


def form_on(page: Page, at: str, to: str) -> dict[str, list[str]]:
    """The fields that a form on this page sends to an address, as they are at first."""
    for form in forms_on(page):
        action = form.attributes.get("hx-post", form.attributes.get("action", at))
        if urlsplit(urljoin(at, action)).path == to and is_sent(form):
            return initial_values(form)
    return {}


def forms_on(page: Page) -> Iterator[Element]:
    return Reader(page.content.decode()).page.all("form")


def is_sent(form: Element) -> bool:
    return "hx-post" in form.attributes or form.attributes.get("method") == "post"


def words_of(page: Page) -> str:
    """The text of the main part of a page, or of a part that htmx loads."""
    whole = Reader(page.content.decode()).page
    return next(iter(whole.all("main")), whole).text


def each_of(name: str, *values: Any) -> list[Sent | tuple[Sent, str]]:
    return [{name: value} for value in values]


def lines_after(pk: int) -> list[Action]:
    return list(Action.objects.filter(pk__gt=pk).order_by("pk"))
