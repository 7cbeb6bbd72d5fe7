"""Random requests to any address cause no 5xx and no long log line.

``FUZZ=50000`` sends more than the suite does (``make fuzz``); ``SEED=…`` sends others.
"""

import inspect
import json
import logging
import os
import re
from collections.abc import Iterator
from importlib import import_module
from pkgutil import iter_modules
from random import Random
from typing import Any
from uuid import uuid4

import pytest
from django import forms as django_forms
from django.core.cache import cache
from django.test import Client
from django.urls import NoReverseMatch, reverse

from crokinole_site.logs import ShortLines
from leagues import forms
from tests.cast import Cast, Page
from tests.leagues.access.test_access import PEOPLE, all_routes
from tests.leagues.access.test_who_may import filled, rolled_back
from tests.served import ROOT

pytestmark = pytest.mark.long

__all__ = ["filled"]  # a fixture

REQUESTS = int(os.environ.get("FUZZ", "200"))
SEED = os.environ.get("SEED", "twenties")
LONGEST_LINE = 4000

SMALL = ["", "0", "1", "2", "3", "7", "-1", "on", "A", "B", "a", "ann", "Ann Bee"]
ODD = [
    "\0",
    "a\0b",
    "99999999999999999999",
    "1e9",
    "NaN",
    "\uff11\uff12",
    "٣",
    "½",
    "\ud7ff\ue000",
    "🎯" * 30,
    "é" * 300,
    "x" * 5000,
    " " * 3000,
    "'\"><script>",
    "../../etc/passwd",
    "2026-11-21",
    "2026-13-45",
    "25:61",
    "{}",
    "[]",
    "null",
    "1,2,3",
    "a;b;c\n1;2",
    "%00%ff",
    "\r\nSet-Cookie: a=b",
]
JSON = ["{", "[]", "null", "{}", '{"reports": 1}', '"x"', "1e999", "[" * 2000]


@pytest.fixture(autouse=True)
def every_act_has_a_message() -> None:
    """Turns the check for missing messages off: random requests may do nothing."""


def field_names() -> list[str]:
    """The names of all fields in our forms and templates."""
    names: set[str] = set()
    for module in iter_modules(forms.__path__):
        found = vars(import_module(f"{forms.__name__}.{module.name}")).values()
        for each in filter(inspect.isclass, found):
            if issubclass(each, django_forms.BaseForm):
                names |= set(getattr(each, "base_fields", ()))
    for template in (ROOT / "templates").rglob("*.html"):
        names |= set(re.findall(r'name="([\w-]+)"', template.read_text()))
    return sorted(names)


class Nonsense:
    """Random requests from a seed."""

    def __init__(self, seed: str, gaps: dict[str, Any]) -> None:
        self.dice = Random(seed)
        self.gaps = gaps
        self.names = field_names()
        self.routes = sorted(all_routes().items())

    def text(self) -> str:
        return self.dice.choice(SMALL if self.dice.random() < 0.6 else ODD)

    def address(self) -> str | None:
        route, pattern = self.dice.choice(self.routes)
        known = re.findall(r"<(?:\w+:)?(\w+)>", route)
        values = {gap: self.gaps[gap] for gap in known} | self.gaps.get(route, {})
        for gap in values:
            if self.dice.random() < 0.15:
                values[gap] = self.dice.choice(["1", "2", "99999999", "nobody", "a-b"])
        try:
            return reverse(str(pattern.name), kwargs=values)
        except NoReverseMatch:
            return None

    def fields(self) -> dict[str, Any]:
        count = self.dice.randrange(8)
        return {
            self.dice.choice(self.names): [
                self.text() for _ in range(self.dice.choice([1, 1, 1, 3]))
            ]
            for _ in range(count)
        }

    def report(self) -> str:
        """A report of a phone, with random faults."""
        if self.dice.random() < 0.3:
            return self.dice.choice(JSON)
        claim: Any = self.dice.choice(
            [{"points": [2, 0]}, {"totals": [60, 45]}, {"points": "2"}, {}, [], 7, None]
        )
        one = {
            "key": self.dice.choice([str(uuid4()), "no key", 7, None]),
            "game": self.dice.choice([1, 0, 99, -1, "1", 1.5, 10**20]),
            "number": self.dice.choice([1, 2, 0, 99, "x", None]),
            "seat": self.dice.choice([0, 1, 2, 9, -1, "A", None]),
            "claim": claim,
            "made_at": self.dice.choice(["2026-11-21T12:00:00Z", "soon", 5, None]),
            "device": self.dice.choice([str(uuid4()), "\0", 3]),
        }
        return json.dumps({"reports": [one], **one})

    def send(self, browser: Client, address: str) -> Page:
        kind = self.dice.random()
        more: dict[str, Any] = {}
        if self.dice.random() < 0.2:
            more["headers"] = {"hx-request": "true", "accept": "application/json"}
        if kind < 0.4:
            asked = {name: texts[0] for name, texts in self.fields().items()}
            return browser.get(address, asked, **more)
        if kind < 0.85:
            return browser.post(address, self.fields(), **more)
        method = self.dice.choice(["POST", "POST", "PUT", "DELETE", "OPTIONS"])
        return browser.generic(
            method, address, self.report(), content_type="application/json", **more
        )


class MadeUpNews(logging.Handler):
    """Every record as the site's own log would write it."""

    def __init__(self) -> None:
        super().__init__()
        self.records: list[str] = []
        self.formatter = ShortLines("{levelname} {name}: {message}", style="{")

    def emit(self, record: logging.LogRecord) -> None:
        self.records.append(self.format(record))


@pytest.fixture
def heard() -> Iterator[MadeUpNews]:
    handler = MadeUpNews()
    logging.getLogger().addHandler(handler)
    yield handler
    logging.getLogger().removeHandler(handler)


@pytest.mark.ignore_template_errors  # allauth asks its templates for what is not there
def test_nonsense_breaks_nothing(cast: Cast, filled: dict[str, Any], heard: MadeUpNews) -> None:
    nonsense = Nonsense(SEED, filled)
    browsers = {name: cast.browser_of(name) for name in PEOPLE}
    broken: list[str] = []
    for number in range(REQUESTS):
        address, name = nonsense.address(), nonsense.dice.choice(PEOPLE)
        browser = browsers[name]
        browser.raise_request_exception = False
        cookies = browser.cookies.output(header="", sep=";")
        cache.clear()
        if address is None:
            continue
        with rolled_back():
            answer = nonsense.send(browser, address)
        browser.cookies.load(cookies)
        if answer.status_code >= 500:
            asked = answer.wsgi_request
            trouble = heard.records[-1][-600:] if heard.records else ""
            broken.append(
                f"{number} {name} {asked.method} {asked.get_full_path()[:300]!r} "
                f"{dict(asked.POST)!r:.300}: {answer.status_code}\n{trouble}"
            )
    assert not broken, f"{len(broken)} of {REQUESTS}:\n" + "\n\n".join(broken[:20])
    longest = max(map(len, heard.records), default=0)
    assert longest <= LONGEST_LINE
