"""Send the htmx requests of a page, and check that each answer is a part of a page."""

from urllib.parse import urlencode, urljoin, urlsplit

from django.db import transaction
from django.test import Client
from django.urls import resolve

from tests.cast import Page
from tests.leagues.days.plain_browser import Element, Reader, initial_values, values_of

METHODS = ("get", "post")
HTMX = {"HX-Request": "true"}


def whole_pages(browser: Client, path: str, page: Page) -> list[str]:
    """The htmx requests of a page that would put a whole page into it. Writes are rolled back."""
    if page.streaming or b"hx-" not in page.content:
        return []
    found, known = [], set[tuple[str, ...]]()
    for element in Reader(page.content.decode()).page.all():
        for method in METHODS:
            asked = element.attributes.get(f"hx-{method}")
            if asked is None or not _is_swapped_whole(element):
                continue
            where = urljoin(path, asked or urlsplit(path)._replace(fragment="").geturl())
            kind = (method, resolve(urlsplit(where).path).view_name, _query_keys(where))
            if kind in known:
                continue
            known.add(kind)
            answer = _send_request(browser, method, where, element)
            if not answer.streaming and b"<html" in answer.content:
                found.append(f"{path}: hx-{method}={asked!r} answers a whole page")
    return found


def _is_swapped_whole(element: Element) -> bool:
    """Whether the whole answer is swapped in, without selecting a part of it."""
    return _inherited_value(element, "hx-select") is None and (
        _inherited_value(element, "hx-swap") != "none"
    )


def _inherited_value(element: Element, name: str) -> str | None:
    around = (each.attributes.get(name) for each in (element, *element.ancestors))
    return next((value for value in around if value is not None), None)


def _query_keys(address: str) -> str:
    """The names of an address's query parameters, by which lines of a list are alike."""
    pairs = urlsplit(address).query.split("&")
    return "&".join(sorted(pair.partition("=")[0] for pair in pairs))


def _send_request(browser: Client, method: str, where: str, element: Element) -> Page:
    sent = _form_values(element, method)
    with transaction.atomic():
        if method == "post":
            answer = browser.post(where, sent, headers=HTMX, follow=True)
        else:
            joined = "&" if "?" in where else "?"
            more = f"{joined}{urlencode(sent, doseq=True)}" if sent else ""
            answer = browser.get(where + more, headers=HTMX, follow=True)
        transaction.set_rollback(True)
    return answer


def _form_values(element: Element, method: str) -> dict[str, list[str]]:
    """The values that htmx sends: of the form for a POST or ``hx-include``, else of the control."""
    around = (element, *element.ancestors)
    form = next((each for each in around if each.name == "form"), None)
    goes_along = method == "post" or "hx-include" in element.attributes
    if form and (form is element or goes_along):
        return initial_values(form)
    name = element.attributes.get("name")
    return {name: values_of(element)} if name else {}
