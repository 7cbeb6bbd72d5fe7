"""A browser without JavaScript on Django's test client: it opens pages, links and forms."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from html.parser import HTMLParser
from http import HTTPStatus
from urllib.parse import urlencode, urljoin

from django.test import Client
from django.utils.html import VOID_ELEMENTS

from tests.cast import Page


@dataclass(eq=False)
class Element:
    """An element of a page, with its parent and its children."""

    name: str
    attributes: Mapping[str, str]
    parent: Element | None = None
    children: list[Element | str] = field(default_factory=list)

    @property
    def ancestors(self) -> Iterator[Element]:
        """Yield the parent and its ancestors, the nearest first."""
        element = self.parent
        while element:
            yield element
            element = element.parent

    @property
    def raw(self) -> str:
        return "".join(e if isinstance(e, str) else e.raw for e in self.children)

    @property
    def text(self) -> str:
        """The text of the element as it is read."""
        return " ".join(self.raw.split())

    @property
    def classes(self) -> set[str]:
        return set(self.attributes.get("class", "").split())

    @property
    def is_hidden(self) -> bool:
        return any(
            "hidden" in each.attributes or each.name in {"template", "dialog"}
            for each in (self, *self.ancestors)
        )

    def all(self, *names: str) -> Iterator[Element]:
        """All descendants, or those with one of these tag names, in document order."""
        for each in self.children:
            if isinstance(each, Element):
                if not names or each.name in names:
                    yield each
                yield from each.all(*names)

    def with_classes(self, *classes: str) -> list[Element]:
        """The descendants that have all of these classes."""
        return [each for each in self.all() if each.classes.issuperset(classes)]

    def links(self, words: str) -> list[Element]:
        return self._with_text("a", words)

    def buttons(self, words: str) -> list[Element]:
        return self._with_text("button", words)

    def _with_text(self, name: str, words: str) -> list[Element]:
        return [
            each for each in self.all(name) if re.search(words, each.text) and not each.is_hidden
        ]


class Reader(HTMLParser):
    def __init__(self, html: str) -> None:
        super().__init__()
        self.page = self.here = Element("page", {})
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: Sequence[tuple[str, str | None]]) -> None:
        element = Element(tag, {key: value or "" for key, value in attrs}, self.here)
        self.here.children.append(element)
        if tag not in VOID_ELEMENTS:
            self.here = element

    def handle_endtag(self, tag: str) -> None:
        while self.here.parent and self.here.name != tag:
            self.here = self.here.parent
        assert self.here.parent, f"</{tag}> ends nothing"
        self.here = self.here.parent

    def handle_startendtag(self, tag: str, attrs: Sequence[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in VOID_ELEMENTS:
            self.handle_endtag(tag)

    def handle_data(self, data: str) -> None:
        self.here.children.append(data)


@dataclass
class PlainBrowser:
    client: Client
    url: str = "/"
    page: Element = field(default_factory=lambda: Element("page", {}))
    """The page opened last."""

    @property
    def main(self) -> Element:
        [main] = self.page.all("main")
        return main

    def open(self, address: str) -> None:
        self._show(self.client.get(urljoin(self.url, address), follow=True))

    def _show(self, answer: Page) -> None:
        self.url, self.page = answer.request["PATH_INFO"], parse_page(answer)

    def follow(self, words: str) -> None:
        found = self.main.links(words)
        assert found, f"no link {words!r} on {self.url}"
        self.open(found[0].attributes["href"])

    def press(self, button: str | Element, typed: Mapping[str, str] | None = None) -> None:
        """Send the form of a button, with values for fields given by their labels."""
        if isinstance(button, str):
            found = self.main.buttons(button)
            assert found, f"no button {button!r} on {self.url}"
            button = found[0]
        form = form_of(button)
        sent = filled_in(form, typed or {})
        if name := button.attributes.get("name"):
            sent[name] = [button.attributes["value"]]
        address = urljoin(self.url, form.attributes.get("action", self.url))
        if form.attributes.get("method") == "post":
            self._show(self.client.post(address, sent, follow=True))
        else:
            self.open(f"{address}?{urlencode(sent, doseq=True)}")


def parse_page(answer: Page) -> Element:
    page = Reader(answer.content.decode()).page
    assert answer.status_code == HTTPStatus.OK, f"{answer.status_code}: {page.text}"
    return page


def form_of(button: Element) -> Element:
    return next(each for each in button.ancestors if each.name == "form")


def filled_in(form: Element, typed: Mapping[str, str]) -> dict[str, list[str]]:
    """The data a form sends once these values are typed, by the labels of its fields."""
    sent = initial_values(form)
    for label, text in typed.items():
        sent[field_of(form, label).attributes["name"]] = [text]
    return sent


def field_of(form: Element, label: str) -> Element:
    """The field with this label."""
    found = [
        each.attributes["for"]
        for each in form.all("label")
        if each.text.startswith(label) and "for" in each.attributes
    ]
    assert found, f"no field {label!r} in {form.text}"
    return next(each for each in form.all() if each.attributes.get("id") == found[0])


def initial_values(form: Element) -> dict[str, list[str]]:
    """The data a form sends if nothing is typed."""
    sent: dict[str, list[str]] = {}
    for each in form.all("input", "select", "textarea"):
        if "name" in each.attributes and "disabled" not in each.attributes:
            sent.setdefault(each.attributes["name"], []).extend(values_of(each))
    return sent


def values_of(each: Element) -> list[str]:
    if each.name == "textarea":
        return [each.raw.removeprefix("\n")]
    if each.name == "select":
        options = list(each.all("option"))
        chosen = [option for option in options if "selected" in option.attributes]
        return [option.attributes["value"] for option in chosen or options[:1]]
    if each.attributes.get("type") in {"checkbox", "radio"}:
        return [each.attributes.get("value", "on")] if "checked" in each.attributes else []
    return [each.attributes.get("value", "")]
