"""The log contains no secret, and no long record."""

import json
import logging
import re
from typing import Any

import pytest
from django.conf import settings
from django.db import OperationalError

from crokinole_site import logs
from crokinole_site.logs import MOST, JsonLines, ShortLines, Sparing, mask_secrets
from tests.leagues.access.test_access import all_routes

LINES = ShortLines("{levelname} {name}: {message}", style="{")
SECRET = "EiXIcTpjuAdt0OeME_cdXFU1"
# URL arguments that give access are secret. A slug and a version are public.
OPEN = {
    *("slug", "version", "number", "pk", "other", "act", "kind", "shape", "rest"),
    *("entry", "event", "screen", "name", "year", "colour", "digest"),
}


def format_line(message: str, *args: object, **more: object) -> str:
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
    text = format_line("Not Found: %s", path)
    assert SECRET not in text
    assert "Not Found: /" in text


def test_what_is_no_secret_stays_readable() -> None:
    path = "/desk/events/millrace-open-2026-spring/rounds/12/call/"
    assert mask_secrets(f"Bad Request: {path}") == f"Bad Request: {path}"


def test_a_record_is_never_long() -> None:
    try:
        raise ValueError("x" * 50_000 + " at the very end")
    except ValueError as problem:
        trouble = (ValueError, problem, problem.__traceback__)
    text = format_line("Internal Server Error: /", exc_info=trouble)
    assert len(text) < MOST + 100
    assert text.startswith("WARNING site: Internal Server Error: /")
    assert text.endswith("at the very end")


def test_a_long_address_is_cut() -> None:
    text = format_line("Not Found: %s", "/events/" + "a" * 3000)
    assert len(text) < 200
    assert text.startswith("WARNING site: Not Found: /events/aaa")


def exception_info(problem: Exception) -> Any:
    try:
        raise problem
    except Exception as trouble:
        return type(trouble), trouble, trouble.__traceback__


def test_a_record_as_json_is_one_line_with_its_traceback_and_without_secrets() -> None:
    trouble = exception_info(ValueError("/me/0123456789abcdef/"))
    record = logging.LogRecord("site", logging.ERROR, "", 0, "No answer", (), trouble)
    line = JsonLines("{message}", style="{").format(record)
    assert "\n" not in line
    found = json.loads(line)
    assert found["time"].endswith("+00:00")
    assert (found["level"], found["logger"]) == ("ERROR", "site")
    assert found["message"].startswith("No answer\nTraceback")
    assert "0123456789" not in found["message"]


def test_what_cannot_be_saved_just_now_is_one_line_without_a_traceback() -> None:
    """On a disk that is full each report wrote 3.5 kB, onto that disk perhaps."""
    trouble = exception_info(OperationalError("database or disk is full"))
    path = "/play/l-1-2-0-secret/reports/"
    text = format_line("%s: %s", "Unavailable", path, exc_info=trouble, status_code=503)
    assert text == (
        "WARNING site: Unavailable: /play/…/reports/: OperationalError('database or disk is full')"
    )
    broken = format_line("%s: %s", "Error", path, exc_info=trouble, status_code=500)
    assert "Traceback" in broken


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    now = [0.0]
    monkeypatch.setattr(logs, "monotonic", lambda: now[0])
    return now


def line_written(sparing: Sparing, name: str = "site", **facts: object) -> str | None:
    record = logging.makeLogRecord({"name": name, "msg": "Not Found", **facts})
    return LINES.format(record) if sparing.filter(record) else None


def test_of_one_kind_so_many_are_written_in_a_minute(clock: list[float]) -> None:
    sparing = Sparing()
    lines = [line_written(sparing, status_code=404) for _ in range(100)]
    assert [each is not None for each in lines] == [True] * 30 + [False] * 70
    clock[0] = 59.0
    assert line_written(sparing, status_code=404) is None
    clock[0] = 60.0
    after = line_written(sparing, status_code=404)
    assert after is not None
    assert after.endswith("Not Found\n… and 71 more of these")
    assert line_written(sparing, status_code=404) is not None


def test_a_flood_of_one_kind_hides_no_other(
    clock: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(logs, "RECORDS_A_MINUTE", 1)
    sparing = Sparing()
    one, other = exception_info(ValueError()), exception_info(KeyError())
    kinds: list[dict[str, Any]] = [
        *({"status_code": 404}, {"status_code": 403}, {"name": "mail"}),
        *({"exc_info": one}, {"exc_info": other}, {"levelno": logging.ERROR}),
        {"lineno": 9},
    ]
    assert all(line_written(sparing, **each) for each in kinds)
    assert not any(line_written(sparing, **each) for each in kinds)


def test_the_log_of_the_site_is_sparing() -> None:
    logging_settings: Any = settings.LOGGING
    assert logging_settings["filters"]["sparing"] == {"()": "crokinole_site.logs.Sparing"}
    assert all("sparing" in each["filters"] for each in logging_settings["handlers"].values())
