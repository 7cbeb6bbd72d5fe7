"""Settings from the environment; the defaults are safe."""

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.served import ROOT

ASKS = """
import json
from crokinole_site import settings as s
print(json.dumps({name: getattr(s, name, None) for name in (
    "DEBUG", "HTTPS", "ALLOWED_HOSTS", "SESSION_COOKIE_SECURE", "CSRF_COOKIE_SECURE",
    "SECURE_SSL_REDIRECT", "SECURE_CROSS_ORIGIN_OPENER_POLICY", "SECURE_HSTS_SECONDS", "SECURE_HSTS_PRELOAD",
    "SECURE_HSTS_INCLUDE_SUBDOMAINS", "EMAIL_BACKEND", "EMAIL_HOST", "DEMO",
    "EMAIL_PORT", "EMAIL_HOST_PASSWORD", "EMAIL_USE_TLS", "EMAIL_USE_SSL",
    "PUSH", "PUSH_KEY", "PUSH_CONTACT", "PUSH_SERVICES")}
    | {"engine": s.DATABASES["default"]["ENGINE"],
       "password": s.DATABASES["default"].get("PASSWORD"),
       "options": s.DATABASES["default"].get("OPTIONS", {})}))
"""


def run_with(program: str, data_dir: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", program],
        cwd=ROOT,
        env={"PATH": "/usr/bin:/bin", "DATA_DIR": str(data_dir), **environment},
        capture_output=True,
        text=True,
        check=False,
    )


def values_from(program: str, data_dir: Path, **environment: str) -> dict[str, Any]:
    done = run_with(program, data_dir, **environment)
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def settings_with(tmp_path: Path, **environment: str) -> dict[str, Any]:
    return values_from(ASKS, tmp_path, **environment)


def test_without_a_word_everything_is_closed(tmp_path: Path) -> None:
    found = settings_with(tmp_path)
    assert not found["DEBUG"]
    assert found["HTTPS"]
    assert found["SESSION_COOKIE_SECURE"]
    assert found["CSRF_COOKIE_SECURE"]
    assert found["SECURE_SSL_REDIRECT"]
    assert found["SECURE_HSTS_SECONDS"] > 0
    assert found["SECURE_CROSS_ORIGIN_OPENER_POLICY"] == "same-origin"
    assert found["ALLOWED_HOSTS"] == ["localhost", "127.0.0.1", "[::1]"]
    assert "console" in found["EMAIL_BACKEND"]


def test_a_hall_without_https_keeps_no_secure_cookie(tmp_path: Path) -> None:
    found = settings_with(tmp_path, HTTPS="0")
    assert not found["SESSION_COOKIE_SECURE"]
    assert found["SECURE_HSTS_SECONDS"] == 0
    assert found["SECURE_CROSS_ORIGIN_OPENER_POLICY"] is None


def test_sqlite_never_lets_a_writer_read_what_another_changes(tmp_path: Path) -> None:
    options = settings_with(tmp_path)["options"]
    assert options["transaction_mode"] == "IMMEDIATE"
    assert "synchronous=FULL" in options["init_command"]


def test_postgresql_by_its_address(tmp_path: Path) -> None:
    found = settings_with(tmp_path, DATABASE_URL="postgres://club@127.0.0.1/club")
    assert found["engine"] == "django.db.backends.postgresql"
    assert "transaction_mode" not in found["options"]


def test_a_lost_postgresql_blocks_no_one_for_long(tmp_path: Path) -> None:
    url = "postgres://club@127.0.0.1/club?connect_timeout=30"
    options = settings_with(tmp_path, DATABASE_URL=url)["options"]
    assert options["tcp_user_timeout"] == 10_000
    assert options["connect_timeout"] == 30, "whoever says otherwise is heard"
    assert options["options"] == "-c lock_timeout=20s"


ALL_OF_THEM = """
import json
from crokinole_site import settings as s
print(json.dumps({name: repr(value) for name, value in vars(s).items() if name.isupper()}))
"""


def test_an_empty_setting_counts_as_absent(tmp_path: Path) -> None:
    """compose and make hand on what they were not given as an empty word: one that was taken
    for the sender of mail kept all of it from going out."""
    rows = re.findall(r"^\| (`[^|]*) \|", (ROOT / "docs/operate.md").read_text(), re.M)
    names = {name for row in rows for name in re.findall(r"`([A-Z_]+)`", row)}
    assert {"MAIL_FROM", "HTTPS", "DEMO", "DATABASE_URL"} < names
    empty = dict.fromkeys(names - {"DATA_DIR"}, " ")

    assert values_from(ALL_OF_THEM, tmp_path, **empty) == values_from(ALL_OF_THEM, tmp_path)


@pytest.mark.parametrize(
    ("name", "address"),
    [
        ("EMAIL_URL", "smtp://anna:p#ss@mail.example:587"),
        ("EMAIL_URL", "smtp://anna:12#4@mail.example:587"),
        ("EMAIL_URL", "smtp://anna:p/ss@mail.example:587"),
        ("DATABASE_URL", "postgres://club:p?ss@host/club"),
        ("DATABASE_URL", "postgres://club:12/4@host/club"),
    ],
)
def test_a_password_that_breaks_its_address_gets_a_sentence(
    name: str, address: str, tmp_path: Path
) -> None:
    """Some of these led to another host, and some to a traceback."""
    done = run_with(ASKS, tmp_path, **{name: address})
    assert done.returncode == 1
    assert re.fullmatch(rf"{name} is an address such as .* # is %23, .*\n", done.stderr)


def test_a_password_with_every_odd_letter_reaches_the_database(tmp_path: Path) -> None:
    url = "postgres://club:%40%3A%2F%23%3F%25@127.0.0.1/club"
    assert settings_with(tmp_path, DATABASE_URL=url)["password"] == "@:/#?%"


def test_other_hosts_of_the_domain_are_held_to_https_only_where_it_is_asked_for(
    tmp_path: Path,
) -> None:
    def reach(**environment: str) -> tuple[bool, bool]:
        found = settings_with(tmp_path, **environment)
        return (found["SECURE_HSTS_INCLUDE_SUBDOMAINS"], found["SECURE_HSTS_PRELOAD"])

    assert reach() == reach(HTTPS="1") == (False, False)
    assert reach(HSTS_SUBDOMAINS="1", HSTS_PRELOAD="1") == (True, True)


def test_a_site_answers_to_the_name_that_it_tells(tmp_path: Path) -> None:
    hosts = settings_with(tmp_path, BASE_URL="https://club.example:8443/")["ALLOWED_HOSTS"]
    assert hosts == ["localhost", "127.0.0.1", "[::1]", "club.example"]


@pytest.mark.parametrize(
    ("address", "tls", "ssl", "port"),
    [
        ("smtp://anna:p%40ss@mail.example:587", True, False, 587),
        ("smtps://anna:p%40ss@mail.example:465", False, True, 465),
        ("smtp://mail.example", False, False, 25),
    ],
)
def test_mail_goes_to_the_given_server(
    address: str, tls: bool, ssl: bool, port: int, tmp_path: Path
) -> None:
    found = settings_with(tmp_path, EMAIL_URL=address)
    assert found["EMAIL_HOST"] == "mail.example"
    assert found["EMAIL_PORT"] == port
    assert (found["EMAIL_USE_TLS"], found["EMAIL_USE_SSL"]) == (tls, ssl)
    if "@" in address.removeprefix("smtp://"):
        assert found["EMAIL_HOST_PASSWORD"] == "p@ss"


@pytest.mark.parametrize(
    ("environment", "contact"),
    [
        ({}, "https://localhost"),
        ({"ALLOWED_HOSTS": ".club.example,other.example"}, "https://club.example"),
        ({"BASE_URL": "https://club.example"}, "https://club.example"),
        ({"BASE_URL": "http://192.168.1.20:8000"}, "https://localhost"),
        ({"MAIL_FROM": "Club <club@club.example>"}, "mailto:club@club.example"),
    ],
)
def test_push_services_get_a_contact_address(
    environment: dict[str, str], contact: str, tmp_path: Path
) -> None:
    assert settings_with(tmp_path, **environment)["PUSH_CONTACT"] == contact


@pytest.mark.long
def test_the_key_for_telling_phones_is_made_once_and_may_be_shared(tmp_path: Path) -> None:
    first, second = (settings_with(tmp_path)["PUSH_KEY"] for _start in range(2))
    shared = settings_with(tmp_path, PUSH_KEY="one for all servers")["PUSH_KEY"]

    assert first == second == (tmp_path / "push-key").read_text()
    assert shared == "one for all servers"


@pytest.mark.long
def test_more_push_services_may_be_named_and_none_used_at_all(tmp_path: Path) -> None:
    services = settings_with(tmp_path, PUSH_SERVICES="https://push.example, ")
    assert services["PUSH_SERVICES"][-1] == "https://push.example"
    assert "" not in services["PUSH_SERVICES"]
    assert settings_with(tmp_path)["PUSH"] is True
    assert settings_with(tmp_path, PUSH="0")["PUSH"] is False
