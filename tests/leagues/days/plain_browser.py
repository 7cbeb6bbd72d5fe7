"""A browser without JavaScript, over Django's test client: it opens, follows links and sends forms."""

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
class Part:
    """An element of a page: what it stands in, and what it holds."""

    name: str
    facts: Mapping[str, str]
    within: Part | None = None
    holds: list[Part | str] = field(default_factory=list)

    @property
    def around(self) -> Iterator[Part]:
        """What it stands in, from the inside outwards."""
        part = self.within
        while part:
            yield part
            part = part.within

    @property
    def raw(self) -> str:
        return "".join(e if isinstance(e, str) else e.raw for e in self.holds)

    @property
    def text(self) -> str:
        """Its words, as they are read."""
        return " ".join(self.raw.split())

    @property
    def classes(self) -> set[str]:
        return set(self.facts.get("class", "").split())

    @property
    def is_hidden(self) -> bool:
        return any(
            "hidden" in each.facts or each.name in {"template", "dialog"}
            for each in (self, *self.around)
        )

    def all(self, *names: str) -> Iterator[Part]:
        """Every element that it holds, or those of these names, down the page."""
        for each in self.holds:
            if isinstance(each, Part):
                if not names or each.name in names:
                    yield each
                yield from each.all(*names)

    def marked(self, *classes: str) -> list[Part]:
        """What it holds that has all of these classes."""
        return [each for each in self.all() if each.classes.issuperset(classes)]

    def links(self, words: str) -> list[Part]:
        return self._said("a", words)

    def buttons(self, words: str) -> list[Part]:
        return self._said("button", words)

    def _said(self, name: str, words: str) -> list[Part]:
        return [
            each
            for each in self.all(name)
            if re.search(words, each.text) and not each.is_hidden
        ]


class Reader(HTMLParser):
    def __init__(self, html: str) -> None:
        super().__init__()
        self.page = self.here = Part("page", {})
        self.feed(html)
        self.close()

    def handle_starttag(
        self, tag: str, attrs: Sequence[tuple[str, str | None]]
    ) -> None:
        part = Part(tag, {key: said or "" for key, said in attrs}, self.here)
        self.here.holds.append(part)
        if tag not in VOID_ELEMENTS:
            self.here = part

    def handle_endtag(self, tag: str) -> None:
        while self.here.within and self.here.name != tag:
            self.here = self.here.within
        assert self.here.within, f"</{tag}> ends nothing"
        self.here = self.here.within

    def handle_startendtag(
        self, tag: str, attrs: Sequence[tuple[str, str | None]]
    ) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in VOID_ELEMENTS:
            self.handle_endtag(tag)

    def handle_data(self, data: str) -> None:
        self.here.holds.append(data)


@dataclass
class PlainBrowser:
    client: Client
    url: str = "/"
    page: Part = field(default_factory=lambda: Part("page", {}))
    """What was opened last."""

    @property
    def main(self) -> Part:
        [main] = self.page.all("main")
        return main

    def open(self, address: str) -> None:
        self._show(self.client.get(urljoin(self.url, address), follow=True))

    def _show(self, answer: Page) -> None:
        self.url, self.page = answer.request["PATH_INFO"], read(answer)

    def follow(self, words: str) -> None:
        found = self.main.links(words)
        assert found, f"no link {words!r} on {self.url}"
        self.open(found[0].facts["href"])

    def press(self, button: str | Part, typed: Mapping[str, str] | None = None) -> None:
        """Send the form of a button, with what was typed into it, by its labels."""
        if isinstance(button, str):
            found = self.main.buttons(button)
            assert found, f"no button {button!r} on {self.url}"
            button = found[0]
        form = form_of(button)
        sent = filled_in(form, typed or {})
        if name := button.facts.get("name"):
            sent[name] = [button.facts["value"]]
        address = urljoin(self.url, form.facts.get("action", self.url))
        if form.facts.get("method") == "post":
            self._show(self.client.post(address, sent, follow=True))
        else:
            self.open(f"{address}?{urlencode(sent, doseq=True)}")


def read(answer: Page) -> Part:
    page = Reader(answer.content.decode()).page
    assert answer.status_code == HTTPStatus.OK, f"{answer.status_code}: {page.text}"
    return page


def form_of(button: Part) -> Part:
    return next(each for each in button.around if each.name == "form")


def filled_in(form: Part, typed: Mapping[str, str]) -> dict[str, list[str]]:
    """What a form sends into which this was typed, by its labels."""
    sent = untouched(form)
    for label, text in typed.items():
        sent[field_of(form, label).facts["name"]] = [text]
    return sent


def field_of(form: Part, label: str) -> Part:
    """What is typed into beside this label."""
    found = [
        each.facts["for"]
        for each in form.all("label")
        if each.text.startswith(label) and "for" in each.facts
    ]
    assert found, f"no field {label!r} in {form.text}"
    return next(each for each in form.all() if each.facts.get("id") == found[0])


def untouched(form: Part) -> dict[str, list[str]]:
    """What a form sends into which nobody has typed."""
    sent: dict[str, list[str]] = {}
    for each in form.all("input", "select", "textarea"):
        if "name" in each.facts and "disabled" not in each.facts:
            sent.setdefault(each.facts["name"], []).extend(stands_in(each))
    return sent


def stands_in(each: Part) -> list[str]:
    if each.name == "textarea":
        return [each.raw.removeprefix("\n")]
    if each.name == "select":
        options = list(each.all("option"))
        chosen = [option for option in options if "selected" in option.facts]
        return [option.facts["value"] for option in chosen or options[:1]]
    if each.facts.get("type") in {"checkbox", "radio"}:
        return [each.facts.get("value", "on")] if "checked" in each.facts else []
    return [each.facts.get("value", "")]
