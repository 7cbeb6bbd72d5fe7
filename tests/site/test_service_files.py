"""compose.yaml and the systemd unit agree with docs/operate.md."""

import configparser
import os
import re
import shlex
import shutil
import subprocess
import urllib.request
from collections.abc import Iterable
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
import yaml

from crokinole_site import __version__
from tests.faults.proxied import NGINX, NGINX_CONF, nginx_config
from tests.mail_server import mail_server
from tests.served import ROOT, copy_of, free_port, get_page, start_with
from tests.site.managed import run_command

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
    assert re.fullmatch(r"\d+m", service["mem_limit"])
    assert "user" in service or re.search(r"^USER (?!root)", made_of, re.M)
    assert "healthcheck" in service or "HEALTHCHECK" in made_of
    assert service["restart"] == "unless-stopped"
    assert "no-new-privileges:true" in service["security_opt"]


def test_what_is_kept_is_in_volumes() -> None:
    mounted = {each.split(":")[0] for service in SERVICES.values() for each in service["volumes"]}
    assert mounted == set(COMPOSE["volumes"])


def test_the_image_has_what_a_start_needs_and_time_to_migrate() -> None:
    """It may not write beside its code: without compiled modules each process compiled them all."""
    made_of = dockerfile_of(SERVICES["site-1"])
    built, final = re.split(r"^FROM .*", made_of, flags=re.M)[1:]
    assert re.search(
        r"^RUN .*python manage\.py compilemessages .*\n.* python -m compileall .* /usr/local/lib/python3\.11 \.$",
        built,
        re.M,
    )
    assert built.index("COPY . .") < built.index("compileall")
    assert {"/app", "/usr/local/lib/python3.11"} == set(re.findall(r"--from=built (\S+)", final))
    health = re.search(r"^HEALTHCHECK --interval=(\d+)s .*--start-period=(\d+)m", made_of, re.M)
    assert health
    assert int(health[1]) <= 10, "the second server and the proxy wait for it"
    assert int(health[2]) >= 10, "so long a large club may migrate"


def test_the_image_tells_the_version_and_may_not_write_its_code() -> None:
    made_of = dockerfile_of(SERVICES["site-1"])
    assert f'org.opencontainers.image.version="{__version__}"' in made_of
    assert SERVICES["site-1"]["read_only"]
    assert SERVICES["site-1"]["tmpfs"] == ["/tmp"]


def test_every_setting_they_name_is_one() -> None:
    of_compose = set(SERVICES["site-1"]["environment"])
    known = set(re.findall(r"^\| (`[^|]*) \|", read_operate_page(), re.M))
    names = {name for row in known for name in re.findall(r"`(\w+)`", row)}
    assert (of_compose | set(of_unit())) - names == set()
    asked = set(re.findall(r"\$\{(\w+)", (ROOT / "compose.yaml").read_text()))
    assert asked - names == OF_DOCKER
    assert asked == set(example_values()), "the example has each of them"


def read_operate_page() -> str:
    return (ROOT / "docs" / "operate.md").read_text()


def test_commands_for_operators_name_existing_services_commands_and_headings() -> None:
    """Backups come out of a volume and go into new ones, also those of an older PostgreSQL."""
    typed = re.findall(r"docker compose [^`]+", read_operate_page())
    services = {
        name
        for each in typed
        for name in re.findall(r"(?:exec|run|cp|logs)(?: -\S+)* ([\w-]+)", each)
    }
    assert services == {"site-1"} <= set(SERVICES)
    run = {name for each in typed for name in re.findall(r"manage\.py (\w+)", each)}
    assert run == {"back_up", "restore"}
    headings = re.findall(r"^## (.*)$", read_operate_page(), re.M)
    known = {each.lower().replace(" ", "-") for each in headings}
    assert set(re.findall(r"\]\(#([\w-]+)\)", read_operate_page())) <= known


# --- What they start ------------------------------------------------------------------


def named_values(lines: Iterable[str]) -> dict[str, str]:
    return dict(each.split("=", 1) for each in lines)


def of_unit() -> dict[str, str]:
    found = re.findall(r"^Environment=(.*)$", UNIT.read_text(), re.M)
    return named_values(each for line in found for each in shlex.split(line))


def example_values() -> dict[str, str]:
    """The values of docs/deploy/env.example, as compose reads them from .env."""
    lines = (ROOT / "docs" / "deploy" / "env.example").read_text().splitlines()
    return named_values(each for each in lines if each and not each.startswith("#"))


def of_compose(given: dict[str, str]) -> dict[str, str]:
    """The environment of a server of the site, with these values in .env."""

    def value(match: re.Match[str]) -> str:
        return given.get(match[1]) or match[2]

    environment: dict[str, object] = SERVICES["site-1"]["environment"]
    return {
        name: re.sub(r"\$\{(\w+):-(.*?)\}", value, str(text)) for name, text in environment.items()
    }


def test_a_password_of_any_letters_reaches_the_database() -> None:
    """In the address of the database some would have led elsewhere."""
    password = "p@ss:w/o#r?d%"
    environment = of_compose({**example_values(), "DATABASE_PASSWORD": password})
    assert urlsplit(environment["DATABASE_URL"]).password is None
    assert environment["PGPASSWORD"] == password
    database = SERVICES["database"]["environment"]["POSTGRES_PASSWORD"]
    assert database == SERVICES["site-1"]["environment"]["PGPASSWORD"]


@pytest.mark.long
@pytest.mark.parametrize("by", ["compose", "unit"])
def test_a_site_starts_with_exactly_what_they_say(by: str, bare: Path, tmp_path: Path) -> None:
    """But for the database's host, the folder and the port, which are this machine's."""
    environment = of_compose(example_values()) if by == "compose" else of_unit()
    environment.pop("DATABASE_URL", None)
    of_this_machine = {
        "PATH": os.environ["PATH"],
        "DATA_DIR": str(copy_of(bare, tmp_path / "data")),
        "PORT": str(free_port()),
    }

    site = start_with(environment | of_this_machine)
    try:
        by_proxy = {"Host": "club.example", "X-Forwarded-Proto": "https"}
        page = get_page(urllib.request.Request(site.url, headers=by_proxy))
    finally:
        site.stop()

    assert "https://club.example/" in site.terminal
    assert "code" in page


@pytest.mark.long
def test_mail_leaves_with_only_the_mail_server_set(tmp_path: Path) -> None:
    """An empty sender, as compose hands it on, was taken for one, and every message failed."""
    with mail_server() as server:
        given = {**example_values(), "EMAIL_URL": f"smtp://127.0.0.1:{server.port}"}
        environment = of_compose(given)
        del environment["DATABASE_URL"]
        run_command(tmp_path, "sendtestemail", "ann@club.example", **environment)
    [message] = server.got
    assert message["From"] == "Twenties <twenties@localhost>"


# --- The unit -------------------------------------------------------------------------


def test_the_unit_runs_the_site_without_special_rights() -> None:
    parser = configparser.ConfigParser(strict=False)
    parser.read(UNIT)
    service = parser["Service"]
    assert service["User"] == "twenties"
    assert service["ExecStart"] == "/opt/twenties/.venv/bin/python manage.py serve"
    assert service["Restart"] == "always"
    assert int(service["RestartSec"]) <= 1
    assert parser["Unit"]["StartLimitIntervalSec"] == "0"
    assert service["ReadWritePaths"] == of_unit()["DATA_DIR"] == "/srv/club"
    assert service["ProtectSystem"] == "strict"
    assert service["UMask"] == "0077"


def analyze_units(*words: str) -> str:
    done = subprocess.run(["systemd-analyze", *words], capture_output=True, text=True, check=False)
    return done.stdout + done.stderr


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="no systemd here")
def test_the_unit_asks_the_system_for_little() -> None:
    report = analyze_units("security", "--offline=true", "--no-pager", str(UNIT))
    exposure = re.search(r"Overall exposure level for \S+: ([\d.]+)", report)
    assert exposure, report
    assert float(exposure[1]) <= 3


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="no systemd here")
def test_systemd_understands_every_line(tmp_path: Path) -> None:
    here = tmp_path / "twenties.service"
    here.write_text(re.sub(r"(?m)^ExecStart=.*", "ExecStart=/bin/true", UNIT.read_text()))
    report = analyze_units("verify", str(here))
    assert [line for line in report.splitlines() if "twenties" in line] == []


# --- nginx ----------------------------------------------------------------------------


def test_nginx_gets_a_site_rather_than_a_whole_configuration() -> None:
    """Debian's service has one already, which includes what is in sites-enabled."""
    config = (ROOT / "docs" / "proxy" / "nginx.conf").read_text()
    outermost = set(re.findall(r"^(\w+)", config, re.M))
    assert outermost == {"proxy_cache_path", "upstream", "map", "server"}


@pytest.mark.skipif(NGINX is None, reason="no nginx here")
def test_nginx_understands_every_line(tmp_path: Path) -> None:
    (tmp_path / "site.conf").write_text(nginx_config(8080, ("127.0.0.1:1", "127.0.0.1:2")))
    (tmp_path / "nginx.conf").write_text(NGINX_CONF)
    done = subprocess.run(
        [str(NGINX), "-t", "-p", str(tmp_path), "-c", "nginx.conf"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "[warn]" not in done.stderr
