"""compose.yaml and the systemd unit say what docs/operate.md promises of them."""

from __future__ import annotations

import configparser
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.served import ROOT

COMPOSE: dict[str, Any] = yaml.safe_load((ROOT / "compose.yaml").read_text())
SERVICES: dict[str, Any] = COMPOSE["services"]
UNIT = ROOT / "docs" / "systemd" / "twenties.service"
SITES = ("site-1", "site-2")
OF_DOCKER = {"DATABASE_PASSWORD", "SITE_NAME"}


def dockerfile_of(service: dict[str, Any]) -> str:
    build = service.get("build")
    if isinstance(build, dict):
        return str(build["dockerfile_inline"])
    return (ROOT / "Dockerfile").read_text() if build else ""


def test_two_servers_of_the_site_share_one_database_and_one_folder() -> None:
    one, two = (SERVICES[each] for each in SITES)
    assert one["environment"] == two["environment"]
    assert one["environment"]["DATABASE_URL"].startswith("postgres://")
    assert one["volumes"] == two["volumes"] == ["data:/data"]
    # The second waits until the first has migrated.
    assert two["depends_on"] == {"site-1": {"condition": "service_healthy"}}
    assert SERVICES["proxy"]["environment"]["SERVERS"] == "site-1:8000 site-2:8000"


def test_only_the_proxy_is_reached_from_outside_and_it_speaks_https() -> None:
    assert [name for name, each in SERVICES.items() if "ports" in each] == ["proxy"]
    assert "443:443" in SERVICES["proxy"]["ports"]
    assert SERVICES["database"]["networks"] == ["inside"]
    assert COMPOSE["networks"]["inside"] == {"internal": True}
    of_site = SERVICES["site-1"]["environment"]
    assert (of_site["HTTPS"], of_site["BEHIND_PROXY"]) == (1, 1)


@pytest.mark.parametrize("name", SERVICES)
def test_each_service_is_pinned_not_root_checked_and_started_again(name: str) -> None:
    service = SERVICES[name]
    made_of = dockerfile_of(service)
    image = re.findall(r"^FROM (\S+)", made_of, re.M) or [service["image"]]
    assert re.fullmatch(r"\w+:\d+\.\d+(\.\d+)?-\w+(-\w+)?", image[0])
    assert "user" in service or re.search(r"^USER (?!root)", made_of, re.M)
    assert "healthcheck" in service or "HEALTHCHECK" in made_of
    assert service["restart"] == "unless-stopped"
    assert "no-new-privileges:true" in service["security_opt"]


def test_what_is_kept_is_in_volumes() -> None:
    mounted = {
        each.split(":")[0]
        for service in SERVICES.values()
        for each in service["volumes"]
    }
    assert mounted == set(COMPOSE["volumes"])


def test_every_setting_they_name_is_one() -> None:
    of_compose = set(SERVICES["site-1"]["environment"])
    of_unit = set(re.findall(r"\b([A-Z_]{2,})=", unit_environment()))
    known = set(re.findall(r"^\| (`[^|]*) \|", operate(), re.M))
    names = {name for row in known for name in re.findall(r"`(\w+)`", row)}
    assert (of_compose | of_unit) - names == set()
    asked = set(re.findall(r"\$\{(\w+)", (ROOT / "compose.yaml").read_text()))
    assert asked - names == OF_DOCKER
    assert all(each in operate() for each in OF_DOCKER)


def operate() -> str:
    return (ROOT / "docs" / "operate.md").read_text()


def unit_environment() -> str:
    return " ".join(re.findall(r"^Environment=(.*)$", UNIT.read_text(), re.M))


def test_the_unit_runs_the_site_as_nobody_special() -> None:
    parser = configparser.ConfigParser(strict=False)
    parser.read(UNIT)
    service = parser["Service"]
    assert service["User"] == "twenties"
    assert service["ExecStart"] == "/usr/bin/make run"
    assert service["Restart"] == "always"
    assert "/srv/club" in service["ReadWritePaths"]
    assert "DATA_DIR=/srv/club" in unit_environment()


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="no systemd here")
def test_systemd_understands_every_line(tmp_path: Path) -> None:
    here = tmp_path / "twenties.service"
    here.write_text(UNIT.read_text().replace("/usr/bin/make run", "/bin/true"))
    told = subprocess.run(
        ["systemd-analyze", "verify", str(here)], capture_output=True, text=True
    )
    assert [line for line in told.stderr.splitlines() if "twenties" in line] == []
