"""The log gives away no secret, and one record of it is never long."""

from __future__ import annotations

import logging
import re

import pytest

from crokinole_site.logs import MOST, ShortLines, mask
from tests.leagues.access.test_access import all_routes

LINES = ShortLines("{levelname} {name}: {message}", style="{")
SECRET = "EiXIcTpjuAdt0OeME_cdXFU1"
# What stands in an address for whoever knows it. A slug and a version are known to all.
OPEN = {
    *("slug", "version", "number", "pk", "other", "act", "kind", "shape", "rest"),
    *("entry", "event", "screen", "name", "year", "colour", "digest"),
}


def line(message: str, *args: object, **more: object) -> str:
    record = logging.LogRecord("site", logging.WARNING, "", 0, message, args, None)
    record.__dict__.update(more)
    return LINES.format(record)


def secret_routes() -> list[str]:
    return [
        route
        for route in all_routes()
        if set(re.findall(r"<(?:\w+:)?(\w+)>", route)) - OPEN - {"uidb36"}
    ]


@pytest.mark.parametrize("route", secret_routes())
def test_no_address_gives_away_who_may_enter(route: str) -> None:
    gap = r"\(\?P<(\w+)>(?:\[[^]]*\]|[^)])*\)|<(?:\w+:)?(\w+)>"

    def filled(found: re.Match[str]) -> str:
        name = found[1] or found[2]
        return SECRET if name in {"token", "signed", "secret", "key"} else "7"

    path = re.sub(gap, filled, route)
    assert SECRET in path
    said = line("Not Found: %s", path)
    assert SECRET not in said
    assert "Not Found: /" in said


def test_what_is_no_secret_stays_readable() -> None:
    path = "/desk/events/millrace-open-2026-spring/rounds/12/call/"
    assert mask(f"Bad Request: {path}") == f"Bad Request: {path}"


def test_a_record_is_never_long() -> None:
    try:
        raise ValueError("x" * 50_000 + " at the very end")
    except ValueError as problem:
        trouble = (ValueError, problem, problem.__traceback__)
    said = line("Internal Server Error: /", exc_info=trouble)
    assert len(said) < MOST + 100
    assert said.startswith("WARNING site: Internal Server Error: /")
    assert said.endswith("at the very end")
